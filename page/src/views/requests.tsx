import { count, duration, instant } from "../format";
import { certainty, sureness, type Report, type Request } from "../model";
import { SaveTraces } from "../parts/savetraces";
import { type Column, Table } from "../parts/table";
import { change, link, type Route } from "../route";
import { attribution, titleOf } from "../requests";

interface Props {
  report: Report;
  route: Route;
}

const MOSTLY_AT = "Mostly at";

/** Of some requests; where no path is known of any, none is mostly at a place. */
export function requestColumns(route: Route, requests: Request[]): Column<Request>[] {
  const columns: Column<Request>[] = [
    {
      title: "Request",
      value: titleOf,
      cell: (r) => (
        <a href={link(route, "request", { call: String(r.call), ...(r.window ? { window: r.window } : {}) })}>
          {titleOf(r)}
        </a>
      ),
    },
    { title: "Began", value: (r) => r.startNanos, cell: (r) => instant(r.startNanos), wide: true },
    { title: "Calls", number: true, wide: true, value: (r) => r.calls.length },
    { title: "Took", number: true, value: (r) => r.durationNanos, cell: (r) => duration(r.durationNanos) },
    {
      title: "Ended",
      wide: true,
      value: (r) => r.calls[0]?.outcome ?? "",
      cell: (r) => <span class={r.calls[0]?.verdict === "failed" ? "bad" : ""}>{r.calls[0]?.outcome ?? "–"}</span>,
    },
    { title: MOSTLY_AT, wide: true, value: (r) => attribution(r)[0]?.name ?? "" },
    {
      title: "Certainty",
      number: true,
      wide: true,
      value: (r) => certainty(r),
      cell: (r) => sureness(r, ""),
    },
  ];
  const explained = requests.some((r) => r.path.length > 0);
  return explained ? columns : columns.filter((own) => own.title !== MOSTLY_AT);
}

export function Requests({ report, route }: Props) {
  const wanted = (route.params.get("q") ?? "").trim().toLowerCase();
  const inTime = report.requests;
  const named = (r: Request) =>
    r.calls.some((c) =>
      `${c.from}\n${c.to}\n${c.protocol}\n${c.outcome ?? ""}\n${c.verdict ?? ""}`.toLowerCase().includes(wanted),
    );
  const shown = wanted ? inTime.filter(named) : inTime;
  return (
    <section id="requests" aria-labelledby="requests-h">
      <h2 id="requests-h">Requests</h2>
      <p class="dim">
        {report.range
          ? "The slowest of each window."
          : "The slowest of each path, some of each by chance, and others at even distances in time: a report does not hold all."}
      </p>
      <div class="tools">
        <input
          type="search"
          value={route.params.get("q") ?? ""}
          placeholder="Node, protocol or outcome, such as failed"
          aria-label="Search requests"
          onInput={(e) => change({ q: e.currentTarget.value })}
        />
        <span class="dim small">{`${count(shown.length)} of ${count(report.requests.length)} requests`}</span>
      </div>
      <Table caption="Requests" columns={requestColumns(route, shown)} rows={shown} route={route} sort="-Took" />
      <SaveTraces requests={shown} />
    </section>
  );
}
