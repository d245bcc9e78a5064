import { useEffect, useRef } from "preact/hooks";
import { count, duration } from "../format";
import type { CallEdge, Delay, NodeRow, Report } from "../model";
import { allOf, usePage, useWanted } from "../parts/asked";
import { SeriesCharts } from "../parts/seriescharts";
import { type Column, Table } from "../parts/table";
import { change, link, type Route, spanOf } from "../route";
import type { Source } from "../source";

interface Props {
  report: Report;
  /** All of its time. */
  whole: Report;
  route: Route;
  source: Source;
}

const UNTRACED = "no sniffer stood at this node";
const JOINS = "sends because of several messages together: its links are less certain";
const served = (of: (n: NodeRow) => Delay, nanos: (d: Delay) => number) => (n: NodeRow) =>
  of(n).samples ? nanos(of(n)) : null;
const known = (of: Delay, nanos: number) => (of.samples ? duration(nanos) : "–");
const ownMean = served(
  (n) => n.ownDelay,
  (d) => d.meanNanos,
);
const ownP99 = served(
  (n) => n.ownDelay,
  (d) => d.p99Nanos,
);
const serviceMean = served(
  (n) => n.serviceDelay,
  (d) => d.meanNanos,
);

const nodeColumns = (route: Route): Column<NodeRow>[] => [
  {
    title: "Node",
    value: (n) => n.name,
    cell: (n) => (
      <>
        <a href={link(route, "nodes", { of: n.name })}>{n.name}</a>
        {!n.traced && (
          <span class="dim" title={UNTRACED}>
            {" ◇"}
          </span>
        )}
        {n.join && (
          <span class="dim" title={JOINS}>
            {" ⋈"}
          </span>
        )}
      </>
    ),
  },
  { title: "Address", wide: true, value: (n) => n.address, cell: (n) => <span class="mono">{n.address}</span> },
  { title: "Role", value: (n) => (n.client ? "CLIENT" : n.role) },
  { title: "Served", number: true, value: (n) => n.callsServed, cell: (n) => count(n.callsServed) },
  {
    title: "Failed",
    number: true,
    wide: true,
    value: (n) => n.callsFailed ?? 0,
    cell: (n) => <span class={n.callsFailed ? "bad" : ""}>{count(n.callsFailed ?? 0)}</span>,
  },
  { title: "Made", number: true, wide: true, value: (n) => n.callsMade, cell: (n) => count(n.callsMade) },
  { title: "Own mean", number: true, value: ownMean, cell: (n) => duration(ownMean(n)) },
  { title: "p99", number: true, wide: true, value: ownP99, cell: (n) => duration(ownP99(n)) },
  { title: "Service mean", number: true, value: serviceMean, cell: (n) => duration(serviceMean(n)) },
];

const callColumns = (report: Report, route: Route): Column<CallEdge>[] => [
  { title: "From", order: "from", value: (c) => c.from },
  {
    title: "To",
    order: "to",
    value: (c) => c.to,
    cell: (c) => <a href={link(route, "nodes", { of: c.to, by: c.from })}>{c.to}</a>,
  },
  ...(report.sliced
    ? []
    : [{ title: "Port", order: "port", number: true, wide: true, value: (c: CallEdge) => c.port }]),
  { title: "Calls", order: "calls", number: true, value: (c) => c.calls, cell: (c) => count(c.calls) },
  {
    title: "Unanswered",
    order: "unanswered",
    number: true,
    wide: true,
    value: (c) => c.unanswered,
    cell: (c) => count(c.unanswered),
  },
  {
    title: "Failed",
    order: "failed",
    number: true,
    wide: true,
    value: (c) => c.failed ?? 0,
    cell: (c) => <span class={c.failed ? "bad" : ""}>{count(c.failed ?? 0)}</span>,
  },
  {
    title: "Median",
    order: "p50Nanos",
    number: true,
    wide: true,
    value: (c) => c.delay.p50Nanos,
    cell: (c) => known(c.delay, c.delay.p50Nanos),
  },
  {
    title: "Mean",
    order: "meanNanos",
    number: true,
    value: (c) => c.delay.meanNanos,
    cell: (c) => known(c.delay, c.delay.meanNanos),
  },
  {
    title: "p99",
    order: "p99Nanos",
    number: true,
    value: (c) => c.delay.p99Nanos,
    cell: (c) => known(c.delay, c.delay.p99Nanos),
  },
];

export function Nodes({ report, whole, route, source }: Props) {
  const wanted = (route.params.get("q") ?? "").trim().toLowerCase();
  const named = (name: string) => name.toLowerCase().includes(wanted);
  return (
    <>
      <OverTime report={whole} route={route} source={source} />
      <section id="nodes" aria-labelledby="nodes-h">
        <h2 id="nodes-h">Nodes</h2>
        <div class="tools">
          <input
            type="search"
            value={route.params.get("q") ?? ""}
            placeholder="A node, with its calls"
            aria-label="Search nodes"
            onInput={(e) => change({ q: e.currentTarget.value, callsskip: "" })}
          />
        </div>
        <Table
          caption="Nodes"
          columns={nodeColumns(route)}
          rows={report.nodes.filter((n) => named(n.name) || named(n.role))}
          route={route}
          sort="-Served"
        />
        <p class="dim small">{`A click on a name shows it over time. ◇ ${UNTRACED}: its time and the network's cannot be told apart. ⋈ ${JOINS}.`}</p>
      </section>
      <section id="calls" aria-labelledby="calls-h">
        <h2 id="calls-h">Calls</h2>
        <p class="dim">From the first byte of the request to the last of the answer, as seen nearest to the caller.</p>
        <Calls report={report} route={route} source={source} named={named} />
      </section>
    </>
  );
}

/** The node, or the calls from one node to another, that the URL names. */
function OverTime({ report, route, source }: { report: Report; route: Route; source: Source }) {
  const to = route.params.get("of");
  const from = route.params.get("by");
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), [to, from]);
  if (!to) return null;
  return (
    <section id="series" aria-labelledby="series-h" ref={place}>
      <h2 id="series-h">{from ? `${from} → ${to}` : to}</h2>
      <p>
        <a href={link(route, "paths", { q: to })}>{`Paths through ${to}`}</a>
        {" · "}
        <a href={link(route, "lifelines", { q: to })}>Lifelines</a>
      </p>
      <SeriesCharts
        report={report}
        source={source}
        find={(table) =>
          from
            ? table.edges.find((s) => s.from === from && s.to === to)
            : [...table.nodes, ...table.roles].find((s) => s.name === to)
        }
        span={spanOf(route)}
      />
    </section>
  );
}

const CALLS_SORT = "-Calls";

/** All calls of a report that holds them, or pages of those that a service knows. */
function Calls({ report, route, source, named }: Omit<Props, "whole"> & { named: (name: string) => boolean }) {
  const columns = callColumns(report, route);
  const ask = report.sliced ? undefined : source.more?.calls;
  const asked = useWanted(columns, route, CALLS_SORT, "calls");
  const window = report.window?.id ?? "";
  const page = usePage(ask, window, asked);
  if (ask && !page) return <p class="dim">Loading …</p>;
  const all = () =>
    allOf(async (wanted) => {
      const { found, calls } = await ask!(window, wanted);
      return { found, rows: calls };
    }, asked);
  return (
    <Table
      caption="Calls"
      columns={columns}
      rows={page?.calls ?? report.calls.filter((c) => named(c.from) || named(c.to))}
      route={route}
      sort={CALLS_SORT}
      name="calls"
      {...(page && { page: { skip: page.skip, found: page.found, all } })}
    />
  );
}
