import { count, duration, percent } from "../format";
import type { Operation, Report } from "../model";
import { type Column, Table } from "../parts/table";
import { change, link, type Route } from "../route";
import { valueOf } from "../sums";

interface Props {
  report: Report;
  route: Route;
}

const ERRORS = "answered with a failure, or not at all";
const errors = (o: Operation) => o.failed + o.unanswered;
const known = (of: Operation, nanos: number) => (of.delay.samples ? duration(nanos) : "–");

const columnsOf = (seconds: number, route: Route): Column<Operation>[] => [
  { title: "Service", value: (o) => o.service },
  {
    title: "Operation",
    value: (o) => o.operation,
    cell: (o) => <a href={link(route, "paths", { q: o.operation })}>{o.operation}</a>,
  },
  { title: "Calls", number: true, wide: true, value: (o) => o.calls, cell: (o) => count(o.calls) },
  {
    title: "Rate",
    number: true,
    value: (o) => o.calls / seconds,
    cell: (o) => valueOf("perSecond", o.calls / seconds),
  },
  {
    title: "Errors",
    number: true,
    value: (o) => errors(o) / o.calls,
    cell: (o) => <span class={errors(o) ? "bad" : ""}>{percent(errors(o) / o.calls)}</span>,
  },
  { title: "Median", number: true, value: (o) => o.delay.p50Nanos, cell: (o) => known(o, o.delay.p50Nanos) },
  { title: "p99", number: true, value: (o) => o.delay.p99Nanos, cell: (o) => known(o, o.delay.p99Nanos) },
];

/** What services are asked for: rate, errors and delay of each endpoint. */
export function Operations({ report, route }: Props) {
  const wanted = (route.params.get("q") ?? "").trim().toLowerCase();
  const rows = (report.operations ?? []).filter((o) => `${o.service} ${o.operation}`.toLowerCase().includes(wanted));
  const seconds = Math.max(1e-9, (report.totals.lastNanos - report.totals.firstNanos) / 1e9);
  return (
    <section id="operations" aria-labelledby="operations-h">
      <h2 id="operations-h">Operations</h2>
      <div class="tools">
        <input
          type="search"
          value={route.params.get("q") ?? ""}
          placeholder="A service or an operation"
          aria-label="Search operations"
          onInput={(e) => change({ q: e.currentTarget.value })}
        />
      </div>
      {report.operations?.length ? (
        <Table caption="Operations" columns={columnsOf(seconds, route)} rows={rows} route={route} sort="-Calls" />
      ) : (
        <p class="dim">
          None is known: they are payload, and told where sniffers, or the analysis, were started with --operations.
        </p>
      )}
      <p class="dim small">{`Errors: ${ERRORS}. A click on an operation shows the paths through it.`}</p>
    </section>
  );
}
