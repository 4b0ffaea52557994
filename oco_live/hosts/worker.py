"""The Python side of the reader's browser: one frame in, one JSON text out.

Runs inside Pyodide, so NumPy and the standard library only. `oco_live/view/worker.js` calls it.
"""

import json
import traceback

from oco_live import explorer


def evaluate(explorer_name, params_json):
    """The frame of an explorer as JSON text: `Frame.as_dict()`, or {"error": sentence}. Never raises.

    explorer_name: a name that `oco_live.explorer.get` knows.
    params_json: a JSON object of parameter values.
    Floats are written so that reading them gives the same float64; NaN and infinity are an error.
    """
    try:
        frame = explorer.get(explorer_name).evaluate(json.loads(params_json))
        return json.dumps(frame.as_dict(), allow_nan=False)
    except ValueError as error:  # a parameter out of range: the message is meant for the reader
        return json.dumps({"error": str(error)})
    except Exception as error:  # our mistake: the reader gets a line, the console the whole story
        traceback.print_exc()
        return json.dumps({"error": f"Python failed: {type(error).__name__}: {error}"})
