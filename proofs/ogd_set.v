(* Online gradient descent on a convex set: the diameter form. *)
From OCO Require Export descent.

(* book: T5
   part: all
   bound: ogd_diameter
   neutral: 3/2*G*D*sqrt(T)
   words: K is convex with diameter at most D, and each round goes to a nearest point of K (that there is
     one is assumed); the losses have subgradients g_t at w_t of length at most G in rounds 1 to T; D and G are
     positive, w_1 and u any points of K *)
Theorem ogd_diameter d K D G T l w g u : convex_set K -> 0 < D -> 0 < G ->
  (forall x y, K x -> K y -> norm d (x - y) <= D) ->
  projected_descent d K (root_steps (D / G)) w g ->
  (forall t, (t < T)%nat -> subgradient d (l t) (w t) (g t)) ->
  (forall t, (t < T)%nat -> norm d (g t) <= G) -> K u ->
  regret T l w u <= 3 / 2 * G * D * sqrt (INR T).
Proof.
  intros C HD HG diam run sub Hg Hu. assert (He : 0 < D / G) by now apply Rdiv_lt_0_compat.
  destruct T as [|k]; [unfold regret; simpl; rewrite sqrt_0; lra|].
  eapply Rle_trans; [now apply (regret_linear d (S k) l w g)|].
  eapply Rle_trans; [apply (descent_sum d K (root_steps (D / G)) w g u D D k); auto|].
  - intro. now apply root_steps_pos.
  - intro. now apply root_steps_dec.
  - apply diam; auto. apply (descent_in _ _ _ _ _ _ run).
  - intro. apply diam; auto. apply (descent_in _ _ _ _ _ _ run).
  - pose proof (root_sum d (D / G) G (S k) g He Hg) as R. pose proof (sum_inv_sqrt_le (S k)) as Q.
    rewrite !root_steps_inv by easy. unfold root_steps in *.
    change (INR (S 0)) with 1. rewrite sqrt_1. set (s := sqrt (INR (S k))) in *.
    replace (D ^ 2 / (2 * (D / G / 1)) + D ^ 2 / 2 * (s / (D / G) - 1 / (D / G)))
      with (G * D / 2 * s) by (field; lra).
    replace (G ^ 2 * (D / G) / 2) with (G * D / 2) in R by (field; lra).
    assert (0 < G * D) by nra. nra.
Qed.
