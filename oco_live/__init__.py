"""The explorers: pictures of the core that move when η or U moves, on a page and in a notebook.

``explore("ogd", eta=0.5)`` in a notebook returns a widget, ``exercise("ogd-step")`` an exercise,
``predict("ogd-double-U")`` a question. Everything is imported when it is asked for: the browser needs ``explorer``,
``explorers`` and ``exercises`` only, and has neither Matplotlib nor anywidget.
"""


def explore(name, own=None, **params):
    """A widget for one explorer; its parameters are traits that can be read, set, observed and linked.

    name: one of ``oco_live.explorers.NAMES``, such as "ogd".
    own: a function of yours, drawn beside what is built in, with the bound that it is granted:

        step(w, g, t, state)        "ogd", "protocol", "strong_convexity": w_{t+1} from w_t, g_t, t ≥ 1 and a dict
        update(w, x, y, t, state)   "perceptron": w_{t+1} from w_t and the example
        answer(w, t)                "adversary": g_t, a number, or of ``answer.d`` = 2 or 3 coordinates; ‖g_t‖ ≤ 1
        loss(p, y)                  "losses": a number; ``loss.sigma`` is the strong convexity that you claim

    It gets the sliders' values by further arguments of their names, such as ``eta``, ``U`` or ``project``, which brings
    a point back into the ball. Or the text of such a function, as in the editor of a page. ``widget.own`` sets another.
    params: values to start from, e.g. eta=0.5, stream="mail_shuffled".
    Raises ValueError for an unknown explorer, parameter or value, or for what is no answer of ``own``; what ``own``
    raises is passed on. Where it fails later, at other values, the frame's sentence says so.
    """
    from .hosts.notebook import widget

    return widget(name, params, own)


def exercise(name):
    """An exercise: shown in a notebook it is its statement; ``exercise(name).check(answer)`` marks an answer.

    name: one of ``oco_live.exercises.NAMES``, such as "ogd-step".
    Raises ValueError for an unknown exercise.
    """
    from .hosts.marked import Exercise

    return Exercise(name)


def predict(*names):
    """Questions to be answered before an explorer is moved; shown in a notebook each has its answer folded below it.

    names: of ``oco_live.questions.NAMES``, such as "ogd-double-U".
    Raises ValueError for an unknown question.
    """
    from .hosts.question_cells import Asked

    return Asked(names)


__all__ = ["exercise", "explore", "predict"]
