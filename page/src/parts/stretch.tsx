import { clock } from "../format";
import { change, type Route, spanOf } from "../route";

/** The stretch of time that everything is filtered by, and the way back to all of it. */
export function Stretch({ route }: { route: Route }) {
  const span = spanOf(route);
  if (!span) return null;
  return (
    <button type="button" onClick={() => change({ from: "", to: "" })} title="Show all of the time">
      {`${clock(span.from)} – ${clock(span.to)} ✕`}
    </button>
  );
}
