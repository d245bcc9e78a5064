// What the merge learnt: clocks, home sniffers, translations, losses between sniffers.
function clockTable(merge) {
  const ppm = x => digits(x, 3) + " ppm";
  const row = c => h("tr", {}, h("td", {}, c.sniffer), c.offsetNanos === undefined
    ? h("td", { colspan: 4 }, "no traffic in common with the others: its times stand as they are")
    : c.sniffer === merge.reference ? h("td", { colspan: 4 }, "the reference")
      : [h("td", { class: "num" }, `${(c.offsetNanos / 1e9).toFixed(6)} s`), h("td", { class: "num" }, `± ${duration(c.offsetUncertaintyNanos)}`), h("td", { class: "num" }, ppm(c.skewPpm)), h("td", { class: "num" }, `± ${ppm(c.skewUncertaintyPpm)}`)],
    h("td", { class: "num" }, count(c.matched)));
  return table(["Sniffer", "Ahead by", "", "Gains", "", "Messages in common"], merge.sniffers.map(row));
}

function table(titles, rows) {
  return h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, titles.map((t, i) => h("th", { scope: "col", class: i ? "num" : "" }, t)))), h("tbody", {}, rows)));
}

function translationTable(rows) {
  const way = end => h("td", { class: "mono" }, `${end.source} → ${end.destination}`);
  return h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ["Kind", "From", "To", "Connections", "Messages", "Confidence"].map((t, i) => h("th", { scope: "col", class: i > 2 ? "num" : "" }, t)))),
    h("tbody", {}, rows.map(t => h("tr", {}, h("td", {}, t.kind), way(t.from), way(t.to), h("td", { class: "num" }, count(t.connections)), h("td", { class: "num" }, count(t.evidence)), h("td", { class: "num" }, percent(t.confidence)))))));
}

function sniffers(section) {
  const merge = report.merge, parts = [];
  if (!merge) return "";
  if (merge.sniffers.length > 1) {
    parts.push(h("h3", {}, "Clocks"), clockTable(merge),
      h("p", { class: "dim small" }, "The least delay between two sniffers is taken to be the same both ways; a network delay is the difference of two clocks corrected so, and as uncertain as they are."),
      h("h3", {}, "Home sniffers"), table(["Node", "Sniffer", "Sees", "Routers between"], merge.homes.map(x => h("tr", {}, h("td", { class: "mono" }, x.node), h("td", { class: "num" }, x.sniffer), h("td", { class: "num" }, percent(x.share)), h("td", { class: "num" }, x.hops === 255 ? "?" : x.hops)))),
      h("h3", {}, "Lost by the network between sniffers"), table(["From", "To", "Connections seen whole", "Segments", "without payload", "Bytes"], merge.losses.map(x => h("tr", {}, h("td", {}, x.from), h("td", { class: "num" }, x.to), ...[x.connections, x.segments, x.emptySegments, x.bytes].map(n => h("td", { class: "num" }, count(n)))))));
  }
  if (merge.translations.length) parts.push(h("h3", {}, "Translations of addresses"), translationTable(merge.translations));
  return section("sniffers", "Sniffers and translations", parts.length ? parts : h("p", { class: "dim" }, "One sniffer, and no translation of addresses was found."));
}
