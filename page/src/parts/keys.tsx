import { useEffect, useState } from "preact/hooks";
import { link, type Route } from "../route";
import { typing } from "./zoom";

const HELP: [string, string][] = [
  ["1 … 9, 0", "the views, in the order of the index"],
  ["/", "search"],
  ["b", "back"],
  ["w, s", "zoom in, zoom out (request, lifelines)"],
  ["a, d", "move to earlier, to later"],
  ["f", "show all of it"],
  ["?", "this list"],
];

/** Keys that work in every view, after Jaeger's, and the list of them. */
export function Keys({ route, views }: { route: Route; views: string[] }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event)) return;
      const view = views[event.key === "0" ? 9 : Number(event.key) - 1];
      if (view) location.hash = link(route, view);
      else if (event.key === "b") history.back();
      else if (event.key === "?") setShown((was) => !was);
      else if (event.key === "Escape") setShown(false);
      else if (event.key === "/") {
        const search = document.querySelector<HTMLInputElement>("input[type=search]");
        if (search) {
          event.preventDefault();
          search.focus();
        }
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
