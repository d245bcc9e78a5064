// How lifelines are painted: strips of load above, a lane a node below, and what TCP did as points.
import { duration } from "../format";
import type { PointKind } from "../model";
import { draw, type Segments } from "../segments";
import { timeTicks, type Zoom } from "./zoom";

/** A load over time; `lines` with a value for each equal part of the time from `from` to `to`. */
export interface Strip {
  title: string;
  from: number;
  to: number;
  lines: number[][];
  /** The highest value, and how it is told. */
  most: number;
  words: string;
}

/** What is drawn; times since the axis' zero. */
export interface Scene {
  lanes: Map<string, number>;
  segments: Segments;
  /** Those of the request that is drawn over the others. */
  picked: Segments;
  points: { at: number; lane: number; kind: PointKind; waited: number }[];
  strips: Strip[];
  /** How opaque a line is: many are drawn thinner. */
  dense: number;
}

const LANE = 34;
const STRIP = 40;
const BOTTOM = 24;
const NARROW = 760;

export const leftOf = (width: number) => (width < NARROW ? 92 : 150);
const topOf = (scene: Scene) => 26 + scene.strips.length * STRIP;
export const heightOf = (scene: Scene) => topOf(scene) + scene.lanes.size * LANE + BOTTOM - 12;
const scaleOf = (width: number, zoom: Zoom) => (width - leftOf(width) - 12) / (zoom.to - zoom.from || 1);

/** The time under a pointer. */
export function timeAt(element: HTMLCanvasElement, clientX: number, zoom: Zoom): number {
  const box = element.getBoundingClientRect();
  return zoom.from + (clientX - box.left - leftOf(box.width)) / scaleOf(box.width, zoom);
}

/** The lane under a pointer; it need not be there. */
export const laneAt = (element: HTMLCanvasElement, clientY: number, scene: Scene): number =>
  Math.round((clientY - element.getBoundingClientRect().top - topOf(scene)) / LANE);

/** What each kind of point means. */
export const POINTS: Record<PointKind, string> = {
  resent: "a segment was sent again",
  zero_window: "a window was closed",
  reset: "a connection was reset",
  name_unanswered: "a name was not resolved",
};

interface Paints {
  ink: string;
  dim: string;
  line: string;
  accent: string;
  bad: string;
  warn: string;
}

function paintsOf(element: HTMLElement): Paints {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: of("--ink"),
    dim: of("--dim"),
    line: of("--line"),
    accent: of("--accent"),
    bad: of("--bad"),
    warn: of("--warn"),
  };
}

/** Paints what the zoom shows. */
export function paint(element: HTMLCanvasElement, scene: Scene, zoom: Zoom): void {
  const width = element.clientWidth;
  const height = element.clientHeight;
  const ratio = devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (element.width !== w) element.width = w;
  if (element.height !== h) element.height = h;
  const to = element.getContext("2d");
  if (!to || !width) return;
  to.setTransform(ratio, 0, 0, ratio, 0, 0);
  to.clearRect(0, 0, width, height);
  const paints = paintsOf(element);
  const [left, top] = [leftOf(width), topOf(scene)];
  const scale = scaleOf(width, zoom);
  axes(to, scene, zoom, paints, width, height);
  to.save();
  to.beginPath();
  to.rect(left, 0, width - left, height - BOTTOM + 4);
  to.clip();
  to.translate(left, 0);
  scene.strips.forEach((strip, i) => load(to, strip, 10 + i * STRIP, zoom, scale, width - left, paints.accent));
  to.translate(0, top);
  waits(to, scene, zoom, scale, paints.warn);
  lines(to, scene.segments, zoom, scale, width - left, paints.accent, scene.dense);
  lines(to, scene.picked, zoom, scale, width - left, paints.bad, 1);
  points(to, scene, zoom, scale, paints);
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
  const [left, top] = [leftOf(width), topOf(scene)];
  const x = (t: number) => left + (t - zoom.from) * scaleOf(width, zoom);
  const most = Math.floor(left / 7.6);
  to.font = "12px system-ui, sans-serif";
  to.strokeStyle = paints.line;
  to.lineWidth = 1;
  to.fillStyle = paints.ink;
  for (const [name, lane] of scene.lanes) {
    const y = top + lane * LANE;
    to.beginPath();
    to.moveTo(left, y);
    to.lineTo(width, y);
    to.stroke();
    to.fillText(name.length > most ? `${name.slice(0, most - 1)}…` : name, 4, y + 4);
  }
  to.fillStyle = paints.dim;
  scene.strips.forEach((strip, i) => {
    to.fillText(strip.title, 4, 22 + i * STRIP);
    to.fillText(`≤ ${strip.words}`, 4, 36 + i * STRIP);
  });
  to.textAlign = "center";
  for (const after of timeTicks(0, zoom.to - zoom.from, Math.max(2, width / 140))) {
    const t = zoom.from + after;
    to.fillText(`+${duration(after)}`, x(t), height - 6);
    to.beginPath();
    to.moveTo(x(t), top - 10);
    to.lineTo(x(t), height - 20);
    to.stroke();
  }
  to.textAlign = "start";
}

function load(
  to: CanvasRenderingContext2D,
  strip: Strip,
  y: number,
  zoom: Zoom,
  scale: number,
  width: number,
  colour: string,
): void {
  const high = STRIP - 10;
  for (const [n, values] of strip.lines.entries()) {
    const part = (strip.to - strip.from) / values.length;
    const first = Math.max(0, Math.floor((zoom.from - strip.from) / part));
    to.beginPath();
    for (let i = first; i < values.length; i++) {
      const x = (strip.from + i * part - zoom.from) * scale;
      if (x > width) break;
      const at = y + high - (high * values[i]!) / (strip.most || 1);
      to.lineTo(x, at);
      to.lineTo(x + part * scale, at);
    }
    to.strokeStyle = colour;
    to.setLineDash(n ? [4, 2 * n] : []);
    to.lineWidth = 1.2;
    to.stroke();
  }
  to.setLineDash([]);
}

/** How long there was a wait, as a stretch on the lane. */
function waits(to: CanvasRenderingContext2D, scene: Scene, zoom: Zoom, scale: number, colour: string): void {
  to.fillStyle = colour;
  to.globalAlpha = 0.55;
  for (const { at, lane, waited } of scene.points) {
    const x = (at - waited - zoom.from) * scale;
    if (waited > 0) to.fillRect(x, lane * LANE - 6, Math.max(1, waited * scale), 12);
  }
  to.globalAlpha = 1;
}

/** A shape for each kind, so that colour is not all that tells them apart. */
function points(to: CanvasRenderingContext2D, scene: Scene, zoom: Zoom, scale: number, paints: Paints): void {
  for (const { at, lane, kind } of scene.points) {
    const x = (at - zoom.from) * scale;
    const y = lane * LANE - 8;
    to.fillStyle = kind === "resent" || kind === "reset" ? paints.bad : paints.warn;
    to.beginPath();
    if (kind === "resent") shape(to, x, y, [0, -5, 5, 4, -5, 4]);
    else if (kind === "zero_window") to.rect(x - 4, y - 4, 8, 8);
    else if (kind === "reset")
      shape(to, x, y, [-5, -3, -3, -5, 0, -2, 3, -5, 5, -3, 2, 0, 5, 3, 3, 5, 0, 2, -3, 5, -5, 3, -2, 0]);
    else shape(to, x, y, [0, -5, 5, 0, 0, 5, -5, 0]);
    to.fill();
  }
}

function shape(to: CanvasRenderingContext2D, x: number, y: number, corners: number[]): void {
  for (let i = 0; i < corners.length; i += 2) to.lineTo(x + corners[i]!, y + corners[i + 1]!);
}

function lines(
  to: CanvasRenderingContext2D,
  segments: Segments,
  zoom: Zoom,
  scale: number,
  width: number,
  colour: string,
  alpha: number,
): void {
  const slanted = new Path2D();
  to.strokeStyle = colour;
  to.fillStyle = colour;
  to.globalAlpha = alpha;
  draw(segments, zoom.from, scale, 0, width, {
    message: (x1, lane1, x2, lane2) => {
      if (Math.abs(x2 - x1) < 1) {
        const low = Math.min(lane1, lane2);
        to.fillRect(x1, low * LANE, 1, Math.abs(lane2 - lane1) * LANE);
        return;
      }
      slanted.moveTo(x1, lane1 * LANE);
      slanted.lineTo(x2, lane2 * LANE);
    },
    stay: (x1, x2, lane) => to.fillRect(x1, lane * LANE - 1.5, x2 - x1, 3),
  });
  to.lineWidth = 1;
  to.stroke(slanted);
  to.globalAlpha = 1;
}
