// NetLogger's lifelines: nodes from top to bottom, time from left to right, a line a request. On a canvas, for there may be
// very many; what it shows stands below it as text.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { clock, count, duration } from "../format";
import type { Report, Request } from "../model";
import { saveCanvas } from "../parts/save";
import { SaveTraces } from "../parts/savetraces";
import { Stretch } from "../parts/stretch";
import { Table } from "../parts/table";
import { look, scaled, timeTicks, useZoomKeys, type Zoom, zoomOf } from "../parts/zoom";
import { endOf, within } from "../requests";
import { format, link, parse, type Route } from "../route";
import { draw, type Load, loadLine, loadOf, type Segments, segmentsOf, type Trouble, troublesOf } from "../segments";
import { requestColumns } from "./requests";

interface Props {
  report: Report;
  route: Route;
}

const LEFT = 130;
const TOP = 70;
const LANE = 34;

/** What is drawn, made once for a report and a stretch of time. */
interface Scene {
  requests: Request[];
  first: number;
  last: number;
  lanes: Map<string, number>;
  segments: Segments;
  /** Those of the request that is drawn over the others. */
  picked: Segments;
  troubles: Trouble[];
  load: Load;
}

/** Nodes in the order of the map, so that requests go downwards. */
function lanesOf(report: Report, requests: Request[]): Map<string, number> {
  const seen = new Set(requests.flatMap((r) => r.calls.flatMap((c) => [c.from, c.to])));
  const order = [...report.map.nodes].sort((a, b) => a.column - b.column || a.row - b.row).map((p) => p.name);
  const lanes = new Map<string, number>();
  for (const name of [...order, ...seen]) if (seen.has(name) && !lanes.has(name)) lanes.set(name, lanes.size);
  return lanes;
}

function sceneOf(report: Report, requests: Request[], call: string): Scene {
  const first = requests.reduce((t, r) => Math.min(t, r.startNanos), Number.POSITIVE_INFINITY);
  const last = requests.reduce((t, r) => Math.max(t, r.startNanos + r.durationNanos), first + 1);
  const lanes = lanesOf(report, requests);
  return {
    requests,
    first,
    last,
    lanes,
    segments: segmentsOf(requests, lanes, first),
    picked: segmentsOf(
      requests.filter((r) => String(r.call) === call),
      lanes,
      first,
    ),
    troubles: troublesOf(requests, lanes, first),
    load: loadOf(requests, first),
  };
}

export function Lifelines({ report, route }: Props) {
  const still = useWithoutZoom(route);
  const requests = useMemo(() => report.requests.filter((r) => within(r, still.params)), [report, still]);
  if (!requests.length) {
    return (
      <section id="lifelines" aria-labelledby="lifelines-h">
        <h2 id="lifelines-h">Lifelines</h2>
        <Stretch route={route} />
        <p class="dim">No request began in this time.</p>
      </section>
    );
  }
  return <Drawn report={report} route={route} requests={requests} />;
}

function Drawn({ report, route, requests }: Props & { requests: Request[] }) {
  const picked = route.params.get("call") ?? "";
  const scene = useMemo(() => sceneOf(report, requests, picked), [report, requests, picked]);
  const { first, last, lanes } = scene;
  const { from, to } = zoomOf(route, first, last);
  const zoom = useMemo(() => ({ from, to }), [from, to]);
  useZoomKeys(first, last);
  const still = useWithoutZoom(route);
  const settled = useSettled(zoom);
  const shown = useMemo(() => inView(requests, settled), [requests, settled]);
  const canvas = useRef<HTMLCanvasElement>(null);
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
  }, [scene, zoom]);
  const below = useMemo(() => <Below canvas={canvas} shown={shown} route={still} />, [shown, still]);
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const at = timeAt(event.currentTarget as HTMLCanvasElement, event.clientX, zoom);
    look(scaled(zoom, event.deltaY < 0 ? 0.7 : 1.4, at), first, last);
  };
  const onClick = (event: MouseEvent) => {
    const element = event.currentTarget as HTMLCanvasElement;
    const found = nearest(element, event, scene, zoom);
    if (found) location.hash = link(route, "request", { call: String(found.call) });
  };
  const summary = `${count(shown.length)} requests over ${duration(settled.to - settled.from)} from ${clock(settled.from)}, at ${lanes.size} nodes`;
  return (
    <section id="lifelines" aria-labelledby="lifelines-h">
      <h2 id="lifelines-h">Lifelines</h2>
      <div class="tools">
        <button type="button" onClick={() => look(scaled(zoom, 0.5), first, last)}>
          Zoom in
        </button>
        <button type="button" onClick={() => look(scaled(zoom, 2), first, last)}>
          Zoom out
        </button>
        <Stretch route={route} />
        <span class="dim small">Keys: w and s zoom, a and d move, f shows all. A click opens the request.</span>
      </div>
      <p class="dim small">{`${summary}. Slanted lines are messages, thick ones the time at a node, triangles what TCP sent again; above, how many requests of these are in flight.`}</p>
      <canvas
        ref={canvas}
        class="lifelines"
        style={{ height: `${TOP + lanes.size * LANE + 24}px` }}
        role="img"
        aria-label={`Lifelines of ${summary}`}
        onWheel={onWheel}
        onClick={onClick}
      />
      {below}
    </section>
  );
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
  shown: Request[];
  route: Route;
}

/** What can be done with the picture, and what it shows as text. */
function Below({ canvas, shown, route }: BelowProps) {
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
        <SaveTraces requests={shown} />
      </div>
      <h3>Shown</h3>
      <Table
        caption="Requests shown"
        columns={requestColumns(route)}
        rows={shown}
        route={route}
        sort="-Took"
        most={10}
      />
    </>
  );
}

const inView = (requests: Request[], zoom: Zoom) =>
  requests.filter((r) => r.startNanos <= zoom.to && r.startNanos + r.durationNanos >= zoom.from);

const SETTLED_MILLIS = 150;

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

const scaleOf = (width: number, zoom: Zoom) => (width - LEFT - 12) / (zoom.to - zoom.from || 1);

function timeAt(element: HTMLCanvasElement, clientX: number, zoom: Zoom): number {
  const box = element.getBoundingClientRect();
  return zoom.from + (clientX - box.left - LEFT) / scaleOf(box.width, zoom);
}

/** The request whose time at the node under the pointer is nearest. */
function nearest(element: HTMLCanvasElement, event: MouseEvent, scene: Scene, zoom: Zoom): Request | undefined {
  const box = element.getBoundingClientRect();
  const lane = Math.round((event.clientY - box.top - TOP) / LANE);
  const time = timeAt(element, event.clientX, zoom);
  let best: Request | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const request of scene.requests) {
    for (const call of request.calls) {
      if (scene.lanes.get(call.to) !== lane) continue;
      const from = request.startNanos + call.startNanos;
      const to = request.startNanos + endOf(call);
      const away = time < from ? from - time : Math.max(0, time - to);
      if (away < least) {
        least = away;
        best = request;
      }
    }
  }
  return best;
}

interface Paints {
  ink: string;
  dim: string;
  line: string;
  accent: string;
  bad: string;
}

function paintsOf(element: HTMLElement): Paints {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return { ink: of("--ink"), dim: of("--dim"), line: of("--line"), accent: of("--accent"), bad: of("--bad") };
}

function paint(element: HTMLCanvasElement, scene: Scene, zoom: Zoom): void {
  const width = element.clientWidth;
  const height = element.clientHeight;
  const ratio = devicePixelRatio || 1;
  element.width = Math.round(width * ratio);
  element.height = Math.round(height * ratio);
  const to = element.getContext("2d");
  if (!to || !width) return;
  to.scale(ratio, ratio);
  const paints = paintsOf(element);
  const scale = scaleOf(width, zoom);
  const x = (t: number) => LEFT + (t - (zoom.from - scene.first)) * scale;
  axes(to, scene, zoom, paints, width, height);
  load(to, scene, paints, x);
  to.save();
  to.beginPath();
  to.rect(LEFT - 4, TOP - 14, width - LEFT, height);
  to.clip();
  const dense = Math.max(0.12, Math.min(0.9, 60 / scene.requests.length));
  lines(to, scene.segments, x, width, paints.accent, dense);
  lines(to, scene.picked, x, width, paints.bad, 1);
  points(to, scene, x, paints.bad);
  to.restore();
}

function axes(
  to: CanvasRenderingContext2D,
  scene: Scene,
  zoom: Zoom,
  paints: Paints,
  width: number,
  height: number,
): void {
  const x = (t: number) => LEFT + t * scaleOf(width, zoom);
  to.font = "12px system-ui, sans-serif";
  to.strokeStyle = paints.line;
  to.lineWidth = 1;
  to.fillStyle = paints.ink;
  for (const [name, lane] of scene.lanes) {
    const y = TOP + lane * LANE;
    to.beginPath();
    to.moveTo(LEFT, y);
    to.lineTo(width, y);
    to.stroke();
    to.fillText(name.length > 17 ? `${name.slice(0, 16)}…` : name, 4, y + 4);
  }
  to.fillStyle = paints.dim;
  to.textAlign = "center";
  for (const t of timeTicks(0, zoom.to - zoom.from, Math.max(2, width / 140))) {
    to.fillText(`+${duration(t)}`, x(t), height - 6);
    to.beginPath();
    to.moveTo(x(t), TOP - 10);
    to.lineTo(x(t), height - 20);
    to.stroke();
  }
  to.textAlign = "start";
}

/** How many of these requests are in flight, as a line over the lanes. */
function load(to: CanvasRenderingContext2D, scene: Scene, paints: Paints, x: (t: number) => number): void {
  const y = (n: number) => 46 - (34 * n) / scene.load.most;
  to.beginPath();
  to.moveTo(LEFT, y(0));
  loadLine(scene.load, x, LEFT, (at, n) => to.lineTo(at, y(n)));
  to.strokeStyle = paints.accent;
  to.lineWidth = 1.2;
  to.stroke();
  to.fillStyle = paints.dim;
  to.fillText("in flight", 4, 46);
  to.fillText(String(scene.load.most), LEFT - 24, 20);
}

/** A triangle where TCP had to send again, or met a closed window. */
function points(to: CanvasRenderingContext2D, scene: Scene, x: (t: number) => number, colour: string): void {
  to.fillStyle = colour;
  for (const trouble of scene.troubles) {
    const at = x(trouble.at);
    const y = TOP + trouble.lane * LANE;
    to.beginPath();
    to.moveTo(at, y - 12);
    to.lineTo(at + 5, y - 3);
    to.lineTo(at - 5, y - 3);
    to.fill();
  }
}

function lines(
  to: CanvasRenderingContext2D,
  segments: Segments,
  x: (t: number) => number,
  width: number,
  colour: string,
  alpha: number,
): void {
  const messages = new Path2D();
  const stays = new Path2D();
  draw(segments, x, LEFT, width, {
    message: (x1, lane1, x2, lane2) => {
      messages.moveTo(x1, TOP + lane1 * LANE);
      messages.lineTo(x2, TOP + lane2 * LANE);
    },
    stay: (x1, x2, lane) => {
      stays.moveTo(x1, TOP + lane * LANE);
      stays.lineTo(x2, TOP + lane * LANE);
    },
  });
  to.strokeStyle = colour;
  to.globalAlpha = alpha;
  to.lineWidth = 1;
  to.stroke(messages);
  to.lineWidth = 3;
  to.stroke(stays);
  to.globalAlpha = 1;
}
