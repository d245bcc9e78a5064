// A path pattern as a list of messages, and as a tree of calls.
import { certainty, scored, type Delay, type Request, type RequestCall, type Step } from "./model";

export interface Entry {
  step: Step;
  parent: Entry | null;
  sent: number;
  received: number;
}

const receivedAt = (step: Step) => step.startNanos + (step.networkDelay?.meanNanos ?? 0);

/** All messages of a pattern, causes before effects. */
export function flatten(step: Step, parent: Entry | null = null, out: Entry[] = []): Entry[] {
  const entry = { step, parent, sent: step.startNanos, received: receivedAt(step) };
  out.push(entry);
  for (const child of step.children) flatten(child, entry, out);
  return out;
}

export interface Call {
  step: Step;
  start: number;
  end: number | null;
  above: Call | null;
  below: Call[];
}

/** Requests with their responses as a tree of calls; a message that belongs to no call stands for itself. */
export function callsOf(root: Step): Call[] {
  const top: Call[] = [];
  walk(root, null, top);
  return top;
}

function walk(step: Step, open: Call | null, top: Call[]): void {
  let next = open;
  if (step.role === "response") {
    let at = open;
    while (at && !(at.step.to === step.from && at.step.from === step.to && at.end === null)) at = at.above;
    if (at) {
      at.end = receivedAt(step);
      next = at.above;
    }
  } else {
    const end = step.role === "request" ? null : receivedAt(step);
    next = { step, start: step.startNanos, end, above: open, below: [] };
    (open ? open.below : top).push(next);
  }
  for (const child of step.children) walk(child, next, top);
}

export interface Row {
  call: Call;
  depth: number;
}

/** The calls with their depths, callers before what they call. */
export function rowsOf(calls: Call[], depth = 0): Row[] {
  return calls.flatMap((call) => [{ call, depth }, ...rowsOf(call.below, depth + 1)]);
}

/**
 * Maps times to places: in proportion, but no two events closer than `gap`, so that short delays stay visible; between
 * two events with a label at least the label's width.
 */
export function timeScale(
  times: number[],
  width: number,
  gap: number,
  labels: { from: number; to: number; width: number }[],
): { at: (time: number) => number; width: number } {
  const order = [...new Set(times)].sort((a, b) => a - b);
  const span = order[order.length - 1]! - order[0]! || 1;
  const place = new Map<number, number>();
  let x = 0;
  order.forEach((time, i) => {
    const before = order[i - 1];
    if (before !== undefined) {
      const between = labels.filter((l) => l.to === time && l.from === before);
      const needed = between.reduce((most, l) => Math.max(most, l.width), gap);
      x += Math.max(needed, (width * (time - before)) / span);
    }
    place.set(time, x);
  });
  return { at: (time) => place.get(time) ?? 0, width: x };
}

const MAX_CALLS = 60;

/** A request as the messages of a path, for the same picture; null where it has too many calls for one. */
export function stepsOf(request: Request): Step | null {
  const { calls } = request;
  if (!calls.length || calls.length > MAX_CALLS) return null;
  const delay = (nanos: number): Delay => {
    const all = { meanNanos: nanos, p50Nanos: nanos, p90Nanos: nanos, p99Nanos: nanos, maxNanos: nanos };
    return { samples: 1, ...all };
  };
  const step = (call: RequestCall, answer: boolean): Step & { came: number } => {
    const way = answer ? call.responseNetworkNanos : call.requestNetworkNanos;
    const end = call.startNanos + (call.durationNanos ?? 0);
    const sure = scored(call) ? { score: answer ? 1 : certainty(call) } : { probability: answer ? 1 : certainty(call) };
    const sent = answer ? end - Math.max(0, way ?? 0) : call.startNanos;
    return {
      from: answer ? call.to : call.from,
      to: answer ? call.from : call.to,
      fromTraced: true,
      toTraced: true,
      port: answer ? "*" : String(call.port),
      role: answer ? "response" : call.oneWay ? "one_way" : "request",
      protocol: call.protocol,
      ...sure,
      startNanos: sent,
      nodeDelay: null,
      networkDelay: way === undefined ? null : delay(way),
      children: [],
      came: answer ? end : sent + Math.max(0, way ?? 0),
    };
  };
  /** What is sent next because of this: after the answers that had come, the latest of them; else after what was asked. */
  const follow = (cause: Step & { came: number }, next: Step & { came: number }) => {
    next.nodeDelay = delay(next.startNanos - cause.came);
    cause.children.push(next);
  };
  const walk = (at: number, asked: Step & { came: number }): Step & { came: number } => {
    const answers: (Step & { came: number })[] = [];
    const latest = (before: number) =>
      answers.filter((a) => a.came <= before).sort((a, b) => b.came - a.came)[0] ?? asked;
    const below = calls.map((c, i) => ({ c, i })).filter(({ c }) => c.parent === at);
    below.sort((a, b) => a.c.startNanos - b.c.startNanos);
    for (const { c, i } of below) {
      const next = step(c, false);
      follow(latest(next.startNanos), next);
      const answer = walk(i, next);
      if (answer !== next) answers.push(answer);
    }
    const call = calls[at]!;
    if (call.oneWay || call.durationNanos === undefined) return asked;
    const answer = step(call, true);
    follow(latest(answer.startNanos), answer);
    return answer;
  };
  const root = step(calls[0]!, false);
  walk(0, root);
  return root;
}
