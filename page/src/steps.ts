// A path pattern as a list of messages, and as a tree of calls.
import type { Step } from "./model";

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
