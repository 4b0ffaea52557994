"""Firefox and WebKitGTK behind one small interface: `Engine`.

Firefox speaks WebDriver BiDi itself; WebKitGTK is driven over classic WebDriver. Keys and clicks are the same list of
actions in both.
"""

import base64
import functools
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

import websocket

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tools")]

import engines as programs  # noqa: E402

STARTS = 60  # seconds that a browser may take
FUNCTION = re.compile(r"(async )?\([\w, \[\]]*\) =>")

#: Keys that are no letters, as WebDriver has them.
KEYS = {"Enter": "\ue007", "Control": "\ue009", "Escape": "\ue00c", "PageUp": "\ue00e", "End": "\ue010",
        "Home": "\ue011", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}


#: A driver on this machine is asked past any proxy, and one that does not answer is an error.
ask = functools.partial(urllib.request.build_opener(urllib.request.ProxyHandler({})).open, timeout=330)


def read_until(process, log, pattern):
    """The first group of what a process writes into the file ``log`` and the pattern fits."""
    end = time.monotonic() + STARTS
    while time.monotonic() < end and process.poll() is None:
        if found := re.search(pattern, Path(log).read_text(errors="replace")):
            return found[1]
        time.sleep(0.1)
    raise RuntimeError(f"no line with {pattern}: it did not start")


class Engine:
    """One window of a browser. Those below say how to open, go back, reload, close, set a size, take a picture, and how
    to hand over a script (`text_of`) and actions (`perform`)."""

    def evaluate(self, expression, *values):
        """The value of an expression, or of the promise that it is; of a function, what it returns for these values."""
        if FUNCTION.match(expression):
            expression = f"({expression})({', '.join(map(json.dumps, values))})"
        # As text: what the protocols make of a value differs.
        promise = f"Promise.resolve().then(() => ({expression})).then((value) => JSON.stringify(value ?? null))"
        return json.loads(self.text_of(promise))

    def wait(self, expression, *values, seconds=60):
        """Until an expression is true; its value."""
        end = time.monotonic() + seconds
        while not (found := self.evaluate(expression, *values)):
            if time.monotonic() > end:
                raise TimeoutError(f"not within {seconds} s: {expression} {values}")
            time.sleep(0.02)
        return found

    def press(self, *keys):
        """Keys one after the other; of a chord ("Control+k") the first is held."""
        actions = []
        for key in keys:
            chord = [KEYS.get(part, part) for part in key.split("+")]
            actions += [{"type": "keyDown", "value": part} for part in chord]
            actions += [{"type": "keyUp", "value": part} for part in reversed(chord)]
        self.perform([{"type": "key", "id": "keyboard", "actions": actions}])

    def click(self, selector):
        """With the mouse, in the middle."""
        x, y = self.evaluate("""(selector) => {
          const element = document.querySelector(selector);
          element.scrollIntoView({ block: 'center', behavior: 'instant' });
          const { left, top, width, height } = element.getBoundingClientRect();
          return [left + width / 2, top + height / 2].map(Math.round);
        }""", selector)
        actions = [{"type": "pointerMove", "x": x, "y": y, "duration": 0},
                   {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.perform([{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}])


class Firefox(Engine):
    """Headless."""

    #: It asks no other host for news, and what is saved stays in its folder.
    PREFERENCES = {"app.update.enabled": False, "browser.shell.checkDefaultBrowser": False,
                   "datareporting.policy.dataSubmissionEnabled": False, "network.captive-portal-service.enabled": False,
                   "network.connectivity-service.enabled": False, "remote.active-protocols": 1,
                   "browser.download.folderList": 2, "browser.navigation.requireUserInteraction": False}

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="oco-firefox-")
        preferences = self.PREFERENCES | {"browser.download.dir": self.folder}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items())
        Path(self.folder, "user.js").write_text("".join(lines))
        options = ["--headless", "--no-remote", "--profile", self.folder, "--remote-debugging-port=0"]
        log = Path(self.folder, "said.txt")
        with log.open("wb") as said:
            self.process = subprocess.Popen([programs.find(programs.FIREFOX), *options], stdout=subprocess.DEVNULL,
                                            stderr=said)
        address = read_until(self.process, log, r"WebDriver BiDi listening on (\S+)\s")
        self.socket = websocket.create_connection(f"{address}/session", suppress_origin=True, timeout=300)
        self.asked, self.said = 0, []
        self.version = f"Firefox {self.send('session.new', capabilities={})['capabilities']['browserVersion']}"
        self.window = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.send("browsingContext.activate", context=self.window)
        self.send("session.subscribe", events=["log.entryAdded"])

    def send(self, method, **parameters):
        self.asked += 1
        self.socket.send(json.dumps({"id": self.asked, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.said.append(answer["params"]["text"])
            elif answer.get("id") == self.asked:
                if answer["type"] == "error":
                    raise RuntimeError(f"{method}: {answer['message']}")
                return answer["result"]

    def open(self, url):
        self.send("browsingContext.navigate", context=self.window, url=url, wait="complete")

    def reload(self):
        self.send("browsingContext.reload", context=self.window, wait="complete")

    def back(self):
        self.send("browsingContext.traverseHistory", context=self.window, delta=-1)

    def text_of(self, promise):
        target = {"context": self.window}
        answer = self.send("script.evaluate", expression=promise, target=target, awaitPromise=True)
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return answer["result"]["value"]

    def perform(self, actions):
        self.send("input.performActions", context=self.window, actions=actions)

    def size(self, width, height):
        viewport = {"width": width, "height": height}
        self.send("browsingContext.setViewport", context=self.window, viewport=viewport)

    def picture(self):
        return base64.b64decode(self.send("browsingContext.captureScreenshot", context=self.window)["data"])

    def errors(self):
        """What has been written to the console as an error since the last time."""
        self.evaluate("0")  # what was said before this has been heard then
        said, self.said = self.said, []
        # It calls a formula invalid that has not arrived as a whole; tests/test_mathml.py looks at whole ones.
        return [text for text in said if not text.startswith("Invalid markup: Incorrect number of children")]

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class WebKit(Engine):
    """WebKitGTK's own small browser, on a screen that nobody sees."""

    def __init__(self):
        options = ["-displayfd", "1", "-screen", "0", "2000x1600x24", "-nolisten", "tcp"]
        self.folder = tempfile.mkdtemp(prefix="oco-webkit-")
        log = Path(self.folder, "display.txt")
        with log.open("wb") as said:
            self.screen = subprocess.Popen([programs.find(programs.SCREEN), *options], stdout=said,
                                           stderr=subprocess.DEVNULL)
        display = {"DISPLAY": ":" + read_until(self.screen, log, r"(\d+)\s"), "GDK_BACKEND": "x11"}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.process = subprocess.Popen([programs.find(programs.WEBKIT), f"--port={port}"],
                                        env=os.environ | display, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.address = f"http://127.0.0.1:{port}/session"
        options = {"args": ["--automation", "--javascript-can-open-windows-automatically=true"]}
        about = self.started({"timeouts": {"script": 300_000}, "webkitgtk:browserOptions": options})
        self.address += "/" + about["sessionId"]
        self.version = f"WebKitGTK {about['capabilities']['browserVersion']}"
        # A window without a toolbar, which would not let it be as narrow as a phone.
        first = self.call("GET", "/window")
        self.call("POST", "/execute/sync", script="open('about:blank', '', 'popup,width=1280,height=900')", args=[])
        handle = next(window for window in self.call("GET", "/window/handles") if window != first)
        self.call("POST", "/window", handle=handle)
        self.wait("document.hasFocus()")  # a key would not reach it before

    def started(self, capabilities):
        end = time.monotonic() + STARTS
        while True:
            try:
                return self.call("POST", "", capabilities={"alwaysMatch": capabilities})
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def call(self, method, path, **body):
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(self.address + path, data, method=method)
        try:
            with ask(request) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()}") from None

    def open(self, url):
        self.call("POST", "/url", url=url)
        self.listen()

    def reload(self):
        self.call("POST", "/refresh")
        self.listen()

    def back(self):
        self.call("POST", "/back")
        self.listen()

    def listen(self):
        """To errors from now on: classic WebDriver does not tell of them."""
        self.evaluate("""() => {
          window.ocoErrors = [];
          const hear = (event) => ocoErrors.push(String(event.message ?? event.reason));
          for (const kind of ['error', 'unhandledrejection']) addEventListener(kind, hear);
        }""")

    def text_of(self, promise):
        script = f"const done = arguments[0]; {promise}.then((text) => done([text]), (error) => done(String(error)))"
        answer = self.call("POST", "/execute/async", script=script, args=[])
        if not isinstance(answer, list):
            raise RuntimeError(answer)
        return answer[0]

    def perform(self, actions):
        self.call("POST", "/actions", actions=actions)

    def size(self, width, height):
        for _ in range(2):  # the window's frame comes on top
            around = self.evaluate("[outerWidth - innerWidth, outerHeight - innerHeight]")
            self.call("POST", "/window/rect", width=width + around[0], height=height + around[1])

    def picture(self):
        return base64.b64decode(self.call("GET", "/screenshot"))

    def errors(self):
        return self.evaluate("(window.ocoErrors ?? []).splice(0)")

    def close(self):
        self.call("DELETE", "")
        for process in (self.process, self.screen):
            process.terminate()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
