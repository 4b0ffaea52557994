(* The nearest point of a convex set, and of a ball by its formula. *)
From OCO Require Export sums.

Definition convex_set (K : vec -> Prop) : Prop :=
  forall a x y, 0 <= a <= 1 -> K x -> K y -> K (x + a * (y - x))%V.
Definition nearest (d : nat) (K : vec -> Prop) (y p : vec) : Prop :=
  K p /\ forall z, K z -> norm d (y - p) <= norm d (y - z).
Definition ball (d : nat) (U : R) (w : vec) : Prop := norm d w <= U.

Lemma nearest_sq d K y p z : nearest d K y p -> K z ->
  dot d (y - p) (y - p) <= dot d (y - z) (y - z).
Proof.
  intros [_ N] Kz. specialize (N z Kz). rewrite <- !norm_sq.
  pose proof (norm_pos d (y - p)). nra.
Qed.

(* book: T23
   part: any convex set, the angle at the nearest point is not acute
   words: K is convex and p is a point of K nearest to y (that there is one is not part of it) *)
Theorem nearest_angle d K y p z : convex_set K -> nearest d K y p -> K z ->
  dot d (y - p) (z - p) <= 0.
Proof.
  intros C N Kz. set (a := dot d (y - p) (z - p)). set (b := dot d (z - p) (z - p)).
  pose proof (dot_pos d (z - p)) as B. fold b in B.
  destruct (Rle_or_lt a 0) as [|A]; [easy|exfalso].
  set (s := a / (a + b)).
  assert (Hs : 0 < s <= 1).
  { unfold s. split; [apply Rdiv_lt_0_compat; lra|].
    apply (Rmult_le_reg_r (a + b)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (Es : s * (a + b) = a) by (unfold s; field; lra).
  pose proof (nearest_sq d K y p _ N (C s p z ltac:(lra) (proj1 N) Kz)) as I.
  assert (E : dot d (y - (p + s * (z - p))) (y - (p + s * (z - p)))
              = dot d (y - p) (y - p) - 2 * s * a + s * s * b).
  { unfold a, b. autorewrite with dot.
    rewrite (dot_comm d p y), (dot_comm d z y), (dot_comm d z p). ring. }
  rewrite E in I. nra.
Qed.

Lemma angle_distance d y p z : dot d (y - p) (z - p) <= 0 ->
  dot d (y - p) (y - p) + dot d (p - z) (p - z) <= dot d (y - z) (y - z).
Proof.
  autorewrite with dot. rewrite (dot_comm d p y), (dot_comm d z y), (dot_comm d z p). lra.
Qed.

(* book: T23
   part: any convex set, the nearest point is not farther from points of the set
   words: K is convex and p is a point of K nearest to y *)
Theorem nearest_contracts d K y p z : convex_set K -> nearest d K y p -> K z ->
  norm d (p - z) <= norm d (y - z).
Proof.
  intros C N Kz. pose proof (angle_distance d y p z (nearest_angle d K y p z C N Kz)) as H.
  pose proof (dot_pos d (y - p)). apply norm_le; [apply norm_pos|]. rewrite norm_sq. lra.
Qed.

(* book: T23
   part: any convex set, there is at most one nearest point
   words: K is convex, p and q are points of K nearest to y *)
Theorem nearest_unique d K y p q : convex_set K -> nearest d K y p -> nearest d K y q ->
  forall i, (i < d)%nat -> p i = q i.
Proof.
  intros C N M i Hi.
  pose proof (angle_distance d y p q (nearest_angle d K y p q C N (proj1 M))) as H.
  pose proof (nearest_sq d K y q p M (proj1 N)).
  pose proof (dot_zero_eq d (p - q) ltac:(lra) i Hi). unfold sub in *. lra.
Qed.

Definition project (d : nat) (U : R) (y : vec) : vec :=
  if Rle_dec (norm d y) U then y else (U / norm d y * y)%V.

(* book: T23
   part: the ball, by its formula, with the multiplier of the book
   words: U is positive *)
Theorem project_multiplier d U y i : 0 < U ->
  project d U y i = y i / (1 + Rmax 0 (norm d y / U - 1)).
Proof.
  intro HU. unfold project. destruct (Rle_dec (norm d y) U) as [H|H].
  - rewrite Rmax_left; [field|]. apply (Rmult_le_reg_r U); [lra|].
    replace ((norm d y / U - 1) * U) with (norm d y - U) by (field; lra). lra.
  - assert (0 < norm d y) by lra. rewrite Rmax_right.
    + unfold scale. field. lra.
    + apply (Rmult_le_reg_r U); [lra|].
      replace ((norm d y / U - 1) * U) with (norm d y - U) by (field; lra). lra.
Qed.

(* book: T23
   part: the ball, the formula gives a point of it
   words: U is not negative *)
Theorem project_in_ball d U y : 0 <= U -> ball d U (project d U y).
Proof.
  intro HU. unfold ball, project. destruct (Rle_dec (norm d y) U) as [|H]; [easy|].
  assert (0 < norm d y) by lra. rewrite norm_scale, Rabs_pos_eq.
  - right. field. lra.
  - apply (Rmult_le_reg_r (norm d y)); [lra|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(* book: T23
   part: the ball, the angle at the projection is not acute
   words: U is not negative and z lies in the ball *)
Theorem project_angle d U y z : 0 <= U -> ball d U z ->
  dot d (y - project d U y) (z - project d U y) <= 0.
Proof.
  intros HU Hz. unfold ball in Hz. unfold project.
  destruct (Rle_dec (norm d y) U) as [|H].
  - autorewrite with dot. lra.
  - set (n := norm d y) in *. assert (N : n ^ 2 = dot d y y) by apply norm_sq.
    assert (E : dot d (y - U / n * y) (z - U / n * y) = (1 - U / n) * (dot d y z - U * n)).
    { autorewrite with dot. rewrite <- N. field. lra. }
    rewrite E. pose proof (cauchy d y z) as C. fold n in C.
    assert (0 <= 1 - U / n).
    { apply (Rmult_le_reg_r n); [lra|]. replace ((1 - U / n) * n) with (n - U) by (field; lra). lra. }
    assert (dot d y z - U * n <= 0) by nra. nra.
Qed.

(* book: T23
   part: the ball, the formula gives its nearest point
   words: U is not negative *)
Theorem project_nearest d U y : 0 <= U -> nearest d (ball d U) y (project d U y).
Proof.
  intro HU. split; [now apply project_in_ball|]. intros z Hz.
  pose proof (angle_distance d _ _ _ (project_angle d U y z HU Hz)).
  pose proof (dot_pos d (project d U y - z)).
  apply norm_le; [apply norm_pos|]. rewrite norm_sq. lra.
Qed.

(* book: T23
   part: the ball, the projection is not farther from points of the ball
   words: U is not negative and z lies in the ball *)
Theorem project_contracts d U y z : 0 <= U -> ball d U z ->
  norm d (project d U y - z) <= norm d (y - z).
Proof.
  intros HU Hz. pose proof (angle_distance d _ _ _ (project_angle d U y z HU Hz)).
  pose proof (dot_pos d (y - project d U y)).
  apply norm_le; [apply norm_pos|]. rewrite norm_sq. lra.
Qed.

Lemma ball_convex d U : convex_set (ball d U).
Proof.
  intros a x y Ha Hx Hy. unfold ball in *.
  assert (E : forall i, (x + a * (y - x))%V i = ((1 - a) * x + a * y)%V i)
    by (intro; unfold add, sub, scale; ring).
  unfold norm. rewrite (dot_ext d _ ((1 - a) * x + a * y)%V _ ((1 - a) * x + a * y)%V) by auto.
  fold (norm d ((1 - a) * x + a * y)). eapply Rle_trans; [apply triangle|].
  rewrite !norm_scale, !Rabs_pos_eq by lra. nra.
Qed.
