import { useEffect, useState } from "preact/hooks";
import { clock, count } from "../format";
import type { WindowSummary } from "../model";
import { step, type Route } from "../route";
import type { Source } from "../source";

/** No stretch of it alone. */
export const WHOLE = { from: "", to: "", bfrom: "", bto: "", z: "", live: "" };

/** The windows that `serve` keeps, to go to one of them, or to follow the latest. Asks for them anew whenever there is one more. */
export function Windows({ source, route }: { source: Source; route: Route }) {
  const [windows, setWindows] = useState<WindowSummary[]>([]);
  useEffect(() => {
    let over = false;
    let last: string | undefined;
    const ask = async () => {
      const got = await source.windows().catch(() => []);
      if (over) return;
      if (got.length) setWindows(got);
      last = got.at(-1)?.id;
    };
    let asking = ask();
    const leave = source.follow((latest, anew) => {
      asking = asking.then(() => (over || (!anew && latest === last) ? undefined : ask()));
    });
    return () => {
      over = true;
      leave();
    };
  }, [source]);
  const at = route.params.get("window") ?? "";
  const newest = [...windows].reverse();
  const missing = at && !windows.some((w) => w.id === at);
  return (
    <label class="windows small">
      {"Window "}
      <select value={at} onChange={(e) => step({ ...WHOLE, window: e.currentTarget.value, range: "" })}>
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
