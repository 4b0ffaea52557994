(* Online gradient descent on a convex set, with steps that do not increase: one step, and their sum. *)
From OCO Require Export losses projection.

(* Greedy: one step from where the learner is, then the nearest point of K. Round t + 1 of the book is t here. *)
Definition projected_descent (d : nat) (K : vec -> Prop) (eta : nat -> R) (w g : nat -> vec) : Prop :=
  K (w 0%nat) /\ forall t, nearest d K (w t - eta t * g t) (w (S t)).
(* In the ball of radius U, by its formula, from w_1 = 0. *)
Definition ball_descent (d : nat) (U : R) (eta : nat -> R) (w g : nat -> vec) : Prop :=
  w 0%nat = zero /\ forall t, w (S t) = project d U (w t - eta t * g t).

Definition distance_sq (d : nat) (x y : vec) : R := dot d (x - y) (x - y).

Lemma one_step_of_contraction d e w w' g u : 0 < e ->
  norm d (w' - u) <= norm d (w - e * g - u) ->
  dot d g (w - u) <= (distance_sq d w u - distance_sq d w' u) / (2 * e) + e / 2 * dot d g g.
Proof.
  intros He C. assert (C2 : distance_sq d w' u <= distance_sq d (w - e * g) u).
  { unfold distance_sq. rewrite <- !norm_sq. pose proof (norm_pos d (w' - u)). nra. }
  assert (E : distance_sq d (w - e * g) u
              = distance_sq d w u - 2 * e * dot d g (w - u) + e * e * dot d g g).
  { unfold distance_sq. autorewrite with dot.
    rewrite (dot_comm d w g), (dot_comm d u g), (dot_comm d u w). ring. }
  apply (Rmult_le_reg_l (2 * e)); [lra|].
  replace (2 * e * ((distance_sq d w u - distance_sq d w' u) / (2 * e) + e / 2 * dot d g g))
    with (distance_sq d w u - distance_sq d w' u + e * e * dot d g g) by (field; lra).
  lra.
Qed.

(* book: T2
   part: the ball
   words: the round's step is positive, U is not negative, u lies in the ball, and g is any vector *)
Theorem one_step d U eta w g t u : 0 <= U -> 0 < eta t -> ball_descent d U eta w g -> ball d U u ->
  dot d (g t) (w t - u) <=
    (norm d (w t - u) ^ 2 - norm d (w (S t) - u) ^ 2) / (2 * eta t) + eta t / 2 * norm d (g t) ^ 2.
Proof.
  intros HU He [_ run] Hu. rewrite !norm_sq.
  apply one_step_of_contraction; auto. rewrite run. now apply project_contracts.
Qed.

(* book: T2
   part: any convex set
   words: K is convex, each round goes to a nearest point of K, u lies in K *)
Theorem one_step_set d K eta w g t u : convex_set K -> 0 < eta t ->
  projected_descent d K eta w g -> K u ->
  dot d (g t) (w t - u) <=
    (norm d (w t - u) ^ 2 - norm d (w (S t) - u) ^ 2) / (2 * eta t) + eta t / 2 * norm d (g t) ^ 2.
Proof.
  intros C He [_ run] Hu. rewrite !norm_sq.
  apply one_step_of_contraction; auto. now apply (nearest_contracts d K).
Qed.

(* The ball is one such set. *)
Lemma ball_descent_projected d U eta w g : 0 <= U -> ball_descent d U eta w g ->
  projected_descent d (ball d U) eta w g.
Proof.
  intros HU [w0 run]. split.
  - rewrite w0. unfold ball. now rewrite norm_zero.
  - intro t. rewrite run. now apply project_nearest.
Qed.
Lemma descent_in d K eta w g t : projected_descent d K eta w g -> K (w t).
Proof. intros [w0 run]. destruct t; [easy|apply run]. Qed.

(* Distances telescope; A bounds the first one, D all others. *)
Lemma descent_sum d K eta w g u A D k : convex_set K -> (forall t, 0 < eta t) ->
  (forall t, eta (S t) <= eta t) -> projected_descent d K eta w g -> K u ->
  norm d (w 0%nat - u) <= A -> (forall t, norm d (w t - u) <= D) ->
  Sum (S k) (fun t => dot d (g t) (w t - u)%V) <=
    A ^ 2 / (2 * eta 0%nat) + D ^ 2 / 2 * (/ eta k - / eta 0%nat)
    + Sum (S k) (fun t => eta t / 2 * norm d (g t) ^ 2).
Proof.
  intros C pos dec run Hu HA HD.
  assert (strong : Sum (S k) (fun t => dot d (g t) (w t - u)%V) <=
    A ^ 2 / (2 * eta 0%nat) + D ^ 2 / 2 * (/ eta k - / eta 0%nat)
    + Sum (S k) (fun t => eta t / 2 * norm d (g t) ^ 2)
    - norm d (w (S k) - u) ^ 2 * / (2 * eta k)).
  { induction k as [|k IH]; simpl Sum.
    - pose proof (one_step_set d K eta w g 0%nat u C (pos 0%nat) run Hu) as H.
      assert (P : 0 < / (2 * eta 0%nat)) by (apply Rinv_0_lt_compat; pose proof (pos 0%nat); lra).
      pose proof (norm_pos d (w 0%nat - u)). unfold Rdiv in *.
      assert (norm d (w 0%nat - u) ^ 2 <= A ^ 2) by nra. nra.
    - pose proof (one_step_set d K eta w g (S k) u C (pos (S k)) run Hu) as H.
      pose proof (pos k) as P0. pose proof (pos (S k)) as P1. pose proof (dec k) as Q.
      assert (I : / eta k <= / eta (S k)) by (apply Rinv_le_contravar; lra).
      pose proof (norm_pos d (w (S k) - u)). specialize (HD (S k)).
      assert (norm d (w (S k) - u) ^ 2 <= D ^ 2) by nra.
      assert (norm d (w (S k) - u) ^ 2 * (/ eta (S k) - / eta k) <= D ^ 2 * (/ eta (S k) - / eta k))
        by (apply Rmult_le_compat_r; lra).
      unfold Rdiv in *. rewrite !Rinv_mult in *. simpl Sum in IH. nra. }
  assert (0 <= norm d (w (S k) - u) ^ 2 * / (2 * eta k)).
  { apply Rmult_le_pos; [apply pow2_ge_0|]. apply Rlt_le, Rinv_0_lt_compat. pose proof (pos k). lra. }
  lra.
Qed.

(* Steps c / sqrt t *)
Definition root_steps (c : R) (t : nat) : R := c / sqrt (INR (S t)).
Lemma root_steps_pos c t : 0 < c -> 0 < root_steps c t.
Proof. intro H. apply Rdiv_lt_0_compat; [easy|apply sqrt_S_pos]. Qed.
Lemma root_steps_dec c t : 0 < c -> root_steps c (S t) <= root_steps c t.
Proof.
  intro H. unfold root_steps, Rdiv. apply Rmult_le_compat_l; [lra|].
  apply Rinv_le_contravar; [apply sqrt_S_pos|]. apply sqrt_le_1_alt, le_INR. lia.
Qed.
Lemma root_steps_inv c t : 0 < c -> / root_steps c t = sqrt (INR (S t)) / c.
Proof. intro H. unfold root_steps. pose proof (sqrt_S_pos t). field. lra. Qed.

Lemma root_sum d c G T (g : nat -> vec) : 0 < c -> (forall t, (t < T)%nat -> norm d (g t) <= G) ->
  Sum T (fun t => root_steps c t / 2 * norm d (g t) ^ 2)
    <= G ^ 2 * c / 2 * Sum T (fun t => / sqrt (INR (S t))).
Proof.
  intros Hc HG. rewrite <- Sum_scal. apply Sum_le. intros t Ht. unfold root_steps, Rdiv.
  pose proof (sqrt_S_pos t) as P. pose proof (Rinv_0_lt_compat _ P). specialize (HG t Ht).
  pose proof (norm_pos d (g t)). assert (norm d (g t) ^ 2 <= G ^ 2) by nra.
  assert (0 < c * / sqrt (INR (S t))) by nra. nra.
Qed.
