// A part of a time axis that is looked at. It stands in the URL as "z=from-to", in nanoseconds.
import { useEffect } from "preact/hooks";
import { change, parse, type Route } from "../route";

export interface Zoom {
  from: number;
  to: number;
}

/** What the URL says, within these bounds. */
export function zoomOf(route: Route, from: number, to: number): Zoom {
  const told = /^(-?\d+)-(-?\d+)$/.exec(route.params.get("z") ?? "");
  const zoom = told ? { from: Number(told[1]), to: Number(told[2]) } : { from: 0, to: to - from };
  const least = Math.max(0, zoom.from);
  const most = Math.min(to - from, zoom.to);
  return most > least ? { from: from + least, to: from + most } : { from, to };
}

/** Looks at another part; all of it leaves no trace in the URL. */
export function look(zoom: Zoom, from: number, to: number): void {
  const width = Math.max(1000, Math.min(to - from, zoom.to - zoom.from));
  const left = Math.max(0, Math.min(zoom.from - from, to - from - width));
  const whole = width >= to - from;
  change({ z: whole ? "" : `${Math.round(left)}-${Math.round(left + width)}` });
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

/** Jaeger's keys: w and s zoom in and out, a and d move, f shows all. A key counts from what the URL says when it comes. */
export function useZoomKeys(from: number, to: number): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event)) return;
      const step = STEPS[event.key];
      if (step) look(step(zoomOf(parse(location.hash), from, to)), from, to);
      else if (event.key === "f") change({ z: "" });
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [from, to]);
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
