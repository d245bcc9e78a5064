"use strict";
// A path pattern as lanes: a lane a node, time from left to right, in the manner of WAP5 figures 10 to 14. A box is the
// time that a traced node took between the message that came in and the one that went out; a diamond is an untraced
// node, whose own time and network time cannot be told apart; a line is a message.
const LANE = 52, GAP = 16, CHAR = 6.3;

function flatten(step, parent, out) {
  const received = step.startNanos + (step.networkDelay ? step.networkDelay.meanNanos : 0);
  const entry = { step, parent, sent: step.startNanos, received };
  out.push(entry);
  step.children.forEach(child => flatten(child, entry, out));
  return out;
}

/** Maps times to places: in proportion, but no two events closer than GAP, so that short delays stay visible. */
function timeScale(times, width, labels) {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  const span = sorted[sorted.length - 1] - sorted[0] || 1;
  const place = new Map();
  let x = 0;
  sorted.forEach((time, i) => {
    if (i > 0) {
      const needed = labels.filter(l => l.to === time && l.from === sorted[i - 1]).reduce((m, l) => Math.max(m, l.width), GAP);
      x += Math.max(needed, width * (time - sorted[i - 1]) / span);
    }
    place.set(time, x);
  });
  return { at: time => place.get(time), width: x };
}

function timelineText(entries) {
  return h("ol", {}, entries.map(({ step, parent }) => {
    const where = step.fromTraced ? "" : " (untraced, network included)";
    const own = step.nodeDelay ? `${duration(step.nodeDelay.meanNanos)} after its cause at ${step.from}${where}, ` : "";
    const kind = step.role === "unknown" ? "message" : step.role.replace("_", "-");
    const net = step.networkDelay ? `, ${duration(step.networkDelay.meanNanos)} on the network` : "";
    return h("li", {}, `${own}${step.from} sends a ${kind} to ${step.to}${portToTell(step) && " port " + step.port}${net}`
      + (parent ? ` (link ${percent(step.probability)} likely)` : ""));
  }));
}

function timeline(pattern) {
  const entries = flatten(pattern.root, null, []);
  const lanes = [...new Set(entries.flatMap(e => [e.step.from, e.step.to]))];
  const traced = new Map(entries.flatMap(e => [[e.step.from, e.step.fromTraced], [e.step.to, e.step.toTraced]]));
  const labels = entries.filter(e => e.parent && e.step.nodeDelay)
    .map(e => ({ from: e.parent.received, to: e.sent, width: duration(e.step.nodeDelay.meanNanos).length * CHAR + 10 }));
  const left = Math.min(190, Math.max(...lanes.map(l => l.length)) * 7.2 + 34);
  const scale = timeScale(entries.flatMap(e => [e.sent, e.received]), 620, labels);
  const x = t => left + scale.at(t), y = name => 30 + lanes.indexOf(name) * LANE;
  const width = left + scale.width + 60, height = 30 + lanes.length * LANE - 6;
  const svg = s("svg", { width, height, viewBox: `0 0 ${width} ${height}`, class: "timeline" });
  for (const lane of lanes) {
    svg.append(s("line", { class: "lane", x1: left - 8, x2: width - 10, y1: y(lane), y2: y(lane) }),
      traced.get(lane) ? s("rect", { class: "box", x: 4, y: y(lane) - 6, width: 12, height: 12, rx: 2 })
        : s("path", { class: "diamond", d: `M10 ${y(lane) - 8} l8 8 l-8 8 l-8 -8 z` }),
      s("text", { x: 24, y: y(lane) + 4, "font-size": 13 }, lane.length > 22 ? lane.slice(0, 21) + "…" : lane, s("title", {}, lane)));
  }
  for (const e of entries) drawMessage(svg, e, x, y);
  for (const e of entries) if (e.parent && e.step.nodeDelay) drawDelay(svg, e, x, y);
  const total = duration(pattern.duration.meanNanos);
  return picture(`Mean timeline: ${total} in all. Boxes: time at a traced node; diamonds: an untraced node with its network; lines: messages (dashed: responses). Short delays are drawn wider than to scale.`,
    `Timeline of ${pattern.title}, mean ${total}`, svg, timelineText(entries));
}

function drawMessage(svg, e, x, y) {
  const { step } = e, x1 = x(e.sent), x2 = x(e.received), y1 = y(step.from), y2 = y(step.to), dir = y2 > y1 ? 1 : -1;
  const edge = 11;
  svg.append(s("path", { class: "hop " + step.role, d: `M${x1} ${y1 + dir * edge} L${x2} ${y2 - dir * (edge + 5)}` }),
    s("path", { class: "tip", d: `M${x2} ${y2 - dir * edge} l-4 ${-dir * 7} h8 z` },
      s("title", {}, `${step.from} → ${step.to}${portToTell(step) && ":" + step.port} ${step.protocol} ${step.role}`)));
  if (step.networkDelay) svg.append(s("text", { class: "quiet", x: x1 + 0.36 * (x2 - x1) + 5, y: y1 + 0.36 * (y2 - y1) + 4 }, duration(step.networkDelay.meanNanos)));
  else if (step.role !== "response" && step.port !== "*") svg.append(s("text", { class: "quiet", x: x1 + 5, y: y1 + 0.36 * (y2 - y1) + 4 }, ":" + step.port));
}

function drawDelay(svg, e, x, y) {
  const from = x(e.parent.received), to = Math.max(x(e.sent), from + 2), mid = (from + to) / 2, at = y(e.step.from);
  const text = duration(e.step.nodeDelay.meanNanos);
  const title = s("title", {}, `${e.step.from}: mean ${text}, median ${duration(e.step.nodeDelay.p50Nanos)}, p90 ${duration(e.step.nodeDelay.p90Nanos)}, p99 ${duration(e.step.nodeDelay.p99Nanos)}`);
  const shape = e.step.fromTraced
    ? s("rect", { class: "box", x: from, y: at - 11, width: to - from, height: 22, rx: 3 }, title)
    : s("path", { class: "diamond", d: `M${from} ${at} L${mid} ${at - 13} L${to} ${at} L${mid} ${at + 13} Z` }, title);
  svg.append(shape, s("text", { class: "delay", x: mid, y: e.step.fromTraced ? at + 4 : at - 16, "text-anchor": "middle" }, text));
}
