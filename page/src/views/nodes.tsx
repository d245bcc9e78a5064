import { count, duration } from "../format";
import type { CallEdge, NodeRow, Report } from "../model";
import { type Column, Table } from "../parts/table";
import type { Route } from "../route";

interface Props {
  report: Report;
  route: Route;
}

const UNTRACED = "no sniffer stood at this node";
const JOINS = "sends because of several messages together: its links are less certain";
const served = (nanos: (n: NodeRow) => number) => (n: NodeRow) => (n.callsServed ? nanos(n) : null);
const ownMean = served((n) => n.ownDelay.meanNanos);
const ownP99 = served((n) => n.ownDelay.p99Nanos);
const serviceMean = served((n) => n.serviceDelay.meanNanos);

/** Of a stretch the series tell medians. */
const middle = (report: Report) => (report.sliced ? "median" : "mean");

const nodeColumns = (report: Report): Column<NodeRow>[] => [
  {
    title: "Node",
    value: (n) => n.name,
    cell: (n) => (
      <>
        {n.name}
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
  { title: `Own ${middle(report)}`, number: true, value: ownMean, cell: (n) => duration(ownMean(n)) },
  { title: "p99", number: true, wide: true, value: ownP99, cell: (n) => duration(ownP99(n)) },
  { title: `Service ${middle(report)}`, number: true, value: serviceMean, cell: (n) => duration(serviceMean(n)) },
];

const callColumns = (report: Report): Column<CallEdge>[] => [
  { title: "From", value: (c) => c.from },
  { title: "To", value: (c) => c.to },
  ...(report.sliced ? [] : [{ title: "Port", number: true, value: (c: CallEdge) => c.port }]),
  { title: "Calls", number: true, value: (c) => c.calls, cell: (c) => count(c.calls) },
  { title: "Unanswered", number: true, wide: true, value: (c) => c.unanswered, cell: (c) => count(c.unanswered) },
  {
    title: "Median",
    number: true,
    wide: true,
    value: (c) => c.delay.p50Nanos,
    cell: (c) => duration(c.delay.p50Nanos),
  },
  ...(report.sliced
    ? []
    : [
        {
          title: "Mean",
          number: true,
          value: (c: CallEdge) => c.delay.meanNanos,
          cell: (c: CallEdge) => duration(c.delay.meanNanos),
        },
      ]),
  { title: "p99", number: true, value: (c) => c.delay.p99Nanos, cell: (c) => duration(c.delay.p99Nanos) },
];

export function Nodes({ report, route }: Props) {
  return (
    <>
      <section id="nodes" aria-labelledby="nodes-h">
        <h2 id="nodes-h">Nodes</h2>
        <Table caption="Nodes" columns={nodeColumns(report)} rows={report.nodes} route={route} sort="-Served" />
        <p class="dim small">{`◇ ${UNTRACED}: its time and the network's cannot be told apart. ⋈ ${JOINS}.`}</p>
      </section>
      <section id="calls" aria-labelledby="calls-h">
        <h2 id="calls-h">Calls</h2>
        <p class="dim">From the first byte of the request to the last of the answer, as seen nearest to the caller.</p>
        <Table
          caption="Calls"
          columns={callColumns(report)}
          rows={report.calls}
          route={route}
          sort="-Calls"
          name="calls"
        />
      </section>
    </>
  );
}
