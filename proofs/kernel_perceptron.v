(* The kernel Perceptron is the Perceptron on the features of the kernel. *)
From OCO Require Export perceptron.

Section Kernel.
(* Examples of any kind, with N features. *)
Variables (Example : Type) (N : nat) (phi : Example -> vec).
Definition kernel (a b : Example) : R := dot N (phi a) (phi b).

(* The prediction in round t from the examples stored before; b t says that example t is stored. *)
Definition kernel_prediction (b : nat -> bool) (x : nat -> Example) (y : nat -> R) (t : nat) : R :=
  Sum t (fun s => if b s then y s * kernel (x s) (x t) else 0).
(* Whatever else the rule says: it stores an example only if label times prediction is not positive. *)
Definition kernel_perceptron (b : nat -> bool) (x : nat -> Example) (y : nat -> R) : Prop :=
  forall t, b t = true -> y t * kernel_prediction b x y t <= 0.
(* L of a function f *)
Definition hinge_sum_f (T : nat) (x : nat -> Example) (y : nat -> R) (f : Example -> R) : R :=
  Sum T (fun t => hinge_loss (y t) (f (x t))).

Fixpoint feature_weights (b : nat -> bool) (x : nat -> Example) (y : nat -> R) (t : nat) : vec :=
  match t with
  | O => zero
  | S k => if b k then (feature_weights b x y k + 1 * y k * phi (x k))%V else feature_weights b x y k
  end.
Lemma feature_prediction b x y t a :
  dot N (feature_weights b x y t) (phi a) = Sum t (fun s => if b s then y s * kernel (x s) a else 0).
Proof.
  induction t as [|t IH]; [apply dot_zero_l|]. rewrite Sum_S. simpl feature_weights.
  destruct (b t); autorewrite with dot; rewrite IH; unfold kernel; ring.
Qed.

(* book: T10
   part: implicit form, for f = v.phi
   bound: perceptron_implicit
   neutral: L + norm*X*sqrt(M)
   words: labels are 1 or -1 and K(x_t, x_t) at most kappa^2 in rounds 1 to T; kappa is not negative, v any
     vector of features, which are finitely many; either rule of A6 *)
Theorem kernel_implicit T kappa b x y v : 0 <= kappa -> signs T y ->
  (forall t, (t < T)%nat -> kernel (x t) (x t) <= kappa ^ 2) -> kernel_perceptron b x y ->
  count T b <= hinge_sum_f T x y (fun a => dot N v (phi a)) + norm N v * kappa * sqrt (count T b).
Proof.
  intros Hk Hy Hx run.
  pose proof (updates_implicit N 1 T b (fun t => phi (x t)) y (feature_weights b x y) kappa v) as H.
  pose proof (hinge_sum_of_le N T b (fun t => phi (x t)) y v) as L.
  cut (count T b <= hinge_sum_of N T b (fun t => phi (x t)) y v + norm N v * kappa * sqrt (count T b)).
  { unfold hinge_sum, hinge_at in L. unfold hinge_sum_f. lra. }
  apply H; auto; try lra.
  - now split.
  - intros t Ht. apply norm_le; auto. now apply Hx.
  - intros t _ Hb. rewrite feature_prediction. now apply run.
Qed.

Lemma hinge_sum_f_pos T x y f : 0 <= hinge_sum_f T x y f.
Proof. apply Sum_pos. intros. apply Rmax_l. Qed.

(* book: T10
   part: as printed, for f = v.phi
   bound: kernel_perceptron
   neutral: L + (norm*kappa)**2 + norm*kappa*sqrt(L)
   words: labels are 1 or -1 and K(x_t, x_t) at most kappa^2 in rounds 1 to T; kappa is not negative, v any
     vector of features, which are finitely many; either rule of A6 *)
Theorem kernel_printed T kappa b x y v : 0 <= kappa -> signs T y ->
  (forall t, (t < T)%nat -> kernel (x t) (x t) <= kappa ^ 2) -> kernel_perceptron b x y ->
  count T b <= hinge_sum_f T x y (fun a => dot N v (phi a)) + (norm N v * kappa) ^ 2
    + norm N v * kappa * sqrt (hinge_sum_f T x y (fun a => dot N v (phi a))).
Proof.
  intros Hk Hy Hx run. pose proof (norm_pos N v).
  assert (A : 0 <= norm N v * kappa) by nra.
  pose proof (hinge_sum_f_pos T x y (fun a => dot N v (phi a))) as L.
  eapply Rle_trans; [apply (solve_implicit _ _ (norm N v * kappa) (count_pos T b) L A)|].
  - now apply kernel_implicit.
  - now apply weaken_solved.
Qed.

Definition expansion (n : nat) (alpha : nat -> R) (c : nat -> Example) : vec :=
  fun i => Sum n (fun j => alpha j * phi (c j) i).
Lemma dot_expansion n alpha c v :
  dot N (expansion n alpha c) v = Sum n (fun j => alpha j * dot N (phi (c j)) v).
Proof.
  induction n as [|n IH].
  - transitivity (dot N zero v); [now apply dot_ext|apply dot_zero_l].
  - rewrite Sum_S, <- IH, <- dot_scale_l, <- dot_add_l. apply dot_ext; auto.
Qed.

(* book: ke-norm
   part: values and norm of a combination of kernels
   words: finitely many features *)
Theorem kernel_norm n alpha c : let v := expansion n alpha c in
  (forall a, dot N v (phi a) = Sum n (fun j => alpha j * kernel (c j) a)) /\
  norm N v ^ 2 = Sum n (fun i => alpha i * Sum n (fun j => alpha j * kernel (c j) (c i))).
Proof.
  intro v. split; [intro a; apply dot_expansion|].
  rewrite norm_sq. unfold v at 1. rewrite dot_expansion. apply Sum_ext. intros i _.
  rewrite dot_comm. unfold v. now rewrite dot_expansion.
Qed.
End Kernel.
