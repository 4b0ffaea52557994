// What is written at the ends of curves: names and values that do not touch each other, and arrows where a curve leaves
// the frame.

import { textAt } from "./axes.js";
import { boldOf, linesOf, ROOMY } from "./layout.js";
import { inside } from "./path.js";
import { px, widthOf } from "./text.js";

const touches = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

// Labels { middle, height } one under another between top and bottom, each as near to its `middle` as can be; those for
// which there is no room, the first of the list first, are left out.
export function spread(labels, top, bottom) {
  const kept = [...labels];
  const tall = () => kept.reduce((sum, { height }) => sum + height, 0);
  while (kept.length && tall() > bottom - top) kept.shift();
  kept.sort((a, b) => a.middle - b.middle);
  // Neighbours that touch become one block, which stands at the mean of what they want.
  const blocks = [];
  const settle = (block) => {
    block.start = Math.min(Math.max(block.wish / block.labels.length, top), bottom - block.height);
  };
  for (const label of kept) {
    let block = { labels: [label], height: label.height, wish: label.middle - label.height / 2 };
    settle(block);
    for (let last = blocks.at(-1); last && last.start + last.height > block.start; last = blocks.at(-1)) {
      blocks.pop();
      const moved = block.wish - block.labels.length * last.height;
      block = {
        labels: [...last.labels, ...block.labels],
        height: last.height + block.height,
        wish: last.wish + moved,
      };
      settle(block);
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ labels: some, start }) => {
    let at = start;
    return some.map((label) => {
      at += label.height;
      return { ...label, middle: at - label.height / 2 };
    });
  });
}

// The places of a label beside a point: { left, top, anchor }, the best ones first.
function placesAround({ x, y }, width, height, gap) {
  const near = gap * 0.6;
  return [
    [x + gap, y - height / 2, "start"],
    [x + near, y - near - height, "start"],
    [x - near - width, y - near - height, "end"],
    [x - width / 2, y - gap - height, "middle"],
    [x + near, y + near, "start"],
    [x - near - width, y + near, "end"],
    [x - width / 2, y + gap, "middle"],
    [x - gap - width, y - height / 2, "end"],
  ];
}

class Page {
  // curves: [{ kind, xs, ys }, …] in pixels, which labels beside a point keep off.
  constructor({ box, type, rank, width, height, equal, bare }, curves) {
    Object.assign(this, { box, type, rank, width, height, equal, bare, curves });
    Object.assign(this, { main: rank === "main", bold: type * boldOf(rank) });
    this.taken = [];
    this.svg = "";
  }

  linesOf(label) {
    return linesOf(label, this);
  }

  sizeOf(lines) {
    const width = Math.max(...lines.map(([text, bold]) => widthOf(text, bold ? this.bold : this.type, bold)));
    return { width, height: lines.reduce((sum, [, bold]) => sum + 1.2 * (bold ? this.bold : this.type), 0) };
  }

  // Writes a label whose box begins at left, top.
  write(label, lines, left, top, anchor = "start") {
    const { width, height } = this.sizeOf(lines);
    this.taken.push({ left, top, right: left + width, bottom: top + height });
    const x = anchor === "start" ? left : anchor === "end" ? left + width : left + width / 2;
    let y = top;
    const texts = lines.map(([text, bold]) => {
      const size = bold ? this.bold : this.type;
      y += 1.2 * size;
      const face = bold ? ` class="oco-end-value" font-size="${px(size)}"` : ' class="oco-end-name"';
      return textAt(x, y - 0.28 * size, text, anchor, face);
    });
    this.svg += `<g data-end="${label.series}" style="--oco-s:var(--oco-${label.role})">${texts.join("")}</g>`;
  }

  free(rect, within) {
    const page = within ?? { left: 0, top: 0, right: this.width, bottom: this.height };
    const inside =
      rect.left >= page.left && rect.right <= page.right && rect.top >= page.top && rect.bottom <= page.bottom;
    return inside && !this.touched(rect);
  }

  touched(rect) {
    return this.taken.some((other) => touches(rect, other));
  }

  // At the right of the frame, where curves end.
  column(labels) {
    const { box, type } = this;
    const sized = labels.flatMap((label) => {
      const lines = this.linesOf(label);
      if (!lines.length) return [];
      const { height } = this.sizeOf(lines);
      return [{ ...label, lines, height: height + type * 0.2, middle: label.y }];
    });
    const x = box.right + type * (this.main ? 0.9 : 0.6);
    for (const label of spread(sized, box.top - type * 0.9, box.bottom + type * 0.35))
      this.write(label, label.lines, x, label.middle - label.height / 2 + type * 0.1);
  }

  // Beside a place in the frame, where it touches no label and as few curves as can be; in a large plane, if it would
  // touch some, at the right of it, with a line from there.
  beside(label) {
    const lines = this.linesOf(label);
    if (!lines.length) return;
    const { width, height } = this.sizeOf(lines);
    if (this.bare && this.main && this.lead(label, lines, width, height)) return;
    let best = null;
    for (const [left, top, anchor] of placesAround(label, width, height, this.type * 0.7)) {
      const rect = { left, top, right: left + width, bottom: top + height };
      if (!this.free(rect, this.frame())) continue;
      const crossed = this.crossed(rect);
      if (!best || crossed < best.crossed) best = { left, top, anchor, crossed };
      if (!crossed) break;
    }
    if (best?.crossed !== 0 && this.equal && this.main && !this.bare && this.lead(label, lines, width, height)) return;
    if (best) this.write(label, lines, best.left, best.top, best.anchor);
  }

  // How many pieces of curves and points a rectangle would hide.
  crossed(rect) {
    let count = 0;
    for (const { kind, xs, ys } of this.curves) {
      const step = kind === "segments" ? 2 : 1;
      if (kind === "points") {
        for (let i = 0; i < xs.length; i++) if (inside(xs[i], ys[i], 0, 0, rect)) count++;
      } else
        for (let i = 1; i < xs.length; i += step) {
          if (Math.max(xs[i], xs[i - 1]) < rect.left || Math.min(xs[i], xs[i - 1]) > rect.right) continue;
          if (inside(xs[i - 1], ys[i - 1], xs[i] - xs[i - 1], ys[i] - ys[i - 1], rect)) count++;
        }
    }
    return count;
  }

  // At the right of the frame, with a line from its place; false where there is no room.
  lead(label, lines, width, height) {
    const room = this.width - width - this.box.right - 0.5 * this.type; // a width is an estimate
    const left = this.box.right + Math.min(2 * this.type, Math.max(this.type, room));
    for (const way of [0, 1, -1, 2, -2, 3, -3]) {
      const top = label.y - height / 2 + way * height * 0.6;
      const rect = { left, top, right: left + width, bottom: top + height };
      const apart = 0.35 * this.type; // names of two things, one under another, are not read as one
      if (!this.free(rect) || this.touched({ ...rect, top: top - apart, bottom: rect.bottom + apart })) continue;
      const ends = `M${px(label.x)} ${px(label.y)}L${px(left - this.type * 0.3)} ${px(top + height / 2)}`;
      this.svg += `<path class="oco-leader" d="${ends}"/>`;
      this.write(label, lines, left, top);
      return true;
    }
    return false;
  }

  // Where labels beside a place may stand: not on the labels of the ticks.
  frame() {
    return { left: this.box.left, top: 0, right: this.width, bottom: this.box.bottom };
  }

  // Above the frame, over a line that runs through all of it, or to the left or the right of that place.
  above(label) {
    const lines = [[[label.name, label.value].filter(Boolean).join(" = "), false]];
    const { width, height } = this.sizeOf(lines);
    const top = this.box.top - height;
    for (const share of [0.5, 1, 0]) {
      const left = Math.min(Math.max(label.x - share * width, 0), this.width - width);
      if (!this.free({ left, top, right: left + width, bottom: top + height })) continue;
      this.write(label, lines, left, top);
      return;
    }
  }

  // A mark where a curve leaves the frame, and what it is there.
  cut(label) {
    const { box, type } = this;
    const size = type * 0.4;
    const [edge, way] = label.up ? [box.top, -1] : [box.bottom, 1];
    const x = Math.min(Math.max(label.x, box.left + size), box.right - size);
    const base = px(edge - way * size);
    const d = `M${px(x - size)} ${base}L${px(x)} ${px(edge + way * size * 0.6)}L${px(x + size)} ${base}Z`;
    this.svg += `<path class="oco-cut" data-cut="${label.series}" style="--oco-s:var(--oco-${label.role})" d="${d}"/>`;
    this.taken.push({
      left: x - size,
      right: x + size,
      top: edge - 1.2 * size,
      bottom: edge + 1.2 * size,
      arrow: true,
    });
    if (!label.value) return;
    const words = `${label.up ? "↑" : "↓"} ${label.value}`;
    const lines = [[this.main && label.name ? `${label.name} ${words}` : words, true]];
    const { width, height } = this.sizeOf(lines);
    const gap = size * 1.6;
    for (let row = 0; row < 4; row++) {
      const top = label.up ? box.top - size * 0.5 + row * height : box.bottom - height - size * 0.5 - row * height;
      for (const left of [x + gap, x - gap - width, box.right - width])
        if (this.free({ left, top, right: left + width, bottom: top + height }, this.frame())) {
          this.write(label, lines, left, top);
          return;
        }
    }
  }

  // At the tip of a bar in a row.
  tip(label) {
    if (!this.main && this.width <= ROOMY * this.type) return; // the bars need the room
    const lines = [[label.value, this.main]];
    const { width, height } = this.sizeOf(lines);
    const gap = this.type * 0.5;
    const top = label.y - height / 2;
    for (const left of [label.x + gap, label.from - gap - width])
      if (this.free({ left, top, right: left + width, bottom: top + height })) {
        this.write(label, lines, left, top);
        return;
      }
  }
}

// labels: [{ series, role, name, value, place, x, y, … }, …], the most important ones first; place: "column", "beside",
// "above", "cut" or "tip".
export function ends(labels, laid, curves) {
  const page = new Page(laid, curves);
  page.column(labels.filter(({ place }) => place === "column").reverse());
  for (const label of labels) if (label.place === "cut") page.cut(label);
  for (const label of labels) if (!["column", "cut"].includes(label.place)) page[label.place](label);
  return page;
}
