// A part of a time axis that is looked at. It stands in the URL as "z=from-to", in nanoseconds since the axis' own zero.
import { useEffect } from "preact/hooks";
import { change, parse, type Route, spanOf } from "../route";

export interface Zoom {
  from: number;
  to: number;
}

/** What is shown where the URL says nothing, and how far one may go beyond it. */
export interface Axis {
  whole: Zoom;
  bounds: Zoom;
}

export const axisOf = (from: number, to: number): Axis => ({ whole: { from, to }, bounds: { from, to } });

const MIN_NANOS = 1000;

/** What the URL says, within the bounds. */
export function zoomOf(route: Route, { whole, bounds }: Axis): Zoom {
  const told = /^(-?\d+)-(-?\d+)$/.exec(route.params.get("z") ?? "");
  if (!told) return whole;
  const from = Math.max(bounds.from, Number(told[1]));
  const to = Math.min(bounds.to, Number(told[2]));
  return to > from ? { from, to } : whole;
}

/** As near to this as the bounds let it be, and no narrower than a microsecond. */
export function kept(zoom: Zoom, { bounds }: Axis): Zoom {
  const width = Math.max(MIN_NANOS, Math.min(bounds.to - bounds.from, zoom.to - zoom.from));
  const from = Math.round(Math.max(bounds.from, Math.min(zoom.from, bounds.to - width)));
  return { from, to: Math.round(from + width) };
}

/** Looks at another part; what is shown anyway leaves no trace in the URL, what is not brings these parameters along. */
export function look(zoom: Zoom, axis: Axis, also: Record<string, string> = {}): void {
  const { whole } = axis;
  const { from, to } = kept(zoom, axis);
  const isWhole = from === Math.round(whole.from) && to === Math.round(whole.to);
  change(isWhole ? { z: "" } : { ...also, z: `${from}-${to}` });
}

const STEPS: Record<string, (z: Zoom) => Zoom> = {
  w: (z) => scaled(z, 0.5),
  s: (z) => scaled(z, 2),
  a: (z) => moved(z, -0.25),
  d: (z) => moved(z, 0.25),
};

export function scaled(z: Zoom, factor: number, at = (z.from + z.to) / 2): Zoom {
  return { from: at - (at - z.from) * factor, to: at + (z.to - at) * factor };
}

function moved(z: Zoom, share: number): Zoom {
  const by = share * (z.to - z.from);
  return { from: z.from + by, to: z.to + by };
}

/** The same keys for the stretch of time that all views show. */
export function useSpanKeys(time: Zoom | null): void {
  const [from, to] = [time?.from ?? 0, time?.to ?? 0];
  useEffect(() => {
    if (!(to > from)) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event)) return;
      const step = STEPS[event.key];
      if (event.key === "f") change({ from: "", to: "" });
      else if (step) {
        const next = step(spanOf(parse(location.hash)) ?? { from, to });
        const width = Math.max(MIN_NANOS, Math.min(to - from, next.to - next.from));
        const left = Math.max(from, Math.min(next.from, to - width));
        const whole = left <= from && left + width >= to;
        change(whole ? { from: "", to: "" } : { from: String(left), to: String(left + width) });
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [from, to]);
}

/** Jaeger's keys: w and s zoom in and out, a and d move, f shows all. A key counts from what the URL says when it comes. */
export function useZoomKeys(axis: Axis, also?: Record<string, string>): void {
  const [a, b, c, d] = [axis.whole.from, axis.whole.to, axis.bounds.from, axis.bounds.to];
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event)) return;
      const step = STEPS[event.key];
      const at = { whole: { from: a, to: b }, bounds: { from: c, to: d } };
      if (step) look(step(zoomOf(parse(location.hash), at)), at, also);
      else if (event.key === "f") change({ z: "" });
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [a, b, c, d, also]);
}

/** Whether the key belongs to a field. */
export function typing(event: KeyboardEvent): boolean {
  return event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
}

/** Round times within a stretch, about as many as wanted. */
export function timeTicks(from: number, to: number, wanted: number): number[] {
  const raw = (to - from) / wanted;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, raw)));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw) ?? power;
  const ticks: number[] = [];
  for (let t = Math.ceil(from / step) * step; t <= to; t += step) ticks.push(t);
  return ticks;
}
