import { useEffect, useState } from "preact/hooks";
import { link, type Route } from "../route";
import { typing, useSpanKeys } from "./zoom";

const HELP: [string, string][] = [
  ["1 … 9, 0", "the views, in the order of the index"],
  ["/", "search"],
  ["b", "back"],
  ["w, s", "zoom in, zoom out: the picture, or else the stretch of time that is shown"],
  ["a, d", "move to earlier, to later"],
  ["f", "show all of it"],
  ["?", "this list"],
];

interface Props {
  route: Route;
  views: string[];
  /** Of all that there is; null where the view has an axis of its own. */
  time: { from: number; to: number } | null;
}

/** Goes to a field to search in: of this view, else of the paths. */
function search(route: Route): void {
  const field = () => document.querySelector<HTMLInputElement>("main input[type=search]");
  if (field()) return field()!.focus();
  location.hash = link(route, "paths");
  requestAnimationFrame(() => requestAnimationFrame(() => field()?.focus()));
}

/** Keys that work in every view, after Jaeger's, and the list of them. */
export function Keys({ route, views, time }: Props) {
  const [shown, setShown] = useState(false);
  useSpanKeys(time);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event)) return;
      const view = views[event.key === "0" ? 9 : Number(event.key) - 1];
      if (view) location.hash = link(route, view);
      else if (event.key === "b") history.back();
      else if (event.key === "?") setShown((was) => !was);
      else if (event.key === "Escape") setShown(false);
      else if (event.key === "/") {
        event.preventDefault();
        search(route);
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [route, views]);
  if (!shown) return null;
  return (
    <section class="keys card" aria-labelledby="keys-h">
      <h2 id="keys-h">Keys</h2>
      <dl class="kv">
        {HELP.map(([key, does]) => (
          <div key={key}>
            <dt class="mono">{key}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => setShown(false)}>
        Close
      </button>
    </section>
  );
}
