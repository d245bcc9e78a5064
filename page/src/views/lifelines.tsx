// NetLogger's lifelines: nodes from top to bottom, time from left to right, a line a call. On a canvas, for there may be
// very many; what it shows stands below it as text. A service sends what is visible, whatever the stretch of time; a file holds some requests.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { clock, count, duration, expected, instantMicros } from "../format";
import type { LifelineView, Report, Request } from "../model";
import { heightOf, laneAt, leftOf, paint, POINTS, type Scene, type Strip, timeAt } from "../parts/lifelinecanvas";
import { saveCanvas } from "../parts/save";
import { SaveTraces } from "../parts/savetraces";
import { Table } from "../parts/table";
import { type Axis, look, scaled, useZoomKeys, type Zoom, zoomOf } from "../parts/zoom";
import { change, format, link, parse, type Route, useSpan } from "../route";
import { segmentsOf, viewOf } from "../segments";
import type { More, Source } from "../source";
import { requestColumns } from "./requests";

interface Props {
  report: Report;
  route: Route;
  source: Source;
}

const SECOND = 1e9;
const MOST_LANES = 120;
const SETTLED_MILLIS = 150;

/** What there is to draw: times of the view are since `from`, which is since the axis' zero. */
interface Shown {
  view: LifelineView;
  from: number;
  to: number;
}

/** The axis of a report or of a stretch of it. Its zero is a whole second: in nanoseconds since the epoch no number holds any other exactly. */
function useAxis(report: Report, route: Route, source: Source): { zero: number; axis: Axis } {
  const [kept, setKept] = useState<Zoom>();
  const id = report.window?.id;
  useEffect(() => {
    if (!source.more) return;
    let over = false;
    source.windows().then(
      (all) => !over && all.length && setKept({ from: all[0]!.fromNanos, to: all.at(-1)!.toNanos }),
      () => {},
    );
    return () => {
      over = true;
    };
  }, [source, id]);
  const span = useSpan(route);
  const { firstNanos, lastNanos } = report.totals;
  const all = source.more && report.window ? report.window : null;
  const [first, last] = all ? [all.fromNanos, all.toNanos] : [firstNanos, Math.max(lastNanos, firstNanos + 1)];
  return useMemo(() => {
    const at = span ?? { from: first, to: last };
    const zero = Math.floor(at.from / SECOND) * SECOND;
    const whole = { from: at.from - zero, to: at.to - zero };
    const wide = { from: Math.min(first, kept?.from ?? first), to: Math.max(last, kept?.to ?? last) };
    const bounds = {
      from: Math.min(whole.from, wide.from - zero),
      to: Math.max(whole.to, wide.to - zero),
    };
    return { zero, axis: { whole, bounds } };
  }, [span, first, last, kept]);
}

/** What is visible: asked for whenever the part that is looked at has come to rest. */
function useView(more: More | undefined, zero: number, at: Zoom, pixels: number, node: string, news: string) {
  const [shown, setShown] = useState<Shown>();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (!more) return;
    let over = false;
    const nanos = (t: number) => BigInt(zero) + BigInt(Math.round(t));
    const [from, to] = [Math.round(at.from), Math.round(at.to)];
    more.lifelines(nanos(from), nanos(to), pixels, node).then(
      (view) => {
        if (over) return;
        setShown({ view, from, to });
        setProblem("");
      },
      (e: unknown) => !over && setProblem((e as Error).message),
    );
    return () => {
      over = true;
    };
  }, [more, zero, at, pixels, node, news]);
  return { shown, problem };
}

export function Lifelines({ report, route, source }: Props) {
  const still = useWithoutZoom(route);
  const { zero, axis } = useAxis(report, still, source);
  const { from, to } = zoomOf(route, axis);
  const zoom = useMemo(() => ({ from, to }), [from, to]);
  const settled = useSettled(zoom);
  useZoomKeys(axis);
  const node = (route.params.get("q") ?? "").trim();
  const pixels = Math.max(100, Math.min(4000, Math.round((innerWidth - leftOf(innerWidth)) * (devicePixelRatio || 1))));
  const asked = useView(source.more, zero, settled, pixels, node, report.window?.id ?? "");
  const held = useMemo(
    () => ({
      view: viewOf(report.requests, zero + settled.from, zero + settled.to),
      from: settled.from,
      to: settled.to,
    }),
    [report.requests, zero, settled],
  );
  const shown = source.more ? asked.shown : held;
  const requests = useMemo(
    () =>
      report.requests.filter(
        (r) => r.startNanos - zero <= settled.to && r.startNanos - zero + r.durationNanos >= settled.from,
      ),
    [report.requests, zero, settled],
  );
  const nothing = shown && !(source.more ? shown.view.calls : requests.length);
  return (
    <section id="lifelines" aria-labelledby="lifelines-h">
      <h2 id="lifelines-h">Lifelines</h2>
      <div class="tools">
        <button type="button" onClick={() => look(scaled(zoom, 0.5), axis)}>
          Zoom in
        </button>
        <button type="button" onClick={() => look(scaled(zoom, 2), axis)}>
          Zoom out
        </button>
        <input
          type="search"
          value={node}
          placeholder="A node, with those it talks to"
          aria-label="Search nodes"
          onInput={(e) => change({ q: e.currentTarget.value })}
        />
      </div>
      {asked.problem && (
        <p class="note" role="status">
          {asked.problem}
        </p>
      )}
      {nothing && <p class="dim">No request began in this time.</p>}
      {shown && !nothing && (
        <Drawn
          report={report}
          route={route}
          still={still}
          shown={shown}
          zero={zero}
          axis={axis}
          zoom={zoom}
          settled={settled}
          requests={requests}
          all={source.more ? shown.view : null}
        />
      )}
      {!shown && !asked.problem && <p class="dim">Loading …</p>}
    </section>
  );
}

/** The nodes of a view in the order of the map, so that requests go downwards; of very many those with most calls. */
function lanesOf(report: Report, view: LifelineView, wanted: string): { lanes: Map<string, number>; leftOut: number } {
  const calls = new Array<number>(view.nodes.length).fill(0);
  const is = view.nodes.map((name) => name.toLowerCase().includes(wanted));
  for (let i = 0; i < view.from.length; i++) {
    const [a, b] = [view.from[i]!, view.to[i]!];
    if (!is[a] && !is[b]) continue;
    calls[a]!++;
    calls[b]!++;
  }
  const seen = view.nodes.map((name, i) => ({ name, calls: calls[i]! })).filter((n) => n.calls);
  const kept = [...seen].sort((a, b) => b.calls - a.calls).slice(0, MOST_LANES);
  const places = new Map(report.map.nodes.map((p) => [p.name, p]));
  const place = (name: string) => places.get(name) ?? { column: 1e6, row: 0 };
  kept.sort((a, b) => place(a.name).column - place(b.name).column || place(a.name).row - place(b.name).row);
  return { lanes: new Map(kept.map((n, i) => [n.name, i])), leftOut: seen.length - kept.length };
}

function stripsOf(report: Report, { view, from, to }: Shown, zero: number): Strip[] {
  const strip = (title: string, lines: number[][], span: Zoom, words: (n: number) => string): Strip => {
    const most = lines.reduce((n, line) => line.reduce((m, v) => Math.max(m, v), n), 0);
    return { title, lines, ...span, most, words: words(most) };
  };
  const part = (to - from) / (view.messages.length || 1) / SECOND;
  const strips = [
    strip("in flight", [view.inFlight], { from, to }, expected),
    strip("messages/s", [view.messages.map((n) => n / part)], { from, to }, expected),
  ];
  const series = report.series;
  const sniffers = series?.sniffers ?? [];
  if (series && sniffers.some((s) => s.resentSegments.some((n) => n))) {
    const first = series.firstNanos - zero;
    const seconds = series.intervalNanos / SECOND;
    const span = { from: first, to: first + series.count * series.intervalNanos };
    const lines = sniffers.map((s) => s.resentSegments.map((n) => n / seconds));
    strips.push(strip("sent again/s", lines, span, expected));
  }
  return strips;
}

interface DrawnProps {
  report: Report;
  route: Route;
  still: Route;
  shown: Shown;
  zero: number;
  axis: Axis;
  zoom: Zoom;
  settled: Zoom;
  requests: Request[];
  /** What is visible, where a service said it. */
  all: LifelineView | null;
}

interface Drawing {
  scene: Scene;
  leftOut: number;
}

function useScene(report: Report, still: Route, shown: Shown, zero: number, inView: number): Drawing {
  const call = still.params.get("call") ?? "";
  const wanted = (still.params.get("q") ?? "").trim().toLowerCase();
  return useMemo(() => {
    const { view, from } = shown;
    const { lanes, leftOut } = lanesOf(report, view, wanted);
    const is = view.nodes.map((name) => name.toLowerCase().includes(wanted));
    const scene: Scene = {
      lanes,
      segments: segmentsOf(view, lanes, from, (i) => is[view.from[i]!]! || is[view.to[i]!]!),
      picked: segmentsOf(view, lanes, from, (i) => String(view.root[i]) === call),
      points: view.points.flatMap((p) => {
        const lane = lanes.get(view.nodes[p.node]!);
        return lane === undefined ? [] : [{ ...p, at: from + p.at, lane }];
      }),
      strips: stripsOf(report, shown, zero),
      dense: Math.max(0.12, Math.min(0.9, 60 / (inView || 1))),
    };
    return { scene, leftOut };
  }, [report, shown, zero, call, wanted, inView]);
}

function Drawn({ report, route, still, shown, zero, axis, zoom, settled, requests, all }: DrawnProps) {
  const { scene, leftOut } = useScene(report, still, shown, zero, all ? all.requests : requests.length);
  const canvas = useRef<HTMLCanvasElement>(null);
  usePainted(canvas, scene, zoom);
  const below = useMemo(
    () => (
      <Below canvas={canvas} shown={shown} zero={zero} settled={settled} requests={requests} route={still} all={all} />
    ),
    [shown, zero, settled, requests, still, all],
  );
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const at = timeAt(event.currentTarget as HTMLCanvasElement, event.clientX, zoom);
    look(scaled(zoom, event.deltaY < 0 ? 0.7 : 1.4, at), axis);
  };
  const onClick = (event: MouseEvent) => {
    const element = event.currentTarget as HTMLCanvasElement;
    const at = nearest(scene, laneAt(element, event.clientY, scene), timeAt(element, event.clientX, zoom));
    if (at < 0) return;
    const { view } = shown;
    const window = view.windows[view.window[at]!] ?? "";
    const params: Record<string, string> = { call: String(view.root[at]) };
    if (window && window !== report.window?.id) params.window = window;
    location.hash = link(route, "request", params);
  };
  const number = all
    ? `${count(all.requests)} requests and ${count(all.calls)} calls`
    : `${count(requests.length)} requests that this report holds,`;
  const summary = `${number} over ${duration(settled.to - settled.from)} from ${clock(zero + settled.from)}, at ${scene.lanes.size} nodes`;
  return (
    <>
      <p class="dim small">
        {`${summary}. Slanted lines are messages, thick ones the time at a node. ▲ sent again, ■ a closed window, ✖ a reset, ◆ a name without an answer; orange: for how long that was waited for. Above: load. Keys: w and s zoom, a and d move, f shows all. A click opens the request.`}
      </p>
      {leftOut > 0 && <p class="note">{`${leftOut} nodes with fewer calls have no lane: search for one.`}</p>}
      {all && all.windowsLeftOut > 0 && (
        <p class="note">{`The calls of ${all.windowsLeftOut} windows of this time are not kept, or too many: a shorter time shows them.`}</p>
      )}
      <canvas
        ref={canvas}
        class="lifelines"
        style={{ height: `${heightOf(scene)}px` }}
        role="img"
        aria-label={`Lifelines of ${summary}`}
        onWheel={onWheel}
        onClick={onClick}
      />
      {below}
    </>
  );
}

/** Paints anew whenever what is shown, the size or the colours change. */
function usePainted(canvas: { current: HTMLCanvasElement | null }, scene: Scene, zoom: Zoom): void {
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const repaint = () => paint(element, scene, zoom);
    repaint();
    const observer = new ResizeObserver(repaint);
    observer.observe(element);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const theme = new MutationObserver(repaint);
    theme.observe(document.documentElement, { attributes: true });
    dark.addEventListener("change", repaint);
    return () => {
      observer.disconnect();
      theme.disconnect();
      dark.removeEventListener("change", repaint);
    };
  }, [canvas, scene, zoom]);
}

/** The call whose time at the node of this lane is nearest; -1 where there is none. */
function nearest({ segments }: Scene, lane: number, time: number): number {
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

/** The route less the part that is looked at, which changes with each frame; the same object as long as it says the same. */
function useWithoutZoom(route: Route): Route {
  const params = new URLSearchParams(route.params);
  params.delete("z");
  const hash = format(route.view, params);
  return useMemo(() => parse(hash), [hash]);
}

interface BelowProps {
  canvas: { current: HTMLCanvasElement | null };
  shown: Shown;
  zero: number;
  settled: Zoom;
  requests: Request[];
  route: Route;
  all: LifelineView | null;
}

/** What can be done with the picture, and what it shows as text. */
function Below({ canvas, shown, zero, settled, requests, route, all }: BelowProps) {
  const { view, from } = shown;
  const points = view.points
    .map((p) => ({ ...p, name: view.nodes[p.node] ?? "", nanos: zero + from + p.at }))
    .filter((p) => from + p.at >= settled.from && from + p.at - p.waited <= settled.to);
  return (
    <>
      <div class="below">
        <button
          type="button"
          class="quiet"
          onClick={() => canvas.current && saveCanvas("wirepath.png", canvas.current)}
        >
          Save as PNG
        </button>
        <SaveTraces requests={requests} />
      </div>
      {points.length > 0 && (
        <>
          <h3>What TCP and resolvers did</h3>
          <Table
            caption="What TCP and resolvers did"
            columns={[
              { title: "When", value: (p) => p.nanos, cell: (p) => instantMicros(p.nanos).slice(11, 26) },
              { title: "At", value: (p) => p.name },
              { title: "What", value: (p) => POINTS[p.kind] },
              {
                title: "Wait",
                number: true,
                value: (p) => p.waited,
                cell: (p) => (p.waited ? duration(p.waited) : "–"),
              },
            ]}
            rows={points}
            route={route}
            sort="-Wait"
            name="points"
            most={10}
          />
        </>
      )}
      <h3>{all ? "Requests of this time that the report explains" : "Shown"}</h3>
      <Table
        caption="Requests shown"
        columns={requestColumns(route)}
        rows={requests}
        route={route}
        sort="-Took"
        most={10}
      />
    </>
  );
}

/** The part that is looked at, once it has not changed for a moment: what is slow to make waits for it. */
function useSettled(zoom: Zoom): Zoom {
  const [settled, setSettled] = useState(zoom);
  const same = settled.from === zoom.from && settled.to === zoom.to;
  useEffect(() => {
    if (same) return;
    const timer = setTimeout(() => setSettled(zoom), SETTLED_MILLIS);
    return () => clearTimeout(timer);
  }, [zoom, same]);
  return settled;
}
