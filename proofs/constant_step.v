(* Online gradient descent in a ball with one step for all rounds. *)
From OCO Require Export descent.

(* book: constant-step
   part: any step
   bound: ogd_constant
   neutral: U**2/(2*eta) + eta*G**2*T/2
   words: the losses have subgradients g_t at w_t of length at most G in rounds 1 to T; U is not negative,
     eta positive, u any point of the ball *)
Theorem ogd_constant d U G eta T l w g u : 0 <= U -> 0 < eta ->
  ball_descent d U (fun _ => eta) w g ->
  (forall t, (t < T)%nat -> subgradient d (l t) (w t) (g t)) ->
  (forall t, (t < T)%nat -> norm d (g t) <= G) -> ball d U u ->
  regret T l w u <= U ^ 2 / (2 * eta) + eta * G ^ 2 * INR T / 2.
Proof.
  intros HU He run sub Hg Hu.
  assert (P0 : 0 <= U ^ 2 / (2 * eta)).
  { apply Rmult_le_pos; [nra|]. apply Rlt_le, Rinv_0_lt_compat. lra. }
  destruct T as [|k]; [unfold regret; simpl; lra|].
  pose proof (ball_descent_projected d U _ w g HU run) as proj.
  eapply Rle_trans; [now apply (regret_linear d (S k) l w g)|].
  eapply Rle_trans; [apply (descent_sum d (ball d U) (fun _ => eta) w g u U (2 * U) k); auto|].
  - apply ball_convex.
  - intro. lra.
  - apply norm_le; [lra|]. rewrite (proj1 run), dot_sub_sq. autorewrite with dot.
    pose proof (norm_le_sq d u U Hu). lra.
  - intro t. apply norm_le; [lra|]. apply ball_diameter; [|exact Hu].
    exact (descent_in _ _ _ _ _ t proj).
  - cut (Sum (S k) (fun t => eta / 2 * norm d (g t) ^ 2) <= INR (S k) * (eta / 2 * G ^ 2)); [lra|].
    rewrite <- Sum_const. apply Sum_le. intros t Ht. specialize (Hg t Ht).
    pose proof (norm_pos d (g t)). assert (norm d (g t) ^ 2 <= G ^ 2) by nra. nra.
Qed.

(* book: constant-step
   part: the step for a known horizon
   neutral: U*G*sqrt(T)
   words: as above with the step U / (G sqrt T); U, G and T are positive *)
Theorem ogd_known_horizon d U G T l w g u : 0 < U -> 0 < G -> (1 <= T)%nat ->
  ball_descent d U (fun _ => U / (G * sqrt (INR T))) w g ->
  (forall t, (t < T)%nat -> subgradient d (l t) (w t) (g t)) ->
  (forall t, (t < T)%nat -> norm d (g t) <= G) -> ball d U u ->
  regret T l w u <= U * G * sqrt (INR T).
Proof.
  intros HU HG HT run sub Hg Hu. destruct T as [|k]; [lia|]. pose proof (sqrt_S_pos k) as P.
  pose proof (sqrt_sq _ (pos_INR (S k))) as Q. set (s := sqrt (INR (S k))) in *.
  assert (He : 0 < U / (G * s)) by (apply Rdiv_lt_0_compat; nra).
  eapply Rle_trans; [apply (ogd_constant d U G (U / (G * s)) (S k) l w g u); auto; lra|].
  right. rewrite <- Q. field. lra.
Qed.
