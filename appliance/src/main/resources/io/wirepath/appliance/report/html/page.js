"use strict";
const SHOWN_AT_FIRST = 12;
const report = JSON.parse(document.getElementById("data").textContent);
const joinNames = new Set(report.nodes.filter(n => n.join).flatMap(n => [n.name, n.role]));
const section = (id, title, ...content) => h("section", { id, "aria-labelledby": id + "-h" }, h("h2", { id: id + "-h" }, title), content);

function themeButton() {
  const root = document.documentElement;
  return h("button", { class: "theme", type: "button", "aria-label": "Switch between light and dark", onclick: () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  } }, "◐ Light / dark");
}

function head() {
  const links = [["findings", "Findings"], ["patterns", "Paths"], ["replicas", "Replicas"], ["map", "Node map"], ["nodes", "Nodes"], ...(report.merge ? [["sniffers", "Sniffers"]] : []), ["health", "Capture health"], ["method", "Method"]];
  document.title = report.title + " – Wirepath";
  document.getElementById("head").append(
    h("div", {}, h("div", { class: "brand" }, "Wirepath · causal paths"), h("h1", {}, report.title),
      h("div", { class: "dim" }, `${instant(report.totals.firstNanos)}, ${duration(report.totals.lastNanos - report.totals.firstNanos)} of traffic`)),
    themeButton(), h("nav", { class: "index", "aria-label": "Sections" }, links.map(([id, title]) => h("a", { href: "#" + id }, title))));
}

function figures() {
  const t = report.totals, lost = report.captures.flatMap(c => c.counters).filter(c => c.kind === "loss").reduce((n, c) => n + c.value, 0);
  const card = (value, label) => h("div", { class: "card" }, h("b", {}, value), h("span", { class: "dim small" }, label));
  return h("div", { class: "figures" }, card(count(report.captures.reduce((n, c) => n + c.frames, 0)), "frames"), card(count(t.messages), "messages"), card(count(t.calls), "calls"),
    card(count(t.nodes), "nodes"), card(count(t.patterns + (report.patternsLeftOut || 0)), "path patterns"), card(percent(t.meanLinkProbability), "mean certainty of a link"), card(count(lost), "counted as lost"));
}

function findings() {
  const cards = report.findings.map(f => h("article", { class: "card finding " + f.severity },
    h("span", { class: "tag " + f.severity }, f.severity), h("div", { class: "title" }, f.title), h("div", { class: "dim" }, f.detail)));
  return section("findings", "Findings", cards.length ? cards : h("p", { class: "dim" }, "Nothing stands out."),
    report.notes.map(n => h("p", { class: "note" }, n)));
}

function patternDetail(pattern) {
  const members = (pattern.members || []).filter(m => m.id !== pattern.id || pattern.members.length > 1);
  return [timeline(pattern),
    h("div", { class: "columns" }, h("div", {}, h("h3", {}, "Calls"), callTree(pattern)), h("div", {}, histogram("Duration of the whole path", pattern.duration))),
    hopTable(pattern),
    members.length ? [h("h3", {}, `By node: ${members.length + (pattern.membersLeftOut || 0)} patterns`), patternTable(members, false),
      pattern.membersLeftOut > 0 && h("p", { class: "dim small" }, `${pattern.membersLeftOut} rarer ones are left out here; wirepath analyze --json has them all.`)] : null];
}

function hopTable(pattern) {
  const hops = flatten(pattern.root, null, []).filter(e => e.step.nodeDelay);
  if (!hops.length) return null;
  return h("details", {}, h("summary", {}, "Delays hop by hop"), h("div", { class: "scroll" }, h("table", {},
    h("thead", {}, h("tr", {}, ["At", "before sending to", "mean", "median", "p90", "p99", "network", "link"].map((t, i) => h("th", { scope: "col", class: i > 1 ? "num" : "" }, t)))),
    h("tbody", {}, hops.map(({ step }) => h("tr", {}, h("td", {}, step.from, step.fromTraced ? "" : " ◇", joinNames.has(step.from) ? " ⋈" : ""), h("td", {}, `${step.to} (${step.role})`),
      [step.nodeDelay.meanNanos, step.nodeDelay.p50Nanos, step.nodeDelay.p90Nanos, step.nodeDelay.p99Nanos].map(d => h("td", { class: "num" }, duration(d))),
      h("td", { class: "num" }, step.networkDelay ? duration(step.networkDelay.meanNanos) : "–"), h("td", { class: "num" }, percent(step.probability))))))));
}

function patternTable(patterns, top) {
  const all = patterns.reduce((n, p) => n + p.expectedCount, 0) || 1;
  const columns = [
    { title: "Path", value: p => p.title }, { title: "Expected", number: true, value: p => p.expectedCount }, { title: "Built", number: true, wide: true, value: p => p.count },
    { title: "Certainty", number: true, wide: true, value: p => p.expectedPerCount }, { title: "Exp./√count", number: true, wide: true, value: p => p.expectedPerRootCount },
    { title: "Mean", number: true, value: p => p.duration.meanNanos }, { title: "p99", number: true, wide: true, value: p => p.duration.p99Nanos }];
  const nodes = new Map();
  const make = pattern => {
    const button = h("button", { class: "unfold", type: "button", "aria-expanded": "false" }, pattern.title);
    const row = h("tr", { class: "pick", "data-pattern": pattern.id },
      h("td", {}, button, h("div", { class: "share", style: `width:${Math.max(0.5, 100 * pattern.expectedCount / all)}%`, title: percent(pattern.expectedCount / all) + " of the paths" })),
      h("td", { class: "num" }, expected(pattern.expectedCount)), h("td", { class: "num wide" }, count(pattern.count)), h("td", { class: "num wide" }, percent(pattern.expectedPerCount)),
      h("td", { class: "num wide" }, expected(pattern.expectedPerRootCount)), h("td", { class: "num" }, duration(pattern.duration.meanNanos)), h("td", { class: "num wide" }, duration(pattern.duration.p99Nanos)));
    const both = [row];
    row.addEventListener("click", () => {
      if (both.length === 1) { both.push(h("tr", { class: "detail" }, h("td", { colspan: columns.length }, h("div", { class: "fit" }, patternDetail(pattern))))); row.after(both[1]); row.classList.add("open"); }
      else { both.pop().remove(); row.classList.remove("open"); }
      button.setAttribute("aria-expanded", String(both.length === 2));
    });
    return both;
  };
  const matches = p => !table.filter || JSON.stringify([p.title, p.id]).toLowerCase().includes(table.filter);
  const table = { filter: "", most: SHOWN_AT_FIRST, shown: 0 };
  const built = sortable(columns, patterns, p => {
    if (!nodes.has(p)) nodes.set(p, make(p));
    return matches(p) && (table.filter || table.shown++ < table.most) ? nodes.get(p) : [];
  }, 1, true, () => { table.shown = 0; });
  const more = patterns.length > SHOWN_AT_FIRST && h("button", { type: "button", class: "more", onclick: () => { table.most = Infinity; more.remove(); built.draw(); } },
    `Show all ${patterns.length} patterns`);
  const search = top && h("div", { class: "tools" }, h("input", { type: "search", placeholder: "Search paths by node or port", "aria-label": "Search paths", oninput: e => { table.filter = e.target.value.trim().toLowerCase(); built.draw(); } }),
    h("span", { class: "dim small" }, "Click a path for its timeline; a column's head sorts."));
  if (top && patterns.length) nodes.get(patterns[0])[0].click();
  return [search, built.node, more];
}

function replicas() {
  const byName = new Map(report.nodes.map(n => [n.name, n]));
  const groups = report.roles.map(r => ({ name: r.name, rows: r.nodes.map(n => byName.get(n)).filter(n => n && n.callsServed > 0).map(n => ({ name: n.name, delay: n.ownDelay })) })).filter(g => g.rows.length > 1);
  return section("replicas", "Replicas compared", h("p", { class: "dim" }, "Own time per served call: from the request's receipt to the response's sending, less the time spent waiting for the node's own calls."),
    groups.length ? groups.map(g => compareDelays(g.name, g.rows)) : h("p", { class: "dim" }, "No role is played by more than one node."));
}

function nodeTable() {
  const columns = [{ title: "Node", value: n => n.name }, { title: "Address", wide: true, value: n => n.address }, { title: "Role", value: n => n.role },
    { title: "Served", number: true, value: n => n.callsServed }, { title: "Made", number: true, wide: true, value: n => n.callsMade }, { title: "Own mean", number: true, value: n => n.ownDelay.meanNanos },
    { title: "p99", number: true, wide: true, value: n => n.ownDelay.p99Nanos }, { title: "Service mean", number: true, value: n => n.serviceDelay.meanNanos }];
  const own = n => n.callsServed ? n : { ownDelay: { meanNanos: null, p99Nanos: null }, serviceDelay: { meanNanos: null } };
  return section("nodes", "Nodes", sortable(columns, report.nodes, n => [h("tr", {}, h("td", {}, n.name, n.traced ? "" : h("span", { class: "dim", title: "no sniffer stood at this node" }, " ◇"),
    n.join ? h("span", { class: "dim", title: "sends because of several messages together: its links are less certain" }, " ⋈") : ""), h("td", { class: "wide mono" }, n.address),
    h("td", {}, n.client ? "CLIENT" : n.role), h("td", { class: "num" }, count(n.callsServed)), h("td", { class: "num wide" }, count(n.callsMade)), h("td", { class: "num" }, duration(own(n).ownDelay.meanNanos)),
    h("td", { class: "num wide" }, duration(own(n).ownDelay.p99Nanos)), h("td", { class: "num" }, duration(own(n).serviceDelay.meanNanos)))], 3, true).node,
  h("p", { class: "dim small" }, "◇ no sniffer stood at this node: its time and the network's cannot be told apart. ⋈ sends because of several messages together: its links are less certain."));
}

function doubts() {
  const all = report.explanations || [];
  if (!all.length) return "";
  const name = m => m ? `${m.from}:${m.fromPort} → ${m.to}:${m.toPort}` : "no cause in the trace";
  return section("doubts", "Links in doubt", h("p", { class: "dim small" }, "What each possible cause would explain, in nats: the differences between causes count. The first is the one taken."),
    all.map(e => h("details", {}, h("summary", {}, `${percent(e.answers[0].probability)} · call ${e.call} · ${name(e.message)} · ${instant(e.message.timeNanos)}`),
      h("div", { class: "scroll", tabindex: "0" }, h("table", {}, h("thead", {}, h("tr", {}, ["Cause", "Probability", "Nats", "Because"].map(t => h("th", { scope: "col" }, t)))),
        h("tbody", {}, e.answers.map(a => h("tr", {}, h("td", {}, a.chosen ? "▶ " : "", name(a.message)), h("td", {}, percent(a.probability)), h("td", {}, a.totalNats.toFixed(1)),
          h("td", {}, a.terms.map(t => h("div", { class: "small" }, `${t.nats >= 0 ? "+" : ""}${t.nats.toFixed(1)} ${t.name}: ${t.detail}`)))))))))));
}

function health() {
  return section("health", "Capture health", report.captures.map(c => {
    const zero = c.counters.filter(x => !x.value), some = c.counters.filter(x => x.value);
    const row = x => h("tr", {}, h("td", {}, h("span", { class: "tag " + x.kind }, x.kind === "flow" ? "in" : x.kind)), h("td", { class: "num" }, count(x.value)), h("td", {}, x.sentence, " ", h("span", { class: "dim mono small" }, x.name)));
    return h("div", { class: "card", style: "margin-bottom:12px" }, h("h3", { style: "margin-top:0" }, c.source), h("p", { class: "dim" }, `${count(c.frames)} frames, ${instant(c.firstNanos)} to ${instant(c.lastNanos)}`),
      c.damage && h("p", { class: "note" }, c.damage), h("div", { class: "scroll" }, h("table", {}, h("tbody", {}, some.map(row)))),
      h("details", {}, h("summary", {}, `${zero.length} counters at zero`), h("div", { class: "scroll" }, h("table", {}, h("tbody", {}, zero.map(row))))));
  }));
}

function method() {
  const settings = Object.entries(report.settings);
  return section("method", "Method and settings", h("p", {}, `Links were inferred by the algorithm “${report.algorithm}” from times${report.algorithm === "joint" ? ", sizes, types, connections and shared content" : ""} of messages alone; every path and count carries the probability of its links.`),
    h("dl", { class: "kv" }, settings.map(([k, v]) => [h("dt", {}, k), h("dd", { class: "mono" }, v)])));
}

head();
document.getElementById("main").append(figures(), findings(),
  section("patterns", "Causal paths", h("div", {}, patternTable(report.patterns, true)), report.patternsLeftOut > 0 && h("p", { class: "dim small" }, `${report.patternsLeftOut} rarer patterns are left out here; wirepath analyze --json has them all.`)),
  replicas(), section("map", "Node map", nodeMap(report.nodes, report.edges)), nodeTable(), doubts(), sniffers(section), health(), method());
document.getElementById("foot").append(`Made by ${report.program}. Delays are means unless said otherwise; a delay of an untraced node includes the network.`);
document.body.dataset.ready = "true";
