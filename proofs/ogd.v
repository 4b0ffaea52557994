(* Regret of online gradient descent in a ball, with steps eta / sqrt t. *)
From OCO Require Export descent.

(* book: T3
   part: sharper form
   neutral: 2*U**2*sqrt(T)/eta - 3*U**2/(2*eta) + G**2*eta/2*S
   words: the losses have subgradients g_t at w_t, of length at most G in rounds 1 to T; U and eta are
     positive, T at least 1, u any point of the ball *)
Theorem ogd_sharp d U G eta T l w g u : 0 < U -> 0 < eta -> (1 <= T)%nat ->
  ball_descent d U (root_steps eta) w g ->
  (forall t, (t < T)%nat -> subgradient d (l t) (w t) (g t)) ->
  (forall t, (t < T)%nat -> norm d (g t) <= G) -> ball d U u ->
  regret T l w u <= 2 * U ^ 2 * sqrt (INR T) / eta - 3 * U ^ 2 / (2 * eta)
    + G ^ 2 * eta / 2 * Sum T (fun t => / sqrt (INR (S t))).
Proof.
  intros HU He HT run sub HG Hu. destruct T as [|k]; [lia|].
  pose proof (ball_descent_projected d U _ w g (Rlt_le _ _ HU) run) as proj.
  assert (D : forall t, norm d (w t - u) <= 2 * U).
  { intro t. apply norm_le; [lra|]. apply ball_diameter; [|exact Hu].
    exact (descent_in _ _ _ _ _ t proj). }
  assert (A : norm d (w 0%nat - u) <= U).
  { apply norm_le; [lra|]. rewrite (proj1 run), dot_sub_sq. autorewrite with dot.
    pose proof (norm_le_sq d u U Hu). lra. }
  eapply Rle_trans; [now apply (regret_linear d (S k) l w g)|].
  eapply Rle_trans; [apply (descent_sum d (ball d U) (root_steps eta) w g u U (2 * U) k); auto|].
  - apply ball_convex.
  - intro. now apply root_steps_pos.
  - intro. now apply root_steps_dec.
  - pose proof (root_sum d eta G (S k) g He HG) as R.
    rewrite !root_steps_inv by easy. unfold root_steps.
    change (INR (S 0)) with 1. rewrite sqrt_1.
    replace (U ^ 2 / (2 * (eta / 1)) + (2 * U) ^ 2 / 2 * (sqrt (INR (S k)) / eta - 1 / eta))
      with (2 * U ^ 2 * sqrt (INR (S k)) / eta - 3 * U ^ 2 / (2 * eta)) by (field; lra).
    unfold root_steps in R. lra.
Qed.

(* book: T3
   part: as printed
   bound: ogd
   neutral: 2*U**2*sqrt(T)/eta + eta*G**2*sqrt(T)
   words: the losses have subgradients g_t at w_t, of length at most G in rounds 1 to T; U and eta are
     positive; u is any point of the ball, T any number of rounds *)
Theorem ogd d U G eta T l w g u : 0 < U -> 0 < eta ->
  ball_descent d U (root_steps eta) w g ->
  (forall t, (t < T)%nat -> subgradient d (l t) (w t) (g t)) ->
  (forall t, (t < T)%nat -> norm d (g t) <= G) -> ball d U u ->
  regret T l w u <= 2 * U ^ 2 * sqrt (INR T) / eta + eta * G ^ 2 * sqrt (INR T).
Proof.
  intros HU He run sub HG Hu. destruct T as [|k].
  - unfold regret. simpl. rewrite sqrt_0. unfold Rdiv. lra.
  - eapply Rle_trans; [apply (ogd_sharp d U G eta (S k) l w g u); auto; lia|].
    pose proof (sum_inv_sqrt_le (S k)) as R.
    assert (0 < 3 * U ^ 2 / (2 * eta)) by (apply Rdiv_lt_0_compat; nra).
    assert (0 <= G ^ 2 * eta / 2) by (pose proof (pow2_ge_0 G); nra). nra.
Qed.

(* book: T4
   part: sharper form
   neutral: U*G*(sqrt(8*T) - 5/sqrt(8))
   words: as T3 with the step sqrt(2) U / G, G positive, T at least 1; in every such T of the same run *)
Theorem ogd_tuned_sharp d U G T l w g u : 0 < U -> 0 < G -> (1 <= T)%nat ->
  ball_descent d U (root_steps (sqrt 2 * U / G)) w g ->
  (forall t, (t < T)%nat -> subgradient d (l t) (w t) (g t)) ->
  (forall t, (t < T)%nat -> norm d (g t) <= G) -> ball d U u ->
  regret T l w u <= U * G * (sqrt (8 * INR T) - 5 / sqrt 8).
Proof.
  intros HU HG HT run sub Hg Hu. assert (R2 : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (He : 0 < sqrt 2 * U / G) by (apply Rdiv_lt_0_compat; nra).
  eapply Rle_trans; [apply (ogd_sharp d U G (sqrt 2 * U / G) T l w g u); auto|].
  pose proof (sum_inv_sqrt T HT) as R.
  pose proof (sqrt_sq 2 ltac:(lra)) as S2.
  assert (E8 : sqrt 8 = 2 * sqrt 2).
  { replace 8 with (2 * 2 * 2) by ring. rewrite sqrt_mult, sqrt_square by lra. easy. }
  rewrite sqrt_mult, E8 by (try apply pos_INR; lra).
  set (s := sqrt (INR T)) in *. set (q := sqrt 2) in *.
  assert (I : / q = q / 2) by (apply (Rmult_eq_reg_l q); [|lra]; rewrite Rinv_r; lra).
  replace (2 * U ^ 2 * s / (q * U / G)) with (U * G * 2 * s * / q) by (field; lra).
  replace (3 * U ^ 2 / (2 * (q * U / G))) with (U * G * 3 / 2 * / q) by (field; lra).
  replace (G ^ 2 * (q * U / G) / 2) with (U * G * (q / 2)) by (field; lra).
  replace (5 / (2 * q)) with (5 / 2 * / q) by (field; lra). rewrite I.
  assert (0 < U * G) by nra.
  assert (U * G * (q / 2) * Sum T (fun t => / sqrt (INR (S t))) <= U * G * (q / 2) * (2 * s - 1)).
  { apply Rmult_le_compat_l; nra. }
  lra.
Qed.

(* book: T4
   part: as printed
   bound: ogd_tuned
   neutral: U*G*sqrt(8*T)
   words: as T3 with the step sqrt(2) U / G, G positive; in every T of the same run *)
Theorem ogd_tuned d U G T l w g u : 0 < U -> 0 < G ->
  ball_descent d U (root_steps (sqrt 2 * U / G)) w g ->
  (forall t, (t < T)%nat -> subgradient d (l t) (w t) (g t)) ->
  (forall t, (t < T)%nat -> norm d (g t) <= G) -> ball d U u ->
  regret T l w u <= U * G * sqrt (8 * INR T).
Proof.
  intros HU HG run sub Hg Hu. destruct T as [|k].
  - unfold regret. simpl. rewrite Rmult_0_r, sqrt_0. lra.
  - eapply Rle_trans; [apply (ogd_tuned_sharp d U G (S k) l w g u); auto; lia|].
    assert (0 < 5 / sqrt 8) by (apply Rdiv_lt_0_compat; [lra|apply sqrt_lt_R0; lra]).
    apply Rmult_le_compat_l; nra.
Qed.

(* book: T6
   part: all
   bound: ogd_square
   neutral: 8*(U*X)**2*sqrt(2*T)
   words: square losses, examples no longer than X and labels no larger than U X in rounds 1 to T; U and X
     are positive; u is any point of the ball *)
Theorem ogd_square d U X T x y w u : 0 < U -> 0 < X ->
  ball_descent d U (root_steps (sqrt 2 * U / (4 * U * X ^ 2))) w
    (fun t => (2 * (dot d (w t) (x t) - y t) * x t)%V) ->
  (forall t, (t < T)%nat -> norm d (x t) <= X) ->
  (forall t, (t < T)%nat -> Rabs (y t) <= U * X) -> ball d U u ->
  regret T (fun t v => square_loss (y t) (dot d v (x t))) w u <= 8 * (U * X) ^ 2 * sqrt (2 * INR T).
Proof.
  intros HU HX run Hx Hy Hu. assert (HG : 0 < 4 * U * X ^ 2) by (assert (0 < X ^ 2) by nra; nra).
  pose proof (ball_descent_projected d U _ w _ (Rlt_le _ _ HU) run) as proj.
  eapply Rle_trans; [eapply (ogd_tuned d U (4 * U * X ^ 2) T); eauto|].
  - intros t _. apply slope_subgradient, square_slope.
  - intros t Ht. cbv beta. rewrite norm_scale. pose proof (descent_in _ _ _ _ _ t proj) as B. unfold ball in B.
    specialize (Hx t Ht). specialize (Hy t Ht). pose proof (norm_pos d (x t)) as N.
    pose proof (norm_pos d (w t)). pose proof (cauchy_schwarz d (w t) (x t)) as C.
    assert (P : Rabs (dot d (w t) (x t)) <= U * X)
      by (eapply Rle_trans; [exact C|apply Rmult_le_compat; easy]).
    assert (Q : Rabs (2 * (dot d (w t) (x t) - y t)) <= 4 * U * X).
    { rewrite Rabs_mult, (Rabs_pos_eq 2) by lra.
      pose proof (Rabs_triang (dot d (w t) (x t)) (- y t)) as Tr. rewrite Rabs_Ropp in Tr.
      unfold Rminus. lra. }
    replace (4 * U * X ^ 2) with (4 * U * X * X) by ring.
    apply Rmult_le_compat; try easy; apply Rabs_pos.
  - right. replace (8 * INR T) with (2 * 2 * (2 * INR T)) by ring.
    rewrite sqrt_mult, sqrt_square by (pose proof (pos_INR T); lra). ring.
Qed.
