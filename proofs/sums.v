(* Sums over rounds 0, ..., T - 1, and the two sums of step sizes that the bounds need. *)
From OCO Require Export vectors.

Fixpoint Sum (T : nat) (f : nat -> R) : R :=
  match T with O => 0 | S k => Sum k f + f k end.

Lemma Sum_S T f : Sum (S T) f = Sum T f + f T.
Proof. reflexivity. Qed.
Lemma Sum_le T f h : (forall t, (t < T)%nat -> f t <= h t) -> Sum T f <= Sum T h.
Proof.
  induction T; simpl; intro H; [lra|].
  assert (Sum T f <= Sum T h) by (apply IHT; intros; apply H; lia).
  specialize (H T). assert (f T <= h T) by (apply H; lia). lra.
Qed.
Lemma Sum_ext T f h : (forall t, (t < T)%nat -> f t = h t) -> Sum T f = Sum T h.
Proof. intro H. apply Rle_antisym; apply Sum_le; intros; rewrite H; auto; lra. Qed.
Lemma Sum_plus T f h : Sum T (fun t => f t + h t) = Sum T f + Sum T h.
Proof. induction T; simpl; lra. Qed.
Lemma Sum_minus T f h : Sum T (fun t => f t - h t) = Sum T f - Sum T h.
Proof. induction T; simpl; lra. Qed.
Lemma Sum_scal T a f : Sum T (fun t => a * f t) = a * Sum T f.
Proof. induction T; simpl; [|rewrite IHT]; lra. Qed.
Lemma Sum_const T a : Sum T (fun _ => a) = INR T * a.
Proof. induction T; [simpl; ring|]. rewrite S_INR. simpl Sum. rewrite IHT. ring. Qed.
Lemma Sum_pos T f : (forall t, (t < T)%nat -> 0 <= f t) -> 0 <= Sum T f.
Proof.
  intro H. replace 0 with (Sum T (fun _ => 0)); [now apply Sum_le|].
  rewrite Sum_const. ring.
Qed.
Lemma Sum_swap m n (f : nat -> nat -> R) :
  Sum m (fun i => Sum n (f i)) = Sum n (fun j => Sum m (fun i => f i j)).
Proof.
  induction m; simpl.
  - rewrite Sum_const. ring.
  - now rewrite IHm, <- Sum_plus.
Qed.

Lemma INR_S_pos t : 0 < INR (S t).
Proof. apply lt_0_INR. lia. Qed.
Lemma sqrt_S_pos t : 0 < sqrt (INR (S t)).
Proof. apply sqrt_lt_R0, INR_S_pos. Qed.
Lemma sqrt_sq x : 0 <= x -> sqrt x * sqrt x = x.
Proof. apply sqrt_sqrt. Qed.

(* Each 1/sqrt(t+1) is at most 2 (sqrt(t+1) - sqrt t). *)
Lemma inv_sqrt_step t : / sqrt (INR (S t)) <= 2 * (sqrt (INR (S t)) - sqrt (INR t)).
Proof.
  pose proof (sqrt_S_pos t) as P. pose proof (sqrt_pos (INR t)) as Q.
  pose proof (sqrt_sq _ (Rlt_le _ _ (INR_S_pos t))) as A.
  pose proof (sqrt_sq _ (pos_INR t)) as B. rewrite S_INR in A at 3.
  apply (Rmult_le_reg_l (sqrt (INR (S t)))); [lra|]. rewrite Rinv_r by lra. nra.
Qed.

(* book: T3
   part: the sum of the steps, with T >= 1
   neutral: 2*sqrt(T) - 1
   words: T is at least 1; the terms are 1/sqrt(1), ..., 1/sqrt(T) *)
Theorem sum_inv_sqrt T : (1 <= T)%nat ->
  Sum T (fun t => / sqrt (INR (S t))) <= 2 * sqrt (INR T) - 1.
Proof.
  induction T as [|T IH]; intro H; [lia|]. destruct T as [|T].
  - simpl. rewrite sqrt_1. lra.
  - change (Sum (S (S T)) (fun t => / sqrt (INR (S t))))
      with (Sum (S T) (fun t => / sqrt (INR (S t))) + / sqrt (INR (S (S T)))).
    pose proof (inv_sqrt_step (S T)). assert (1 <= S T)%nat by lia. specialize (IH H1). lra.
Qed.
Lemma sum_inv_sqrt_le T : Sum T (fun t => / sqrt (INR (S t))) <= 2 * sqrt (INR T).
Proof.
  destruct T; [simpl; rewrite sqrt_0; lra|].
  assert (H := sum_inv_sqrt (S T)). assert (1 <= S T)%nat by lia. specialize (H H0). lra.
Qed.

(* H_T = 1 + 1/2 + ... + 1/T *)
Definition harmonic (T : nat) : R := Sum T (fun t => / INR (S t)).

Lemma ln_le_sub x : 0 < x -> ln x <= x - 1.
Proof.
  intro H. destruct (Rle_or_lt (ln x) (x - 1)) as [|L]; [easy|exfalso].
  apply exp_increasing in L. rewrite exp_ln in L by easy.
  pose proof (exp_ineq1_le (x - 1)). lra.
Qed.

(* book: T7
   part: the harmonic sum, H_T <= 1 + ln T
   neutral: 1 + log(T)
   words: T is at least 1 *)
Theorem harmonic_le T : (1 <= T)%nat -> harmonic T <= 1 + ln (INR T).
Proof.
  unfold harmonic. induction T as [|T IH]; intro H; [lia|]. destruct T as [|T].
  - simpl. rewrite ln_1. lra.
  - change (Sum (S (S T)) (fun t => / INR (S t)))
      with (Sum (S T) (fun t => / INR (S t)) + / INR (S (S T))).
    assert (IH' := IH ltac:(lia)).
    pose proof (INR_S_pos T) as P. pose proof (INR_S_pos (S T)) as Q.
    assert (L : ln (INR (S T) / INR (S (S T))) <= INR (S T) / INR (S (S T)) - 1).
    { apply ln_le_sub. apply Rdiv_lt_0_compat; lra. }
    unfold Rdiv in L. rewrite ln_mult, ln_Rinv in L; [|lra|lra|now apply Rinv_0_lt_compat].
    assert (E : INR (S T) * / INR (S (S T)) - 1 = - / INR (S (S T))).
    { rewrite (S_INR (S T)) in *. field. lra. }
    lra.
Qed.

Lemma exp_gt x : x <> 0 -> 1 + x < exp x.
Proof. intro H. now apply exp_ineq1. Qed.

(* book: errata-E1
   part: the logarithm that two of the notes print is below the harmonic sum, for every T >= 1
   words: T is at least 1 *)
Theorem harmonic_gt T : (1 <= T)%nat -> ln (INR T + 1) < harmonic T.
Proof.
  unfold harmonic. rewrite <- S_INR.
  assert (step : forall t, ln (INR (S (S t))) - ln (INR (S t)) < / INR (S t)).
  { intro t. pose proof (INR_S_pos t) as P. pose proof (INR_S_pos (S t)) as Q.
    rewrite <- (ln_exp (/ INR (S t))).
    assert (0 < / INR (S t)) by now apply Rinv_0_lt_compat.
    assert (I := exp_gt (/ INR (S t)) ltac:(lra)).
    assert (L : ln ((1 + / INR (S t)) * INR (S t)) < ln (exp (/ INR (S t)) * INR (S t))).
    { apply ln_increasing; nra. }
    rewrite (ln_mult (exp _)) in L by (try apply exp_pos; lra).
    replace ((1 + / INR (S t)) * INR (S t)) with (INR (S (S t))) in L.
    2:{ rewrite (S_INR (S t)). field. lra. }
    lra. }
  induction T as [|T IH]; intro H; [lia|]. destruct T as [|T].
  - simpl Sum. pose proof (step 0%nat) as K. simpl in *. rewrite ln_1 in K. lra.
  - change (Sum (S (S T)) (fun t => / INR (S t)))
      with (Sum (S T) (fun t => / INR (S t)) + / INR (S (S T))).
    assert (IH' := IH ltac:(lia)). pose proof (step (S T)). lra.
Qed.
