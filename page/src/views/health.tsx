import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { count, digits, duration, instant, percent } from "../format";
import type { Report } from "../model";
import type { Capture, Counter, Merge } from "../captured";
import type { SnifferState } from "../served";
import { csv, saveText } from "../parts/save";
import { Scroll } from "../parts/scroll";
import { SettingsForm } from "../parts/settings";
import type { More, Source } from "../source";

export function Health({ report, source }: { report: Report; source: Source }) {
  return (
    <>
      {source.more && <Now more={source.more} window={report.window?.id ?? ""} />}
      <section id="health" aria-labelledby="health-h">
        <h2 id="health-h">Capture health</h2>
        {report.captures.map((c, i) => (
          <CaptureCard key={i} capture={c} />
        ))}
        {!report.captures.length && <p class="dim">Nothing was captured.</p>}
      </section>
      {report.merge && <Sniffers merge={report.merge} />}
      <Method report={report} />
      {source.live && <SettingsForm />}
    </>
  );
}

/** How the sniffers of a service are just now: what a report cannot tell. */
function Now({ more, window }: { more: More; window: string }) {
  const [sniffers, setSniffers] = useState<SnifferState[]>([]);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let over = false;
    more.sniffers().then(
      (all) => {
        if (over) return;
        setSniffers(all);
        setProblem("");
      },
      (e: unknown) => !over && setProblem((e as Error).message),
    );
    return () => {
      over = true;
    };
  }, [more, window]);
  const titles = [
    "Sniffer",
    "State",
    "Behind the clock",
    "Behind the foremost",
    "Sightings",
    "Late",
    "Missing",
    "Lost",
  ];
  const lost = (s: SnifferState) => s.counters.filter((c) => c.kind === "loss").reduce((n, c) => n + c.value, 0);
  return (
    <section id="now" aria-labelledby="now-h">
      <h2 id="now-h">Sniffers just now</h2>
      {problem && <p class="note">{problem}</p>}
      {sniffers.length > 0 && (
        <Rows label="Sniffers just now" titles={titles}>
          {sniffers.map((s) => (
            <tr key={s.sniffer}>
              <td>
                {s.sniffer}
                {s.note && <div class="dim small">{s.note}</div>}
              </td>
              <td class="num">{s.state.replace("_", " ")}</td>
              <td class="num">{duration(s.lagNanos)}</td>
              <td class="num">{duration(s.behindNanos)}</td>
              {[s.sightings, s.late, s.missing, lost(s)].map((n, column) => (
                <td key={column} class={`num${column && n ? " bad" : ""}`}>
                  {count(n)}
                </td>
              ))}
            </tr>
          ))}
        </Rows>
      )}
      {!sniffers.length && !problem && <p class="dim">No sniffer has been heard.</p>}
    </section>
  );
}

function CaptureCard({ capture: c }: { capture: Capture }) {
  const zero = c.counters.filter((x) => !x.value);
  const some = c.counters.filter((x) => x.value);
  return (
    <div class="card capture">
      <h3>{c.source}</h3>
      <p class="dim">{`${count(c.frames)} frames, ${instant(c.firstNanos)} to ${instant(c.lastNanos)}`}</p>
      {c.damage && <p class="note">{c.damage}</p>}
      <Counters rows={some} label={`Counters of ${c.source}`} />
      {zero.length > 0 && (
        <details>
          <summary>{zero.length} counters at zero</summary>
          <Counters rows={zero} label={`Counters of ${c.source} at zero`} />
        </details>
      )}
    </div>
  );
}

function Counters({ rows, label }: { rows: Counter[]; label: string }) {
  return (
    <Rows label={label} titles={["Kind", "Count", "What it counts"]} quiet>
      {rows.map((x) => (
        <tr key={x.name}>
          <td>
            <span class={`tag ${x.kind}`}>{x.kind === "flow" ? "in" : x.kind}</span>
          </td>
          <td class="num">{count(x.value)}</td>
          <td>
            {x.sentence} <span class="dim mono small">{x.name}</span>
          </td>
        </tr>
      ))}
    </Rows>
  );
}

interface RowsProps {
  label: string;
  titles: string[];
  quiet?: boolean;
  children: ComponentChildren;
}

function Rows({ label, titles, quiet, children }: RowsProps) {
  const table = useRef<HTMLTableElement>(null);
  const save = () => {
    const cells = [...(table.current?.tBodies[0]?.rows ?? [])].map((row) =>
      [...row.cells].map((cell) => cell.textContent),
    );
    saveText("wirepath.csv", "text/csv", csv(titles, cells));
  };
  return (
    <>
      <Scroll label={label}>
        <table ref={table}>
          <thead class={quiet ? "hidden" : ""}>
            <tr>
              {titles.map((title, i) => (
                <th key={i} scope="col" class={i ? "num" : ""}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </Scroll>
      <div class="below">
        <button type="button" class="quiet" onClick={save}>
          Save as CSV
        </button>
      </div>
    </>
  );
}

function Sniffers({ merge }: { merge: Merge }) {
  const several = merge.sniffers.length > 1;
  return (
    <section id="sniffers" aria-labelledby="sniffers-h">
      <h2 id="sniffers-h">Sniffers and translations</h2>
      {several && <Clocks merge={merge} />}
      {several && <Homes merge={merge} />}
      {several && <Losses merge={merge} />}
      {merge.translations.length > 0 && <Translations merge={merge} />}
      {!several && !merge.translations.length && (
        <p class="dim">One sniffer, and no translation of addresses was found.</p>
      )}
    </section>
  );
}

function Clocks({ merge }: { merge: Merge }) {
  const ppm = (x: number) => `${digits(x, 3)} ppm`;
  return (
    <>
      <h3>Clocks</h3>
      <Rows label="Clocks" titles={["Sniffer", "Ahead by", "±", "Gains", "±", "Messages in common"]}>
        {merge.sniffers.map((c) => (
          <tr key={c.sniffer}>
            <td>{c.sniffer}</td>
            {c.offsetNanos === undefined ? (
              <td colSpan={4}>no traffic in common with the others: its times stand as they are</td>
            ) : c.sniffer === merge.reference ? (
              <td colSpan={4}>the reference</td>
            ) : (
              <>
                <td class="num">{`${(c.offsetNanos / 1e9).toFixed(6)} s`}</td>
                <td class="num">{`± ${duration(c.offsetUncertaintyNanos)}`}</td>
                <td class="num">{ppm(c.skewPpm ?? 0)}</td>
                <td class="num">{`± ${ppm(c.skewUncertaintyPpm ?? 0)}`}</td>
              </>
            )}
            <td class="num">{count(c.matched)}</td>
          </tr>
        ))}
      </Rows>
      <p class="dim small">
        The least delay between two sniffers is taken to be the same both ways; a network delay is the difference of two
        clocks corrected so, and as uncertain as they are.
      </p>
    </>
  );
}

function Homes({ merge }: { merge: Merge }) {
  return (
    <>
      <h3>Home sniffers</h3>
      <Rows label="Home sniffers" titles={["Node", "Sniffer", "Sees", "Routers between"]}>
        {merge.homes.map((x) => (
          <tr key={x.node}>
            <td class="mono">{x.node}</td>
            <td class="num">{x.sniffer}</td>
            <td class="num">{percent(x.share)}</td>
            <td class="num">{x.hops === 255 ? "?" : x.hops}</td>
          </tr>
        ))}
      </Rows>
    </>
  );
}

function Losses({ merge }: { merge: Merge }) {
  const titles = ["From", "To", "Connections seen whole", "Segments", "without payload", "Bytes"];
  return (
    <>
      <h3>Lost by the network between sniffers</h3>
      <Rows label="Lost by the network between sniffers" titles={titles}>
        {merge.losses.map((x, i) => (
          <tr key={i}>
            <td>{x.from}</td>
            <td class="num">{x.to}</td>
            {[x.connections, x.segments, x.emptySegments, x.bytes].map((n, column) => (
              <td key={column} class="num">
                {count(n)}
              </td>
            ))}
          </tr>
        ))}
      </Rows>
    </>
  );
}

function Translations({ merge }: { merge: Merge }) {
  return (
    <>
      <h3>Translations of addresses</h3>
      <Rows label="Translations of addresses" titles={["Kind", "From", "To", "Connections", "Messages", "Confidence"]}>
        {merge.translations.map((t, i) => (
          <tr key={i}>
            <td>{t.kind}</td>
            <td class="mono num">{`${t.from.source} → ${t.from.destination}`}</td>
            <td class="mono num">{`${t.to.source} → ${t.to.destination}`}</td>
            <td class="num">{count(t.connections)}</td>
            <td class="num">{count(t.evidence)}</td>
            <td class="num">{percent(t.confidence)}</td>
          </tr>
        ))}
      </Rows>
    </>
  );
}

function Method({ report }: { report: Report }) {
  const from = report.algorithm === "joint" ? ", sizes, types, connections and shared content" : "";
  return (
    <section id="method" aria-labelledby="method-h">
      <h2 id="method-h">Method and settings</h2>
      <p>
        {`Links were inferred by the algorithm “${report.algorithm}” from times${from} of messages alone; every path and count carries the ${report.totals.meanLinkScore === undefined ? "probability" : "score"} of its links.`}
      </p>
      <dl class="kv">
        {Object.entries(report.settings).map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd class="mono">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
