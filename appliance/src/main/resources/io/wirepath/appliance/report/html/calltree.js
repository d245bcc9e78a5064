"use strict";
// Requests with their responses as a tree of calls; a message that belongs to no call stands for itself.
function callsOf(root) {
  const top = [];
  (function walk(step, open) {
    const received = step.startNanos + (step.networkDelay ? step.networkDelay.meanNanos : 0);
    let next = open;
    if (step.role === "response") {
      let at = open;
      while (at && !(at.to === step.from && at.from === step.to && at.end === undefined)) at = at.above;
      if (at) { at.end = received; next = at.above; }
    } else {
      const call = { from: step.from, to: step.to, port: step.port, protocol: step.protocol, role: step.role, start: step.startNanos,
        probability: step.probability, above: open, below: [], traced: step.toTraced };
      (open ? open.below : top).push(call);
      next = call;
      if (step.role !== "request") call.end = received;
    }
    step.children.forEach(child => walk(child, next));
  })(root, null);
  return top;
}

function callTree(pattern) {
  const total = Math.max(pattern.duration.meanNanos, ...flatten(pattern.root, null, []).map(e => e.received)) || 1;
  const rows = [];
  (function walk(calls, depth) {
    for (const call of calls) { rows.push({ call, depth }); walk(call.below, depth + 1); }
  })(callsOf(pattern.root), 0);
  return h("div", { class: "scroll" }, h("table", { class: "calls" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Call"), h("th", { scope: "col", class: "num" }, "Starts"), h("th", { scope: "col", class: "num" }, "Takes"),
      h("th", { scope: "col", class: "num wide" }, "Link"), h("th", { scope: "col", class: "wide", style: "width:34%" }, "When"))),
    h("tbody", {}, rows.map(({ call, depth }) => {
      const taken = call.end === undefined ? null : call.end - call.start;
      const left = 100 * Math.max(0, call.start) / total, width = Math.max(0.4, 100 * (taken || 0) / total);
      return h("tr", {}, h("td", { style: `padding-left:${10 + depth * 18}px` }, depth ? "└ " : "", h("b", {}, call.to), portToTell(call) && h("span", { class: "dim" }, " :" + call.port),
          " ", call.protocol && h("span", { class: "dim small" }, call.protocol), h("span", { class: "dim small" }, " from " + call.from)),
        h("td", { class: "num" }, duration(call.start)), h("td", { class: "num" }, taken === null ? "no response" : duration(taken)),
        h("td", { class: "num wide" }, percent(call.probability)),
        h("td", { class: "wide" }, s("svg", { width: "100%", height: 14, "aria-hidden": "true" },
          s("rect", { class: "waiting", x: 0, y: 6, width: "100%", height: 2 }), s("rect", { class: "bar", x: left + "%", y: 2, width: Math.min(width, 100 - left) + "%", height: 10, rx: 2 }))));
    }))));
}
