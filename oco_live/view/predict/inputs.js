// How a question is answered: a line by pointer, touch, keys or typed numbers; a number; an option. Each has missing(),
// what is still wanted as a sentence, or ""; value(); focus(); and, if it lies over the picture, laid(made, figure).
import { COLUMNS, empty, PLACES, placeOf, put, stroke, whole } from "./drawn.js";

// What stood there last.
const begunOf = ({ entry }) => entry.draft ?? entry.value;

const STEP = 0.0125; // of the height, by an arrow key; five of them by a page key, or with Shift
const FAR = 5;

const made = (html) => {
  const holder = document.createElement("div");
  holder.innerHTML = html;
  return holder.firstElementChild;
};

// Three digits are what a hand can mean.
const digits = (value) => Number(value.toPrecision(3));

function draw(question) {
  const { place, figure, data } = question;
  const { y: axis, x: across } = data.picture.spec.panels[0];
  const { low, high } = data.picture.ranges.y;
  let line = empty();
  let column = 0;
  const begun = begunOf(question);
  if (begun) line = begun.map((y) => (y === null ? null : question.even("y", y)));
  const pad = made(
    `<div class="oco-pq-pad" role="slider" tabindex="0" aria-orientation="vertical" aria-valuemin="0" ` +
      `aria-valuemax="100" aria-label="your prediction: ${axis.label} at each ${across.label}; left and right arrow ` +
      `choose one of ${COLUMNS} places, up and down move the line there"><span>draw here, from left to right</span>` +
      `<span class="oco-pq-handle"></span></div>`,
  );
  const hint = made(
    `<p class="oco-pq-keys"><kbd>←</kbd> <kbd>→</kbd> choose one of ${COLUMNS} places, <kbd>↑</kbd> ` +
      `<kbd>↓</kbd> move the line</p>`,
  );
  const cells = Array.from({ length: COLUMNS }, (_, i) => {
    const words = `${across.label} = ${question.number(question.valueAt("x", i / (COLUMNS - 1)))}`;
    return (
      `<label>${words}<input type="number" inputmode="decimal" min="${low}" max="${high}" step="any" ` +
      `data-column="${i}"></label>`
    );
  });
  const range = `${question.number(low)} to ${question.number(high)}`;
  const typed = made(
    `<details class="oco-pq-typed"><summary>Type the numbers instead</summary><p>${axis.label}, from ${range}</p>` +
      `<div>${cells.join("")}</div></details>`,
  );
  figure.parentNode.append(pad);
  place.append(hint, typed);
  const fields = [...typed.querySelectorAll("input")];
  const wrong = new Set(); // those of them that hold no number of the axis; they keep it until the line is moved
  const handle = pad.querySelector(".oco-pq-handle");

  const tell = () => {
    const height = line[placeOf(column)];
    const words = height === null ? "not set" : question.number(question.valueAt("y", height));
    const where = question.number(question.valueAt("x", column / (COLUMNS - 1)));
    pad.setAttribute("aria-valuenow", String(Math.round(100 * (height ?? 0))));
    pad.setAttribute("aria-valuetext", `${across.label} = ${where}: ${words}`);
    pad.classList.toggle(
      "oco-pq-begun",
      line.some((one) => one !== null),
    );
    Object.assign(handle.style, {
      left: `${(100 * column) / (COLUMNS - 1)}%`,
      top: `${100 * (1 - (height ?? 0.5))}%`,
    });
    for (const field of fields) {
      const at = line[placeOf(Number(field.dataset.column))];
      if (document.activeElement !== field && !wrong.has(field))
        field.value = at === null ? "" : digits(question.valueAt("y", at));
    }
  };
  const changed = () => {
    tell();
    question.changed();
  };
  const drawn = () => {
    wrong.clear(); // the boxes follow the line
    changed();
  };

  // ---- by pointer and touch
  let last = null;
  const at = ({ clientX, clientY }) => {
    const { left, top, width, height } = pad.getBoundingClientRect(); // in a lecture the picture is magnified
    const share = Math.min(1, Math.max(0, (clientX - left) / width));
    return { place: Math.round(share * (PLACES - 1)), height: 1 - (clientY - top) / height };
  };
  pad.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    pad.setPointerCapture(event.pointerId);
    last = at(event);
    stroke(line, last, last);
    drawn();
  });
  pad.addEventListener("pointermove", (event) => {
    if (!last) return;
    const next = at(event);
    stroke(line, last, next);
    last = next;
    drawn();
  });
  for (const name of ["pointerup", "pointercancel"])
    pad.addEventListener(name, () => {
      if (last) question.warning.textContent = missing(); // how far a line has to go
      last = null;
    });

  // ---- by keys
  pad.addEventListener("keydown", (event) => {
    const { key, shiftKey } = event;
    const far = shiftKey || key.startsWith("Page") ? FAR : 1;
    const move = { ArrowUp: 1, ArrowDown: -1, PageUp: 1, PageDown: -1 }[key];
    const turn = { ArrowLeft: column - 1, ArrowRight: column + 1, Home: 0, End: COLUMNS - 1 }[key];
    if ((move === undefined && turn === undefined) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (turn !== undefined) {
      column = Math.min(COLUMNS - 1, Math.max(0, turn));
      return tell();
    }
    put(line, placeOf(column), (line[placeOf(column)] ?? 0.5) + move * far * STEP);
    drawn();
  });

  // ---- by typed numbers
  typed.addEventListener("input", ({ target }) => {
    const value = target.valueAsNumber;
    const right = value >= low && value <= high;
    if (right || (!target.value && !target.validity.badInput)) wrong.delete(target);
    else wrong.add(target);
    if (right) put(line, placeOf(Number(target.dataset.column)), question.even("y", value));
    changed();
    question.warning.textContent = wrong.size ? `A number from ${range}.` : "";
  });
  typed.addEventListener("keydown", ({ key, target }) => {
    if (key === "Enter" && fields.includes(target)) question.commit();
  });
  typed.addEventListener("focusout", tell); // an emptied one has the line's number again

  const missing = () => {
    if (whole(line) && !wrong.size) return "";
    if (typed.open || wrong.size) return `A number from ${range} in each box first.`;
    return "Draw the line over the whole width first.";
  };

  tell();
  return {
    missing,
    value: () =>
      (whole(line) ?? line).map((height) => (height === null ? null : digits(question.valueAt("y", height)))),
    focus: () => pad.focus(),
    laid: ({ box }, under) => {
      const { left, right, top, bottom } = box;
      const from = under.querySelector(".oco-plot");
      Object.assign(pad.style, {
        left: `${from.offsetLeft + left}px`,
        top: `${from.offsetTop + top}px`,
        width: `${right - left}px`,
        height: `${bottom - top}px`,
      });
    },
  };
}

function number(question) {
  const { data, place } = question;
  const [low, high, step] = data.limits;
  const [least, most] = [low, high].map(question.number);
  const words = `from ${least} to ${most}`;
  const holder = made(
    `<div class="oco-pq-number"><label>${data.unit} <input type="number" inputmode="decimal" min="${low}" ` +
      `max="${high}" step="any" placeholder="?" aria-label="your prediction, ${words}"></label>` +
      `<div class="oco-pq-track"><input type="range" min="${low}" max="${high}" step="${step}" value="${low}" ` +
      `aria-label="your prediction" aria-valuetext="not set"><span>${least}</span><span>${most}</span></div></div>`,
  );
  const [field, range] = holder.querySelectorAll("input");
  let value = begunOf(question);
  place.append(holder);
  const show = () => {
    range.classList.toggle("oco-pq-unset", value === null);
    range.value = value ?? low;
    range.setAttribute("aria-valuetext", value === null ? "not set" : `${data.unit} ${value}`.trim());
    if (document.activeElement !== field) field.value = value ?? "";
  };
  const set = (next) => {
    value = next;
    show();
    question.changed();
  };
  range.addEventListener("input", () => set(range.valueAsNumber));
  // At its end a slider that was not set yet says nothing when it is set there.
  range.addEventListener("pointerup", () => value === null && set(range.valueAsNumber));
  range.addEventListener("keydown", ({ key }) => {
    if (value === null && /^(Home|ArrowLeft|ArrowDown|PageDown)$/.test(key)) set(low);
  });
  field.addEventListener("input", () => {
    const given = field.valueAsNumber;
    const right = given >= low && given <= high;
    question.warning.textContent = right || !field.value ? "" : `A number ${words}.`;
    set(right ? given : null);
  });
  field.addEventListener("keydown", ({ key }) => key === "Enter" && question.commit());
  show();
  return {
    missing: () => (value === null ? `A number ${words} first.` : ""),
    value: () => value,
    focus: () => field.focus(),
  };
}

function choose(question) {
  const { data, place, name } = question;
  const begun = begunOf(question);
  const options = Object.entries(data.options).map(
    ([option, text]) =>
      `<label class="oco-pq-option"><input type="radio" name="${name}" value="${option}"><span>${text}</span></label>`,
  );
  const field = made(`<fieldset class="oco-pq-options"><legend>${data.title}</legend>${options.join("")}</fieldset>`);
  let value = null;
  const inputs = [...field.querySelectorAll("input")];
  for (const input of inputs) {
    input.checked = input.value === begun;
    if (input.checked) value = input.value;
    input.addEventListener("change", () => {
      value = input.value;
      question.changed();
    });
  }
  place.append(field);
  return {
    missing: () => (value === null ? "Choose one first." : ""),
    value: () => value,
    focus: () => inputs[0].focus(),
  };
}

export const inputs = { draw, number, choose };
