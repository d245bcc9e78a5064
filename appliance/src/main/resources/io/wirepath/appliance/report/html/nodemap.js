"use strict";
// Who talks to whom: nodes in columns by their distance from the clients, edges as wide as the logarithm of the requests.
function layers(nodes, edges) {
  const ask = edges.filter(e => e.requests > 0), depth = new Map(nodes.map(n => [n.name, 0]));
  for (let round = 0; round < nodes.length; round++) {
    let moved = false;
    for (const e of ask) {
      const back = ask.some(o => o.from === e.to && o.to === e.from && o.requests >= e.requests);
      if (!back && depth.get(e.to) < depth.get(e.from) + 1 && depth.get(e.from) + 1 <= 12) { depth.set(e.to, depth.get(e.from) + 1); moved = true; }
    }
    if (!moved) break;
  }
  const columns = [];
  for (const n of nodes) (columns[depth.get(n.name)] ||= []).push(n);
  const rank = new Map(nodes.map((n, i) => [n.name, i]));
  columns.forEach((column, i) => {
    if (i === 0) { column.sort((a, b) => (a.role + a.name).localeCompare(b.role + b.name, undefined, { numeric: true })); }
    column.forEach((n, row) => rank.set(n.name, row));
    if (i + 1 < columns.length && columns[i + 1]) {
      const middle = n => { const up = ask.filter(e => e.to === n.name); return up.length ? up.reduce((t, e) => t + rank.get(e.from), 0) / up.length : 99; };
      columns[i + 1].sort((a, b) => middle(a) - middle(b) || a.name.localeCompare(b.name, undefined, { numeric: true }));
    }
  });
  return columns.filter(Boolean);
}

function nodeMap(nodes, edges) {
  const shown = foldClients(nodes, edges);
  if (shown.nodes.length > 60) return h("p", { class: "dim" }, `${shown.nodes.length} nodes: too many for a picture; see the table of nodes, or wirepath analyze --dot.`);
  const columns = layers(shown.nodes, shown.edges);
  const BW = 138, CW = 230, RH = 54, tallest = Math.max(...columns.map(c => c.length));
  const width = columns.length * CW - (CW - BW) + 20, height = tallest * RH + 10, place = new Map();
  columns.forEach((column, i) => column.forEach((n, j) => place.set(n.name, { x: 10 + i * CW, y: 10 + (j + (tallest - column.length) / 2) * RH, n })));
  const svg = s("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  const asks = shown.edges.filter(e => e.requests > 0 || !shown.edges.some(o => o.from === e.to && o.to === e.from && o.requests > 0));
  for (const e of asks) {
    const a = place.get(e.from), b = place.get(e.to);
    if (!a || !b) continue;
    const right = b.x > a.x, x1 = right ? a.x + BW : a.x + BW / 2, x2 = right ? b.x : b.x + BW / 2, y1 = a.y + 18, y2 = b.y + 18, c = right ? (x2 - x1) / 2 : 60;
    svg.append(s("path", { class: "edge", "stroke-width": 1 + Math.log10(1 + e.requests), d: `M${x1} ${y1} C${x1 + c} ${y1} ${x2 - c} ${y2} ${x2} ${y2}` },
      s("title", {}, `${e.from} → ${e.to}: ${count(e.requests)} requests, ${count(e.messages)} messages, ${bytes(e.bytes)}`)));
  }
  for (const { x, y, n } of place.values()) {
    const shape = n.traced ? s("rect", { class: "box", x, y, width: BW, height: 36, rx: 5 })
      : s("path", { class: "diamond", d: `M${x} ${y + 18} l14 -18 h${BW - 28} l14 18 l-14 18 h${28 - BW} z` });
    svg.append(shape, s("text", { x: x + BW / 2, y: y + 16, "text-anchor": "middle", "font-size": 13 }, n.name.length > 17 ? n.name.slice(0, 16) + "…" : n.name, s("title", {}, `${n.name} ${n.address}`)),
      s("text", { class: "quiet", x: x + BW / 2, y: y + 30, "text-anchor": "middle" }, n.address === n.name ? (n.role || "") : n.address));
  }
  return picture("Who asks whom, from left to right; wider lines carry more requests. Boxes: traced nodes; pointed: nodes that no sniffer stood at.", "Node map", svg,
    h("ul", {}, asks.map(e => h("li", {}, `${e.from} → ${e.to}: ${count(e.requests)} requests, ${count(e.messages)} messages, ${bytes(e.bytes)}`))));
}

/** Many clients are shown as one. */
function foldClients(nodes, edges) {
  const clients = nodes.filter(n => n.client);
  if (clients.length < 2) return { nodes, edges };
  const folded = new Set(clients.map(n => n.name)), name = `CLIENT (${clients.length})`, sum = new Map();
  for (const e of edges) {
    const from = folded.has(e.from) ? name : e.from, to = folded.has(e.to) ? name : e.to, key = from + "\n" + to;
    const t = sum.get(key) || { from, to, messages: 0, requests: 0, bytes: 0 };
    t.messages += e.messages; t.requests += e.requests; t.bytes += e.bytes;
    sum.set(key, t);
  }
  const traced = clients.every(n => n.traced);
  return { nodes: [{ name, address: name, role: "clients", traced, client: true }, ...nodes.filter(n => !n.client)], edges: [...sum.values()] };
}
