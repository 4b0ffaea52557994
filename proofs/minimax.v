(* The minimax learner in the ball, for a known horizon. *)
From OCO Require Export lazy.

(* In round t + 1 there are T - t rounds to come. *)
Definition minimax_learner (d : nat) (U G : R) (T : nat) (w g : nat -> vec) : Prop :=
  forall t, (t < T)%nat ->
    w t = (- (U / sqrt (norm d (gradient_sum g t) ^ 2 + INR (T - t) * G ^ 2)) * gradient_sum g t)%V.

Lemma sqrt_tangent q a : 0 < q -> 0 <= q + 2 * a -> sqrt (q + 2 * a) <= sqrt q + a / sqrt q.
Proof.
  intros Hq Ha. pose proof (sqrt_lt_R0 q Hq) as P. pose proof (sqrt_sq q (Rlt_le _ _ Hq)) as Q.
  pose proof (sqrt_sq _ Ha) as R. pose proof (sqrt_pos (q + 2 * a)).
  set (s := sqrt q) in *. set (r := sqrt (q + 2 * a)) in *.
  apply (Rmult_le_reg_l s); [easy|]. replace (s * (s + a / s)) with (s * s + a) by (field; lra).
  pose proof (pow2_ge_0 (s - r)). nra.
Qed.

(* book: lb-ball
   part: the upper bound, at every round
   words: U is not negative, G positive, gradients no longer than G in rounds 1 to T; t rounds of T are played *)
Theorem minimax_value d U G T w g t : 0 <= U -> 0 < G -> (t <= T)%nat ->
  minimax_learner d U G T w g -> (forall s, (s < T)%nat -> norm d (g s) <= G) ->
  Sum t (fun s => dot d (g s) (w s))
    + U * sqrt (norm d (gradient_sum g t) ^ 2 + INR (T - t) * G ^ 2) <= U * G * sqrt (INR T).
Proof.
  intros HU HG Ht run Hg. induction t as [|t IH].
  - rewrite Nat.sub_0_r, norm_sq, gradient_sum_0. simpl Sum. right.
    replace (0 + INR T * G ^ 2) with (G * G * INR T) by ring.
    rewrite sqrt_mult, sqrt_square by (pose proof (pos_INR T); nra). ring.
  - assert (IH' := IH ltac:(lia)). clear IH. rewrite Sum_S.
    pose proof (norm_le_sq d _ _ (Hg t ltac:(lia))) as Lg.
    rewrite (run t ltac:(lia)), dot_scale_r. replace (T - t)%nat with (S (T - S t)) in * by lia.
    set (n := INR (T - S t)) in *. assert (Hn : 0 <= n) by apply pos_INR.
    rewrite S_INR in *. fold n in IH'. fold n.
    set (s := gradient_sum g t) in *. set (q := norm d s ^ 2 + (n + 1) * G ^ 2) in *.
    assert (Hq : 0 < q) by (unfold q; pose proof (pow2_ge_0 (norm d s)); nra).
    set (a := dot d (g t) s) in *.
    assert (E : norm d (gradient_sum g (S t)) ^ 2 = norm d s ^ 2 + 2 * a + dot d (g t) (g t)).
    { rewrite !norm_sq. apply gradient_sum_sq. }
    assert (Up : norm d (gradient_sum g (S t)) ^ 2 + n * G ^ 2 <= q + 2 * a) by (unfold q; lra).
    assert (0 <= norm d (gradient_sum g (S t)) ^ 2 + n * G ^ 2)
      by (pose proof (pow2_ge_0 (norm d (gradient_sum g (S t)))); nra).
    pose proof (sqrt_le_1_alt _ _ Up) as Up'. pose proof (sqrt_tangent q a Hq ltac:(lra)) as Tan.
    assert (U * sqrt (norm d (gradient_sum g (S t)) ^ 2 + n * G ^ 2) <= U * (sqrt q + a / sqrt q))
      by (apply Rmult_le_compat_l; lra).
    pose proof (sqrt_lt_R0 q Hq).
    replace (- (U / sqrt q) * a) with (- (U * (a / sqrt q))) by (field; lra). lra.
Qed.

(* book: lb-ball
   part: the upper bound, from the start
   bound: minimax
   neutral: U*G*sqrt(T)
   words: the losses have subgradients g_t at w_t no longer than G in rounds 1 to T; U is not negative, G
     positive, u any point of the ball, d any dimension *)
Theorem minimax d U G T l w g u : 0 <= U -> 0 < G -> minimax_learner d U G T w g ->
  (forall t, (t < T)%nat -> subgradient d (l t) (w t) (g t)) ->
  (forall t, (t < T)%nat -> norm d (g t) <= G) -> ball d U u ->
  regret T l w u <= U * G * sqrt (INR T).
Proof.
  intros HU HG run sub Hg Hu.
  eapply Rle_trans; [now apply (regret_linear d T l w g)|].
  pose proof (minimax_value d U G T w g T HU HG (le_n T) run Hg) as V.
  rewrite Nat.sub_diag in V. simpl INR in V. rewrite Rmult_0_l, Rplus_0_r in V.
  rewrite <- Rsqr_pow2, sqrt_Rsqr in V by apply norm_pos.
  rewrite (Sum_ext T _ (fun t => dot d (g t) (w t) - dot d (g t) u)) by (intros; apply dot_sub_r).
  rewrite Sum_minus, dot_sum.
  pose proof (cauchy d (gradient_sum g T) (-1 * u)%V) as C. rewrite norm_scale, dot_scale_r in C.
  rewrite Rabs_left in C by lra. unfold ball in Hu. pose proof (norm_pos d (gradient_sum g T)).
  assert (norm d (gradient_sum g T) * norm d u <= norm d (gradient_sum g T) * U)
    by (apply Rmult_le_compat_l; easy). lra.
Qed.
