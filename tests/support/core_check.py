"""Runs of oco_core as plain numbers. CPython imports this file, Pyodide executes its text: both must agree."""

from oco_core import bounds, hindsight, learners, losses, play, proofs, streams


def numbers(T=400):
    """name -> list of floats: paths, losses, comparators, regrets, bounds and proof links of a few runs."""
    found = {}
    at = [1, 10, T // 2, T]
    plays = {
        "regression": (losses.square, streams.regression(T=T, d=3, noise=0.2, seed=1)),
        "drifting": (losses.square, streams.drifting(T=T, seed=2)),
        "random_signs": (losses.linear, streams.random_signs(T=T, d=2, seed=3)),
        "zigzag": (losses.linear, streams.zigzag(T=T)),
        "mail": (losses.square, streams.mail(T=T, seed=4)),
    }
    for name, (loss, stream) in plays.items():
        for learner in (learners.ogd(0.7, 1.5), learners.ogd_constant(0.05, 1.5), learners.lazy(0.7, 1.5)):
            run = play(learner, loss, stream)
            curve = hindsight.regret(run, U=1.5, at=at)
            key = f"{name} {learner.name}"
            found[f"{key} w"] = run.w[at].ravel().tolist()
            found[f"{key} losses"] = run.losses.tolist()
            found[f"{key} regret"] = [*curve.lower.tolist(), *curve.upper.tolist()]
            found[f"{key} updates"] = [float(run.updates.sum()), float(run.projected.sum()), run.G]
        G = losses.gradient_bound(loss, stream.X, stream.y, 1.5)
        found[f"{name} bounds"] = [G, bounds.ogd(T, 0.7, 1.5, G), bounds.ogd_tuned(T, 1.5, G)]
        best = hindsight.best(loss, stream.X, stream.y, U=1.5)
        found[f"{name} best"] = [*best.u.tolist(), best.value, best.lower]
        chain = proofs.ogd_chain(play(learners.ogd(0.7, 1.5), loss, stream), best.u)
        found[f"{name} proof"] = chain.levels().tolist()
    for learner in (learners.ogd([0.1, 1.0], 1.0), learners.lazy([0.1, 1.0], 1.0)):
        run = play(learner, losses.linear, streams.orthogonal(d=2), T=T)
        found[f"orthogonal {learner.name}"] = [*run.w[:, at].ravel().tolist(), *run.y[:, at[0]:T].sum(axis=1).tolist()]
    return found
