import { useEffect, useState } from "preact/hooks";
import { clock, count } from "../format";
import type { WindowSummary } from "../model";
import { change, type Route } from "../route";
import type { Source } from "../source";

const REFRESH_MILLIS = 5000;

/** The windows that `serve` keeps, to go to one of them, or to follow the latest. Asks for them while the page is open. */
export function Windows({ source, route }: { source: Source; route: Route }) {
  const [windows, setWindows] = useState<WindowSummary[]>([]);
  useEffect(() => {
    let over = false;
    let timer = 0;
    const ask = async () => {
      const got = await source.windows().catch(() => []);
      if (over) return;
      if (got.length) setWindows(got);
      timer = setTimeout(() => void ask(), REFRESH_MILLIS);
    };
    void ask();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [source]);
  const at = route.params.get("window") ?? "";
  const newest = [...windows].reverse();
  const missing = at && !windows.some((w) => w.id === at);
  return (
    <label class="windows small">
      {"Window "}
      <select value={at} onChange={(e) => change({ window: e.currentTarget.value, from: "", to: "", z: "" })}>
        <option value="">the latest, and on</option>
        {missing && <option value={at}>{at}</option>}
        {newest.map((w) => (
          <option key={w.id} value={w.id}>
            {words(w)}
          </option>
        ))}
      </select>
    </label>
  );
}

function words(w: WindowSummary): string {
  const time = w.fromNanos ? `${clock(w.fromNanos)} – ${clock(w.toNanos)}` : w.id;
  if (w.failed !== undefined) return `${time}: not analysed`;
  const problems = w.problems ? `, ${w.problems} problem${w.problems === 1 ? "" : "s"}` : "";
  return `${time}: ${count(w.calls ?? 0)} calls${problems}`;
}
