(* From regret to risk, for the square loss and laws on finitely many examples. *)
From OCO Require Export averages sequential_risk.
Require Import List.

(* Draws are kept with the last one first: the draw of round t + 1, and those before it. *)
Definition draw (s : list nat) (t : nat) : nat := nth (length s - S t) s 0%nat.
Definition before (s : list nat) (t : nat) : list nat := skipn (length s - t) s.

Lemma before_S s t : (t < length s)%nat -> before s (S t) = draw s t :: before s t.
Proof.
  unfold before, draw. induction s as [|z past IH]; simpl length; intro H; [lia|].
  destruct (Nat.eq_dec t (length past)) as [->|N].
  - now rewrite !Nat.sub_diag, Nat.sub_succ_l, Nat.sub_diag by lia.
  - assert (E : (S (length past) - S t = S (length past - S t))%nat) by lia.
    assert (E' : (S (length past) - t = S (length past - t))%nat) by lia.
    rewrite E, E'. simpl skipn. simpl nth. apply IH. lia.
Qed.
Lemma before_length s t : (t <= length s)%nat -> length (before s t) = t.
Proof. intro H. unfold before. rewrite skipn_length. lia. Qed.
Lemma total_sum Z s : total Z s = Sum (length s) (fun t => Z (before s (S t))).
Proof.
  induction s as [|z past IH]; [easy|]. simpl total. simpl length. rewrite Sum_S, IH. f_equal.
  - apply Sum_ext. intros t Ht. unfold before. simpl length.
    assert (E : (S (length past) - S t = S (length past - S t))%nat) by lia. now rewrite E.
  - unfold before. simpl length. now rewrite Nat.sub_diag.
Qed.

Section SquareLoss.
(* Example z has the chance p z, the vector x z and the label y z. *)
Variables (n : nat) (p : nat -> R) (d : nat) (x : nat -> vec) (y : nat -> R) (U X : R).
Hypothesis law_p : law n p.
Hypothesis U_pos : 0 < U.
Hypothesis X_pos : 0 < X.
Hypothesis lengths : forall z, norm d (x z) <= X.
Hypothesis labels : forall z, Rabs (y z) <= U * X.

Definition example_loss (v : vec) (z : nat) : R := square_loss (y z) (dot d v (x z)).
Definition tuned_step (t : nat) : R := root_steps (sqrt 2 * U / (4 * U * X ^ 2)) t.
(* The learner's next w after the draws in past *)
Fixpoint next (past : list nat) : vec :=
  match past with
  | nil => zero
  | z :: before => project d U
      (next before - tuned_step (length before) * (2 * (dot d (next before) (x z) - y z) * x z))%V
  end.
(* w_1, ..., w_m along the draws s, and their average *)
Definition iterate (s : list nat) (t : nat) : vec := next (before s t).
Definition average (s : list nat) : vec := mean (length s) (iterate s).

Lemma next_in_ball past : ball d U (next past).
Proof.
  destruct past; simpl; [unfold ball; rewrite norm_zero; lra|]. apply project_in_ball. lra.
Qed.
Lemma loss_bounded past z : 0 <= example_loss (next past) z <= (2 * U * X) ^ 2.
Proof.
  unfold example_loss, square_loss. split; [apply pow2_ge_0|].
  pose proof (next_in_ball past) as B. unfold ball in B. pose proof (norm_pos d (x z)).
  pose proof (norm_pos d (next past)). pose proof (cauchy_schwarz d (next past) (x z)) as C.
  assert (P : Rabs (dot d (next past) (x z)) <= U * X)
    by (eapply Rle_trans; [exact C|apply Rmult_le_compat; auto]).
  assert (Q : Rabs (dot d (next past) (x z) - y z) <= 2 * U * X).
  { pose proof (Rabs_triang (dot d (next past) (x z)) (- y z)) as Tr. rewrite Rabs_Ropp in Tr.
    specialize (labels z). unfold Rminus. lra. }
  rewrite <- (pow2_abs (dot d (next past) (x z) - y z)).
  apply pow_incr. split; [apply Rabs_pos|easy].
Qed.
Lemma example_convex z : convex_function (fun v => example_loss v z).
Proof.
  intros a v v' Ha. unfold example_loss, square_loss. autorewrite with dot.
  set (b := dot d v (x z)). set (b' := dot d v' (x z)). pose proof (pow2_ge_0 (b - b')).
  assert (0 <= a * (1 - a)) by nra. nra.
Qed.

(* The run along s, continued by any further steps, is a run of T6. *)
Fixpoint run_along (s : list nat) (t : nat) : vec :=
  match t with
  | O => zero
  | S k => project d U (run_along s k - tuned_step k
      * (2 * (dot d (run_along s k) (x (draw s k)) - y (draw s k)) * x (draw s k)))%V
  end.
Lemma run_iterate s t : (t <= length s)%nat -> run_along s t = iterate s t.
Proof.
  unfold iterate. induction t as [|t IH]; intro H.
  - unfold before. now rewrite Nat.sub_0_r, skipn_all.
  - rewrite before_S by lia. simpl. rewrite IH, before_length by lia. easy.
Qed.

(* In every sample *)
Lemma sample_regret s u : (1 <= length s)%nat -> ball d U u ->
  Sum (length s) (fun t => example_loss (iterate s t) (draw s t) - example_loss u (draw s t))
    <= 8 * (U * X) ^ 2 * sqrt (2 * INR (length s)).
Proof.
  intros Hs Hu.
  pose proof (ogd_square d U X (length s) (fun t => x (draw s t)) (fun t => y (draw s t))
    (run_along s) u U_pos X_pos) as R.
  assert (B : ball_descent d U (root_steps (sqrt 2 * U / (4 * U * X ^ 2))) (run_along s)
    (fun t => (2 * (dot d (run_along s t) (x (draw s t)) - y (draw s t)) * x (draw s t))%V))
    by (split; intros; reflexivity).
  specialize (R B (fun t _ => lengths (draw s t)) (fun t _ => labels (draw s t)) Hu).
  eapply Rle_trans; [|exact R]. right. unfold regret. apply Sum_ext. intros t Ht.
  now rewrite run_iterate by lia.
Qed.

(* book: T13
   part: against the sample, laws on finitely many examples: the chance that it fails is at most delta/2
   threshold: (U*X)**2*sqrt(2/m)*(8 + 2*sqrt(log(2/delta)))
   words: the draws are independent with one law on finitely many examples, none longer than X, with labels of at
     most U X; U and X are positive, m at least 1, 0 < delta < 2; u is any choice of a point of the ball, which may
     look at the sample, as the minimiser does *)
Theorem risk_against_sample m delta (u : list nat -> vec) : (1 <= m)%nat -> 0 < delta < 2 ->
  (forall s, ball d U (u s)) ->
  chance n (fun _ => p) m ((U * X) ^ 2 * sqrt (2 / INR m) * (8 + 2 * sqrt (ln (2 / delta))))
    (fun s => er n p example_loss (average s) - Sum m (fun t => example_loss (u s) (draw s t)) / INR m)
    <= delta / 2.
Proof.
  intros Hm Hd Hu. set (M := (2 * U * X) ^ 2).
  assert (HM : 0 < M) by (unfold M; assert (0 < U * X) by nra; nra).
  eapply Rle_trans; [|apply (sequential_risk n p example_loss next M law_p HM
    (fun past z _ => loss_bounded past z) m (delta / 2) Hm); lra].
  apply chance_le; auto. intros s Hs H.
  assert (P : 0 < INR m) by (apply lt_0_INR; lia).
  assert (J : er n p example_loss (average s) <= risks n p example_loss next s / INR m).
  { unfold average. rewrite Hs.
    pose proof (risk_of_average n p example_loss m (iterate s) (proj1 law_p)
      (fun z _ => example_convex z) Hm) as A. unfold risk in A. fold (er n p example_loss) in A.
    eapply Rle_trans; [exact A|]. right. f_equal. unfold risks. rewrite total_sum, Hs.
    apply Sum_ext. intros t Ht. rewrite before_S by lia. reflexivity. }
  pose proof (sample_regret s (u s) ltac:(lia) (Hu s)) as R. rewrite Hs, Sum_minus in R.
  assert (L : losses_met example_loss next s = Sum m (fun t => example_loss (iterate s t) (draw s t))).
  { unfold losses_met. rewrite total_sum, Hs. apply Sum_ext. intros t Ht.
    rewrite before_S by lia. reflexivity. }
  assert (I : / (delta / 2) = 2 / delta) by (field; lra). rewrite I.
  assert (Ln : 0 < ln (2 / delta)).
  { rewrite <- ln_1. apply ln_increasing; [lra|].
    apply (Rmult_lt_reg_r delta); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  pose proof (sqrt_sq _ (Rlt_le _ _ P)) as Q. pose proof (sqrt_lt_R0 _ P) as Qp.
  assert (E1 : sqrt (2 / INR m) = sqrt 2 / sqrt (INR m)) by (apply sqrt_div; lra).
  assert (E2 : sqrt (2 * INR m) = sqrt 2 * sqrt (INR m)) by (apply sqrt_mult; lra).
  assert (E3 : sqrt (/ (2 * INR m) * ln (2 / delta)) = / (sqrt 2 * sqrt (INR m)) * sqrt (ln (2 / delta))).
  { rewrite sqrt_mult by (try (apply Rlt_le, Rinv_0_lt_compat); lra).
    rewrite <- E2. f_equal. rewrite <- sqrt_inv by lra. reflexivity. }
  pose proof (sqrt_lt_R0 2 ltac:(lra)) as R2. pose proof (sqrt_sq 2 ltac:(lra)) as S2.
  rewrite E3. rewrite E1 in H. rewrite E2 in R. rewrite L.
  set (r := sqrt (INR m)) in *. set (q := sqrt 2) in *. set (h := sqrt (ln (2 / delta))) in *.
  set (A := Sum m (fun t => example_loss (iterate s t) (draw s t))) in *.
  set (B := Sum m (fun t => example_loss (u s) (draw s t))) in *.
  assert (K : A / INR m <= B / INR m + 8 * (U * X) ^ 2 * (q / r)).
  { rewrite <- Q. apply (Rmult_le_reg_r (r * r)); [nra|].
    replace (A / (r * r) * (r * r)) with A by (field; lra).
    replace ((B / (r * r) + 8 * (U * X) ^ 2 * (q / r)) * (r * r))
      with (B + 8 * (U * X) ^ 2 * (q * r)) by (field; lra). lra. }
  assert (Iq : / (q * r) = q / r / 2).
  { apply (Rmult_eq_reg_l (q * r)); [|nra]. rewrite Rinv_r by nra.
    replace (q * r * (q / r / 2)) with (q * q / 2) by (field; lra). lra. }
  rewrite Iq. unfold M.
  replace ((2 * U * X) ^ 2 * (q / r / 2 * h)) with ((U * X) ^ 2 * (q / r) * (2 * h)) by (field; lra). lra.
Qed.

Lemma chance_union m c F c' F' c'' F'' : (forall s, length s = m -> c <= F s -> c' <= F' s \/ c'' <= F'' s) ->
  chance n (fun _ => p) m c F <= chance n (fun _ => p) m c' F' + chance n (fun _ => p) m c'' F''.
Proof.
  intro H. unfold chance. rewrite <- draws_plus. apply draws_le; [auto|]. intros s Hs. simpl in Hs.
  specialize (H s Hs).
  destruct (Rle_dec c (F s)), (Rle_dec c' (F' s)), (Rle_dec c'' (F'' s)); try lra.
Qed.

(* The losses of one point of the ball are seldom much above its risk. *)
Lemma fixed_point_tail m eps u : ball d U u -> 0 < eps ->
  chance n (fun _ => p) m eps
    (fun s => Sum m (fun t => example_loss u (draw s t)) / INR m - er n p example_loss u)
    <= exp (- (2 * INR m * eps ^ 2 / ((2 * U * X) ^ 2) ^ 2)).
Proof.
  intros Hu He. assert (HM : 0 < (2 * U * X) ^ 2) by (assert (0 < U * X) by nra; nra).
  assert (Bound : forall z, 0 <= example_loss u z <= (2 * U * X) ^ 2).
  { intro z. unfold example_loss, square_loss. split; [apply pow2_ge_0|].
    unfold ball in Hu. pose proof (norm_pos d (x z)). pose proof (norm_pos d u).
    pose proof (cauchy_schwarz d u (x z)) as C.
    assert (P : Rabs (dot d u (x z)) <= U * X)
      by (eapply Rle_trans; [exact C|apply Rmult_le_compat; auto]).
    rewrite <- (pow2_abs (dot d u (x z) - y z)). apply pow_incr. split; [apply Rabs_pos|].
    pose proof (Rabs_triang (dot d u (x z)) (- y z)) as Tr. rewrite Rabs_Ropp in Tr.
    specialize (labels z). unfold Rminus. lra. }
  destruct m as [|k].
  - unfold chance. simpl. destruct (Rle_dec _ _); rewrite ?Rmult_0_r; unfold Rdiv;
      rewrite ?Rmult_0_l, ?Ropp_0, exp_0; lra.
  - eapply Rle_trans; [|apply (azuma n (fun _ => p) (S k) (fun s => match s with nil => 0
      | z :: past => example_loss u z - er n p example_loss u end) ((2 * U * X) ^ 2)); auto].
    + apply chance_le; auto. intros s Hs H. rewrite total_sum, Hs.
      rewrite (Sum_ext (S k) _ (fun t => example_loss u (draw s t) - er n p example_loss u))
        by (intros t Ht; rewrite before_S by lia; reflexivity).
      rewrite Sum_minus, Sum_const. pose proof (INR_S_pos k) as P.
      apply (Rmult_le_compat_l (INR (S k))) in H; [|lra].
      eapply Rle_trans; [exact H|]. right. field. lra.
    + intros past _. split.
      * transitivity (expectation n p (example_loss u) + expectation n p (fun _ => - er n p example_loss u)).
        { rewrite <- expectation_plus. apply expectation_ext. intros. ring. }
        rewrite expectation_const by easy. unfold er. ring.
      * exists (- er n p example_loss u). intros z _. specialize (Bound z). lra.
Qed.

(* book: T13
   part: against the best risk, laws on finitely many examples: the chance that it fails is at most delta
   bound: online_to_batch_sharp
   threshold: (U*X)**2*sqrt(2/m)*(8 + 4*sqrt(log(2/delta)))
   words: the draws are independent with one law on finitely many examples, none longer than X, with labels of at
     most U X; U and X are positive, m at least 1, 0 < delta < 2; u is any point of the ball *)
Theorem risk_of_average_square m delta u : (1 <= m)%nat -> 0 < delta < 2 -> ball d U u ->
  chance n (fun _ => p) m ((U * X) ^ 2 * sqrt (2 / INR m) * (8 + 4 * sqrt (ln (2 / delta))))
    (fun s => er n p example_loss (average s) - er n p example_loss u) <= delta.
Proof.
  intros Hm Hd Hu. assert (P : 0 < INR m) by (apply lt_0_INR; lia).
  assert (Ln : 0 < ln (2 / delta)).
  { rewrite <- ln_1. apply ln_increasing; [lra|].
    apply (Rmult_lt_reg_r delta); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  pose proof (sqrt_lt_R0 _ Ln) as Hh. pose proof (sqrt_sq _ (Rlt_le _ _ Ln)) as Qh.
  set (h := sqrt (ln (2 / delta))) in *. set (A := (U * X) ^ 2).
  assert (HA : 0 < A) by (unfold A; assert (0 < U * X) by nra; nra).
  assert (H2m : 0 < 2 / INR m) by (apply Rdiv_lt_0_compat; lra).
  pose proof (sqrt_lt_R0 _ H2m) as Hr. pose proof (sqrt_sq _ (Rlt_le _ _ H2m)) as Qr.
  set (r := sqrt (2 / INR m)) in *.
  assert (First := risk_against_sample m delta (fun _ => u) Hm Hd (fun _ => Hu)).
  fold A r h in First.
  assert (He : 0 < A * r * (2 * h)) by (assert (0 < A * r) by nra; nra).
  assert (Second := fixed_point_tail m (A * r * (2 * h)) u Hu He).
  replace (2 * INR m * (A * r * (2 * h)) ^ 2 / ((2 * U * X) ^ 2) ^ 2) with (ln (2 / delta)) in Second.
  2:{ replace (((2 * U * X) ^ 2) ^ 2) with (16 * A ^ 2) by (unfold A; ring).
      replace (2 * INR m * (A * r * (2 * h)) ^ 2 / (16 * A ^ 2)) with (INR m / 2 * (r * r) * (h * h))
        by (field; lra). rewrite Qr, Qh. field. lra. }
  rewrite <- ln_Rinv, exp_ln in Second by (try apply Rinv_0_lt_compat; apply Rdiv_lt_0_compat; lra).
  replace (/ (2 / delta)) with (delta / 2) in Second by (field; lra).
  eapply Rle_trans; [eapply chance_union|apply Rle_trans with (delta / 2 + delta / 2);
    [apply Rplus_le_compat; [exact First|exact Second]|lra]].
  intros s _ H. cbv beta in *.
  destruct (Rle_or_lt (A * r * (8 + 2 * h)) (er n p example_loss (average s)
    - Sum m (fun t => example_loss u (draw s t)) / INR m)) as [G|G]; [now left|right]. lra.
Qed.
End SquareLoss.
