(* Subgradients; the five losses of the book have them, kinks included. *)
From OCO Require Export sums.

Definition subgradient (d : nat) (l : vec -> R) (w g : vec) : Prop :=
  forall u, l w + dot d g (u - w) <= l u.

(* Over rounds 0, ..., T - 1; not divided by T. *)
Definition regret (T : nat) (l : nat -> vec -> R) (w : nat -> vec) (u : vec) : R :=
  Sum T (fun t => l t (w t) - l t u).

(* book: T1
   part: the first-order inequality, for any subgradient
   words: g is a subgradient of l at w *)
Theorem first_order d l w g u : subgradient d l w g -> l w - l u <= dot d g (w - u).
Proof. intro H. specialize (H u). autorewrite with dot in *. lra. Qed.

Lemma regret_linear d T l w g u : (forall t, (t < T)%nat -> subgradient d (l t) (w t) (g t)) ->
  regret T l w u <= Sum T (fun t => dot d (g t) (w t - u)%V).
Proof. intro H. apply Sum_le. intros t Ht. now apply first_order, H. Qed.

(* A loss of a linear prediction, loss (w . x), has the subgradient slope * x. *)
Definition slope (loss : R -> R) (p s : R) : Prop := forall q, loss p + s * (q - p) <= loss q.

(* book: subgradients
   part: the chain rule for losses of a linear prediction
   words: s is a slope of the loss at the prediction w . x *)
Theorem slope_subgradient d loss x w s : slope loss (dot d w x) s ->
  subgradient d (fun w => loss (dot d w x)) w (s * x)%V.
Proof.
  intros H u. specialize (H (dot d u x)). autorewrite with dot.
  rewrite !(dot_comm d x). lra.
Qed.

Definition linear_loss (p : R) : R := p.
Definition square_loss (y p : R) : R := (p - y) ^ 2.
Definition absolute_loss (y p : R) : R := Rabs (p - y).
Definition hinge_loss (y p : R) : R := Rmax 0 (1 - y * p).
Definition logistic_loss (y p : R) : R := ln (1 + exp (- (y * p))).

(* book: D4
   part: the linear loss has slope 1
   words: none *)
Theorem linear_slope p : slope linear_loss p 1.
Proof. unfold slope, linear_loss. intro q. lra. Qed.

(* book: D4
   part: the square loss
   words: none *)
Theorem square_slope y p : slope (square_loss y) p (2 * (p - y)).
Proof. unfold slope, square_loss. intro q. pose proof (pow2_ge_0 (q - p)). nra. Qed.

(* book: D4
   part: the absolute loss, every slope from -1 to 1 at its kink
   words: s is the sign of p - y, and any number of [-1, 1] where p = y *)
Theorem absolute_slope y p s : -1 <= s <= 1 -> s * (p - y) = Rabs (p - y) ->
  slope (absolute_loss y) p s.
Proof.
  unfold slope, absolute_loss. intros H E q. rewrite <- E. ring_simplify.
  unfold Rabs. destruct (Rcase_abs (q - y)); nra.
Qed.

(* book: D5
   part: the hinge loss, every slope from -y to 0 at its kink
   words: the slope is -a y with a = 1 below the kink, a = 0 above it, and any a of [0, 1] at it *)
Theorem hinge_slope y p a : 0 <= a <= 1 -> (y * p < 1 -> a = 1) -> (1 < y * p -> a = 0) ->
  slope (hinge_loss y) p (- a * y).
Proof.
  unfold slope, hinge_loss. intros H L G q.
  pose proof (Rmax_l 0 (1 - y * q)) as M0. pose proof (Rmax_r 0 (1 - y * q)) as M1.
  destruct (Rtotal_order (y * p) 1) as [C|[C|C]].
  - rewrite (Rmax_right 0 (1 - y * p)), (L C) by lra. lra.
  - rewrite C, Rminus_diag_eq, Rmax_left by lra. replace (_ + _) with (a * (1 - y * q)).
    2:{ replace (a * (1 - y * q)) with (a * (y * p - y * q)) by (rewrite C; ring). ring. }
    nra.
  - rewrite (Rmax_left 0 (1 - y * p)), (G C) by lra. lra.
Qed.

(* The weighted mean of 1 and exp a is at least exp of the mean of 0 and a. *)
Lemma exp_mean p a : 0 <= p <= 1 -> exp (p * a) <= (1 - p) + p * exp a.
Proof.
  intro H. pose proof (exp_ineq1_le (- (p * a))) as A.
  pose proof (exp_ineq1_le ((1 - p) * a)) as B. pose proof (exp_pos (p * a)) as P.
  assert (A' : 1 = exp (- (p * a)) * exp (p * a)).
  { rewrite <- exp_plus. replace (- (p * a) + p * a) with 0 by ring. now rewrite exp_0. }
  assert (B' : exp a = exp ((1 - p) * a) * exp (p * a)).
  { rewrite <- exp_plus. f_equal. ring. }
  rewrite B'. replace (1 - p) with ((1 - p) * (exp (- (p * a)) * exp (p * a))) at 1
    by (rewrite <- A'; ring).
  assert (C : 1 <= (1 - p) * exp (- (p * a)) + p * exp ((1 - p) * a)) by nra. nra.
Qed.

(* book: D4
   part: the logistic loss
   words: none; labels need not be 1 or -1 *)
Theorem logistic_slope y p :
  slope (logistic_loss y) p (- y * (exp (- (y * p)) / (1 + exp (- (y * p))))).
Proof.
  unfold slope, logistic_loss. intro q. set (z := exp (- (y * p))).
  pose proof (exp_pos (- (y * p))) as P. fold z in P.
  set (r := z / (1 + z)). set (a := - (y * q) + y * p).
  assert (Hr : 0 <= r <= 1).
  { unfold r. split; [apply Rlt_le, Rdiv_lt_0_compat; lra|].
    apply (Rmult_le_reg_r (1 + z)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (E : 1 + exp (- (y * q)) = (1 + z) * ((1 - r) + r * exp a)).
  { replace (exp (- (y * q))) with (z * exp a).
    - unfold r. field. lra.
    - unfold z, a. rewrite <- exp_plus. f_equal. ring. }
  pose proof (exp_mean r a Hr) as M. pose proof (exp_pos (r * a)) as Q.
  rewrite E, ln_mult by lra. replace (- y * r * (q - p)) with (r * a) by (unfold a; ring).
  rewrite <- (ln_exp (r * a)) at 1. apply Rplus_le_compat_l.
  destruct (Rle_lt_or_eq_dec _ _ M) as [L|L]; [apply Rlt_le, ln_increasing; lra|rewrite L; lra].
Qed.

(* book: D5
   part: the hinge loss is at least the number of mistakes
   words: none *)
Theorem hinge_counts_mistakes y p : y * p <= 0 -> 1 <= hinge_loss y p.
Proof. intro H. unfold hinge_loss. pose proof (Rmax_r 0 (1 - y * p)). lra. Qed.
