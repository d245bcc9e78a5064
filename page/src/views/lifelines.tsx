// NetLogger's lifelines: nodes from top to bottom, time from left to right, a line a request. On a canvas, for there may be
// very many; what it shows stands below it as text.
import { useEffect, useRef } from "preact/hooks";
import { clock, count, duration } from "../format";
import type { Report, Request } from "../model";
import { saveCanvas } from "../parts/save";
import { SaveTraces } from "../parts/savetraces";
import { Stretch } from "../parts/stretch";
import { Table } from "../parts/table";
import { look, scaled, timeTicks, useZoomKeys, type Zoom, zoomOf } from "../parts/zoom";
import { endOf, tcpOf, within } from "../requests";
import { link, type Route } from "../route";
import { requestColumns } from "./requests";

interface Props {
  report: Report;
  route: Route;
}

const LEFT = 130;
const TOP = 70;
const LANE = 34;

interface Scene {
  requests: Request[];
  lanes: Map<string, number>;
  zoom: Zoom;
  /** The call whose request is drawn over the others. */
  picked: string;
}

/** Nodes in the order of the map, so that requests go downwards. */
function lanesOf(report: Report, requests: Request[]): Map<string, number> {
  const seen = new Set(requests.flatMap((r) => r.calls.flatMap((c) => [c.from, c.to])));
  const order = [...report.map.nodes].sort((a, b) => a.column - b.column || a.row - b.row).map((p) => p.name);
  const lanes = new Map<string, number>();
  for (const name of [...order, ...seen]) if (seen.has(name) && !lanes.has(name)) lanes.set(name, lanes.size);
  return lanes;
}

export function Lifelines({ report, route }: Props) {
  const requests = report.requests.filter((r) => within(r, route.params));
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
  const first = requests.reduce((t, r) => Math.min(t, r.startNanos), Number.POSITIVE_INFINITY);
  const last = requests.reduce((t, r) => Math.max(t, r.startNanos + r.durationNanos), first + 1);
  const zoom = zoomOf(route, first, last);
  useZoomKeys(first, last);
  const lanes = lanesOf(report, requests);
  const shown = requests.filter((r) => r.startNanos <= zoom.to && r.startNanos + r.durationNanos >= zoom.from);
  const canvas = useRef<HTMLCanvasElement>(null);
  const picked = route.params.get("call") ?? "";
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => paint(element, { requests: shown, lanes, zoom, picked });
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributes: true });
    dark.addEventListener("change", draw);
    return () => {
      observer.disconnect();
      theme.disconnect();
      dark.removeEventListener("change", draw);
    };
  });
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const at = timeAt(event.currentTarget as HTMLCanvasElement, event.clientX, zoom);
    look(scaled(zoom, event.deltaY < 0 ? 0.7 : 1.4, at), first, last);
  };
  const onClick = (event: MouseEvent) => {
    const element = event.currentTarget as HTMLCanvasElement;
    const found = nearest(element, event, { requests: shown, lanes, zoom, picked });
    if (found) location.hash = link(route, "request", { call: String(found.call) });
  };
  const summary = `${count(shown.length)} requests over ${duration(zoom.to - zoom.from)} from ${clock(zoom.from)}, at ${lanes.size} nodes`;
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
    </section>
  );
}

const scaleOf = (width: number, zoom: Zoom) => (width - LEFT - 12) / (zoom.to - zoom.from || 1);

function timeAt(element: HTMLCanvasElement, clientX: number, zoom: Zoom): number {
  const box = element.getBoundingClientRect();
  return zoom.from + (clientX - box.left - LEFT) / scaleOf(box.width, zoom);
}

/** The request whose time at the node under the pointer is nearest. */
function nearest(element: HTMLCanvasElement, event: MouseEvent, scene: Scene): Request | undefined {
  const box = element.getBoundingClientRect();
  const lane = Math.round((event.clientY - box.top - TOP) / LANE);
  const time = timeAt(element, event.clientX, scene.zoom);
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

function paint(element: HTMLCanvasElement, scene: Scene): void {
  const width = element.clientWidth;
  const height = element.clientHeight;
  const ratio = devicePixelRatio || 1;
  element.width = Math.round(width * ratio);
  element.height = Math.round(height * ratio);
  const to = element.getContext("2d");
  if (!to || !width) return;
  to.scale(ratio, ratio);
  const paints = paintsOf(element);
  const scale = scaleOf(width, scene.zoom);
  const x = (t: number) => LEFT + (t - scene.zoom.from) * scale;
  axes(to, scene, paints, x, width, height);
  load(to, scene, paints, x);
  to.save();
  to.beginPath();
  to.rect(LEFT - 4, TOP - 14, width - LEFT, height);
  to.clip();
  lines(to, scene, scene.requests, x, paints.accent, Math.max(0.12, Math.min(0.9, 60 / scene.requests.length)));
  const over = scene.requests.filter((r) => String(r.call) === scene.picked);
  lines(to, scene, over, x, paints.bad, 1);
  points(to, scene, x, paints.bad);
  to.restore();
}

function axes(
  to: CanvasRenderingContext2D,
  scene: Scene,
  paints: Paints,
  x: (t: number) => number,
  width: number,
  height: number,
): void {
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
  const start = scene.zoom.from;
  for (const t of timeTicks(0, scene.zoom.to - start, Math.max(2, width / 140))) {
    to.fillText(`+${duration(t)}`, x(start + t), height - 6);
    to.beginPath();
    to.moveTo(x(start + t), TOP - 10);
    to.lineTo(x(start + t), height - 20);
    to.stroke();
  }
  to.textAlign = "start";
}

/** How many of these requests are in flight, as a filled line over the lanes. */
function load(to: CanvasRenderingContext2D, scene: Scene, paints: Paints, x: (t: number) => number): void {
  const steps = scene.requests
    .flatMap((r): [number, number][] => [
      [r.startNanos, 1],
      [r.startNanos + r.durationNanos, -1],
    ])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  let open = 0;
  let most = 1;
  for (const [, by] of steps) {
    open += by;
    most = Math.max(most, open);
  }
  const y = (n: number) => 46 - (34 * n) / most;
  open = 0;
  to.beginPath();
  to.moveTo(LEFT, y(0));
  for (const [t, by] of steps) {
    const at = Math.max(LEFT, x(t));
    to.lineTo(at, y(open));
    open += by;
    to.lineTo(at, y(open));
  }
  to.strokeStyle = paints.accent;
  to.lineWidth = 1.2;
  to.stroke();
  to.fillStyle = paints.dim;
  to.fillText("in flight", 4, 46);
  to.fillText(String(most), LEFT - 24, 20);
}

/** A triangle where TCP had to send again, or met a closed window. */
function points(to: CanvasRenderingContext2D, scene: Scene, x: (t: number) => number, colour: string): void {
  to.fillStyle = colour;
  for (const request of scene.requests) {
    for (const call of request.calls) {
      if (!tcpOf(call).length) continue;
      const at = x(request.startNanos + call.startNanos);
      const y = TOP + (scene.lanes.get(call.to) ?? 0) * LANE;
      to.beginPath();
      to.moveTo(at, y - 12);
      to.lineTo(at + 5, y - 3);
      to.lineTo(at - 5, y - 3);
      to.fill();
    }
  }
}

function lines(
  to: CanvasRenderingContext2D,
  scene: Scene,
  requests: Request[],
  x: (t: number) => number,
  colour: string,
  alpha: number,
): void {
  to.strokeStyle = colour;
  to.globalAlpha = alpha;
  const messages = new Path2D();
  const stays = new Path2D();
  for (const request of requests) {
    for (const call of request.calls) {
      const y1 = TOP + (scene.lanes.get(call.from) ?? 0) * LANE;
      const y2 = TOP + (scene.lanes.get(call.to) ?? 0) * LANE;
      const begin = request.startNanos + call.startNanos;
      const arrived = x(begin + Math.max(0, call.requestNetworkNanos ?? 0));
      messages.moveTo(x(begin), y1);
      messages.lineTo(arrived, y2);
      if (call.durationNanos === undefined) continue;
      const end = begin + call.durationNanos;
      const left = x(end - Math.max(0, call.responseNetworkNanos ?? 0));
      stays.moveTo(arrived, y2);
      stays.lineTo(Math.max(left, arrived + 0.5), y2);
      messages.moveTo(left, y2);
      messages.lineTo(x(end), y1);
    }
  }
  to.lineWidth = 1;
  to.stroke(messages);
  to.lineWidth = 3;
  to.stroke(stays);
  to.globalAlpha = 1;
}
