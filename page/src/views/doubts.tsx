import { instant, percent } from "../format";
import { certainty, scored, sureness, type Explanation, type MessageName, type Report } from "../model";
import { Scroll } from "../parts/scroll";

const name = (m: MessageName | null) => (m ? `${m.from}:${m.fromPort} → ${m.to}:${m.toPort}` : "no cause in the trace");

/** Links with several possible causes, and what speaks for each. */
export function Doubts({ report }: { report: Report }) {
  return (
    <section id="doubts" aria-labelledby="doubts-h">
      <h2 id="doubts-h">Links in doubt</h2>
      <p class="dim small">
        How well each possible cause explains what was seen, as a weight: the differences count, and 2.3 more is ten
        times as likely. The first is the one taken.
      </p>
      {report.explanations.map((e, i) => (
        <Doubt key={i} e={e} />
      ))}
      {!report.explanations.length && <p class="dim">No link was explained.</p>}
    </section>
  );
}

export function Doubt({ e }: { e: Explanation }) {
  const summary = `${sureness(e.answers[0] ?? {}, "likely")} · call ${e.call} · ${name(e.message)} · ${instant(e.message.timeNanos)}`;
  return (
    <details>
      <summary>{summary}</summary>
      <Scroll label={summary}>
        <table>
          <thead>
            <tr>
              {["Cause", scored(e.answers[0] ?? {}) ? "Score" : "Probability", "Weight", "Because"].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {e.answers.map((a, i) => (
              <tr key={i}>
                <td>
                  {a.chosen && "▶ "}
                  {name(a.message)}
                </td>
                <td>{percent(certainty(a))}</td>
                <td>{a.totalNats.toFixed(1)}</td>
                <td>
                  {a.terms.map((t, j) => (
                    <div key={j} class="small">
                      {`${t.nats >= 0 ? "+" : ""}${t.nats.toFixed(1)} ${t.name}: ${t.detail}`}
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  );
}
