// What lifelines are drawn of: numbers of all calls, made once, of which a frame takes what is in view. Where many lie on the same
// pixel, one is drawn: 100,000 look no different from those that differ.
import type { Request } from "./model";
import { tcpOf } from "./requests";

/** The calls of requests; times since `origin`, in nanoseconds, NaN where none is known; nodes by their lanes. */
export interface Segments {
  origin: number;
  lanes: number;
  begin: Float64Array;
  arrived: Float64Array;
  left: Float64Array;
  end: Float64Array;
  from: Uint16Array;
  to: Uint16Array;
}

/** When TCP sent something again, and at which lane. */
export interface Trouble {
  at: number;
  lane: number;
}

/** How many requests are open from each moment on. */
export interface Load {
  at: Float64Array;
  open: Uint32Array;
  most: number;
}

export function segmentsOf(requests: Request[], lanes: Map<string, number>, origin: number): Segments {
  const size = requests.reduce((n, r) => n + r.calls.length, 0);
  const of = () => new Float64Array(size);
  const s: Segments = {
    origin,
    lanes: Math.max(1, lanes.size),
    begin: of(),
    arrived: of(),
    left: of(),
    end: of(),
    from: new Uint16Array(size),
    to: new Uint16Array(size),
  };
  let i = 0;
  for (const request of requests) {
    for (const call of request.calls) {
      const begin = request.startNanos - origin + call.startNanos;
      s.begin[i] = begin;
      s.arrived[i] = begin + Math.max(0, call.requestNetworkNanos ?? 0);
      s.end[i] = call.durationNanos === undefined ? NaN : begin + call.durationNanos;
      s.left[i] = s.end[i]! - Math.max(0, call.responseNetworkNanos ?? 0);
      s.from[i] = lanes.get(call.from) ?? 0;
      s.to[i] = lanes.get(call.to) ?? 0;
      i++;
    }
  }
  return s;
}

export function troublesOf(requests: Request[], lanes: Map<string, number>, origin: number): Trouble[] {
  return requests.flatMap((r) =>
    r.calls
      .filter((c) => tcpOf(c).length)
      .map((c) => ({ at: r.startNanos - origin + c.startNanos, lane: lanes.get(c.to) ?? 0 })),
  );
}

export function loadOf(requests: Request[], origin: number): Load {
  const steps = requests
    .flatMap((r): [number, number][] => [
      [r.startNanos - origin, 1],
      [r.startNanos - origin + r.durationNanos, -1],
    ])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const load: Load = { at: new Float64Array(steps.length), open: new Uint32Array(steps.length), most: 1 };
  let open = 0;
  steps.forEach(([at, by], i) => {
    open += by;
    load.at[i] = at;
    load.open[i] = open;
    load.most = Math.max(load.most, open);
  });
  return load;
}

interface Pen {
  /** A message from one lane to another. */
  message: (x1: number, lane1: number, x2: number, lane2: number) => void;
  /** A time at a node. */
  stay: (x1: number, x2: number, lane: number) => void;
}

/** Draws what lies between two pixels, each pixel once. Gives how many segments were in view. */
export function draw(s: Segments, x: (t: number) => number, first: number, last: number, pen: Pen): number {
  const seen = new Float64Array(2 * s.lanes * s.lanes).fill(NaN);
  const open = new Float64Array(2 * s.lanes).fill(NaN);
  let inView = 0;
  const message = (x1: number, lane1: number, x2: number, lane2: number) => {
    if (x2 < first || x1 > last) return;
    inView++;
    const at = 2 * (lane1 * s.lanes + lane2);
    const p1 = Math.round(x1);
    const p2 = Math.round(x2);
    if (seen[at] === p1 && seen[at + 1] === p2) return;
    seen[at] = p1;
    seen[at + 1] = p2;
    pen.message(x1, lane1, x2, lane2);
  };
  const stay = (x1: number, x2: number, lane: number) => {
    if (x2 < first || x1 > last) return;
    inView++;
    const from = open[2 * lane]!;
    const to = open[2 * lane + 1]!;
    if (x1 >= from && x1 <= to + 0.5) {
      open[2 * lane + 1] = Math.max(to, x2);
      return;
    }
    if (!Number.isNaN(from)) pen.stay(from, to, lane);
    open[2 * lane] = x1;
    open[2 * lane + 1] = x2;
  };
  for (let i = 0; i < s.begin.length; i++) {
    const arrived = x(s.arrived[i]!);
    message(x(s.begin[i]!), s.from[i]!, arrived, s.to[i]!);
    if (Number.isNaN(s.end[i]!)) continue;
    const left = x(s.left[i]!);
    stay(arrived, Math.max(left, arrived + 0.5), s.to[i]!);
    message(left, s.to[i]!, x(s.end[i]!), s.from[i]!);
  }
  for (let lane = 0; lane < s.lanes; lane++) {
    if (!Number.isNaN(open[2 * lane]!)) pen.stay(open[2 * lane]!, open[2 * lane + 1]!, lane);
  }
  return inView;
}

/** The highest load of each pixel, from left to right. */
export function loadLine(
  load: Load,
  x: (t: number) => number,
  first: number,
  line: (x: number, n: number) => void,
): void {
  let pixel = first;
  let most = 0;
  let before = 0;
  for (let i = 0; i < load.at.length; i++) {
    const at = Math.max(first, Math.round(x(load.at[i]!)));
    if (at !== pixel) {
      line(pixel, most);
      line(pixel, before);
      line(at, before);
      pixel = at;
      most = before;
    }
    before = load.open[i]!;
    most = Math.max(most, before);
  }
  line(pixel, most);
  line(pixel, before);
}
