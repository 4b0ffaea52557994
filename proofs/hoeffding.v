(* Laws on finitely many outcomes, and Hoeffding's lemma for them. *)
From OCO Require Export losses.

(* A law gives outcome z < n the chance p z. *)
Definition law (n : nat) (p : nat -> R) : Prop :=
  (forall z, (z < n)%nat -> 0 <= p z) /\ Sum n p = 1.
Definition expectation (n : nat) (p f : nat -> R) : R := Sum n (fun z => p z * f z).

Lemma expectation_le n p f h : law n p -> (forall z, (z < n)%nat -> f z <= h z) ->
  expectation n p f <= expectation n p h.
Proof. intros [Hp _] H. apply Sum_le. intros z Hz. apply Rmult_le_compat_l; auto. Qed.
Lemma expectation_const n p a : law n p -> expectation n p (fun _ => a) = a.
Proof.
  intros [_ H]. unfold expectation.
  rewrite (Sum_ext n _ (fun z => a * p z)) by (intros; ring). rewrite Sum_scal, H. ring.
Qed.
Lemma expectation_scal n p a f : expectation n p (fun z => a * f z) = a * expectation n p f.
Proof. unfold expectation. rewrite <- Sum_scal. apply Sum_ext. intros. ring. Qed.
Lemma expectation_ext n p f h : (forall z, (z < n)%nat -> f z = h z) ->
  expectation n p f = expectation n p h.
Proof. intro H. apply Sum_ext. intros z Hz. now rewrite H. Qed.
Lemma expectation_plus n p f h :
  expectation n p (fun z => f z + h z) = expectation n p f + expectation n p h.
Proof. unfold expectation. rewrite <- Sum_plus. apply Sum_ext. intros. ring. Qed.

(* What Hoeffding's lemma needs of one variable: q h + h^2/8 - ln(1 - q + q exp h) is least at h = 0. *)
Section OneVariable.
Variable q : R.
Hypothesis Hq : 0 <= q <= 1.
Let D h := 1 - q + q * exp h.
Lemma D_pos h : 0 < D h.
Proof.
  unfold D. pose proof (exp_pos h). destruct (Rle_lt_or_eq_dec q 1 (proj2 Hq)) as [L|E]; [nra|].
  rewrite E. lra.
Qed.
Lemma D_derivative h : derivable_pt_lim D h (q * exp h).
Proof.
  replace (q * exp h) with (0 + q * exp h) by ring.
  apply (derivable_pt_lim_plus (fct_cte (1 - q)) (mult_real_fct q exp)).
  - apply derivable_pt_lim_const.
  - apply derivable_pt_lim_scal, derivable_pt_lim_exp.
Qed.
(* slope of the difference, and its slope *)
Let F h := q * h + h ^ 2 / 8 - ln (D h).
Let F1 h := q + h / 4 - q * exp h / D h.
Let F2 h := / 4 - q * exp h / D h * (1 - q * exp h / D h).
Lemma F_derivative h : derivable_pt_lim F h (F1 h).
Proof.
  replace (F1 h) with (q * 1 + (/ 8 * (INR 2 * h ^ 1)) - / D h * (q * exp h)).
  2:{ unfold F1. simpl. pose proof (D_pos h). field. lra. }
  apply (derivable_pt_lim_minus (fun h => q * h + h ^ 2 / 8) (fun h => ln (D h))).
  - apply (derivable_pt_lim_plus (fun h => q * h) (fun h => h ^ 2 / 8)).
    + apply (derivable_pt_lim_scal id). apply derivable_pt_lim_id.
    + apply (derivable_pt_lim_ext (mult_real_fct (/ 8) (fun h => h ^ 2))).
      * intro z. unfold mult_real_fct. field.
      * apply derivable_pt_lim_scal. apply (derivable_pt_lim_pow h 2).
  - apply (derivable_pt_lim_comp D ln); [apply D_derivative|apply derivable_pt_lim_ln, D_pos].
Qed.
Lemma F1_derivative h : derivable_pt_lim F1 h (F2 h).
Proof.
  pose proof (D_pos h) as P.
  replace (F2 h) with (0 + / 4 * 1 - (q * exp h * D h - q * exp h * (q * exp h)) / Rsqr (D h)).
  2:{ unfold F2, Rsqr. field. lra. }
  apply (derivable_pt_lim_minus (fun h => q + h / 4) (fun h => q * exp h / D h)).
  - apply (derivable_pt_lim_plus (fct_cte q) (fun h => h / 4)); [apply derivable_pt_lim_const|].
    apply (derivable_pt_lim_ext (mult_real_fct (/ 4) id)).
    + intro z. unfold mult_real_fct, id. field.
    + apply derivable_pt_lim_scal, derivable_pt_lim_id.
  - apply (derivable_pt_lim_div (fun h => q * exp h) D); [|apply D_derivative|lra].
    apply (derivable_pt_lim_scal exp). apply derivable_pt_lim_exp.
Qed.
Lemma F1_0 : F1 0 = 0.
Proof. unfold F1, D. rewrite exp_0. field. lra. Qed.
Lemma F2_pos h : 0 <= F2 h.
Proof. unfold F2. pose proof (pow2_ge_0 (q * exp h / D h - / 2)). nra. Qed.
Lemma F1_sign h : 0 <= F1 h * h.
Proof.
  destruct (Rtotal_order h 0) as [L|[->|G]]; [|lra|].
  - destruct (MVT_cor2 F1 F2 h 0 L) as [c [E _]]; [intros; apply F1_derivative|].
    rewrite F1_0 in E. pose proof (F2_pos c). nra.
  - destruct (MVT_cor2 F1 F2 0 h G) as [c [E _]]; [intros; apply F1_derivative|].
    rewrite F1_0 in E. pose proof (F2_pos c). nra.
Qed.
Lemma F_pos h : 0 <= F h.
Proof.
  assert (F0 : F 0 = 0).
  { unfold F, D. rewrite exp_0. replace (1 - q + q * 1) with 1 by ring. rewrite ln_1. field. }
  destruct (Rtotal_order h 0) as [L|[->|G]]; [|lra|].
  - destruct (MVT_cor2 F F1 h 0 L) as [c [E Hc]]; [intros; apply F_derivative|].
    rewrite F0 in E. pose proof (F1_sign c). nra.
  - destruct (MVT_cor2 F F1 0 h G) as [c [E Hc]]; [intros; apply F_derivative|].
    rewrite F0 in E. pose proof (F1_sign c). nra.
Qed.
Lemma two_points h : exp (- (q * h)) * (1 - q + q * exp h) <= exp (h ^ 2 / 8).
Proof.
  pose proof (F_pos h) as P. unfold F in P. pose proof (D_pos h) as Q.
  change (1 - q + q * exp h) with (D h). rewrite <- (exp_ln (D h)) by easy. rewrite <- exp_plus.
  destruct (Rle_lt_or_eq_dec (- (q * h) + ln (D h)) (h ^ 2 / 8)) as [L|E]; [lra| |].
  - now apply Rlt_le, exp_increasing.
  - rewrite E. lra.
Qed.
End OneVariable.

(* book: otb-hoeffding-lemma
   part: laws on finitely many outcomes
   neutral: exp(theta**2*c**2/8)
   words: Z has mean 0 and lies between a and a + c; c is positive, theta any number *)
Theorem hoeffding_lemma n p Z a c theta : law n p -> 0 < c ->
  (forall z, (z < n)%nat -> a <= Z z <= a + c) -> expectation n p Z = 0 ->
  expectation n p (fun z => exp (theta * Z z)) <= exp (theta ^ 2 * c ^ 2 / 8).
Proof.
  intros L Hc HZ E0. set (q := - a / c). set (r := fun z => (Z z - a) / c).
  assert (Hr : forall z, (z < n)%nat -> 0 <= r z <= 1).
  { intros z Hz. specialize (HZ z Hz). unfold r. split.
    - apply (Rmult_le_reg_r c); [easy|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
    - apply (Rmult_le_reg_r c); [easy|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (Er : expectation n p r = q).
  { rewrite (expectation_ext n p r (fun z => / c * Z z + q)) by (intros; unfold r, q; field; lra).
    rewrite expectation_plus, expectation_scal, E0, expectation_const by easy. ring. }
  assert (Hq : 0 <= q <= 1).
  { rewrite <- Er. split.
    - rewrite <- (expectation_const n p 0 L). apply expectation_le; auto. intros. now apply Hr.
    - rewrite <- (expectation_const n p 1 L). apply expectation_le; auto. intros. now apply Hr. }
  apply Rle_trans with (expectation n p
    (fun z => exp (theta * a) * (1 + r z * (exp (theta * c) - 1)))).
  - apply expectation_le; auto. intros z Hz.
    replace (theta * Z z) with (theta * a + r z * (theta * c)) by (unfold r; field; lra).
    rewrite exp_plus. apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|].
    pose proof (exp_mean (r z) (theta * c) (Hr z Hz)). lra.
  - rewrite expectation_scal, expectation_plus, expectation_const by easy.
    rewrite (expectation_ext n p _ (fun z => (exp (theta * c) - 1) * r z)) by (intros; ring).
    rewrite expectation_scal, Er.
    pose proof (two_points q Hq (theta * c)) as T.
    replace (- (q * (theta * c))) with (theta * a) in T by (unfold q; field; lra).
    replace ((theta * c) ^ 2 / 8) with (theta ^ 2 * c ^ 2 / 8) in T by field. lra.
Qed.
