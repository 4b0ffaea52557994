(* From sequential risk to the mean risk of the iterates, for laws on finitely many examples. *)
From OCO Require Export azuma.
Require Import List.

Section SequentialRisk.
(* n examples with the chances p; w_t is a function of the draws before round t. *)
Variables (n : nat) (p : nat -> R) (loss : vec -> nat -> R) (w : list nat -> vec) (M : R).
Hypothesis law_p : law n p.
Hypothesis M_pos : 0 < M.
Hypothesis bounded : forall past z, (z < n)%nat -> 0 <= loss (w past) z <= M.

Definition er (v : vec) : R := expectation n p (loss v).
(* Sum of er(w_t), and of the losses met, along the draws *)
Definition risks : list nat -> R :=
  total (fun s => match s with nil => 0 | _ :: past => er (w past) end).
Definition losses_met : list nat -> R :=
  total (fun s => match s with nil => 0 | z :: past => loss (w past) z end).

Lemma risk_gap_steps past : expectation n p (fun z => er (w past) - loss (w past) z) = 0 /\
  exists a, forall z, (z < n)%nat -> a <= er (w past) - loss (w past) z <= a + M.
Proof.
  split.
  - transitivity (expectation n p (fun _ => er (w past)) + -1 * expectation n p (loss (w past))).
    + rewrite <- expectation_scal, <- expectation_plus. apply expectation_ext. intros. ring.
    + rewrite expectation_const by easy. unfold er. ring.
  - exists (er (w past) - M). intros z Hz. specialize (bounded past z Hz). lra.
Qed.
Lemma risk_gap s : total (fun s => match s with nil => 0 | z :: past => er (w past) - loss (w past) z end) s
  = risks s - losses_met s.
Proof.
  unfold risks, losses_met. induction s as [|z past IH]; [simpl; ring|]. simpl total. rewrite IH. ring.
Qed.

(* book: T11
   part: as a probability, laws on finitely many examples
   neutral: exp(-(2*m*eps**2/M**2))
   words: the draws are independent with one law on finitely many examples; w_t is a function of the draws before
     round t; its loss lies in [0, M] on every example; M and eps are positive *)
Theorem sequential_risk_tail m eps : 0 < eps ->
  chance n (fun _ => p) m (INR m * eps) (fun s => risks s - losses_met s)
    <= exp (- (2 * INR m * eps ^ 2 / M ^ 2)).
Proof.
  intro He. eapply Rle_trans; [|apply (azuma n (fun _ => p) m
    (fun s => match s with nil => 0 | z :: past => er (w past) - loss (w past) z end) M); auto].
  - apply chance_le; auto. intros s _ H. now rewrite risk_gap.
  - intros past _. apply risk_gap_steps.
Qed.

(* book: T11
   part: all, laws on finitely many examples: the chance that it fails is at most delta
   bound: martingale_sharp
   threshold: M*sqrt(1/(2*m)*log(1/delta))
   words: the draws are independent with one law on finitely many examples; w_t is a function of the draws before
     round t; its loss lies in [0, M] on every example; M is positive, 0 < delta < 1 (for delta = 1 there is nothing
     to prove), m at least 1 *)
Theorem sequential_risk m delta : (1 <= m)%nat -> 0 < delta < 1 ->
  chance n (fun _ => p) m (M * sqrt (/ (2 * INR m) * ln (/ delta)))
    (fun s => risks s / INR m - losses_met s / INR m) <= delta.
Proof.
  intros Hm Hd. assert (P : 0 < INR m) by (apply lt_0_INR; lia).
  assert (L : 0 < ln (/ delta)).
  { rewrite <- ln_1. apply ln_increasing; [lra|]. rewrite <- Rinv_1.
    apply Rinv_lt_contravar; lra. }
  assert (I : 0 < / (2 * INR m)) by (apply Rinv_0_lt_compat; lra).
  set (x := / (2 * INR m) * ln (/ delta)). assert (Hx : 0 < x) by (unfold x; nra).
  pose proof (sqrt_lt_R0 x Hx) as Q. pose proof (sqrt_sq x (Rlt_le _ _ Hx)) as S2.
  set (r := sqrt x) in *.
  eapply Rle_trans; [|eapply Rle_trans; [apply (sequential_risk_tail m (M * r)); nra|]].
  - apply chance_le; auto. intros s _ H.
    replace (risks s / INR m - losses_met s / INR m) with ((risks s - losses_met s) / INR m) in H
      by (field; lra).
    apply (Rmult_le_reg_r (/ INR m)); [now apply Rinv_0_lt_compat|].
    replace (INR m * (M * r) * / INR m) with (M * r) by (field; lra). exact H.
  - right. replace (2 * INR m * (M * r) ^ 2 / M ^ 2) with (2 * INR m * (r * r)) by (field; lra).
    rewrite S2. unfold x. replace (- (2 * INR m * (/ (2 * INR m) * ln (/ delta))))
      with (- ln (/ delta)) by (field; lra).
    rewrite ln_Rinv, Ropp_involutive by lra. apply exp_ln. lra.
Qed.
End SequentialRisk.
