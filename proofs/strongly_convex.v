(* Online gradient descent with steps 1 / (sigma t) on strongly convex losses; the printed bound is false. *)
From OCO Require Export descent.
Require Import FunctionalExtensionality.

Definition strong_subgradient (d : nat) (sigma : R) (l : vec -> R) (w g : vec) : Prop :=
  forall u, l w + dot d g (u - w) + sigma / 2 * norm d (u - w) ^ 2 <= l u.
Definition inverse_steps (sigma : R) (t : nat) : R := / (sigma * INR (S t)).
(* Without a projection *)
Definition free_descent (eta : nat -> R) (w g : nat -> vec) : Prop :=
  forall t, w (S t) = (w t - eta t * g t)%V.

(* In each round: the step, and that nothing ended up farther from u. *)
Lemma strong_sum d sigma T l w g u : 0 < sigma ->
  (forall t, (t < T)%nat -> norm d (w (S t) - u) <= norm d (w t - inverse_steps sigma t * g t - u)) ->
  (forall t, (t < T)%nat -> strong_subgradient d sigma (l t) (w t) (g t)) ->
  regret T l w u <= / (2 * sigma) * Sum T (fun t => norm d (g t) ^ 2 / INR (S t)).
Proof.
  intros Hs near sub.
  assert (strong : regret T l w u <= / (2 * sigma) * Sum T (fun t => norm d (g t) ^ 2 / INR (S t))
    - sigma * INR T / 2 * norm d (w T - u) ^ 2).
  { unfold regret. induction T as [|T IH]; [simpl; lra|].
    assert (IH' : Sum T (fun t => l t (w t) - l t u) <=
      / (2 * sigma) * Sum T (fun t => norm d (g t) ^ 2 / INR (S t))
      - sigma * INR T / 2 * norm d (w T - u) ^ 2) by (apply IH; intros; auto with arith).
    clear IH. rewrite !Sum_S. pose proof (INR_S_pos T) as P.
    assert (Pe : 0 < inverse_steps sigma T)
      by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption).
    pose proof (one_step_of_contraction d (inverse_steps sigma T) (w T) (w (S T)) (g T) u Pe
      (near T ltac:(lia))) as H.
    pose proof (sub T ltac:(lia) u) as C.
    assert (Flip : norm d (u - w T) ^ 2 = norm d (w T - u) ^ 2)
      by (rewrite !norm_sq, !dot_sub_sq, (dot_comm d u (w T)); ring).
    assert (Neg : dot d (g T) (u - w T) = - dot d (g T) (w T - u))
      by (autorewrite with dot; ring).
    rewrite Flip, Neg in C. unfold distance_sq in H. rewrite <- !norm_sq in H.
    unfold inverse_steps in H.
    replace ((norm d (w T - u) ^ 2 - norm d (w (S T) - u) ^ 2) / (2 * / (sigma * INR (S T))))
      with ((norm d (w T - u) ^ 2 - norm d (w (S T) - u) ^ 2) * (sigma * INR (S T) / 2))
      in H by (field; split; lra).
    replace (/ (sigma * INR (S T)) / 2 * norm d (g T) ^ 2)
      with (/ (2 * sigma) * (norm d (g T) ^ 2 / INR (S T))) in H by (field; split; lra).
    rewrite (S_INR T) in *.
    set (q := / (2 * sigma) * (norm d (g T) ^ 2 / (INR T + 1))) in *.
    set (r := / (2 * sigma) * Sum T _) in *.
    rewrite Rmult_plus_distr_l. fold q. fold r. lra. }
  assert (0 <= sigma * INR T / 2 * norm d (w T - u) ^ 2).
  { apply Rmult_le_pos; [|apply pow2_ge_0]. pose proof (pos_INR T). nra. }
  lra.
Qed.

(* book: T7
   part: the gradients of the run, with projection
   bound: strongly_convex_gradients
   neutral: 1/(2*sigma)*S
   words: K is convex and each round goes to a nearest point of K; the losses are sigma-strongly convex at w_t
     with subgradients g_t in rounds 1 to T; sigma is positive, w_1 and u any points of K *)
Theorem strongly_convex_gradients d K sigma T l w g u : convex_set K -> 0 < sigma ->
  projected_descent d K (inverse_steps sigma) w g ->
  (forall t, (t < T)%nat -> strong_subgradient d sigma (l t) (w t) (g t)) -> K u ->
  regret T l w u <= / (2 * sigma) * Sum T (fun t => norm d (g t) ^ 2 / INR (S t)).
Proof.
  intros C Hs [_ run] sub Hu. apply strong_sum; auto.
  intros t _. now apply (nearest_contracts d K).
Qed.

(* book: T7
   part: the gradients of the run, without projection
   bound: strongly_convex_gradients
   neutral: 1/(2*sigma)*S
   words: the losses are sigma-strongly convex at w_t with subgradients g_t in rounds 1 to T; sigma is
     positive, w_1 and u any points of R^d *)
Theorem strongly_convex_free d sigma T l w g u : 0 < sigma ->
  free_descent (inverse_steps sigma) w g ->
  (forall t, (t < T)%nat -> strong_subgradient d sigma (l t) (w t) (g t)) ->
  regret T l w u <= / (2 * sigma) * Sum T (fun t => norm d (g t) ^ 2 / INR (S t)).
Proof. intros Hs run sub. apply strong_sum; auto. intros t _. rewrite run. lra. Qed.

(* book: T7
   part: the bound G on the gradients put in
   bound: strongly_convex_harmonic
   neutral: G**2/(2*sigma)*H
   words: the gradients are no longer than G in rounds 1 to T; sigma is positive *)
Theorem gradients_harmonic d sigma G T g : 0 < sigma ->
  (forall t, (t < T)%nat -> norm d (g t) <= G) ->
  / (2 * sigma) * Sum T (fun t => norm d (g t) ^ 2 / INR (S t)) <= G ^ 2 / (2 * sigma) * harmonic T.
Proof.
  intros Hs Hg. unfold harmonic.
  replace (G ^ 2 / (2 * sigma) * Sum T (fun t => / INR (S t)))
    with (/ (2 * sigma) * Sum T (fun t => G ^ 2 * / INR (S t))) by (rewrite Sum_scal; field; lra).
  apply Rmult_le_compat_l; [apply Rlt_le, Rinv_0_lt_compat; lra|].
  apply Sum_le. intros t Ht. specialize (Hg t Ht). pose proof (norm_pos d (g t)).
  apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, INR_S_pos|]. nra.
Qed.

(* book: T7
   part: all, with projection
   bound: strongly_convex
   neutral: G**2/(2*sigma)*(1 + log(T))
   words: K is convex and each round goes to a nearest point of K; the losses are sigma-strongly convex at w_t
     with subgradients g_t no longer than G in rounds 1 to T; sigma is positive, T at least 1, w_1 and u any
     points of K *)
Theorem strongly_convex d K sigma G T l w g u : convex_set K -> 0 < sigma -> (1 <= T)%nat ->
  projected_descent d K (inverse_steps sigma) w g ->
  (forall t, (t < T)%nat -> strong_subgradient d sigma (l t) (w t) (g t)) ->
  (forall t, (t < T)%nat -> norm d (g t) <= G) -> K u ->
  regret T l w u <= G ^ 2 / (2 * sigma) * (1 + ln (INR T)).
Proof.
  intros C Hs HT run sub Hg Hu.
  eapply Rle_trans; [apply (strongly_convex_gradients d K sigma T l w g u); auto|].
  eapply Rle_trans; [now apply (gradients_harmonic d sigma G T g)|]. pose proof (harmonic_le T HT).
  apply Rmult_le_compat_l; [|easy]. apply Rmult_le_pos; [apply pow2_ge_0|].
  apply Rlt_le, Rinv_0_lt_compat. lra.
Qed.

(* book: T7
   part: all, without projection
   bound: strongly_convex
   neutral: G**2/(2*sigma)*(1 + log(T))
   words: the losses are sigma-strongly convex at w_t with subgradients g_t no longer than G in rounds 1 to T;
     sigma is positive, T at least 1, w_1 and u any points of R^d *)
Theorem strongly_convex_without_projection d sigma G T l w g u : 0 < sigma -> (1 <= T)%nat ->
  free_descent (inverse_steps sigma) w g ->
  (forall t, (t < T)%nat -> strong_subgradient d sigma (l t) (w t) (g t)) ->
  (forall t, (t < T)%nat -> norm d (g t) <= G) ->
  regret T l w u <= G ^ 2 / (2 * sigma) * (1 + ln (INR T)).
Proof.
  intros Hs HT run sub Hg.
  eapply Rle_trans; [apply (strongly_convex_free d sigma T l w g u); auto|].
  eapply Rle_trans; [now apply (gradients_harmonic d sigma G T g)|]. pose proof (harmonic_le T HT).
  apply Rmult_le_compat_l; [|easy]. apply Rmult_le_pos; [apply pow2_ge_0|].
  apply Rlt_le, Rinv_0_lt_compat. lra.
Qed.

(* The instance: on the line, each loss has its minimum a distance G / sigma to the right of w_t. *)
Definition away (G sigma : R) (t : nat) : vec := fun _ => G / sigma * harmonic t.
Definition away_loss (G sigma : R) (t : nat) (v : vec) : R :=
  sigma / 2 * (v 0%nat - (away G sigma t 0%nat + G / sigma)) ^ 2.

Lemma away_regret G sigma T : 0 < sigma ->
  regret T (away_loss G sigma) (away G sigma) (away G sigma T) = G ^ 2 / (2 * sigma) * harmonic T.
Proof.
  intro Hs.
  assert (K : forall x T, Sum T (fun t => away_loss G sigma t (away G sigma t)
      - away_loss G sigma t (fun _ => G / sigma * x))
    = G ^ 2 / sigma * Sum T (fun t => x - harmonic t) - G ^ 2 / (2 * sigma)
      * Sum T (fun t => (x - harmonic t) ^ 2)).
  { intros x n. rewrite <- !Sum_scal, <- Sum_minus. apply Sum_ext. intros t _.
    unfold away_loss, away. field. lra. }
  unfold regret. rewrite (Sum_ext T _ (fun t => away_loss G sigma t (away G sigma t)
      - away_loss G sigma t (fun _ => G / sigma * harmonic T))) by (intros; reflexivity).
  rewrite K.
  assert (J : forall n, 2 * Sum n (fun t => harmonic n - harmonic t)
    - Sum n (fun t => (harmonic n - harmonic t) ^ 2) = harmonic n).
  { (* The squares of what is left, weighted by the number of rounds, telescope. *)
    intro n.
    assert (Z : forall x m, 2 * Sum m (fun t => x - harmonic t) - Sum m (fun t => (x - harmonic t) ^ 2)
      = harmonic m - INR m * (x - harmonic m) ^ 2).
    { intro x. assert (W : forall m, harmonic (S m) = harmonic m + / INR (S m)) by reflexivity.
      assert (V : forall m, Sum m (fun t => (x - harmonic t) ^ 2) - 2 * Sum m (fun t => x - harmonic t)
        = INR m * (x - harmonic m) ^ 2 - harmonic m).
      { induction m as [|m IHm]; [unfold harmonic; simpl; ring|]. rewrite !Sum_S, W.
        pose proof (INR_S_pos m) as P. rewrite S_INR in *.
        replace (Sum m (fun t => (x - harmonic t) ^ 2) + (x - harmonic m) ^ 2
          - 2 * (Sum m (fun t => x - harmonic t) + (x - harmonic m)))
          with ((INR m * (x - harmonic m) ^ 2 - harmonic m)
            + ((x - harmonic m) ^ 2 - 2 * (x - harmonic m))) by (rewrite <- IHm; ring).
        field. lra. }
      intro m. specialize (V m). lra. }
    rewrite Z. ring. }
  specialize (J T). replace (G ^ 2 / sigma) with (G ^ 2 / (2 * sigma) * 2) by (field; lra). nra.
Qed.

(* book: errata-E1
   part: the printed bound G^2/(2 sigma) ln(T + 1) fails for every T >= 1, and the harmonic form is attained
   words: sigma and G are positive and T at least 1; the losses found are quadratic on the line, the run is
     that of T7 without projection, all gradients have length G, and u is some point of the line *)
Theorem printed_bound_is_false G sigma T : 0 < sigma -> 0 < G -> (1 <= T)%nat ->
  exists (l : nat -> vec -> R) (w g : nat -> vec) (u : vec),
    w 0%nat = zero /\ free_descent (inverse_steps sigma) w g /\
    (forall t, strong_subgradient 1 sigma (l t) (w t) (g t)) /\ (forall t, norm 1 (g t) = G) /\
    regret T l w u = G ^ 2 / (2 * sigma) * harmonic T /\
    G ^ 2 / (2 * sigma) * ln (INR T + 1) < regret T l w u.
Proof.
  intros Hs HG HT.
  exists (away_loss G sigma), (away G sigma), (fun _ _ => - G), (away G sigma T).
  repeat split.
  - extensionality i. unfold away, harmonic, zero. simpl. ring.
  - intro t. extensionality i. unfold away, inverse_steps, harmonic, sub, scale. rewrite Sum_S.
    pose proof (INR_S_pos t). field. lra.
  - intros t u. rewrite norm_sq. unfold away_loss, away, sub. simpl. field_simplify; lra.
  - intro t. unfold norm. simpl. replace (0 + - G * - G) with (G * G) by ring. apply sqrt_square. lra.
  - now apply away_regret.
  - rewrite away_regret by easy. apply Rmult_lt_compat_l; [|now apply harmonic_gt].
    apply Rdiv_lt_0_compat; nra.
Qed.
