// The same numbers and words as Python's. test_view.py writes what Python says; without it (node --test alone) these
// are skipped.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { literal, pythonLines } from "../../oco_live/view/code.js";
import { percentOf, textOf } from "../../oco_live/view/format.js";
import { decoded, frameIn } from "../../oco_live/view/sweep.js";
import { tickText } from "../../oco_live/view/units.js";
import { defaults, presetState, withoutUse } from "../../oco_live/view/values.js";

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

pythonTest("ticks are written as Python writes them", () => {
  assert.deepEqual(
    told.ticks.map(([axis, tick, facts]) => [axis, tick, facts, tickText(axis, tick, facts)]),
    told.ticks,
  );
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
  assert.deepEqual(
    values.map(([value]) => [value, literal(value)]),
    values,
  );
});

// The code of a value, on the axis' range, not rounded.
const codeOf = (value, [low, high, scale]) =>
  (65535 * ((scale === "log" ? Math.log10(value) : value) - low)) / (high - low);

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
      for (const key of ["params", "sentence", "texts", "status"]) assert.deepEqual(found[key], fresh[key]);
      for (const [name, fact] of Object.entries(fresh.facts)) {
        const near =
          typeof fact === "number"
            ? Math.abs(found.facts[name] - fact) <= 1e-9 * Math.max(1, Math.abs(fact))
            : found.facts[name] === fact;
        assert.ok(near, `${name}: ${found.facts[name]}, not ${fact}`);
      }
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
    assert.equal(frameIn(data, { ...params, [first]: (values[0] + values[1]) / 2 }), null);
    assert.equal(frameIn(data, { ...params, stream: "none" }), null);
  }
});
