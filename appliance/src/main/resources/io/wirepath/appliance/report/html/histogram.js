"use strict";
/** A delay distribution as bars over a logarithmic axis: each bin is a quarter of an octave. */
function histogram(title, delay) {
  const bins = delay.histogram;
  if (!bins.length) return h("p", { class: "dim" }, `${title}: no samples.`);
  const low = Math.max(1, bins[0][0] || bins[0][1] / 2), high = bins[bins.length - 1][1];
  const W = 520, H = 120, L = 8, top = Math.max(...bins.map(b => b[2]));
  const span = Math.log(high / low) || 1, x = t => L + (W - 2 * L) * Math.log(Math.max(low, t) / low) / span;
  const svg = s("svg", { width: W, height: H + 34, viewBox: `0 0 ${W} ${H + 34}`, class: "fluid" });
  svg.append(s("line", { class: "whisker", x1: L, x2: W - L, y1: H + 10, y2: H + 10 }));
  for (const [from, to, share] of bins) {
    const height = Math.max(1, H * share / top);
    svg.append(s("rect", { class: "bar", x: x(from), y: H + 10 - height, width: Math.max(1.5, x(to) - x(from) - 1), height },
      s("title", {}, `${duration(from)} to ${duration(to)}: ${percent(share)}`)));
  }
  for (const tick of ticks(low, high)) {
    const at = x(tick), anchor = at < L + 20 ? "start" : at > W - L - 20 ? "end" : "middle";
    svg.append(s("line", { class: "whisker", x1: at, x2: at, y1: H + 10, y2: H + 14 }), s("text", { class: "quiet", x: at, y: H + 28, "text-anchor": anchor }, duration(tick)));
  }
  const words = `mean ${duration(delay.meanNanos)}, median ${duration(delay.p50Nanos)}, p90 ${duration(delay.p90Nanos)}, p99 ${duration(delay.p99Nanos)}, greatest ${duration(delay.maxNanos)}, ${count(delay.samples)} samples`;
  return picture(`${title}: ${words}.`, `${title}: ${words}`, svg,
    h("ul", {}, bins.map(([from, to, share]) => h("li", {}, `${duration(from)} to ${duration(to)}: ${percent(share)}`))));
}
/** Round places on a logarithmic axis: decades, or 1-2-5 steps where those are few. */
function ticks(low, high) {
  const decades = high / low > 1000 ? [1] : [1, 2, 5], all = [];
  for (let power = 1; power <= high; power *= 10) for (const step of decades) {
    if (power * step >= low && power * step <= high) all.push(power * step);
  }
  return all.length ? all : [low];
}

/** Distributions of several nodes, one line each: p10 is not kept, so a line runs from the median to p99. */
function compareDelays(title, rows) {
  const W = 640, R = 30, L = Math.min(200, Math.max(...rows.map(r => r.name.length)) * 7.4 + 16);
  const most = Math.max(...rows.map(r => r.delay.p99Nanos), 1), x = t => L + (W - L - 70) * t / most;
  const svg = s("svg", { width: W, height: rows.length * R + 22, viewBox: `0 0 ${W} ${rows.length * R + 22}`, class: "fluid" });
  rows.forEach((row, i) => {
    const y = i * R + 16, d = row.delay;
    svg.append(s("text", { x: 2, y: y + 4, "font-size": 13 }, row.name),
      s("rect", { class: "waiting", x: L, y: y - 8, width: W - L - 70, height: 16, rx: 3 }),
      s("rect", { class: "bar", x: L, y: y - 8, width: Math.max(1, x(d.meanNanos) - L), height: 16, rx: 3 }, s("title", {}, `mean ${duration(d.meanNanos)}`)),
      s("line", { class: "whisker", x1: x(d.p50Nanos), x2: x(d.p99Nanos), y1: y, y2: y }),
      s("line", { class: "median", x1: x(d.p50Nanos), x2: x(d.p50Nanos), y1: y - 8, y2: y + 8 }),
      s("line", { class: "whisker", x1: x(d.p99Nanos), x2: x(d.p99Nanos), y1: y - 5, y2: y + 5 }),
      s("text", { class: "quiet", x: W - 64, y: y + 4 }, duration(d.meanNanos)));
  });
  return picture(`${title}: mean (bar), median (thick mark), up to the 99th percentile (thin line).`, title, svg,
    h("ul", {}, rows.map(r => h("li", {}, `${r.name}: mean ${duration(r.delay.meanNanos)}, median ${duration(r.delay.p50Nanos)}, p90 ${duration(r.delay.p90Nanos)}, p99 ${duration(r.delay.p99Nanos)}, ${count(r.delay.samples)} calls`))));
}
