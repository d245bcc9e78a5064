// What is shown stands in the URL, behind the #: "#/path?id=3f2a". So every view is a link that can be sent, also one into
// a file. Parameters that hold for every view, such as the window, stay when the view changes.
import { useEffect, useMemo, useState } from "preact/hooks";

export interface Route {
  /** Empty for what a source begins with. */
  view: string;
  params: URLSearchParams;
}

const KEPT = ["window", "from", "to", "bfrom", "bto"];

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
  for (const name of KEPT) {
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
