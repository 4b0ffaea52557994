// The same numbers and words as Python's. test_view.py writes what Python says; without it (node --test alone) these
// are skipped.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { literal, pythonLines } from "../../oco_live/view/code.js";
import { percentOf, textOf } from "../../oco_live/view/format.js";
import { decoded, frameIn, nearestIn } from "../../oco_live/view/sweep.js";
import { fact, facts, firstWords, headline, mathematics } from "../../oco_live/view/typography.js";
import {
  answersTo,
  defaults,
  positionOf,
  presetState,
  settingWords,
  spokenText,
  TUNED,
  valueText,
  withoutUse,
} from "../../oco_live/view/values.js";

const { OCO_VIEW_DATA } = process.env;
const told = OCO_VIEW_DATA ? JSON.parse(readFileSync(OCO_VIEW_DATA, "utf8")) : null;
const pythonTest = (name, check) => test(name, { skip: !told && "only with Python's answers" }, check);

pythonTest("numbers are written as Python writes them", () => {
  const wrong = told.numbers.filter(([number, digits, text]) => textOf(number, digits) !== text);
  assert.deepEqual(
    wrong.map((row) => [...row, textOf(row[0], row[1])]),
    [],
  );
  assert.ok(told.numbers.length > 1000);
});

pythonTest("shares are written as Python writes them", () => {
  assert.deepEqual(
    told.shares.map(([share]) => [share, percentOf(share)]),
    told.shares,
  );
});

pythonTest("words are set as Python sets them: headlines, facts, notes, labels", () => {
  for (const { series, headlines, facts: said, texts } of told.words) {
    assert.deepEqual(
      headlines.map(([frame]) => [frame, headline(firstWords(frame), series)]),
      headlines,
    );
    assert.deepEqual(
      said.map(([sentence, links]) => [sentence, links, facts(sentence).map((one) => fact(one, links))]),
      said,
    );
    assert.deepEqual(
      texts.map(([text]) => [text, mathematics(text)]),
      texts,
    );
  }
  assert.ok(told.words.flatMap(({ headlines }) => headlines).length > 50);
});

pythonTest("the setting is told in Python's words, in every state", () => {
  for (const { spec, settings } of told.explorers)
    assert.deepEqual(
      settings.map(([params]) => [params, settingWords(spec, params)]),
      settings,
      spec.name,
    );
});

pythonTest("a slider stands where Python puts it, and says the same", () => {
  for (const [control, value, stream, facts, ...expected] of told.sliders) {
    const found = [
      positionOf(control, value, stream, facts),
      valueText(control, value, facts),
      spokenText(control, value, facts),
    ];
    assert.deepEqual(found, expected, `${control.name} = ${value}`);
  }
});

pythonTest("defaults and presets of every explorer are Python's", () => {
  for (const { spec, defaults: expected, presets } of told.explorers) {
    assert.deepEqual(
      Object.keys(expected).map((stream) => defaults(spec, stream)),
      Object.values(expected),
      spec.name,
    );
    assert.deepEqual(
      spec.presets.map((preset) => presetState(spec, preset)),
      presets,
      spec.name,
    );
  }
});

pythonTest("which controls have no use is as in Python, in every state", () => {
  for (const { spec, unused } of told.explorers) {
    for (const [params, names] of unused) {
      const found = spec.controls.map((control) => withoutUse(control, params) ?? "");
      assert.deepEqual(found, names, `${spec.name} ${JSON.stringify(params)}`);
    }
  }
  const all = told.explorers.flatMap(({ unused }) => unused.flatMap(([, names]) => names));
  assert.ok(all.includes("stream") && all.includes("learner"));
});

pythonTest("the lines that are copied are those of oco_live.code", () => {
  const [lines, values] = told.lines;
  const specs = Object.fromEntries(told.explorers.map(({ spec }) => [spec.name, spec]));
  for (const [name, params, text] of lines) assert.equal(pythonLines({ current: { params }, spec: specs[name] }), text);
  const [name, params, text] = lines[0];
  const code = 'def step(w, g, t, state):\n    return "w"\n'; // the reader's own goes with them
  const own = pythonLines({ current: { params, code }, spec: specs[name] });
  assert.equal(own.split("\n")[2], text.split("\n")[2].replace(/\)$/, `, own=${JSON.stringify(code)})`));
  assert.deepEqual(
    values.map(([value]) => [value, literal(value)]),
    values,
  );
});

// The code of a value, not rounded.
function codeOf(value, [low, high, kind, near, steps]) {
  const coded = {
    linear: () => value,
    log: () => Math.log10(value),
    symlog: () => Math.sign(value) * Math.log10(1 + Math.abs(value) / near),
  }[kind]();
  return (steps * (coded - low)) / (high - low || 1);
}

const near = (found, fact) =>
  typeof fact === "number" ? Math.abs(found - fact) <= 1e-9 * Math.max(1, Math.abs(fact)) : found === fact;

pythonTest("a sweep decodes to fresh frames: curves within half a code, facts to 1e-9, words exactly", () => {
  assert.ok(told.sweeps.some(({ others }) => others.length));
  for (const { script, frames, others } of told.sweeps) {
    let data;
    new Function("ocoSweep", script)((found) => {
      data = decoded(found);
    });
    let compared = 0;
    for (const fresh of frames) {
      const found = frameIn(data, fresh.params);
      assert.ok(found, JSON.stringify(fresh.params));
      for (const key of ["headline", "sentence", "texts", "status"]) assert.deepEqual(found[key], fresh[key]);
      for (const group of ["params", "facts"])
        for (const [name, value] of Object.entries(fresh[group]))
          assert.ok(near(found[group][name], value), `${name}: ${found[group][name]}, not ${value}`);
      for (const [name, curve] of Object.entries(fresh.series)) {
        for (const axis of ["x", "y"]) {
          const { range } = data.series[name][axis];
          assert.equal(found.series[name][axis].length, curve[axis].length);
          curve[axis].forEach((value, i) => {
            const off = Math.abs(codeOf(found.series[name][axis][i], range) - codeOf(value, range));
            assert.ok(off <= 0.5 + 1e-6, `${name}.${axis}[${i}] is ${off} codes off`);
            compared += 1;
          });
        }
      }
    }
    assert.ok(compared > 1000);
    for (const preset of others) assert.deepEqual(frameIn(data, preset.params), preset);
    const { params } = frames[0];
    const [first, values] = data.axes[0];
    if (typeof values[0] === "number") {
      const between = { ...params, [first]: values[0] + 0.1 * (values[1] - values[0]) };
      assert.equal(frameIn(data, between), null);
      const others = ({ params: { [first]: _, ...rest } }) => rest;
      assert.deepEqual(others(nearestIn(data, between)), others(frames[0]));
    }
    assert.equal(frameIn(data, { ...params, stream: "none" }), null);
    assert.equal(nearestIn(data, { ...params, stream: "none" }), null);
  }
});

pythonTest("the tuned value is a position of its own at each place of the other sliders", () => {
  const { spec, script, tuned } = told.tuned;
  let data;
  new Function("ocoSweep", script)((found) => {
    data = decoded(found);
  });
  assert.ok(tuned.length > 2);
  for (const [control, fresh] of tuned) {
    const wanted = { ...fresh.params, [control]: TUNED };
    const found = frameIn(data, wanted);
    assert.ok(near(found.params[control], fresh.params[control]));
    assert.deepEqual([found.headline, found.sentence], [fresh.headline, fresh.sentence]);
    assert.deepEqual(frameIn(data, fresh.params), found); // as a number, from Python
    assert.deepEqual(frameIn(data, found.params), found); // and from a link that was made here
    assert.ok(answersTo(spec, wanted, found) && answersTo(spec, wanted, fresh));
    assert.ok(!answersTo(spec, wanted, frameIn(data, { ...fresh.params, [control]: data.axes[0][1][0] })));
  }
});
