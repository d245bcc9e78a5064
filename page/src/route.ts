// What is shown stands in the URL, behind the #: "#/path?id=3f2a". So every view is a link that can be sent, also one into
// a file. Parameters that hold for every view, such as the window, stay when the view changes.
import { useEffect, useMemo, useState } from "preact/hooks";

export interface Route {
  /** Empty for what a source begins with. */
  view: string;
  params: URLSearchParams;
}

const STRETCHES = ["from", "to", "bfrom", "bto"];

const MINUTE = 60e9;

/** Ranges of time that end now, by what the URL calls them. */
export const LAST: Record<string, { words: string; nanos: number }> = {
  "15m": { words: "the last 15 minutes", nanos: 15 * MINUTE },
  "1h": { words: "the last hour", nanos: 60 * MINUTE },
  "6h": { words: "the last 6 hours", nanos: 360 * MINUTE },
  "1d": { words: "the last day", nanos: 1440 * MINUTE },
  "7d": { words: "the last 7 days", nanos: 10_080 * MINUTE },
};

/** The range of time that all views show, as the URL calls it: one that ends now, or FROM-TO in nanoseconds since the epoch. Empty where a window is shown. */
export function rangeOf(route: Route): string {
  const range = route.params.get("range") ?? "";
  return route.params.get("window") || !(LAST[range] || spanOfRange(range, 0)) ? "" : range;
}

/** Its beginning and end where now is this; null where it is none. */
export function spanOfRange(range: string, now: number): { from: number; to: number } | null {
  const last = LAST[range];
  if (last) return { from: Math.max(0, now - last.nanos), to: now };
  const [from, to] = range.split("-").map(Number);
  return from! > 0 && to! > from! ? { from: from!, to: to! } : null;
}

/** The stretch of time that everything is filtered by; null where that is all of it. */
export function spanOf(route: Route, from = "from", to = "to"): { from: number; to: number } | null {
  const span = { from: Number(route.params.get(from)), to: Number(route.params.get(to)) };
  return span.from > 0 && span.to > span.from ? span : null;
}

/** The same object as long as it is the same stretch. */
export function useSpan(route: Route): { from: number; to: number } | null {
  const { from, to } = spanOf(route) ?? { from: 0, to: 0 };
  return useMemo(() => (to ? { from, to } : null), [from, to]);
}

export function parse(hash: string): Route {
  const text = hash.startsWith("#/") ? hash.slice(2) : "";
  const mark = text.indexOf("?");
  const view = mark < 0 ? text : text.slice(0, mark);
  return { view, params: new URLSearchParams(mark < 0 ? "" : text.slice(mark + 1)) };
}

export function format(view: string, params: URLSearchParams): string {
  const text = params.toString();
  return `#/${view}${text ? `?${text}` : ""}`;
}

/** The link to a view, with these parameters and those that are kept. */
export function link(route: Route, view: string, params: Record<string, string> = {}): string {
  const all = new URLSearchParams();
  // of a range no stretch is chosen: what one view marks in it is no other one's time
  for (const name of ["window", "range", ...(rangeOf(route) ? [] : STRETCHES)]) {
    const value = route.params.get(name);
    if (value) all.set(name, value);
  }
  for (const [name, value] of Object.entries(params)) {
    if (value) all.set(name, value);
    else all.delete(name);
  }
  return format(view, all);
}

/** The present view with other parameters; an empty value takes one away. */
function changed(params: Record<string, string>): string {
  const route = parse(location.hash);
  for (const [name, value] of Object.entries(params)) {
    if (value) route.params.set(name, value);
    else route.params.delete(name);
  }
  return format(route.view, route.params);
}

const tell = () => dispatchEvent(new HashChangeEvent("hashchange"));

/** Shows a stretch of time alone: of a range another range, of a report a part of it. */
export function showStretch(from: number, to: number): void {
  const [begin, end] = [String(Math.round(from)), String(Math.round(to))];
  step(rangeOf(parse(location.hash)) ? { range: `${begin}-${end}` } : { from: begin, to: end });
}

/** Changes parameters of the present view by little, as each letter of a search does: it leaves no step behind for the way back. */
export function change(params: Record<string, string>): void {
  history.replaceState(null, "", changed(params));
  tell();
}

/** Changes parameters of the present view as a choice that the way back takes back. */
export function step(params: Record<string, string>): void {
  const hash = changed(params);
  if (hash !== location.hash) history.pushState(null, "", hash);
  tell();
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parse(location.hash));
  useEffect(() => {
    const follow = () => setRoute(parse(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}
