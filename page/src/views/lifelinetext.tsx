// What can be done with the picture of lifelines, and what it shows as text.
import { count, digits, duration, instantMicros } from "../format";
import type { Report, Request } from "../model";
import { POINTS, type Scene } from "../parts/lifelinecanvas";
import { svgOfLifelines } from "../parts/lifelinesvg";
import { csv, savePicture, saveText } from "../parts/save";
import { SaveTraces } from "../parts/savetraces";
import { type Column, Table } from "../parts/table";
import type { Zoom } from "../parts/zoom";
import type { Route } from "../route";
import { type Load, mostOf, type Shown } from "../scene";
import { requestColumns } from "./requests";

interface Props {
  scene: Scene;
  shown: Shown;
  loads: Load[];
  zero: number;
  /** What is looked at. */
  zoom: Zoom;
  requests: Request[];
  route: Route;
  report: Report;
  /** Whether it is all that there was, as a service says it. */
  all: boolean;
}

/** Something that is drawn as a point, or was logged by a host that has no lane. */
interface Happening {
  nanos: number;
  at: string;
  what: string;
  waited: number;
}

function happenings({ shown, report, zero, zoom }: Props): Happening[] {
  const { view } = shown;
  const begin = shown.zero + shown.from;
  const [from, to] = [zero + zoom.from, zero + zoom.to];
  const points = view.points.map((p) => ({
    nanos: begin + p.at,
    at: view.nodes[p.node] ?? "",
    what: POINTS[p.kind],
    waited: p.waited,
  }));
  const events = (report.hosts?.events ?? []).map((e) => ({
    nanos: e.nanos,
    at: e.nodes?.[0] ?? e.host,
    what: [e.level, e.name, e.detail].filter((word) => word).join(" "),
    waited: 0,
  }));
  return [...points, ...events].filter((p) => p.nanos >= from && p.nanos - p.waited <= to);
}

const HAPPENINGS: Column<Happening>[] = [
  { title: "When", value: (p) => p.nanos, cell: (p) => instantMicros(p.nanos).slice(11, 26) },
  { title: "At", value: (p) => p.at },
  { title: "What", value: (p) => p.what },
  { title: "Wait", number: true, value: (p) => p.waited, cell: (p) => (p.waited ? duration(p.waited) : "–") },
];

interface LoadRow {
  title: string;
  of: string;
  mean: number;
  most: number;
}

const figure = (n: number) => (Math.abs(n) < 1000 ? digits(n, 3) : count(n));

const LOADS: Column<LoadRow>[] = [
  { title: "Load", value: (l) => l.title },
  { title: "Of", value: (l) => l.of },
  { title: "Mean", number: true, value: (l) => l.mean, cell: (l) => figure(l.mean) },
  { title: "Greatest", number: true, value: (l) => l.most, cell: (l) => figure(l.most) },
];

const rowsOf = (loads: Load[]): LoadRow[] =>
  loads.flatMap(({ title, lines }) =>
    lines.map(({ of, values }) => {
      const known = values.filter((v) => !Number.isNaN(v));
      return { title, of, mean: known.reduce((n, v) => n + v, 0) / (known.length || 1), most: mostOf(known) };
    }),
  );

/** The calls that are drawn, times to the nanosecond. */
function csvOf({ view, zero, from }: Shown): string {
  const titles = ["Window", "Call", "Request", "From", "To", "Began, ns", "Took, ns", "Way there, ns", "Way back, ns"];
  const began = BigInt(zero) + BigInt(Math.round(from));
  const rows = view.begin.map((begin, i) => [
    view.windows[view.window[i]!] ?? "",
    view.call[i]!,
    view.root[i]!,
    view.nodes[view.from[i]!] ?? "",
    view.nodes[view.to[i]!] ?? "",
    String(began + BigInt(Math.round(begin))),
    view.took[i]! < 0 ? null : view.took[i]!,
    view.requestWay[i]!,
    view.responseWay[i]!,
  ]);
  return csv(titles, rows);
}

export function LifelineText(props: Props) {
  const { scene, shown, loads, zoom, requests, route, all } = props;
  const points = happenings(props);
  const svg = () => svgOfLifelines(scene, zoom, Math.max(800, Math.min(1800, innerWidth - 40)));
  return (
    <>
      <div class="below">
        <button type="button" class="quiet" onClick={() => saveText("wirepath.svg", "image/svg+xml", svg().text)}>
          Save as SVG
        </button>
        <button type="button" class="quiet" onClick={() => void savePicture("wirepath.png", svg())}>
          PNG
        </button>
        <button
          type="button"
          class="quiet"
          title="The calls that are drawn"
          onClick={() => saveText("wirepath.csv", "text/csv", csvOf(shown))}
        >
          CSV
        </button>
        <SaveTraces requests={requests} />
      </div>
      {points.length > 0 && (
        <>
          <h3>What TCP and resolvers did, and what was logged</h3>
          <Table
            caption="What TCP and resolvers did, and what was logged"
            columns={HAPPENINGS}
            rows={points}
            route={route}
            sort="-Wait"
            name="points"
            most={10}
          />
        </>
      )}
      <details>
        <summary>
          <h3>Load lines as text</h3>
        </summary>
        <Table caption="Load lines" columns={LOADS} rows={rowsOf(loads)} route={route} sort="Load" name="load" />
      </details>
      <h3>{all ? "Requests of this time that the report explains" : "Shown"}</h3>
      <Table
        caption="Requests shown"
        columns={requestColumns(route, requests)}
        rows={requests}
        route={route}
        sort="-Took"
        most={10}
      />
    </>
  );
}
