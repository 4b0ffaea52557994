"""How long a slider takes on the built page, and what the page transfers: ``python benchmarks/page.py``.

From the start of the slider's handler to the first task after the animation frame that the view asked for
(requestAnimationFrame, then a MessageChannel post); the wait for that frame's vsync is subtracted. Each slider is
moved through all its positions, in an order that jumps. Baked positions are those of a stream's default; through
Python, the seed is moved off its default first, so that every frame is computed in the browser.

Bytes are gzip's at level 6, file by file, of what a cold load asks for until the network is quiet, Python apart.
"""

import argparse
import gzip
import platform
import statistics
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from playwright.sync_api import sync_playwright  # noqa: E402
from support.browser import launch, serve  # noqa: E402

MEASURE = """async ([name, rounds, source]) => {
  const explorer = window.ocoExplorers.ogd;
  const { view } = explorer;
  const slider = view.figure.querySelector(`[name="${name}"]`);
  const native = window.requestAnimationFrame.bind(window);
  let vsync = 0;
  window.requestAnimationFrame = (callback) => {
    const asked = performance.now();
    return native((now) => { vsync += performance.now() - asked; callback(now); });
  };
  const afterFrame = () => new Promise((resolve) => native(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve(performance.now());
    channel.port2.postMessage(0);
  }));
  const show = view.show.bind(view);
  let painted;
  view.show = (frame, from) => { show(frame, from); painted?.(from); };
  const steps = Number(slider.max) + 1;
  const factor = (a, b) => (b ? factor(b, a % b) : a);
  let stride = Math.max(1, Math.round(steps * 0.382));
  while (factor(stride, steps) > 1) stride++; // so that every position has its turn
  const times = [];
  for (let i = 0, position = Number(slider.value); i < rounds; i++) {
    do position = (position + stride) % steps; while (Number(slider.value) === position);
    slider.value = String(position);
    vsync = 0;
    const done = new Promise((resolve) => { painted = resolve; });
    const start = performance.now();
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    const from = await done.then(async (word) => {
      const channel = new MessageChannel();
      await new Promise((resolve) => { channel.port1.onmessage = resolve; channel.port2.postMessage(0); });
      return word;
    });
    times.push(performance.now() - start - vsync);
    if (from !== source) throw new Error(`expected a frame from ${source}, got one from ${from}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  view.show = show;
  window.requestAnimationFrame = native;
  return times;
}"""


def set_input(page, name, value):
    """Set a control as a reader does, and give its answer time to come."""
    page.evaluate("""([name, value]) => {
      const input = document.querySelector(`.oco-explorer [name="${name}"]`);
      input.value = String(value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }""", [name, value])
    page.wait_for_timeout(2000)


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def report(label, times, target):
    print(f"{label:<44}{statistics.median(times):8.1f} {percentile(times, 0.95):8.1f} {target:>8}   n = {len(times)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", type=Path, default=ROOT / "_build" / "html")
    parser.add_argument("--rounds", type=int, default=60)
    args = parser.parse_args()
    with sync_playwright() as playwright, serve(args.book) as server:
        browser = launch(playwright)
        print(f"{platform.machine()}, {platform.python_implementation()} {platform.python_version()}, Chromium {browser.version}\n")
        for path in ("index.html", "chapters/online_gradient_descent.html"):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            asked = []
            page.on("request", lambda request: asked.append(request.url))
            page.goto(server.url + path)
            page.wait_for_function("window.ocoExplorers?.ogd?.sweeps.random_signs?.axes")
            page.wait_for_load_state("networkidle")
            size = 0
            for url in sorted(set(asked)):
                name = unquote(urlsplit(url).path).lstrip("/")
                if "_oco/pyodide" not in name and "_oco/oco-" not in name and (args.book / name).is_file():
                    size += len(gzip.compress((args.book / name).read_bytes(), 6))
            print(f"{path}: {size / 1000:.0f} kB gzip before Python (target 700)")
            page.close()

        print(f"\n{'milliseconds, vsync excluded':<44}{'median':>8} {'p95':>8} {'target':>8}")
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(server.url + "index.html")
        page.wait_for_function("window.ocoExplorers?.ogd?.sweeps.random_signs?.axes")
        page.evaluate("window.ocoExplorers.ogd.python.start()")
        page.wait_for_function("window.ocoExplorers.ogd.python.state === 'ready'", timeout=120_000)
        for stream, loss in (("random_signs", "linear"), ("regression", "square")):
            set_input(page, "stream", stream)
            for name in ("eta", "U"):
                times = page.evaluate(MEASURE, [name, args.rounds, "baked"])
                report(f"baked, {loss} loss, {name}", times, 16)
        for stream, loss in (("random_signs", "linear"), ("regression", "square")):
            set_input(page, "stream", stream)
            # A new U needs a new curve over η and new comparators; one that was seen before does not.
            fresh = []
            for seed in range(5, 12):
                set_input(page, "seed", seed)
                fresh += page.evaluate(MEASURE, ["U", 8, "python"])
            report(f"Python, {loss} loss, T = 1000, d = 2, U unseen", fresh, 80)
            for name in ("eta", "U"):
                times = page.evaluate(MEASURE, [name, args.rounds, "python"])
                report(f"Python, {loss} loss, T = 1000, d = 2, {name}", times, 80)
        browser.close()


if __name__ == "__main__":
    main()
