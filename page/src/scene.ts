// What lifelines are drawn of: lanes, segments, points and load lines, from what is visible and from the report.
import { expected } from "./format";
import type { HostEvent, Report } from "./model";
import type { LifelineView } from "./served";
import type { Scene, Strip } from "./parts/lifelinecanvas";
import type { Zoom } from "./parts/zoom";
import { segmentsOf } from "./segments";

const SECOND = 1e9;
const MAX_LANES = 120;

/** What there is to draw: times of the view are since `from`, which is since the zero. */
export interface Shown {
  view: LifelineView;
  /** Of the axis when it was asked for; ns since the epoch. */
  zero: number;
  from: number;
  to: number;
  /** The part that is seen, of which its calls are counted; it holds more on both sides. */
  seen: Zoom;
}

export interface Lanes {
  lanes: Map<string, number>;
  leftOut: number;
}

/** The nodes of a view in the order of the map, so that requests go downwards; of very many those with most calls. */
export function lanesOf(report: Report, view: LifelineView, wanted: string): Lanes {
  const calls = new Array<number>(view.nodes.length).fill(0);
  const is = view.nodes.map((name) => name.toLowerCase().includes(wanted));
  for (let i = 0; i < view.from.length; i++) {
    const [a, b] = [view.from[i]!, view.to[i]!];
    if (!is[a] && !is[b]) continue;
    calls[a]!++;
    calls[b]!++;
  }
  const seen = view.nodes.map((name, i) => ({ name, calls: calls[i]! })).filter((n) => n.calls);
  const kept = [...seen].sort((a, b) => b.calls - a.calls).slice(0, MAX_LANES);
  const places = new Map(report.map.nodes.map((p) => [p.name, p]));
  const place = (name: string) => places.get(name) ?? { column: 1e6, row: 0 };
  kept.sort((a, b) => place(a.name).column - place(b.name).column || place(a.name).row - place(b.name).row);
  return {
    lanes: new Map(kept.map((n, i) => [n.name, i])),
    leftOut: seen.length - kept.length + (view.nodesLeftOut ?? 0),
  };
}

/** A load line of one host or sniffer; NaN where nothing is known. */
export interface LoadLine {
  of: string;
  values: number[];
}

/** Load lines that can be shown, one strip each. */
export interface Load extends Zoom {
  title: string;
  lines: LoadLine[];
  /** Whether it is shown where nobody chose. */
  first: boolean;
}

/** Of what hosts logged, as many are shown where nobody chose. */
const FIRST_OF_HOSTS = 3;

/** All load lines: of the calls that are visible, of the sniffers, and of the hosts. */
export function loadsOf(report: Report, { view, from, to }: Shown, zero: number): Load[] {
  const part = (to - from) / (view.messages.length || 1) / SECOND;
  const loads: Load[] = [
    { title: "in flight", from, to, lines: [{ of: "requests", values: view.inFlight }], first: true },
    {
      title: "messages/s",
      from,
      to,
      lines: [{ of: "messages", values: view.messages.map((n) => n / part) }],
      first: true,
    },
  ];
  const table = report.series;
  if (!table?.count) return loads;
  const begin = table.firstNanos - zero;
  const span = { from: begin, to: begin + table.count * table.intervalNanos };
  const seconds = table.intervalNanos / SECOND;
  const sniffers = table.sniffers ?? [];
  const ofSniffers = (title: string, values: (s: (typeof sniffers)[number]) => number[], first: boolean) => {
    const lines = sniffers.map((s) => ({ of: s.name, values: values(s).map((n) => n / seconds) }));
    if (lines.some((line) => line.values.some((n) => n > 0))) loads.push({ title, ...span, lines, first });
  };
  ofSniffers("sent again/s", (s) => s.resentSegments, true);
  ofSniffers("resets/s", (s) => s.resets, false);
  ofSniffers("window shut, ms/s", (s) => s.zeroWindowNanos.map((n) => n / 1e6), false);
  ofSniffers("captured/s", (s) => s.messages, false);
  const byName = new Map<string, LoadLine[]>();
  for (const load of report.hosts?.loads ?? []) {
    const its = byName.get(load.name) ?? [];
    byName.set(load.name, [...its, { of: load.host, values: load.mean.map((n) => n ?? NaN) }]);
  }
  [...byName].forEach(([title, lines], i) => loads.push({ title, ...span, lines, first: i < FIRST_OF_HOSTS }));
  return loads;
}

export const mostOf = (values: number[]): number => values.reduce((n, v) => (v > n ? v : n), 0);

const stripOf = ({ title, lines, from, to }: Load): Strip => {
  const most = Math.max(0, ...lines.map((line) => mostOf(line.values)));
  return { title, from, to, lines: lines.map((line) => line.values), most, words: expected(most) };
};

/** What applications logged, where the host is a node that has a lane. */
function eventsOf(report: Report, lanes: Map<string, number>, zero: number): Scene["points"] {
  return (report.hosts?.events ?? []).flatMap((event) => {
    const lane = laneOf(event, lanes);
    return lane === undefined ? [] : [{ at: event.nanos - zero, lane, kind: "event" as const, waited: 0 }];
  });
}

const laneOf = (event: HostEvent, lanes: Map<string, number>) =>
  [...(event.nodes ?? []), event.host].map((name) => lanes.get(name)).find((lane) => lane !== undefined);

interface Wanted {
  /** What the names of nodes hold, in lower case. */
  node: string;
  /** The call of the request that is drawn over the others. */
  call: string;
  loads: Load[];
}

export function sceneOf(report: Report, shown: Shown, zero: number, { lanes }: Lanes, wanted: Wanted): Scene {
  const { view } = shown;
  const from = shown.from + shown.zero - zero;
  const is = view.nodes.map((name) => name.toLowerCase().includes(wanted.node));
  const points = view.points.flatMap((p) => {
    const lane = lanes.get(view.nodes[p.node]!);
    return lane === undefined ? [] : [{ ...p, at: from + p.at, lane }];
  });
  return {
    zero,
    lanes,
    segments: segmentsOf(view, lanes, from, (i) => is[view.from[i]!]! || is[view.to[i]!]!),
    picked: segmentsOf(view, lanes, from, (i) => String(view.root[i]) === wanted.call),
    points: [...points, ...eventsOf(report, lanes, zero)],
    strips: wanted.loads.map(stripOf),
    dense: Math.max(0.12, Math.min(0.9, 60 / (view.requests || 1))),
  };
}

/** The call whose time at the node of this lane is nearest; -1 where there is none. */
export function nearest({ segments }: Scene, lane: number, time: number): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < segments.begin.length; i++) {
    if (segments.to[i] !== lane || segments.from[i]! < 0) continue;
    const from = segments.begin[i]!;
    const to = Number.isNaN(segments.end[i]!) ? from : segments.end[i]!;
    const away = time < from ? from - time : Math.max(0, time - to);
    if (away < least) {
      least = away;
      best = i;
    }
  }
  return best;
}
