"""The Python side of the reader's browser: parameters in, a frame as JSON text out.

Runs inside Pyodide, so NumPy and the standard library only. `oco_live/view/worker.js` calls it.
"""

import json
import traceback

from oco_live import explorer


def evaluate(explorer_name, params_json, early=None):
    """The frame of an explorer as JSON text: `Frame.as_dict()`, or {"error": sentence}. Never raises.

    explorer_name: a name that `oco_live.explorer.get` knows.
    params_json: a JSON object of parameter values.
    early: is called with the early frame's text, if there is one, before the whole one is computed.
    Floats are written so that reading them gives the same float64; NaN and infinity are an error.
    """
    try:
        for frame in explorer.get(explorer_name).frames(**json.loads(params_json)):
            text = json.dumps(frame.as_dict(), allow_nan=False)
            if early and not frame.whole:
                early(text)
        return text
    except ValueError as error:  # a parameter out of range: the message is meant for the reader
        return json.dumps({"error": str(error)})
    except Exception as error:  # our mistake: the reader gets a line, the console the whole story
        traceback.print_exc()
        return json.dumps({"error": f"Python failed: {type(error).__name__}: {error}"})
