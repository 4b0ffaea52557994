(* Vectors of R^d are functions of the index, of which the first d values count. *)
Require Export Reals Lra Lia Psatz.
Open Scope R_scope.

Definition vec := nat -> R.
Definition zero : vec := fun _ => 0.
Definition add (x y : vec) : vec := fun i => x i + y i.
Definition sub (x y : vec) : vec := fun i => x i - y i.
Definition scale (a : R) (x : vec) : vec := fun i => a * x i.

Declare Scope vec_scope.
Delimit Scope vec_scope with V.
Bind Scope vec_scope with vec.
Infix "+" := add : vec_scope.
Infix "-" := sub : vec_scope.
Infix "*" := scale : vec_scope.

Fixpoint dot (d : nat) (x y : vec) : R :=
  match d with O => 0 | S k => dot k x y + x k * y k end.
Definition norm (d : nat) (x : vec) : R := sqrt (dot d x x).

Lemma dot_comm d x y : dot d x y = dot d y x.
Proof. induction d; simpl; lra. Qed.
Lemma dot_add_l d x y z : dot d (x + y) z = dot d x z + dot d y z.
Proof. unfold add. induction d; simpl; [|rewrite IHd]; ring. Qed.
Lemma dot_add_r d x y z : dot d z (x + y) = dot d z x + dot d z y.
Proof. unfold add. induction d; simpl; [|rewrite IHd]; ring. Qed.
Lemma dot_sub_l d x y z : dot d (x - y) z = dot d x z - dot d y z.
Proof. unfold sub. induction d; simpl; [|rewrite IHd]; ring. Qed.
Lemma dot_sub_r d x y z : dot d z (x - y) = dot d z x - dot d z y.
Proof. unfold sub. induction d; simpl; [|rewrite IHd]; ring. Qed.
Lemma dot_scale_l d a x y : dot d (a * x) y = a * dot d x y.
Proof. unfold scale. induction d; simpl; [|rewrite IHd]; ring. Qed.
Lemma dot_scale_r d a x y : dot d y (a * x) = a * dot d y x.
Proof. unfold scale. induction d; simpl; [|rewrite IHd]; ring. Qed.
Lemma dot_zero_l d x : dot d zero x = 0.
Proof. unfold zero. induction d; simpl; [|rewrite IHd]; ring. Qed.
Lemma dot_zero_r d x : dot d x zero = 0.
Proof. unfold zero. induction d; simpl; [|rewrite IHd]; ring. Qed.
Global Hint Rewrite dot_add_l dot_add_r dot_sub_l dot_sub_r dot_scale_l dot_scale_r
  dot_zero_l dot_zero_r : dot.

Lemma dot_pos d x : 0 <= dot d x x.
Proof. induction d; simpl; nra. Qed.

(* A vector of length 0 is 0 in its d coordinates. *)
Lemma dot_zero_eq d x : dot d x x <= 0 -> forall i, (i < d)%nat -> x i = 0.
Proof.
  induction d; simpl; intros H i Hi; [lia|].
  pose proof (dot_pos d x). destruct (Nat.eq_dec i d) as [->|]; [nra|apply IHd; [nra|lia]].
Qed.

Lemma dot_ext d x x' y y' : (forall i, (i < d)%nat -> x i = x' i) ->
  (forall i, (i < d)%nat -> y i = y' i) -> dot d x y = dot d x' y'.
Proof.
  induction d; simpl; intros Hx Hy; [easy|].
  rewrite IHd, (Hx d), (Hy d) by (intros; auto; lia). easy.
Qed.

(* The discriminant of |x - s y|^2 >= 0. *)
Lemma cauchy_squares d x y : dot d x y ^ 2 <= dot d x x * dot d y y.
Proof.
  pose proof (dot_pos d x) as Hx. pose proof (dot_pos d y) as Hy.
  pose proof (dot_pos d (dot d y y * x - dot d x y * y)%V) as H.
  autorewrite with dot in H. rewrite (dot_comm d y x) in H.
  destruct (Req_dec (dot d y y) 0) as [E|E].
  - rewrite (dot_ext d x x y zero), dot_zero_r by (try apply dot_zero_eq; auto; lra). nra.
  - apply (Rmult_le_reg_l (dot d y y)); nra.
Qed.

Lemma norm_pos d x : 0 <= norm d x.
Proof. apply sqrt_pos. Qed.
Lemma norm_sq d x : norm d x ^ 2 = dot d x x.
Proof. unfold norm. simpl. rewrite Rmult_1_r. apply sqrt_sqrt, dot_pos. Qed.
Lemma norm_zero d : norm d zero = 0.
Proof. unfold norm. rewrite dot_zero_l. apply sqrt_0. Qed.
Lemma norm_le d x a : 0 <= a -> dot d x x <= a ^ 2 -> norm d x <= a.
Proof. intros Ha H. pose proof (norm_pos d x). pose proof (norm_sq d x). nra. Qed.
Lemma norm_le_sq d x a : norm d x <= a -> dot d x x <= a ^ 2.
Proof. intro H. pose proof (norm_pos d x). rewrite <- norm_sq. nra. Qed.

Lemma cauchy_schwarz d x y : Rabs (dot d x y) <= norm d x * norm d y.
Proof.
  pose proof (norm_pos d x) as Hx. pose proof (norm_pos d y) as Hy.
  pose proof (cauchy_squares d x y) as H. rewrite <- !norm_sq in H.
  rewrite <- (Rabs_pos_eq (norm d x * norm d y)) by nra.
  apply Rsqr_le_abs_0. unfold Rsqr. nra.
Qed.
Lemma cauchy d x y : dot d x y <= norm d x * norm d y.
Proof. pose proof (cauchy_schwarz d x y). pose proof (Rle_abs (dot d x y)). lra. Qed.

Lemma norm_scale d a x : norm d (a * x) = Rabs a * norm d x.
Proof.
  unfold norm. autorewrite with dot.
  replace (a * (a * dot d x x)) with (Rsqr a * dot d x x) by (unfold Rsqr; ring).
  rewrite sqrt_mult by (try apply Rle_0_sqr; apply dot_pos). now rewrite sqrt_Rsqr_abs.
Qed.

Lemma triangle d x y : norm d (x + y) <= norm d x + norm d y.
Proof.
  pose proof (norm_pos d x). pose proof (norm_pos d y). apply norm_le; [lra|].
  autorewrite with dot. rewrite (dot_comm d y x), <- !norm_sq.
  pose proof (cauchy d x y). nra.
Qed.

Lemma dot_sub_sq d x y : dot d (x - y) (x - y) = dot d x x - 2 * dot d x y + dot d y y.
Proof. autorewrite with dot. rewrite (dot_comm d y x). ring. Qed.

(* Two points of the ball of radius U are at most 2U apart, and U from its centre. *)
Lemma ball_diameter d U x y : norm d x <= U -> norm d y <= U -> dot d (x - y) (x - y) <= (2 * U) ^ 2.
Proof.
  intros Hx Hy. pose proof (norm_pos d x). pose proof (norm_pos d y).
  rewrite dot_sub_sq, <- !norm_sq. pose proof (cauchy_schwarz d x y).
  pose proof (Rle_abs (- dot d x y)). rewrite Rabs_Ropp in *. nra.
Qed.
