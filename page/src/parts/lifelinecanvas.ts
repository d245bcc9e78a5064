// How lifelines are laid out and painted: strips of load above, a lane a node below, and what TCP did as points. The lanes scroll; the
// strips and the axis stay.
import { duration, instantMicros } from "../format";
import type { PointKind } from "../model";
import type { Segments } from "../segments";
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

/** What is drawn; times since the zero. */
export interface Scene {
  /** Of the axis; ns since the epoch. */
  zero: number;
  lanes: Map<string, number>;
  segments: Segments;
  /** Those of the request that is drawn over the others. */
  picked: Segments;
  points: { at: number; lane: number; kind: PointKind; waited: number }[];
  strips: Strip[];
  /** How opaque a line is: many are drawn thinner. */
  dense: number;
}

export const LANE = 34;
export const STRIP = 40;
const BOTTOM = 24;
const RIGHT = 12;
const NARROW = 760;

/** How far what belongs to a lane reaches above it. */
export const ABOVE = 14;

export const leftOf = (width: number) => (width < NARROW ? 92 : 150);
export const topOf = (scene: Scene) => 26 + scene.strips.length * STRIP;
export const heightOf = (scene: Scene) => topOf(scene) + scene.lanes.size * LANE + BOTTOM - 12;

/** What is looked at: a stretch of time, at this width and height, the lanes scrolled up by so many pixels. */
export interface View {
  zoom: Zoom;
  width: number;
  height: number;
  scroll: number;
}

export const scaleOf = ({ width, zoom }: View) => (width - leftOf(width) - RIGHT) / (zoom.to - zoom.from || 1);

/** The time at a place from the left edge. */
export const timeAt = (view: View, x: number) => view.zoom.from + (x - leftOf(view.width)) / scaleOf(view);

/** The lane at a place from the upper edge; it need not be there. */
export const laneAt = (view: View, scene: Scene, y: number) => Math.round((y + view.scroll - topOf(scene)) / LANE);

/** What each kind of point means. */
export const POINTS: Record<PointKind, string> = {
  resent: "a segment was sent again",
  zero_window: "a window was closed",
  reset: "a connection was reset",
  name_unanswered: "a name was not resolved",
  name_retried: "a name was asked for again",
  event: "logged",
};

export interface Paints {
  card: string;
  ink: string;
  dim: string;
  line: string;
  accent: string;
  bad: string;
  warn: string;
}

export function paintsOf(element: HTMLElement): Paints {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    card: of("--card"),
    ink: of("--ink"),
    dim: of("--dim"),
    line: of("--line"),
    accent: of("--accent"),
    bad: of("--bad"),
    warn: of("--warn"),
  };
}

/** Where the lanes are: what is drawn in them does not leave this place. */
export const lanesBox = (view: View, scene: Scene) => {
  const [x, y] = [leftOf(view.width), topOf(scene) - ABOVE];
  return { x, y, width: view.width - x, height: Math.max(1, view.height - BOTTOM + 4 - y) };
};

/** The names, the lanes, and the times below. */
export function axes(to: CanvasRenderingContext2D, scene: Scene, view: View, paints: Paints): void {
  const { width, height, zoom } = view;
  const [left, scale, box] = [leftOf(width), scaleOf(view), lanesBox(view, scene)];
  to.font = "12px system-ui, sans-serif";
  to.fillStyle = paints.dim;
  scene.strips.forEach((strip, i) => {
    to.fillText(short(strip.title, left), 4, 22 + i * STRIP);
    to.fillText(short(`≤ ${strip.words}`, left), 4, 36 + i * STRIP);
  });
  to.textAlign = "center";
  for (const t of timeTicks(0, zoom.to - zoom.from, Math.max(2, width / 140))) {
    const x = left + t * scale;
    to.fillStyle = paints.dim;
    const words = `+${duration(t)}`;
    to.fillText(words, Math.min(x, width - 4 - to.measureText(words).width / 2), height - 6);
    to.fillStyle = paints.line;
    to.fillRect(x, box.y, 1, box.height);
  }
  to.textAlign = "start";
  to.fillStyle = paints.dim;
  to.fillText(timeOfDay(scene.zero + zoom.from, width < NARROW || zoom.to - zoom.from > 60e9), 4, height - 6);
  to.save();
  to.beginPath();
  to.rect(0, box.y, width, box.height);
  to.clip();
  for (const [name, lane] of scene.lanes) {
    const y = topOf(scene) + lane * LANE - view.scroll;
    if (y < box.y - LANE || y > height) continue;
    to.fillStyle = paints.line;
    to.fillRect(left, y, width - left, 1);
    to.fillStyle = paints.ink;
    to.fillText(short(name, left), 4, y + 4);
  }
  to.restore();
}

/** When what is seen begins: to the second, or to the microsecond. */
const timeOfDay = (nanos: number, coarse: boolean) => instantMicros(nanos).slice(11, coarse ? 19 : 26);

/** As many characters as there is room for. */
const short = (name: string, left: number) => {
  const most = Math.floor(left / 7.6);
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
};

/** The points of a load line between two times; x in pixels since `from`, y down from the top of the strip. */
export function* corners(strip: Strip, values: number[], from: number, to: number, scale: number) {
  const high = STRIP - 10;
  const part = (strip.to - strip.from) / values.length;
  const first = Math.max(0, Math.floor((from - strip.from) / part));
  const last = Math.min(values.length - 1, Math.ceil((to - strip.from) / part));
  for (let i = first; i <= last; i++) {
    const x = (strip.from + i * part - from) * scale;
    const y = 10 + high - (high * values[i]!) / (strip.most || 1);
    yield [x, y] as const;
    yield [x + part * scale, y] as const;
  }
}

/** The line of the n-th of several. */
export const dashOf = (n: number): number[] => (n ? [4, 2 * n] : []);

/** Which colour each kind of point has, and its shape as corners around it; a circle has none. */
export const SHAPES: Record<PointKind, { paint: "bad" | "warn" | "ink"; corners: number[] }> = {
  resent: { paint: "bad", corners: [0, -5, 5, 4, -5, 4] },
  zero_window: { paint: "warn", corners: [-4, -4, 4, -4, 4, 4, -4, 4] },
  reset: {
    paint: "bad",
    corners: [-5, -3, -3, -5, 0, -2, 3, -5, 5, -3, 2, 0, 5, 3, 3, 5, 0, 2, -3, 5, -5, 3, -2, 0],
  },
  name_unanswered: { paint: "warn", corners: [0, -5, 5, 0, 0, 5, -5, 0] },
  name_retried: { paint: "warn", corners: [0, -5, 5, 0, 0, 5, -5, 0] },
  event: { paint: "ink", corners: [] },
};

/** Above its lane. */
export const POINT_Y = -8;
