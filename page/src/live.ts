// Following a service: what is seen goes on with the clock, as long behind it as the service needs for a window, so that each window is
// there before it is seen.
import { useMemo, useRef } from "preact/hooks";
import type { Report } from "./model";
import type { Zoom } from "./parts/zoom";
import type { Route } from "./route";
import type { Source } from "./source";

/** Times since the axis' zero. */
export interface Live {
  /** What is seen at a moment of the page's clock. */
  moving: (millis: number) => Zoom;
  /** What is seen at last. */
  seen: Zoom;
  /** What there is to see until the next window. */
  data: Zoom;
}

const NANOS_PER_MILLI = 1e6;

/** Behind by more windows than this, it jumps. */
const MAX_WINDOWS = 1.5;

/** Where what is seen ends: at `nanos` when the page's clock said `millis`, and on from there. */
export interface Head {
  nanos: number;
  millis: number;
  /** Of the latest window: it stops there. */
  end: number;
}

export const headAt = (head: Head, millis: number): number =>
  Math.min(head.end, head.nanos + Math.max(0, millis - head.millis) * NANOS_PER_MILLI);

/** The same once there is another window: it goes on where it was, unless it is too far behind. */
export function nextHead(head: Head | undefined, window: { fromNanos: number; toNanos: number }, millis: number): Head {
  const length = window.toNanos - window.fromNanos;
  const was = head ? headAt(head, millis) : Number.NEGATIVE_INFINITY;
  const near = was <= window.toNanos && window.toNanos - was <= MAX_WINDOWS * length;
  return { nanos: near ? was : window.toNanos - length, millis, end: window.toNanos };
}

/** Null unless the URL asks for it ("live=", how much is seen, in nanoseconds) and names no other part of the time. */
export function useLive(report: Report, route: Route, source: Source, zero: number): Live | null {
  const width = Number(route.params.get("live")) || 0;
  const other = ["z", "window", "from"].some((name) => route.params.has(name));
  const window = source.more && width > 0 && !other ? report.window : undefined;
  const head = useRef<Head | undefined>(undefined);
  return useMemo(() => {
    if (!window) {
      head.current = undefined;
      return null;
    }
    if (head.current?.end !== window.toNanos) head.current = nextHead(head.current, window, performance.now());
    const its = head.current;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const ending = (at: number): Zoom => ({ from: at - width - zero, to: at - zero });
    return {
      moving: (millis) => ending(still ? its.end : headAt(its, millis)),
      seen: ending(its.end),
      data: { from: its.nanos - width - zero, to: its.end - zero },
    };
  }, [window, width, zero]);
}
