// What lifelines are drawn of: numbers of all calls, made once, of which a frame takes what is in view. Where many lie on the same
// pixel, one is drawn: 100,000 look no different from those that differ.
import type { Point, Request, RequestCall } from "./model";
import type { LifelineView } from "./served";
import { endOf } from "./requests";

/** The calls of a view; times since the axis' zero, in nanoseconds, NaN where none is known; nodes by their lanes, -1 without one. */
export interface Segments {
  lanes: number;
  begin: Float64Array;
  arrived: Float64Array;
  left: Float64Array;
  end: Float64Array;
  from: Int16Array;
  to: Int16Array;
}

/** The view that requests give which a report holds: what the API answers for all. Those of other times come along, for what is seen may move. `from` and `to` in nanoseconds since the epoch. */
export function viewOf(requests: Request[], from: number, to: number, parts = 600): LifelineView {
  const nodes = new Map<string, number>();
  const number = (name: string) => {
    const known = nodes.get(name);
    if (known !== undefined) return known;
    nodes.set(name, nodes.size);
    return nodes.size - 1;
  };
  const view: LifelineView = {
    grainNanos: 0,
    calls: 0,
    requests: requests.filter((r) => r.startNanos <= to && r.startNanos + r.durationNanos >= from).length,
    windowsLeftOut: 0,
    pointsLeftOut: 0,
    windows: [""],
    nodes: [],
    window: [],
    call: [],
    root: [],
    from: [],
    to: [],
    begin: [],
    took: [],
    requestWay: [],
    responseWay: [],
    points: [],
    inFlight: new Array<number>(parts).fill(0),
    messages: new Array<number>(parts).fill(0),
  };
  const part = (to - from) / parts || 1;
  const count = (at: number) => {
    const i = Math.floor(at / part);
    if (i >= 0 && i < parts) view.messages[i]!++;
  };
  for (const request of requests) {
    const began = request.startNanos - from;
    stays(view.inFlight, began / part, (began + request.durationNanos) / part);
    for (const call of request.calls) {
      const begin = began + call.startNanos;
      if (begin <= to - from && begin + (call.durationNanos ?? 0) >= 0) view.calls++;
      view.window.push(0);
      view.call.push(call.call);
      view.root.push(request.call);
      view.from.push(number(call.from));
      view.to.push(number(call.to));
      view.begin.push(begin);
      view.took.push(call.durationNanos ?? -1);
      view.requestWay.push(Math.max(0, call.requestNetworkNanos ?? 0));
      view.responseWay.push(Math.max(0, call.responseNetworkNanos ?? 0));
      count(begin);
      if (call.durationNanos !== undefined && !call.oneWay) count(begin + call.durationNanos);
      for (const p of pointsOf(call, request)) view.points.push({ ...p, at: began + p.at, node: number(p.node) });
    }
  }
  view.nodes = [...nodes.keys()];
  return view;
}

/** Adds something that lasts from one part to another to each by its share. */
function stays(sums: number[], from: number, to: number): void {
  const [a, b] = [Math.max(0, from), Math.min(sums.length, to)];
  for (let i = Math.floor(a); i < b; i++) sums[i]! += Math.min(b, i + 1) - Math.max(a, i);
}

/** What TCP and resolvers did in a call, as points since the request began: when it was over, and for how long there was a wait before. */
export function pointsOf(call: RequestCall, request: Request): (Omit<Point, "node"> & { node: string })[] {
  const points: (Omit<Point, "node"> & { node: string })[] = [];
  const arrived = call.startNanos + Math.max(0, call.requestNetworkNanos ?? 0);
  const add = (kind: Point["kind"], all: number, ofResponse: number, wait: number, waitOfResponse: number) => {
    if (all > ofResponse) points.push({ kind, node: call.to, at: arrived, waited: wait - waitOfResponse });
    if (ofResponse > 0) points.push({ kind, node: call.from, at: endOf(call), waited: waitOfResponse });
  };
  add(
    "resent",
    call.resentSegments ?? 0,
    call.responseResentSegments ?? 0,
    call.resentWaitNanos ?? 0,
    call.responseResentWaitNanos ?? 0,
  );
  const [closed, closedOfResponse] = [call.zeroWindowNanos ?? 0, call.responseZeroWindowNanos ?? 0];
  add("zero_window", closed, closedOfResponse, closed, closedOfResponse);
  if (call.reset) points.push({ kind: "reset", node: call.to, at: endOf(call), waited: 0 });
  if (call.protocol === "dns" && call.durationNanos === undefined) {
    const again = askedAgain(call, request);
    if (again === undefined) points.push({ kind: "name_unanswered", node: call.from, at: call.startNanos, waited: 0 });
    else points.push({ kind: "name_retried", node: call.from, at: again, waited: again - call.startNanos });
  }
  return points;
}

/** When the node that asked in vain for a name asked again; since the request began. */
function askedAgain(call: RequestCall, { calls }: Request): number | undefined {
  const next = calls.filter(
    (c) => c.protocol === "dns" && c.from === call.from && c.parent === call.parent && c.startNanos > call.startNanos,
  );
  return next.length ? Math.min(...next.map((c) => c.startNanos)) : undefined;
}

/** The numbers of a view that began at `offset` of the axis. Lanes by the view's nodes; those of `only` alone where it is given. */
export function segmentsOf(
  view: LifelineView,
  lanes: Map<string, number>,
  offset: number,
  only: (i: number) => boolean = () => true,
): Segments {
  const size = view.begin.length;
  const laneOf = view.nodes.map((name) => lanes.get(name) ?? -1);
  const of = () => new Float64Array(size);
  const s: Segments = {
    lanes: Math.max(1, lanes.size),
    begin: of(),
    arrived: of(),
    left: of(),
    end: of(),
    from: new Int16Array(size),
    to: new Int16Array(size),
  };
  for (let i = 0; i < size; i++) {
    const seen = only(i);
    s.from[i] = seen ? laneOf[view.from[i]!]! : -1;
    s.to[i] = seen ? laneOf[view.to[i]!]! : -1;
    const begin = offset + view.begin[i]!;
    s.begin[i] = begin;
    s.arrived[i] = begin + view.requestWay[i]!;
    s.end[i] = view.took[i]! < 0 ? NaN : begin + view.took[i]!;
    s.left[i] = s.end[i]! - view.responseWay[i]!;
  }
  return s;
}

/** What segments are drawn with; places in pixels. */
export interface Pen {
  /** A message from one lane to another. */
  message: (x1: number, lane1: number, x2: number, lane2: number) => void;
  /** A time at a node. */
  stay: (x1: number, x2: number, lane: number) => void;
}

/** Calls that are drawn before a drawing may stop. */
const STEP = 200;

/**
 * Draws what lies between two pixels, each pixel once, a few calls a step; a time is at `(time - zero) * scale`. Gives how many segments
 * were in view.
 */
export function* draw(
  s: Segments,
  zero: number,
  scale: number,
  first: number,
  last: number,
  pen: Pen,
): Generator<undefined, number> {
  const { begin, arrived, left, end, from, to, lanes } = s;
  const seen = new Float64Array(2 * lanes * lanes).fill(NaN);
  const open = new Float64Array(2 * lanes).fill(NaN);
  let inView = 0;
  const message = (x1: number, lane1: number, x2: number, lane2: number) => {
    if (x2 < first || x1 > last) return;
    inView++;
    const at = 2 * (lane1 * lanes + lane2);
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
    const since = open[2 * lane]!;
    const until = open[2 * lane + 1]!;
    if (x1 >= since && x1 <= until + 0.5) {
      open[2 * lane + 1] = Math.max(until, x2);
      return;
    }
    if (!Number.isNaN(since)) pen.stay(since, until, lane);
    open[2 * lane] = x1;
    open[2 * lane + 1] = x2;
  };
  let drawn = 0;
  for (let i = 0; i < begin.length; i++) {
    if (from[i]! < 0 || to[i]! < 0) continue;
    if (++drawn % STEP === 0) yield;
    const came = (arrived[i]! - zero) * scale;
    message((begin[i]! - zero) * scale, from[i]!, came, to[i]!);
    if (Number.isNaN(end[i]!)) continue;
    const went = (left[i]! - zero) * scale;
    stay(came, Math.max(went, came + 0.5), to[i]!);
    message(went, to[i]!, (end[i]! - zero) * scale, from[i]!);
  }
  for (let lane = 0; lane < lanes; lane++) {
    if (!Number.isNaN(open[2 * lane]!)) pen.stay(open[2 * lane]!, open[2 * lane + 1]!, lane);
  }
  return inView;
}
