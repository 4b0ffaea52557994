"""The lines of Python that reproduce an explorer's numbers: what its button "copy as Python" copies.

A template is Python with holes: {eta} is a parameter's value as Python writes it, {loss!} the same as a word of the
code, {changed} what differs from the defaults of the stream, {source} and {steps} what this stream and this learner
need. ``template`` puts it into the page, and view/code.js fills it by the rule of ``lines``: the tests compare both,
run what comes out and compare its numbers.
"""

import json
import re

from .explorer import get
from .explorers import kernels, protocol

_WIDGET = '''from oco_live import explore

w = explore("{name}"{changed})
print(w.frame.sentence)
facts = w.frame.facts  # every number, by name
'''
_STREAMS = {
    "random_signs": "streams.random_signs({T}, seed={seed})",
    "regression": "streams.regression({T}, noise={noise}, seed={seed})",
    "drifting": "streams.drifting({T}, noise={noise}, seed={seed})", "zigzag": "streams.zigzag({T})",
    "orthogonal": "streams.orthogonal(), T={T}", "mail_shuffled": "streams.mail({T}, seed={seed})",
    "mail_file": 'streams.mail({T}, order="file")', "own": "streams.written({rounds})",
}
_OGD = '''
from oco_core import bounds, hindsight, learners, losses, play, streams

eta, U, loss = {eta}, {U}, losses.{loss!}
learner, promise = {steps}
run = play(learner, loss, {source})
regret = hindsight.regret(run, U).upper[-1]
bound = promise.of(run)
'''
_STEPS = {"greedy": "learners.ogd(eta, U), bounds.ogd", "lazy": "learners.lazy(eta, U), bounds.lazy",
          "constant": "learners.ogd_constant(eta, U), bounds.ogd_constant",
          "scale_free": "learners.scale_free(U), bounds.scale_free"}
#: explorer -> the same numbers by the core, where that is a matter of a few lines, and {source} for each stream.
_CORE = {
    "ogd": (_OGD, _STREAMS | _STEPS),
    "ogd_proof": (_OGD.replace("{steps}", _STEPS["greedy"]), _STREAMS),
    "protocol": ('''
from oco_core import hindsight, learners, losses, play, streams

eta, U, t = {eta}, {U}, {t}
run = play(learners.ogd(eta, U), losses.square, {source})
regret = hindsight.regret(run, U, [t]).upper[-1]
''', {s: _STREAMS[s].replace("{noise}", str(protocol.NOISE)).replace("{T}", str(protocol.T))
         for s in protocol.SCALES}),
    "kernels": ('''
from oco_core import kernels, streams

t, data, kernel = {t}, {source}
run = kernels.perceptron(kernel, data.X, data.y)
M = int(run.updates[:t].sum())  # mistakes
''', {f"{data}_{family}": f"streams.{data}({kernels.T}, {{noise}}, {{seed}}), kernels.{family}({{{hole}}})"
      for data in ("xor", "circles", "moons") for family, hole in (("polynomial", "degree"), ("gaussian", "gamma"))}
      | {"own": "streams.written({rounds}), kernels.gaussian({gamma})"}),
    "spam": ('''
from oco_core import bounds, hindsight, learners, losses, play, streams

c, U, mail = {c}, {U}, {source}
t = min({t}, len(mail.y))
run = play(learners.ogd(c * U**2, U), losses.spam(U), mail.X[:t], mail.y[:t])
regret = hindsight.regret(run, U).upper[-1]
bound = bounds.ogd(t, c * U**2, U, 1 / U)
''', dict.fromkeys(("shuffled", "file", "alternating"), "streams.spam(order={stream}, seed={seed}, words={words})")
             | {"own": "streams.written({rounds})"}),
}


def template(explorer):
    """What the page needs to write ``lines``: {"widget": text, "core": text, "source": stream or learner -> text}."""
    core, source = _CORE.get(explorer.name, ("", {}))
    return {"widget": _WIDGET, "core": core, "source": source}


def literal(value):
    """A parameter as Python writes it, without what JavaScript cannot know: 1.0 is 1, 1e-09 is 1e-9."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return re.sub(r"e([+-])0*", r"e\1", repr(float(value)).removesuffix(".0"))


def lines(name, params):
    """The code for these parameters, all of them given. Raises ValueError if they make no sense."""
    explorer = get(name)
    params = explorer.checked(params)
    made, defaults = template(explorer), explorer.defaults(params["stream"]) | {"stream": explorer.defaults()["stream"]}
    changed = "".join(f", {key}={literal(value)}" for key, value in params.items() if value != defaults[key])
    text = (made["widget"] + made["core"]).replace("{name}", name).replace("{changed}", changed)
    for hole, key in (("{source}", "stream"), ("{steps}", "learner")):
        text = text.replace(hole, made["source"].get(params.get(key), ""))
    return re.sub(r"\{(\w+)(!?)\}", lambda hole: str(params[hole[1]]) if hole[2] else literal(params[hole[1]]), text)
