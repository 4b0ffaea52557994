// Where a number stands in a picture: the arithmetic of oco_live/figures/draw.py, and nothing more.

export function place(axis, value, start, stop, zoom) {
  let low = axis.limits[0] / zoom;
  let high = axis.limits[1] / zoom;
  value = Math.min(Math.max(value, low), high);
  if (axis.scale === "log") [low, high, value] = [Math.log10(low), Math.log10(high), Math.log10(value)];
  return start + ((stop - start) * (value - low)) / (high - low);
}

export function pathOf(panel, kind, curve, zoom) {
  const [left, top, right, bottom] = panel.box;
  const points = new Array(curve.x.length);
  for (let i = 0; i < points.length; i++) {
    const x = place(panel.x, curve.x[i], left, right, 1);
    points[i] = `${x.toFixed(2)} ${place(panel.y, curve.y[i], bottom, top, zoom).toFixed(2)}`;
  }
  if (kind === "points") return points.map((point) => `M${point}h0`).join("");
  if (kind === "segments") return points.map((point, i) => (i % 2 ? "L" : "M") + point).join("");
  return points.length ? "M" + points.join("L") : "";
}

// Where a series leaves the picture: a triangle at its last point beyond the top or the bottom edge.
export function pinsOf(panel, curve, zoom) {
  const [left, top, right, bottom] = panel.box;
  let d = "";
  for (const [limit, edge, tip] of [
    [panel.y.limits[1] / zoom, top, -7],
    [panel.y.limits[0] / zoom, bottom, 7],
  ]) {
    for (let i = curve.x.length - 1; i >= 0; i--) {
      if (tip < 0 ? curve.y[i] < limit : curve.y[i] > limit) continue;
      const x = place(panel.x, curve.x[i], left, right, 1);
      d += `M${(x - 4).toFixed(2)} ${edge.toFixed(2)}h8l-4 ${tip}z`;
      break;
    }
  }
  return d;
}
