(* Lazy online gradient descent (dual averaging): project the sum of the gradients. *)
From OCO Require Export descent.

Definition gradient_sum (g : nat -> vec) (t : nat) : vec := fun i => Sum t (fun s => g s i).
Definition lazy_descent (d : nat) (U : R) (eta : nat -> R) (w g : nat -> vec) : Prop :=
  forall t, w t = project d U (- eta t * gradient_sum g t).

Lemma gradient_sum_S d g t u : dot d (gradient_sum g (S t)) u = dot d (gradient_sum g t) u + dot d (g t) u.
Proof. rewrite <- dot_add_l. apply dot_ext; auto. Qed.
Lemma gradient_sum_sq d g t : let s := gradient_sum g t in
  dot d (gradient_sum g (S t)) (gradient_sum g (S t)) = dot d s s + 2 * dot d (g t) s + dot d (g t) (g t).
Proof.
  intro s. rewrite gradient_sum_S, !(dot_comm d _ (gradient_sum g (S t))), !gradient_sum_S.
  fold s. rewrite (dot_comm d s (g t)). ring.
Qed.
Lemma gradient_sum_0 d g u : dot d (gradient_sum g 0) u = 0.
Proof. rewrite <- (dot_zero_l d u). apply dot_ext; auto. Qed.
Lemma dot_sum d T g u : Sum T (fun t => dot d (g t) u) = dot d (gradient_sum g T) u.
Proof.
  induction T; [now rewrite gradient_sum_0|]. rewrite gradient_sum_S, <- IHT. easy.
Qed.

(* w_t minimises S . u + |u|^2 / (2 eta) over the ball, and the square grows away from it. *)
Lemma lazy_minimum d U e (s u : vec) : 0 <= U -> 0 < e -> ball d U u ->
  let w := project d U (- e * s) in
  dot d s w + norm d w ^ 2 / (2 * e) + norm d (u - w) ^ 2 / (2 * e)
    <= dot d s u + norm d u ^ 2 / (2 * e).
Proof.
  intros HU He Hu w. pose proof (project_angle d U (- e * s)%V u HU Hu) as A. fold w in A.
  rewrite !norm_sq, dot_sub_sq. autorewrite with dot in A.
  apply (Rmult_le_reg_l (2 * e)); [lra|].
  replace (2 * e * (dot d s w + dot d w w / (2 * e)
    + (dot d u u - 2 * dot d u w + dot d w w) / (2 * e)))
    with (2 * e * dot d s w + dot d w w + (dot d u u - 2 * dot d u w + dot d w w)) by (field; lra).
  replace (2 * e * (dot d s u + dot d u u / (2 * e)))
    with (2 * e * dot d s u + dot d u u) by (field; lra).
  rewrite (dot_comm d w u) in A. lra.
Qed.

Lemma lazy_sum d U eta w g u k : 0 <= U -> (forall t, 0 < eta t) -> (forall t, eta (S t) <= eta t) ->
  lazy_descent d U eta w g -> ball d U u ->
  Sum (S k) (fun t => dot d (g t) (w t)) <= dot d (gradient_sum g (S k)) u
    + norm d u ^ 2 / (2 * eta k) + Sum (S k) (fun t => eta t / 2 * norm d (g t) ^ 2).
Proof.
  intros HU pos dec run. revert u. induction k as [|k IH]; intros u Hu.
  all: match goal with |- Sum (S ?n) _ <= _ =>
    pose proof (lazy_minimum d U (eta n) (gradient_sum g n) u HU (pos n) Hu) as M;
    cbv zeta in M; rewrite <- run in M; rewrite gradient_sum_S;
    assert (E : dot d (g n) (w n) <= dot d (g n) u + eta n / 2 * norm d (g n) ^ 2
      + norm d (u - w n) ^ 2 / (2 * eta n));
    [ specialize (pos n); pose proof (dot_pos d (eta n * g n + (u - w n))%V) as Q;
      apply (Rmult_le_reg_l (2 * eta n)); [lra|];
      replace (2 * eta n * (dot d (g n) u + eta n / 2 * norm d (g n) ^ 2
        + norm d (u - w n) ^ 2 / (2 * eta n)))
        with (2 * eta n * dot d (g n) u + eta n * eta n * norm d (g n) ^ 2 + norm d (u - w n) ^ 2)
        by (field; lra);
      rewrite !norm_sq, dot_sub_sq; autorewrite with dot in Q;
      rewrite (dot_comm d (w n) u), (dot_comm d (w n) (g n)), (dot_comm d u (g n)) in Q; lra | ]
  end.
  - rewrite gradient_sum_0 in *. simpl Sum.
    pose proof (pow2_ge_0 (norm d (w 0%nat))) as N.
    assert (0 <= norm d (w 0%nat) ^ 2 / (2 * eta 0%nat)).
    { apply Rmult_le_pos; [easy|]. apply Rlt_le, Rinv_0_lt_compat. pose proof (pos 0%nat). lra. }
    rewrite gradient_sum_0 in M. lra.
  - assert (Hw : ball d U (w (S k))) by (rewrite run; now apply project_in_ball).
    specialize (IH (w (S k)) Hw).
    change (Sum (S (S k)) ?f) with (Sum (S k) f + f (S k)). cbv beta.
    assert (norm d (w (S k)) ^ 2 / (2 * eta k) <= norm d (w (S k)) ^ 2 / (2 * eta (S k))).
    { apply Rmult_le_compat_l; [apply pow2_ge_0|]. pose proof (pos k). pose proof (pos (S k)).
      pose proof (dec k). apply Rinv_le_contravar; lra. }
    lra.
Qed.

(* book: lazy-steps
   part: any step
   bound: lazy
   neutral: U**2*sqrt(T)/(2*eta) + eta*G**2*sqrt(T)
   words: the losses have subgradients g_t at w_t of length at most G in rounds 1 to T; U is not negative,
     eta positive, u any point of the ball *)
Theorem lazy_any d U G eta T l w g u : 0 <= U -> 0 < eta ->
  lazy_descent d U (root_steps eta) w g ->
  (forall t, (t < T)%nat -> subgradient d (l t) (w t) (g t)) ->
  (forall t, (t < T)%nat -> norm d (g t) <= G) -> ball d U u ->
  regret T l w u <= U ^ 2 * sqrt (INR T) / (2 * eta) + eta * G ^ 2 * sqrt (INR T).
Proof.
  intros HU He run sub Hg Hu. destruct T as [|k].
  { unfold regret. simpl. rewrite sqrt_0. unfold Rdiv. lra. }
  eapply Rle_trans; [now apply (regret_linear d (S k) l w g)|].
  assert (L := lazy_sum d U (root_steps eta) w g u k HU (fun t => root_steps_pos eta t He)
    (fun t => root_steps_dec eta t He) run Hu).
  pose proof (root_sum d eta G (S k) g He Hg) as R. pose proof (sum_inv_sqrt_le (S k)) as Q.
  assert (E : Sum (S k) (fun t => dot d (g t) (w t - u)%V)
    = Sum (S k) (fun t => dot d (g t) (w t)) - dot d (gradient_sum g (S k)) u).
  { rewrite <- dot_sum, <- Sum_minus. apply Sum_ext. intros. apply dot_sub_r. }
  rewrite E. set (s := sqrt (INR (S k))) in *.
  assert (norm d u ^ 2 / (2 * root_steps eta k) <= U ^ 2 * s / (2 * eta)).
  { unfold Rdiv. rewrite Rinv_mult, root_steps_inv by easy. fold s. unfold ball in Hu.
    pose proof (norm_pos d u). assert (norm d u ^ 2 <= U ^ 2) by nra.
    replace (U ^ 2 * s * / (2 * eta)) with (U ^ 2 * (/ 2 * (s / eta))) by (field; lra).
    apply Rmult_le_compat_r; [|easy]. apply Rmult_le_pos; [lra|].
    apply Rmult_le_pos; [apply sqrt_pos|]. now apply Rlt_le, Rinv_0_lt_compat. }
  assert (0 <= G ^ 2 * eta / 2) by (pose proof (pow2_ge_0 G); nra). nra.
Qed.

(* book: lazy-steps
   part: the tuned step
   bound: lazy_tuned
   neutral: U*G*sqrt(2*T)
   words: as above with the step U / (sqrt(2) G); U and G are positive; in every T of the same run *)
Theorem lazy_tuned d U G T l w g u : 0 < U -> 0 < G ->
  lazy_descent d U (root_steps (U / (sqrt 2 * G))) w g ->
  (forall t, (t < T)%nat -> subgradient d (l t) (w t) (g t)) ->
  (forall t, (t < T)%nat -> norm d (g t) <= G) -> ball d U u ->
  regret T l w u <= U * G * sqrt (2 * INR T).
Proof.
  intros HU HG run sub Hg Hu. assert (R2 : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (He : 0 < U / (sqrt 2 * G)) by (apply Rdiv_lt_0_compat; nra).
  eapply Rle_trans; [apply (lazy_any d U G (U / (sqrt 2 * G)) T l w g u); auto; lra|].
  rewrite sqrt_mult by (try apply pos_INR; lra). pose proof (sqrt_sq 2 ltac:(lra)) as S2.
  set (s := sqrt (INR T)) in *. set (q := sqrt 2) in *.
  replace (U ^ 2 * s / (2 * (U / (q * G)))) with (U * G * s * (q / 2)) by (field; lra).
  replace (U / (q * G) * G ^ 2 * s) with (U * G * s * / q) by (field; lra).
  assert (I : / q = q / 2) by (apply (Rmult_eq_reg_l q); [|lra]; rewrite Rinv_r; lra).
  rewrite I. lra.
Qed.
