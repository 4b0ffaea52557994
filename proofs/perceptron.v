(* The Perceptron's mistakes. *)
From OCO Require Export losses projection.
Require Import FunctionalExtensionality.

(* b t says that round t was counted and caused an update; the weights start at 0. *)
Definition updates (eta : R) (b : nat -> bool) (x : nat -> vec) (y : nat -> R) (w : nat -> vec) : Prop :=
  w 0%nat = zero /\ forall t, w (S t) = if b t then (w t + eta * y t * x t)%V else w t.
Definition count (T : nat) (b : nat -> bool) : R := Sum T (fun t => if b t then 1 else 0).
(* The Perceptron updates where the product of label and prediction is not positive. *)
Definition mistake (d : nat) (x : nat -> vec) (y : nat -> R) (w : nat -> vec) (t : nat) : bool :=
  if Rle_dec (y t * dot d (w t) (x t)) 0 then true else false.
Definition perceptron (d : nat) (eta : R) (x : nat -> vec) (y : nat -> R) (w : nat -> vec) : Prop :=
  updates eta (mistake d x y w) x y w.
Definition signs (T : nat) (y : nat -> R) : Prop :=
  forall t, (t < T)%nat -> y t = 1 \/ y t = -1.
(* Hinge losses of u in the rounds with a mistake; in all rounds. *)
Definition hinge_at (d : nat) (x : nat -> vec) (y : nat -> R) (u : vec) (t : nat) : R :=
  hinge_loss (y t) (dot d u (x t)).
Definition hinge_sum_of (d T : nat) (b : nat -> bool) (x : nat -> vec) (y : nat -> R) (u : vec) : R :=
  Sum T (fun t => if b t then hinge_at d x y u t else 0).
Definition hinge_sum (d T : nat) (x : nat -> vec) (y : nat -> R) (u : vec) : R :=
  Sum T (hinge_at d x y u).

Lemma count_pos T b : 0 <= count T b.
Proof. apply Sum_pos. intros t _. destruct (b t); lra. Qed.
Lemma hinge_pos d x y u t : 0 <= hinge_at d x y u t.
Proof. apply Rmax_l. Qed.
Lemma hinge_sum_of_le d T b x y u : hinge_sum_of d T b x y u <= hinge_sum d T x y u.
Proof. apply Sum_le. intros t _. pose proof (hinge_pos d x y u t). destruct (b t); lra. Qed.
Lemma hinge_sum_of_pos d T b x y u : 0 <= hinge_sum_of d T b x y u.
Proof. apply Sum_pos. intros t _. pose proof (hinge_pos d x y u t). destruct (b t); lra. Qed.

Lemma updates_length d eta T b x y w X : updates eta b x y w -> 0 < eta -> 0 <= X -> signs T y ->
  (forall t, (t < T)%nat -> norm d (x t) <= X) ->
  (forall t, (t < T)%nat -> b t = true -> y t * dot d (w t) (x t) <= 0) ->
  dot d (w T) (w T) <= (eta * X) ^ 2 * count T b.
Proof.
  intros [w0 run] He HX Hy Hx Hb. unfold count. induction T as [|T IH].
  - rewrite w0, dot_zero_l. simpl. lra.
  - assert (IH' : dot d (w T) (w T) <= (eta * X) ^ 2 * Sum T (fun t => if b t then 1 else 0)).
    { apply IH; unfold signs in *; intros; auto with arith. }
    clear IH. rewrite Sum_S, run. destruct (b T) eqn:E; [|lra].
    pose proof (Hb T ltac:(lia) E) as N. pose proof (norm_le_sq d _ _ (Hx T ltac:(lia))) as L.
    assert (One : y T * y T = 1) by (destruct (Hy T ltac:(lia)) as [->| ->]; lra).
    assert (Sq : dot d (w T + eta * y T * x T) (w T + eta * y T * x T)
      = dot d (w T) (w T) + 2 * eta * (y T * dot d (w T) (x T))
        + eta * eta * (y T * y T) * dot d (x T) (x T)).
    { autorewrite with dot. rewrite (dot_comm d (x T) (w T)). ring. }
    rewrite Sq. clear Sq.
    rewrite One. assert (eta * eta * dot d (x T) (x T) <= eta * eta * X ^ 2)
      by (apply Rmult_le_compat_l; nra). nra.
Qed.

Lemma updates_direction d eta T b x y w u : updates eta b x y w -> 0 < eta ->
  eta * (count T b - hinge_sum_of d T b x y u) <= dot d u (w T).
Proof.
  intros [w0 run] He. unfold count, hinge_sum_of. induction T as [|T IH].
  - rewrite w0, dot_zero_r. simpl. lra.
  - rewrite !Sum_S, run. destruct (b T); [|lra]. autorewrite with dot.
    pose proof (Rmax_r 0 (1 - y T * dot d u (x T))) as M.
    change (Rmax 0 (1 - y T * dot d u (x T))) with (hinge_at d x y u T) in M. nra.
Qed.

(* Of every rule that updates only where label times prediction is not positive. *)
Lemma updates_implicit d eta T b x y w X u : updates eta b x y w -> 0 < eta -> 0 <= X -> signs T y ->
  (forall t, (t < T)%nat -> norm d (x t) <= X) ->
  (forall t, (t < T)%nat -> b t = true -> y t * dot d (w t) (x t) <= 0) ->
  count T b <= hinge_sum_of d T b x y u + norm d u * X * sqrt (count T b).
Proof.
  intros run He HX Hy Hx Hb.
  pose proof (updates_length d eta T b x y w X run He HX Hy Hx Hb) as L.
  pose proof (updates_direction d eta T b x y w u run He) as D.
  pose proof (count_pos T b) as P. pose proof (sqrt_sq _ P) as Q. pose proof (sqrt_pos (count T b)).
  set (M := count T b) in *. set (s := sqrt M) in *.
  assert (N : norm d (w T) <= eta * X * s).
  { apply norm_le; [|rewrite <- Q in L; nra]. apply Rmult_le_pos; [nra|easy]. }
  pose proof (cauchy d u (w T)) as C. pose proof (norm_pos d u) as U.
  assert (norm d u * norm d (w T) <= norm d u * (eta * X * s)) by (apply Rmult_le_compat_l; easy).
  apply (Rmult_le_reg_l eta); [easy|]. nra.
Qed.

(* From the implicit form to the solved one, and from that to the printed one. *)
Lemma solve_implicit M L A : 0 <= M -> 0 <= L -> 0 <= A -> M <= L + A * sqrt M ->
  M <= L + A ^ 2 / 2 + A * sqrt (A ^ 2 / 4 + L).
Proof.
  intros HM HL HA H. pose proof (sqrt_sq M HM) as Q. pose proof (sqrt_pos M).
  assert (Hr : 0 <= A ^ 2 / 4 + L) by nra.
  pose proof (sqrt_sq _ Hr) as R. pose proof (sqrt_pos (A ^ 2 / 4 + L)).
  set (s := sqrt M) in *. set (r := sqrt (A ^ 2 / 4 + L)) in *.
  assert (s - A / 2 <= r) by (destruct (Rle_or_lt (s - A / 2) r); [easy|nra]). nra.
Qed.
Lemma weaken_solved L A : 0 <= L -> 0 <= A ->
  L + A ^ 2 / 2 + A * sqrt (A ^ 2 / 4 + L) <= L + A ^ 2 + A * sqrt L.
Proof.
  intros HL HA. assert (Hr : 0 <= A ^ 2 / 4 + L) by nra.
  pose proof (sqrt_sq _ Hr) as R. pose proof (sqrt_pos (A ^ 2 / 4 + L)).
  pose proof (sqrt_sq L HL) as Q. pose proof (sqrt_pos L).
  set (r := sqrt (A ^ 2 / 4 + L)) in *. set (q := sqrt L) in *.
  assert (r <= A / 2 + q) by (destruct (Rle_or_lt r (A / 2 + q)); [easy|nra]). nra.
Qed.

Section Perceptron.
Variables (d T : nat) (eta X : R) (x : nat -> vec) (y : nat -> R) (w : nat -> vec) (u : vec).
Let M := count T (mistake d x y w).
Hypothesis eta_pos : 0 < eta.
Hypothesis X_pos : 0 <= X.
Hypothesis labels : signs T y.
Hypothesis lengths : forall t, (t < T)%nat -> norm d (x t) <= X.
Hypothesis run : perceptron d eta x y w.

Lemma mistake_wrong t : (t < T)%nat -> mistake d x y w t = true -> y t * dot d (w t) (x t) <= 0.
Proof. intros _. unfold mistake. destruct (Rle_dec _ _); [easy|discriminate]. Qed.

(* book: T9
   part: implicit form, hinge losses of the mistakes only
   bound: perceptron_implicit
   neutral: L + norm*X*sqrt(M)
   words: labels are 1 or -1 and examples no longer than X in rounds 1 to T; the step is positive, X not
     negative, u any vector *)
Theorem perceptron_mistakes_only :
  M <= hinge_sum_of d T (mistake d x y w) x y u + norm d u * X * sqrt M.
Proof. apply (updates_implicit d eta T _ x y w X u run); auto. apply mistake_wrong. Qed.

(* book: T9
   part: implicit form
   bound: perceptron_implicit
   neutral: L + norm*X*sqrt(M)
   words: labels are 1 or -1 and examples no longer than X in rounds 1 to T; the step is positive, X not
     negative, u any vector *)
Theorem perceptron_implicit : M <= hinge_sum d T x y u + norm d u * X * sqrt M.
Proof.
  pose proof perceptron_mistakes_only.
  pose proof (hinge_sum_of_le d T (mistake d x y w) x y u). lra.
Qed.

Lemma hinge_sum_pos : 0 <= hinge_sum d T x y u.
Proof. apply Sum_pos. intros. apply hinge_pos. Qed.
Lemma A_pos : 0 <= norm d u * X.
Proof. pose proof (norm_pos d u). nra. Qed.

(* book: T9
   part: solved form
   bound: perceptron
   neutral: L + (norm*X)**2/2 + norm*X*sqrt((norm*X)**2/4 + L)
   words: labels are 1 or -1 and examples no longer than X in rounds 1 to T; the step is positive, X not
     negative, u any vector *)
Theorem perceptron_solved : M <= hinge_sum d T x y u + (norm d u * X) ^ 2 / 2
  + norm d u * X * sqrt ((norm d u * X) ^ 2 / 4 + hinge_sum d T x y u).
Proof.
  apply solve_implicit; [apply count_pos|apply hinge_sum_pos|apply A_pos|apply perceptron_implicit].
Qed.

(* book: T9
   part: as printed
   bound: perceptron_printed
   neutral: L + (norm*X)**2 + norm*X*sqrt(L)
   words: labels are 1 or -1 and examples no longer than X in rounds 1 to T; the step is positive, X not
     negative, u any vector *)
Theorem perceptron_printed :
  M <= hinge_sum d T x y u + (norm d u * X) ^ 2 + norm d u * X * sqrt (hinge_sum d T x y u).
Proof.
  eapply Rle_trans; [apply perceptron_solved|].
  apply weaken_solved; [apply hinge_sum_pos|apply A_pos].
Qed.

(* book: T9
   part: for every step e at once
   bound: perceptron_eta
   neutral: L + norm**2/(2*eta) + eta*X**2/2*M
   words: as above; e is any positive number and need not be the step of the run *)
Theorem perceptron_any_step e : 0 < e ->
  M <= hinge_sum d T x y u + norm d u ^ 2 / (2 * e) + e * X ^ 2 / 2 * M.
Proof.
  intro He. pose proof perceptron_implicit as H. pose proof (count_pos T (mistake d x y w)) as P.
  fold M in P. pose proof (sqrt_sq M P) as Q. set (s := sqrt M) in *.
  assert (norm d u * X * s <= norm d u ^ 2 / (2 * e) + e * X ^ 2 / 2 * (s * s)); [|rewrite Q in *; lra].
  apply (Rmult_le_reg_l (2 * e)); [lra|].
  replace (2 * e * (norm d u ^ 2 / (2 * e) + e * X ^ 2 / 2 * (s * s)))
    with (norm d u ^ 2 + (e * X * s) ^ 2) by (field; lra).
  pose proof (pow2_ge_0 (norm d u - e * X * s)). nra.
Qed.

(* book: T8
   part: all
   bound: perceptron_separable
   neutral: norm**2*X**2
   words: labels are 1 or -1, examples no longer than X and y_t u.x_t at least 1 in rounds 1 to T; the step is
     positive, X not negative *)
Theorem perceptron_separable : (forall t, (t < T)%nat -> 1 <= y t * dot d u (x t)) ->
  M <= norm d u ^ 2 * X ^ 2.
Proof.
  intro sep. pose proof perceptron_printed as H.
  assert (Z : hinge_sum d T x y u = 0).
  { rewrite <- (Rmult_0_r (INR T)), <- Sum_const. apply Sum_ext. intros t Ht.
    unfold hinge_at, hinge_loss. apply Rmax_left. specialize (sep t Ht). lra. }
  rewrite Z, sqrt_0 in H. lra.
Qed.

End Perceptron.

(* book: T8
   part: by the margin
   bound: perceptron_margin
   neutral: (X/gamma)**2
   words: labels are 1 or -1, examples no longer than X and y_t u.x_t at least gamma |u| in rounds 1 to T;
     gamma, |u| and the step are positive, X not negative *)
Theorem perceptron_margin d T eta X x y w u gamma : 0 < eta -> 0 <= X -> signs T y ->
  (forall t, (t < T)%nat -> norm d (x t) <= X) -> perceptron d eta x y w ->
  0 < gamma -> 0 < norm d u ->
  (forall t, (t < T)%nat -> gamma * norm d u <= y t * dot d u (x t)) ->
  count T (mistake d x y w) <= (X / gamma) ^ 2.
Proof.
  intros He HX Hy Hx run Hg Hu sep.
  assert (P : 0 < / (gamma * norm d u)) by (apply Rinv_0_lt_compat; nra).
  eapply Rle_trans; [apply (perceptron_separable d T eta X x y w (/ (gamma * norm d u) * u)%V); auto|].
  - intros t Ht. autorewrite with dot. specialize (sep t Ht).
    apply (Rmult_le_reg_l (gamma * norm d u)); [nra|].
    replace (gamma * norm d u * (y t * (/ (gamma * norm d u) * dot d u (x t))))
      with (y t * dot d u (x t)) by (field; lra). lra.
  - right. rewrite norm_scale, Rabs_pos_eq by lra. field. lra.
Qed.

(* book: pc-eta
   part: the mistakes do not depend on the step
   words: both runs start at 0, with positive steps *)
Theorem step_does_not_matter d eta eta' x y w w' : 0 < eta -> 0 < eta' ->
  perceptron d eta x y w -> perceptron d eta' x y w' -> forall t, mistake d x y w t = mistake d x y w' t.
Proof.
  intros He He' [w0 run] [w0' run']. set (a := eta' / eta).
  assert (Pa : 0 < a) by now apply Rdiv_lt_0_compat.
  assert (same : forall t, w' t = (a * w t)%V -> mistake d x y w t = mistake d x y w' t).
  { intros t E. unfold mistake. rewrite E, dot_scale_l.
    destruct (Rle_dec (y t * dot d (w t) (x t)) 0), (Rle_dec (y t * (a * dot d (w t) (x t))) 0);
      auto; exfalso; nra. }
  assert (H : forall t, w' t = (a * w t)%V).
  { induction t as [|t IH].
    - rewrite w0, w0'. extensionality i. unfold scale, zero. ring.
    - rewrite run, run', (same t IH). destruct (mistake d x y w' t); [|easy].
      rewrite IH. extensionality i. unfold add, scale, a. field. lra. }
  auto.
Qed.
