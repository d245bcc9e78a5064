// The picker of a range of time that all views show, as every page of figures over time has one: it stands in the address.
import { useState } from "preact/hooks";
import { instant } from "../format";
import { LAST, rangeOf, type Route, spanOfRange, step } from "../route";
import { WHOLE } from "./windows";

const OWN = "own";

/** As a field of date and time holds it; UTC. */
const fieldOf = (nanos: number) => new Date(nanos / 1e6).toISOString().slice(0, 19);

const nanosOf = (field: FormDataEntryValue | null) => (typeof field === "string" ? Date.parse(`${field}Z`) * 1e6 : NaN);

interface Props {
  route: Route;
  /** What the report covers. */
  shown: { from: number; to: number };
  /** What is shown where no range is chosen. */
  usual: string;
}

/** The range that is shown, and the choice of another. */
export function Ranges({ route, shown, usual }: Props) {
  const range = rangeOf(route);
  const [open, setOpen] = useState(false);
  const custom = open || (range !== "" && !LAST[range]);
  const choose = (value: string) => {
    setOpen(value === OWN);
    if (value !== OWN) step({ ...WHOLE, window: "", range: value });
  };
  return (
    <>
      <label class="ranges small">
        {"Time "}
        <select value={custom ? OWN : range} onChange={(e) => choose(e.currentTarget.value)}>
          <option value="">{usual}</option>
          {Object.entries(LAST).map(([name, { words }]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
          <option value={OWN}>from … to …</option>
        </select>
      </label>
      {custom && <Own key={range} {...(spanOfRange(range, shown.to) ?? shown)} onDone={() => setOpen(false)} />}
    </>
  );
}

function Own({ from, to, onDone }: { from: number; to: number; onDone: () => void }) {
  const [problem, setProblem] = useState("");
  const submit = (e: Event) => {
    e.preventDefault();
    const form = new FormData(e.currentTarget as HTMLFormElement);
    const [begin, end] = ["from", "to"].map((name) => nanosOf(form.get(name)));
    if (!(begin! > 0) || !(end! > begin!)) return setProblem("The end must lie after the beginning.");
    onDone();
    step({ ...WHOLE, window: "", range: `${begin}-${end}` });
  };
  return (
    <form class="ranges small" onSubmit={submit} title={`${instant(from)} – ${instant(to)}, UTC`}>
      <label>
        {"From "}
        <input name="from" type="datetime-local" step="1" required defaultValue={fieldOf(from)} />
      </label>
      <label>
        {" to "}
        <input name="to" type="datetime-local" step="1" required defaultValue={fieldOf(to)} />
      </label>
      {" UTC "}
      <button type="submit">Show</button>
      {problem && <span role="alert">{problem}</span>}
    </form>
  );
}
