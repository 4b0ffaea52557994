(* Online gradient descent in a ball whose steps are made by the gradients. *)
From OCO Require Export descent.

(* N_t^2 after t rounds; the step of round t + 1 is sqrt 2 U / N_(t+1). *)
Definition squares (d : nat) (g : nat -> vec) (t : nat) : R := Sum t (fun s => norm d (g s) ^ 2).
Definition scale_free_steps (d : nat) (U : R) (g : nat -> vec) (t : nat) : R :=
  sqrt 2 * U / sqrt (squares d g (S t)).

Lemma squares_S d g t : squares d g (S t) = squares d g t + norm d (g t) ^ 2.
Proof. reflexivity. Qed.
Lemma squares_pos d g t : 0 < norm d (g 0%nat) -> 0 < squares d g (S t).
Proof.
  intro H. induction t as [|t IH]; rewrite squares_S.
  - unfold squares. simpl Sum. nra.
  - pose proof (pow2_ge_0 (norm d (g (S t)))). lra.
Qed.

(* (b^2 - a^2) / b <= 2 (b - a), summed *)
Lemma squares_sum d g T : 0 < norm d (g 0%nat) ->
  Sum T (fun t => norm d (g t) ^ 2 / sqrt (squares d g (S t))) <= 2 * sqrt (squares d g T).
Proof.
  intro H. induction T as [|T IH]; [unfold squares; simpl; rewrite sqrt_0; lra|].
  rewrite Sum_S. pose proof (squares_pos d g T H) as P. pose proof (sqrt_lt_R0 _ P) as Q.
  assert (P0 : 0 <= squares d g T) by (apply Sum_pos; intros; apply pow2_ge_0).
  pose proof (sqrt_sq _ (Rlt_le _ _ P)) as E. pose proof (sqrt_sq _ P0) as E0.
  pose proof (sqrt_pos (squares d g T)). rewrite squares_S in E at 3.
  set (b := sqrt (squares d g (S T))) in *. set (a := sqrt (squares d g T)) in *.
  assert (norm d (g T) ^ 2 / b <= 2 * (b - a)); [|lra].
  apply (Rmult_le_reg_r b); [easy|].
  replace (norm d (g T) ^ 2 / b * b) with (b * b - a * a) by (rewrite E, E0; field; lra).
  pose proof (pow2_ge_0 (b - a)). nra.
Qed.

(* book: scale-free
   part: the first gradient is not 0
   bound: scale_free
   neutral: U*sqrt(8)*sqrt(S)
   words: the losses have subgradients g_t at w_t in rounds 1 to T, and g_1 is not 0 (rounds before the first such
     gradient leave w_t at 0 and add nothing); U is positive, u any point of the ball *)
Theorem scale_free d U T l w g u : 0 < U -> 0 < norm d (g 0%nat) ->
  ball_descent d U (scale_free_steps d U g) w g ->
  (forall t, (t < T)%nat -> subgradient d (l t) (w t) (g t)) -> ball d U u ->
  regret T l w u <= U * sqrt 8 * sqrt (squares d g T).
Proof.
  intros HU Hg run sub Hu. assert (R2 : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  destruct T as [|k]; [unfold regret, squares; simpl; rewrite sqrt_0; lra|].
  pose proof (ball_descent_projected d U _ w g (Rlt_le _ _ HU) run) as proj.
  assert (pos : forall t, 0 < scale_free_steps d U g t).
  { intro t. apply Rdiv_lt_0_compat; [nra|]. now apply sqrt_lt_R0, squares_pos. }
  assert (D : forall t, norm d (w t - u) <= 2 * U).
  { intro t. apply norm_le; [lra|]. apply ball_diameter; [|exact Hu].
    exact (descent_in _ _ _ _ _ t proj). }
  eapply Rle_trans; [now apply (regret_linear d (S k) l w g)|].
  eapply Rle_trans;
    [apply (descent_sum d (ball d U) (scale_free_steps d U g) w g u (2 * U) (2 * U) k); auto|].
  - apply ball_convex.
  - intro t. unfold scale_free_steps, Rdiv. apply Rmult_le_compat_l; [nra|].
    apply Rinv_le_contravar; [now apply sqrt_lt_R0, squares_pos|].
    apply sqrt_le_1_alt. rewrite (squares_S d g (S t)). pose proof (pow2_ge_0 (norm d (g (S t)))). lra.
  - pose proof (squares_sum d g (S k) Hg) as R. pose proof (sqrt_sq 2 ltac:(lra)) as S2.
    assert (E8 : sqrt 8 = 2 * sqrt 2).
    { replace 8 with (2 * 2 * 2) by ring. rewrite sqrt_mult, sqrt_square by lra. easy. }
    assert (Q : Sum (S k) (fun t => scale_free_steps d U g t / 2 * norm d (g t) ^ 2)
      = sqrt 2 * U / 2 * Sum (S k) (fun t => norm d (g t) ^ 2 / sqrt (squares d g (S t)))).
    { rewrite <- Sum_scal. apply Sum_ext. intros t _. unfold scale_free_steps.
      pose proof (sqrt_lt_R0 _ (squares_pos d g t Hg)). field. lra. }
    rewrite Q, E8. pose proof (pos 0%nat) as P0. pose proof (pos k) as Pk.
    replace ((2 * U) ^ 2 / (2 * scale_free_steps d U g 0)
      + (2 * U) ^ 2 / 2 * (/ scale_free_steps d U g k - / scale_free_steps d U g 0))
      with ((2 * U) ^ 2 / 2 * / scale_free_steps d U g k) by (field; lra).
    unfold scale_free_steps at 1. pose proof (sqrt_lt_R0 _ (squares_pos d g k Hg)) as N.
    set (n := sqrt (squares d g (S k))) in *.
    replace ((2 * U) ^ 2 / 2 * / (sqrt 2 * U / n)) with (2 * U * n * / sqrt 2) by (field; lra).
    assert (I : / sqrt 2 = sqrt 2 / 2) by (apply (Rmult_eq_reg_l (sqrt 2)); [|lra]; rewrite Rinv_r; lra).
    rewrite I. assert (0 < sqrt 2 * U) by nra. nra.
Qed.
