import type { Request } from "../model";
import { jaeger, traceEvents } from "../traces";
import { saveText } from "./save";

const FORMS: { name: string; file: string; text: (requests: Request[]) => string; how: string }[] = [
  {
    name: "Perfetto",
    file: "wirepath.trace.json",
    text: traceEvents,
    how: "Open it at ui.perfetto.dev, or in chrome://tracing",
  },
  { name: "Jaeger", file: "wirepath.jaeger.json", text: jaeger, how: "Jaeger's page: Search, Upload" },
];

/** Requests as files for other programs. */
export function SaveTraces({ requests }: { requests: Request[] }) {
  if (!requests.length) return null;
  return (
    <div class="below">
      <span class="dim small">
        {requests.length === 1 ? "This request for" : `These ${requests.length} requests for`}
      </span>
      {FORMS.map(({ name, file, text, how }) => (
        <button
          key={name}
          type="button"
          class="quiet"
          title={how}
          onClick={() => saveText(file, "application/json", text(requests))}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
