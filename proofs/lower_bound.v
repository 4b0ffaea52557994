(* No learner without coins guarantees less than U G sqrt T on linear losses, for d >= 2. *)
From OCO Require Export lazy.
Require Import List.

Definition linear (d : nat) (g : nat -> vec) (t : nat) (v : vec) : R := dot d (g t) v.
(* The gradients before round t, the last one first: what a learner knows. *)
Fixpoint past (g : nat -> vec) (t : nat) : list vec :=
  match t with O => nil | S k => g k :: past g k end.

Lemma dot_plane k x v : (forall i, (2 <= i)%nat -> v i = 0) ->
  dot (S (S k)) v x = v 0%nat * x 0%nat + v 1%nat * x 1%nat.
Proof.
  intro H. induction k as [|k IH]; [simpl; ring|].
  change (dot (S (S k)) v x + v (S (S k)) * x (S (S k)) = v 0%nat * x 0%nat + v 1%nat * x 1%nat).
  rewrite IH, (H (S (S k))) by lia. ring.
Qed.

(* The answer to w when s is the sum so far: orthogonal to w, of length G, not against s. *)
Lemma answer d G (w s : vec) : (2 <= d)%nat -> 0 < G ->
  {g : vec | dot d g w = 0 /\ 0 <= dot d g s /\ dot d g g = G ^ 2}.
Proof.
  intros Hd HG. destruct d as [|[|k]]; [lia|lia|].
  assert (base : {v : vec | dot (S (S k)) v w = 0 /\ dot (S (S k)) v v = G ^ 2}).
  { set (r := w 0%nat ^ 2 + w 1%nat ^ 2).
    assert (Hr0 : 0 <= r) by (unfold r; nra).
    destruct (Req_EM_T r 0) as [E|E].
    - exists (fun i => match i with 0%nat => G | _ => 0 end).
      assert (w 0%nat = 0) by (unfold r in E; nra).
      split; rewrite dot_plane by (intros [|[|i]] Hi; try lia; reflexivity); nra.
    - assert (Hr : 0 < r) by lra. pose proof (sqrt_lt_R0 r Hr) as Q. pose proof (sqrt_sq r Hr0) as S2.
      set (c := G / sqrt r).
      exists (fun i => match i with 0%nat => c * w 1%nat | 1%nat => - (c * w 0%nat) | _ => 0 end).
      split; rewrite dot_plane by (intros [|[|i]] Hi; try lia; reflexivity); [ring|].
      replace (c * w 1%nat * (c * w 1%nat) + - (c * w 0%nat) * - (c * w 0%nat)) with (c ^ 2 * r)
        by (unfold r; ring).
      rewrite <- S2. unfold c. field. lra. }
  destruct base as [v [Hw Hg]]. destruct (Rle_dec 0 (dot (S (S k)) v s)) as [P|P].
  - exists v. auto.
  - exists (-1 * v)%V. repeat split; autorewrite with dot; lra.
Qed.

Definition list_sum (h : list vec) : vec := fold_right add zero h.

(* book: T20
   part: all
   words: d is at least 2, U and G are positive, T is at least 1; the learner is any function of the gradients
     before, also one that leaves the ball *)
Theorem no_learner_below d U G T (learner : list vec -> vec) :
  (2 <= d)%nat -> 0 < U -> 0 < G -> (1 <= T)%nat ->
  exists (g : nat -> vec) (u : vec), (forall t, norm d (g t) = G) /\ ball d U u /\
    regret T (linear d g) (fun t => learner (past g t)) u >= U * G * sqrt (INR T).
Proof.
  intros Hd HU HG HT.
  set (next := fun h : list vec => proj1_sig (answer d G (learner h) (list_sum h) Hd HG)).
  set (hist := fix hist (t : nat) : list vec :=
    match t with O => nil | S k => next (hist k) :: hist k end).
  set (g := fun t => next (hist t)).
  assert (P : forall t, past g t = hist t) 
    by (intro t; induction t as [|t IH]; [easy|simpl; rewrite IH; reflexivity]).
  assert (Q : forall t, dot d (g t) (learner (past g t)) = 0 /\
    0 <= dot d (g t) (list_sum (hist t)) /\ dot d (g t) (g t) = G ^ 2).
  { intro t. rewrite P. unfold g, next. apply proj2_sig. }
  assert (L : forall t v, dot d (gradient_sum g t) v = dot d (list_sum (hist t)) v).
  { intros t v. induction t as [|t IH].
    - rewrite gradient_sum_0. simpl. now rewrite dot_zero_l.
    - rewrite gradient_sum_S, IH. simpl. rewrite dot_add_l. unfold g. ring. }
  assert (Grow : forall t, INR t * G ^ 2 <= dot d (gradient_sum g t) (gradient_sum g t)).
  { induction t as [|t IH]; [simpl; pose proof (dot_pos d (gradient_sum g 0)); lra|].
    destruct (Q t) as [_ [Hs Hg]]. rewrite (dot_comm d (g t)), <- L, dot_comm in Hs.
    rewrite S_INR, gradient_sum_sq. lra. }
  pose proof (Grow T) as GT. set (s := gradient_sum g T) in *.
  assert (PT : 0 < INR T) by (apply lt_0_INR; lia).
  assert (N : G * sqrt (INR T) <= norm d s).
  { unfold norm. rewrite <- (sqrt_square G) at 1 by lra. rewrite <- sqrt_mult by nra.
    apply sqrt_le_1_alt. lra. }
  assert (Np : 0 < norm d s) by (pose proof (sqrt_lt_R0 _ PT); nra).
  exists g, (- (U / norm d s) * s)%V. split; [|split].
  - intro t. destruct (Q t) as [_ [_ Hg]]. unfold norm. rewrite Hg.
    replace (G ^ 2) with (G * G) by ring. apply sqrt_square. lra.
  - unfold ball. rewrite norm_scale, Rabs_Ropp, Rabs_pos_eq.
    + right. field. lra.
    + apply Rlt_le, Rdiv_lt_0_compat; lra.
  - assert (E : regret T (linear d g) (fun t => learner (past g t)) (- (U / norm d s) * s)%V
      = U * norm d s).
    { unfold regret, linear.
      rewrite (Sum_ext T _ (fun t => (U / norm d s) * dot d (g t) s)).
      - rewrite Sum_scal, dot_sum. fold s. rewrite <- norm_sq. field. lra.
      - intros t _. destruct (Q t) as [-> _]. rewrite dot_scale_r. ring. }
    rewrite E. apply Rle_ge. nra.
Qed.
