"""One explorer of the page that an engine shows: `Shown`."""

from support.driving import AXES_REST

from oco_live.explorer import get

FRAME = "(name) => window.ocoExplorers[name].frame()"
HERE = "(name) => Boolean(window.ocoExplorers?.[name])"
ARRIVED = ("(name) => { const e = window.ocoExplorers?.[name]; return "
           "Boolean(e?.sweeps[e.view.current.params.stream]?.axes); }")
COUNT = "(name) => Number(window.ocoExplorers[name].view.figure.dataset.frame)"
ANSWERED = """(name, wanted, source) => {
  const { view } = window.ocoExplorers[name];
  const { params } = view.current;
  const near = (a, b) => a === b || Math.abs(a - b) <= 1e-9 * Math.abs(b); // of a tuned value, 12 digits are baked
  return view.answered() && view.figure.dataset.source === source
    && Object.entries(wanted).every(([key, value]) => near(params[key], value));
}"""

#: What a reader sees: the controls' places, the headline, the curves.
SEEN = """(name) => {
  const { figure } = window.ocoExplorers[name].view;
  const read = (selector, take) => Object.fromEntries([...figure.querySelectorAll(selector)].map(take));
  return {
    controls: read('.oco-control [name]', (e) => [e.getAttribute('name'), e.value ?? e.textContent]),
    headline: figure.querySelector('.oco-headline').textContent,
    curves: read('.oco-plot [data-series] path', (e) => [e.parentNode.dataset.series, e.getAttribute('d')]),
  };
}"""
#: What is folded is opened first.
FOCUS = """(name, control) => {
  const input = ocoExplorers[name].view.figure.querySelector(`[name=${control}]`);
  const fold = input.closest('details');
  if (fold) fold.open = true;
  input.focus();
}"""


class Shown:
    def __init__(self, engine, name):
        self.engine, self.name, self.explorer = engine, name, get(name)

    def near(self):
        """On the screen, with the sweep of its stream there."""
        self.engine.wait(HERE, self.name)
        self.engine.evaluate("(name) => ocoExplorers[name].view.figure.scrollIntoView({ behavior: 'instant' })",
                             self.name)
        self.engine.wait(ARRIVED, self.name)
        return self

    def frame(self):
        return self.engine.evaluate(FRAME, self.name)

    def count(self):
        return self.engine.evaluate(COUNT, self.name)

    def seen(self):
        """When its axes have come to rest."""
        self.engine.wait(AXES_REST, self.name)
        return self.engine.evaluate(SEEN, self.name)

    def focus(self, control):
        self.engine.evaluate(FOCUS, self.name, control)

    def until(self, source, **params):
        """Wait for the frame at these parameters, from this source."""
        self.engine.wait(ANSWERED, self.name, params, source, seconds=90)
        return self.frame()
