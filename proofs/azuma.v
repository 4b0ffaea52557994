(* Independent draws from laws on finitely many outcomes: the Hoeffding-Azuma inequality and its consequences. *)
From OCO Require Export hoeffding.
Require Import List.

(* Expectation over m more draws after those in past (the last one first); draw t has the law p t. *)
Fixpoint draws (n : nat) (p : nat -> nat -> R) (m : nat) (F : list nat -> R) (past : list nat) : R :=
  match m with
  | O => F past
  | S k => expectation n (p (length past)) (fun z => draws n p k F (z :: past))
  end.
(* The chance that F is at least c after m draws *)
Definition chance (n : nat) (p : nat -> nat -> R) (m : nat) (c : R) (F : list nat -> R) : R :=
  draws n p m (fun s => if Rle_dec c (F s) then 1 else 0) nil.
(* Z_1 + ... + Z_t, where Z (e_t :: ... :: e_1) is Z_t *)
Fixpoint total (Z : list nat -> R) (s : list nat) : R :=
  match s with nil => 0 | _ :: past => total Z past + Z s end.

Lemma draws_le n p m F H past : (forall t, (t < length past + m)%nat -> law n (p t)) ->
  (forall s, length s = (length past + m)%nat -> F s <= H s) -> draws n p m F past <= draws n p m H past.
Proof.
  revert past. induction m as [|m IH]; simpl; intros past L FH; [apply FH; lia|].
  apply expectation_le; [apply L; lia|]. intros z _. apply IH; simpl.
  - intros. apply L. lia.
  - intros s Hs. apply FH. lia.
Qed.
Lemma draws_scal n p m a F past : draws n p m (fun s => a * F s) past = a * draws n p m F past.
Proof.
  revert past. induction m as [|m IH]; simpl; intro past; [easy|].
  rewrite <- expectation_scal. apply expectation_ext. intros. apply IH.
Qed.
Lemma draws_plus n p m F H past :
  draws n p m (fun s => F s + H s) past = draws n p m F past + draws n p m H past.
Proof.
  revert past. induction m as [|m IH]; simpl; intro past; [easy|].
  rewrite <- expectation_plus. apply expectation_ext. intros. apply IH.
Qed.

Section Azuma.
Variables (n : nat) (p : nat -> nat -> R) (m : nat) (Z : list nat -> R) (c : R).
Hypothesis laws : forall t, (t < m)%nat -> law n (p t).
Hypothesis c_pos : 0 < c.
Hypothesis steps : forall past, (length past < m)%nat ->
  expectation n (p (length past)) (fun z => Z (z :: past)) = 0 /\
  exists a, forall z, (z < n)%nat -> a <= Z (z :: past) <= a + c.

Lemma exponential k past theta : (length past + k = m)%nat ->
  draws n p k (fun s => exp (theta * total Z s)) past
    <= exp (theta * total Z past + INR k * (theta ^ 2 * c ^ 2 / 8)).
Proof.
  revert past. induction k as [|k IH]; intros past H.
  - simpl. right. f_equal. ring.
  - simpl draws. destruct (steps past ltac:(lia)) as [E0 [a HZ]].
    set (v := theta ^ 2 * c ^ 2 / 8) in *.
    apply Rle_trans with (expectation n (p (length past))
      (fun z => exp (theta * total Z past + INR k * v) * exp (theta * Z (z :: past)))).
    + apply expectation_le; [apply laws; lia|]. intros z _.
      eapply Rle_trans; [apply IH; simpl; lia|]. right. rewrite <- exp_plus. f_equal. simpl. ring.
    + rewrite expectation_scal.
      pose proof (hoeffding_lemma n (p (length past)) (fun z => Z (z :: past)) a c theta
        (laws (length past) ltac:(lia)) c_pos HZ E0) as Hl. fold v in Hl.
      rewrite S_INR. replace (theta * total Z past + (INR k + 1) * v)
        with (theta * total Z past + INR k * v + v) by ring.
      rewrite (exp_plus _ v). apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|easy].
Qed.

(* book: otb-azuma
   part: laws on finitely many outcomes, the same number in each round
   neutral: exp(-(2*m*eps**2/c**2))
   words: the draws are independent; Z_t, a function of the first t draws, has mean 0 and lies in an interval of
     length c that may depend on the draws before; c and eps are positive *)
Theorem azuma eps : 0 < eps ->
  chance n p m (INR m * eps) (total Z) <= exp (- (2 * INR m * eps ^ 2 / c ^ 2)).
Proof.
  intro He. set (theta := 4 * eps / c ^ 2). assert (Hc2 : 0 < c ^ 2) by nra.
  assert (Ht : 0 < theta) by (apply Rdiv_lt_0_compat; lra).
  apply Rle_trans with (draws n p m
    (fun s => exp (- (theta * (INR m * eps))) * exp (theta * total Z s)) nil).
  - apply draws_le; [simpl; auto|]. intros s _. destruct (Rle_dec _ _) as [L|_].
    + rewrite <- exp_plus, <- exp_0. apply (fun H => H).
      destruct (Rle_lt_or_eq_dec 0 (- (theta * (INR m * eps)) + theta * total Z s)) as [P|P]; [nra| |].
      * now apply Rlt_le, exp_increasing.
      * rewrite <- P. lra.
    + pose proof (exp_pos (- (theta * (INR m * eps)))). pose proof (exp_pos (theta * total Z s)). nra.
  - rewrite draws_scal. pose proof (exponential m nil theta eq_refl) as E. simpl total in E.
    eapply Rle_trans; [apply Rmult_le_compat_l; [apply Rlt_le, exp_pos|exact E]|].
    rewrite <- exp_plus. right. f_equal. unfold theta. field. lra.
Qed.
End Azuma.

(* One draw from each law: the sum of f t over the draws *)
Definition sample_sum (f : nat -> nat -> R) : list nat -> R :=
  total (fun s => match s with nil => 0 | z :: past => f (length past) z end).

Lemma total_ext m Z Z' s : (length s <= m)%nat ->
  (forall z past, (length past < m)%nat -> Z (z :: past) = Z' (z :: past)) -> total Z s = total Z' s.
Proof.
  intros Hs E. induction s as [|z past IH]; [easy|]. simpl in *. rewrite IH, E by lia. easy.
Qed.
Lemma chance_le n p m c F c' F' : (forall t, (t < m)%nat -> law n (p t)) ->
  (forall s, length s = m -> c <= F s -> c' <= F' s) -> chance n p m c F <= chance n p m c' F'.
Proof.
  intros L H. apply draws_le; [simpl; auto|]. intros s Hs.
  destruct (Rle_dec c (F s)) as [P|P], (Rle_dec c' (F' s)) as [Q|Q]; try lra.
  exfalso. apply Q. now apply H.
Qed.
Lemma total_shift f mu s : sample_sum (fun t z => f t z - mu) s = sample_sum f s - INR (length s) * mu.
Proof.
  unfold sample_sum. induction s as [|z past IH]; [simpl; ring|].
  change (length (z :: past)) with (S (length past)). rewrite S_INR. simpl total. rewrite IH. ring.
Qed.
Lemma total_opp f s : sample_sum (fun t z => - f t z) s = - sample_sum f s.
Proof.
  unfold sample_sum. induction s as [|z past IH]; [simpl; ring|]. simpl total. rewrite IH. ring.
Qed.

Section ChernoffHoeffding.
Variables (n : nat) (p : nat -> nat -> R) (m : nat) (f : nat -> nat -> R) (mu : R).
Hypothesis laws : forall t, (t < m)%nat -> law n (p t).
Hypothesis unit_interval : forall t z, (t < m)%nat -> (z < n)%nat -> 0 <= f t z <= 1.
Hypothesis same_mean : forall t, (t < m)%nat -> expectation n (p t) (f t) = mu.

(* book: T14
   part: above the mean, laws on finitely many outcomes
   bound: hoeffding_tail
   neutral: exp(-(2*m*eps**2))
   words: Z_1, ..., Z_m are independent with values in [0, 1] and mean mu; eps is positive *)
Theorem hoeffding_above eps : 0 < eps ->
  chance n p m (INR m * (mu + eps)) (sample_sum f) <= exp (- (2 * INR m * eps ^ 2)).
Proof.
  intro He. replace (2 * INR m * eps ^ 2) with (2 * INR m * eps ^ 2 / 1 ^ 2) by field.
  eapply Rle_trans;
    [|apply (azuma n p m (fun s => match s with nil => 0 | z :: past => f (length past) z - mu end) 1);
      auto; try lra].
  - apply chance_le; auto. intros s Hs H.
    change (INR m * eps <= sample_sum (fun t z => f t z - mu) s). rewrite total_shift, Hs. lra.
  - intros past Hp. split.
    + transitivity (expectation n (p (length past)) (f (length past))
        + expectation n (p (length past)) (fun _ => - mu)); [apply expectation_plus|].
      rewrite expectation_const, same_mean by auto. ring.
    + exists (- mu). intros z Hz. specialize (unit_interval _ z Hp Hz). lra.
Qed.
End ChernoffHoeffding.

(* book: T14
   part: below the mean, laws on finitely many outcomes
   bound: hoeffding_tail
   neutral: exp(-(2*m*eps**2))
   words: Z_1, ..., Z_m are independent with values in [0, 1] and mean mu; eps is positive *)
Theorem hoeffding_below n p m f mu eps : (forall t, (t < m)%nat -> law n (p t)) ->
  (forall t z, (t < m)%nat -> (z < n)%nat -> 0 <= f t z <= 1) ->
  (forall t, (t < m)%nat -> expectation n (p t) (f t) = mu) -> 0 < eps ->
  chance n p m (- (INR m * (mu - eps))) (fun s => - sample_sum f s) <= exp (- (2 * INR m * eps ^ 2)).
Proof.
  intros L Hf Hm He.
  eapply Rle_trans; [|apply (hoeffding_above n p m (fun t z => 1 + - f t z) (1 - mu)); auto].
  - apply chance_le; auto. intros s Hs H.
    assert (E : sample_sum (fun t z => 1 + - f t z) s = sample_sum (fun t z => - f t z - (-1)) s).
    { apply (total_ext m); [lia|]. intros. lra. }
    rewrite E, (total_shift (fun t z => - f t z)), total_opp, Hs. lra.
  - intros t z Ht Hz. specialize (Hf t z Ht Hz). lra.
  - intros t Ht. rewrite expectation_plus, expectation_const by auto.
    rewrite (expectation_ext n (p t) _ (fun z => -1 * f t z)) by (intros; ring).
    rewrite expectation_scal, Hm by easy. ring.
Qed.

(* book: T14
   part: both sides, laws on finitely many outcomes: the chance that it fails is at most delta
   bound: hoeffding
   threshold: sqrt(1/(2*m)*log(2/delta))
   words: Z_1, ..., Z_m are independent with values in [0, 1] and mean mu; m is at least 1, 0 < delta <= 1 *)
Theorem hoeffding_both n p m f mu delta : (1 <= m)%nat -> 0 < delta <= 1 ->
  (forall t, (t < m)%nat -> law n (p t)) ->
  (forall t z, (t < m)%nat -> (z < n)%nat -> 0 <= f t z <= 1) ->
  (forall t, (t < m)%nat -> expectation n (p t) (f t) = mu) ->
  chance n p m (sqrt (/ (2 * INR m) * ln (2 / delta))) (fun s => Rabs (sample_sum f s / INR m - mu))
    <= delta.
Proof.
  intros Hm Hd L Hf Hmu. assert (P : 0 < INR m) by (apply lt_0_INR; lia).
  assert (I2 : 0 < 2 / delta) by (apply Rdiv_lt_0_compat; lra).
  assert (I1 : 1 < 2 / delta).
  { apply (Rmult_lt_reg_r delta); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (Ln : 0 < ln (2 / delta)) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (I : 0 < / (2 * INR m)) by (apply Rinv_0_lt_compat; lra).
  set (x := / (2 * INR m) * ln (2 / delta)). assert (Hx : 0 < x) by (unfold x; nra).
  pose proof (sqrt_lt_R0 x Hx) as Q. pose proof (sqrt_sq x (Rlt_le _ _ Hx)) as S2.
  set (r := sqrt x) in *.
  assert (E : exp (- (2 * INR m * r ^ 2)) = delta / 2).
  { replace (2 * INR m * r ^ 2) with (2 * INR m * (r * r)) by ring. rewrite S2. unfold x.
    replace (- (2 * INR m * (/ (2 * INR m) * ln (2 / delta)))) with (- ln (2 / delta)) by (field; lra).
    rewrite <- ln_Rinv, exp_ln by (try apply Rinv_0_lt_compat; lra). field. lra. }
  pose proof (hoeffding_above n p m f mu L Hf Hmu r Q) as A.
  pose proof (hoeffding_below n p m f mu r L Hf Hmu Q) as B. rewrite E in A, B.
  unfold chance in *.
  eapply Rle_trans; [|apply Rle_trans with (delta / 2 + delta / 2); [apply Rplus_le_compat; [exact A|exact B]|lra]].
  rewrite <- draws_plus. apply draws_le; [simpl; auto|]. intros s Hs. simpl in Hs.
  assert (Up : INR m * (sample_sum f s / INR m - mu) = sample_sum f s - INR m * mu) by (field; lra).
  destruct (Rle_dec r (Rabs (sample_sum f s / INR m - mu))) as [H|H],
    (Rle_dec (INR m * (mu + r)) (sample_sum f s)) as [U|U],
    (Rle_dec (- (INR m * (mu - r))) (- sample_sum f s)) as [V|V]; try lra.
  exfalso. unfold Rabs in H. destruct (Rcase_abs (sample_sum f s / INR m - mu)); [apply V|apply U]; nra.
Qed.
