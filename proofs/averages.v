(* The average of the iterates: Jensen's inequality, and from regret to one function. *)
From OCO Require Export ogd.
Require Import FunctionalExtensionality.

Definition convex_function (f : vec -> R) : Prop :=
  forall a x y, 0 <= a <= 1 -> f (x + a * (y - x))%V <= (1 - a) * f x + a * f y.
Definition mean (T : nat) (w : nat -> vec) : vec := fun i => Sum T (fun t => w t i) / INR T.

Lemma mean_S T w : (1 <= T)%nat -> mean (S T) w = (mean T w + / INR (S T) * (w T - mean T w))%V.
Proof.
  intro H. extensionality i. unfold mean, add, sub, scale. rewrite Sum_S, S_INR.
  assert (0 < INR T) by (apply lt_0_INR; lia). field. lra.
Qed.

Lemma jensen f T w : convex_function f -> (1 <= T)%nat ->
  f (mean T w) <= Sum T (fun t => f (w t)) / INR T.
Proof.
  intros C H. induction T as [|T IH]; [lia|]. destruct T as [|T].
  - replace (mean 1 w) with (w 0%nat); [simpl; lra|].
    extensionality i. unfold mean. simpl. field.
  - assert (IH' := IH ltac:(lia)). rewrite mean_S by lia.
    pose proof (INR_S_pos T) as P. pose proof (INR_S_pos (S T)) as Q.
    assert (R : 0 <= / INR (S (S T)) <= 1).
    { split; [apply Rlt_le, Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1.
      apply Rinv_le_contravar; [lra|]. rewrite (S_INR (S T)). lra. }
    eapply Rle_trans; [now apply C|]. rewrite (Sum_S (S T)).
    set (a := / INR (S (S T))) in *. set (s := Sum (S T) (fun t => f (w t))) in *.
    assert (E : (s + f (w (S T))) / INR (S (S T)) = (1 - a) * (s / INR (S T)) + a * f (w (S T))).
    { unfold a. rewrite (S_INR (S T)) in *. field. lra. }
    rewrite E. apply Rplus_le_compat_r, Rmult_le_compat_l; lra.
Qed.

(* The risk under a law on n examples: example z has the chance p z. *)
Definition risk (n : nat) (p : nat -> R) (loss : vec -> nat -> R) (w : vec) : R :=
  Sum n (fun z => p z * loss w z).

(* book: T12
   part: laws on finitely many examples
   words: the loss is convex in w on every example; the chances are not negative (that they add up to 1 is
     not needed); m is at least 1 *)
Theorem risk_of_average n p loss m w : (forall z, (z < n)%nat -> 0 <= p z) ->
  (forall z, (z < n)%nat -> convex_function (fun v => loss v z)) -> (1 <= m)%nat ->
  risk n p loss (mean m w) <= Sum m (fun t => risk n p loss (w t)) / INR m.
Proof.
  intros Hp C Hm. unfold risk, Rdiv. rewrite Sum_swap, Rmult_comm, <- Sum_scal.
  apply Sum_le. intros z Hz. rewrite Sum_scal.
  pose proof (jensen (fun v => loss v z) m w (C z Hz) Hm) as J. cbv beta in J.
  specialize (Hp z Hz). unfold Rdiv in J.
  replace (/ INR m * (p z * Sum m (fun t => loss (w t) z)))
    with (p z * (Sum m (fun t => loss (w t) z) * / INR m)) by ring.
  now apply Rmult_le_compat_l.
Qed.

(* book: T21
   part: any learner
   words: f is convex, the learner plays f in rounds 1 to T, T is at least 1; u is any vector *)
Theorem average_iterate f T w u : convex_function f -> (1 <= T)%nat ->
  f (mean T w) - f u <= regret T (fun _ => f) w u / INR T.
Proof.
  intros C H. pose proof (jensen f T w C H) as J. unfold regret.
  rewrite Sum_minus, Sum_const. assert (0 < INR T) by (apply lt_0_INR; lia).
  replace ((Sum T (fun t => f (w t)) - INR T * f u) / INR T)
    with (Sum T (fun t => f (w t)) / INR T - f u) by (field; lra). lra.
Qed.

(* book: T21
   part: online gradient descent with the tuned step
   neutral: U*G*sqrt(8/T)
   words: f is convex with subgradients g_t at w_t no longer than G in rounds 1 to T; U and G are positive, T
     is at least 1, u any point of the ball *)
Theorem average_of_ogd d U G T f w g u : convex_function f -> 0 < U -> 0 < G -> (1 <= T)%nat ->
  ball_descent d U (root_steps (sqrt 2 * U / G)) w g ->
  (forall t, (t < T)%nat -> subgradient d f (w t) (g t)) ->
  (forall t, (t < T)%nat -> norm d (g t) <= G) -> ball d U u ->
  f (mean T w) - f u <= U * G * sqrt (8 / INR T).
Proof.
  intros C HU HG HT run sub Hg Hu.
  eapply Rle_trans; [now apply average_iterate|].
  pose proof (ogd_tuned d U G T (fun _ => f) w g u HU HG run sub Hg Hu) as R.
  assert (P : 0 < INR T) by (apply lt_0_INR; lia). pose proof (sqrt_lt_R0 _ P) as Q.
  pose proof (sqrt_sq _ (Rlt_le _ _ P)) as E.
  rewrite sqrt_mult in R by lra. rewrite sqrt_div by lra.
  apply (Rmult_le_reg_r (INR T)); [easy|].
  replace (regret T (fun _ => f) w u / INR T * INR T) with (regret T (fun _ => f) w u) by (field; lra).
  replace (U * G * (sqrt 8 / sqrt (INR T)) * INR T) with (U * G * (sqrt 8 * sqrt (INR T))); [easy|].
  transitivity (U * G * (sqrt 8 / sqrt (INR T)) * (sqrt (INR T) * sqrt (INR T))); [field; lra|].
  now rewrite E.
Qed.
