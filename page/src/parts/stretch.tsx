import { clock } from "../format";
import { change, type Route } from "../route";

/** The stretch of time that everything is filtered by, and the way back to all of it. */
export function Stretch({ route }: { route: Route }) {
  const from = Number(route.params.get("from"));
  const to = Number(route.params.get("to"));
  if (!from || !to) return null;
  return (
    <button type="button" onClick={() => change({ from: "", to: "" })} title="Show all of the time">
      {`${clock(from)} – ${clock(to)} ✕`}
    </button>
  );
}
