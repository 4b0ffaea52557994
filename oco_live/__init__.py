"""The explorers: pictures of the core that move when η or U moves, on a page and in a notebook.

``explore("ogd", eta=0.5)`` in a notebook returns a widget, ``exercise("ogd-step")`` an exercise,
``predict("ogd-double-U")`` a question. Everything is imported when it is asked for: the browser needs ``explorer``,
``explorers`` and ``exercises`` only, and has neither Matplotlib nor anywidget.
"""


def explore(name, **params):
    """A widget for one explorer; its parameters are traits that can be read, set, observed and linked.

    name: one of ``oco_live.explorers.NAMES``, such as "ogd".
    params: values to start from, e.g. eta=0.5, stream="mail_shuffled".
    Raises ValueError for an unknown explorer, parameter or value.
    """
    from .hosts.notebook import widget

    return widget(name, params)


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
