(* The doubling trick: epochs of 1, 2, 4, ... rounds, each from 0 with the step for its own length. *)
From OCO Require Export constant_step.

(* Epoch m has 2^m rounds, after the 2^m - 1 of the epochs before. *)
Definition doubling (d : nat) (U G : R) (w g : nat -> vec) : Prop :=
  forall m, w (2 ^ m - 1)%nat = zero /\
    forall k, (S k < 2 ^ m)%nat -> w (2 ^ m - 1 + S k)%nat = project d U
      (w (2 ^ m - 1 + k)%nat - U / (G * sqrt (INR (2 ^ m))) * g (2 ^ m - 1 + k)%nat).

(* An epoch's steps, continued for ever *)
Fixpoint constant_run (d : nat) (U e : R) (g : nat -> vec) (t : nat) : vec :=
  match t with
  | O => zero
  | S k => project d U (constant_run d U e g k - e * g k)%V
  end.

Lemma Sum_app a b f : Sum (a + b) f = Sum a f + Sum b (fun k => f (a + k)%nat).
Proof.
  induction b as [|b IH]; [rewrite Nat.add_0_r; simpl; lra|].
  rewrite Nat.add_succ_r. simpl. rewrite IH. ring.
Qed.
Lemma power_pos m : (1 <= 2 ^ m)%nat.
Proof. induction m; simpl; lia. Qed.
Lemma root_of_power m : sqrt (INR (2 ^ m)) = sqrt 2 ^ m.
Proof.
  induction m as [|m IH]; [simpl; apply sqrt_1|].
  replace (INR (2 ^ S m)) with (2 * INR (2 ^ m)) by (simpl Nat.pow; rewrite !plus_INR; simpl; ring).
  rewrite sqrt_mult by (try apply pos_INR; lra). now rewrite IH.
Qed.

Lemma epoch_regret d U G l w g u m k : 0 < U -> 0 < G -> doubling d U G w g -> (k <= 2 ^ m)%nat ->
  (forall t, (t < 2 ^ m - 1 + k)%nat -> subgradient d (l t) (w t) (g t)) ->
  (forall t, (t < 2 ^ m - 1 + k)%nat -> norm d (g t) <= G) -> ball d U u ->
  Sum k (fun j => l (2 ^ m - 1 + j)%nat (w (2 ^ m - 1 + j)%nat) - l (2 ^ m - 1 + j)%nat u)
    <= U * G * sqrt 2 ^ m.
Proof.
  intros HU HG run Hk sub Hg Hu. set (s := (2 ^ m - 1)%nat) in *. destruct (run m) as [first next].
  set (e := U / (G * sqrt (INR (2 ^ m)))) in *. fold s in first, next.
  assert (R0 : 0 < sqrt (INR (2 ^ m))) by (apply sqrt_lt_R0, lt_0_INR; pose proof (power_pos m); lia).
  assert (He : 0 < e) by (apply Rdiv_lt_0_compat; nra).
  set (v := constant_run d U e (fun j => g (s + j)%nat)).
  assert (same : forall j, (j < 2 ^ m)%nat -> w (s + j)%nat = v j).
  { induction j as [|j IH]; intro Hj; [now rewrite Nat.add_0_r|].
    rewrite next, IH by lia. reflexivity. }
  rewrite (Sum_ext k _ (fun j => l (s + j)%nat (v j) - l (s + j)%nat u))
    by (intros j Hj; rewrite <- same by lia; reflexivity).
  eapply Rle_trans; [apply (ogd_constant d U G e k (fun j => l (s + j)%nat) v (fun j => g (s + j)%nat) u)|].
  - lra.
  - easy.
  - split; reflexivity.
  - intros j Hj. rewrite <- same by lia. apply sub. lia.
  - intros j Hj. apply Hg. lia.
  - easy.
  - rewrite <- root_of_power. pose proof (sqrt_sq _ (pos_INR (2 ^ m))) as Q.
    apply le_INR in Hk. unfold e. set (r := sqrt (INR (2 ^ m))) in *. rewrite <- Q in Hk.
    replace (U ^ 2 / (2 * (U / (G * r)))) with (U * G * r / 2) by (field; lra).
    replace (U / (G * r) * G ^ 2 * INR k / 2) with (U * G / (2 * r) * INR k) by (field; lra).
    assert (P : 0 < U * G / (2 * r)) by (apply Rdiv_lt_0_compat; nra).
    apply (Rmult_le_compat_l _ _ _ (Rlt_le _ _ P)) in Hk.
    replace (U * G / (2 * r) * (r * r)) with (U * G * r / 2) in Hk by (field; lra). lra.
Qed.

(* All epochs before epoch m *)
Lemma epochs_regret d U G l w g u m : 0 < U -> 0 < G -> doubling d U G w g ->
  (forall t, (t < 2 ^ m - 1)%nat -> subgradient d (l t) (w t) (g t)) ->
  (forall t, (t < 2 ^ m - 1)%nat -> norm d (g t) <= G) -> ball d U u ->
  (sqrt 2 - 1) * regret (2 ^ m - 1) l w u <= U * G * (sqrt 2 ^ m - 1).
Proof.
  intros HU HG run sub Hg Hu. induction m as [|m IH]; [unfold regret; simpl; lra|].
  assert (E : (2 ^ S m - 1 = 2 ^ m - 1 + 2 ^ m)%nat) by (simpl Nat.pow; pose proof (power_pos m); lia).
  rewrite E in *. unfold regret in *. rewrite Sum_app.
  assert (IH' := IH (fun t H => sub t ltac:(lia)) (fun t H => Hg t ltac:(lia))).
  pose proof (epoch_regret d U G l w g u m (2 ^ m) HU HG run (le_n _) sub Hg Hu) as H.
  assert (R2 : 1 < sqrt 2) by (rewrite <- sqrt_1 at 1; apply sqrt_lt_1_alt; lra).
  apply (Rmult_le_compat_l (sqrt 2 - 1)) in H; [|lra]. simpl pow. lra.
Qed.

(* book: ogd-ex-doubling
   part: all
   neutral: sqrt(2)/(sqrt(2) - 1)*U*G*sqrt(T)
   words: the losses have subgradients g_t at w_t of length at most G in rounds 1 to T; U and G are positive, u any
     point of the ball; in every T of the same run *)
Theorem doubling_trick d U G T l w g u : 0 < U -> 0 < G -> doubling d U G w g ->
  (forall t, (t < T)%nat -> subgradient d (l t) (w t) (g t)) ->
  (forall t, (t < T)%nat -> norm d (g t) <= G) -> ball d U u ->
  regret T l w u <= sqrt 2 / (sqrt 2 - 1) * U * G * sqrt (INR T).
Proof.
  intros HU HG run sub Hg Hu. destruct T as [|k0]; [unfold regret; simpl; rewrite sqrt_0; lra|].
  set (T := S k0) in *. destruct (Nat.log2_spec T) as [low high]; [lia|].
  set (m := Nat.log2 T) in *. set (k := (T - (2 ^ m - 1))%nat).
  assert (E : (T = 2 ^ m - 1 + k)%nat) by (unfold k; lia).
  assert (Hk : (k <= 2 ^ m)%nat) by (simpl Nat.pow in high; unfold k; lia).
  assert (Q : sqrt 2 ^ m <= sqrt (INR T)) by (rewrite <- root_of_power; apply sqrt_le_1_alt, le_INR, low).
  rewrite E in sub, Hg.
  pose proof (epochs_regret d U G l w g u m HU HG run (fun t H => sub t ltac:(lia))
    (fun t H => Hg t ltac:(lia)) Hu) as A.
  pose proof (epoch_regret d U G l w g u m k HU HG run Hk sub Hg Hu) as B.
  assert (R2 : 1 < sqrt 2) by (rewrite <- sqrt_1 at 1; apply sqrt_lt_1_alt; lra).
  assert (S : regret T l w u = regret (2 ^ m - 1) l w u
    + Sum k (fun j => l (2 ^ m - 1 + j)%nat (w (2 ^ m - 1 + j)%nat) - l (2 ^ m - 1 + j)%nat u))
    by (unfold regret; rewrite E; apply Sum_app).
  apply (Rmult_le_compat_l (sqrt 2 - 1)) in B; [|lra].
  apply (Rmult_le_reg_l (sqrt 2 - 1)); [lra|]. rewrite S.
  replace ((sqrt 2 - 1) * (sqrt 2 / (sqrt 2 - 1) * U * G * sqrt (INR T)))
    with (U * G * (sqrt 2 * sqrt (INR T))) by (field; lra).
  assert (U * G * (sqrt 2 * sqrt 2 ^ m) <= U * G * (sqrt 2 * sqrt (INR T)))
    by (apply Rmult_le_compat_l; [nra|apply Rmult_le_compat_l; lra]).
  assert (0 < U * G) by nra. lra.
Qed.
