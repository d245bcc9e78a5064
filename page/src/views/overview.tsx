import { useMemo } from "preact/hooks";
import { clock, count, duration, expected, percent } from "../format";
import { type Chart, Charts } from "../parts/charts";
import { Stretch } from "../parts/stretch";
import type { Report } from "../model";
import { CompareDelays } from "../parts/histogram";
import { link, type Route, spanOf } from "../route";
import { beforeAndAfter } from "./compare";

interface Props {
  report: Report;
  route: Route;
}

export function Overview({ report, route }: Props) {
  return (
    <>
      <Figures report={report} />
      <section id="findings" aria-labelledby="findings-h">
        <h2 id="findings-h">Findings</h2>
        {report.findings.map((f, i) => (
          <article key={i} class={`card finding ${f.severity}`}>
            <span class={`tag ${f.severity}`}>{f.severity}</span>
            {f.onsetNanos !== undefined && <span class="dim small">{` since ${clock(f.onsetNanos)}`}</span>}
            <div class="title">{f.title}</div>
            <div class="dim">{f.detail}</div>
            <p class="links">
              {f.nodes.map((name) => (
                <a key={name} href={link(route, "paths", { q: name })}>
                  Paths through {name}
                </a>
              ))}
              {f.onsetNanos !== undefined && report.series && (
                <a href={link(route, "compare", beforeAndAfter(report, f))}>Before and after</a>
              )}
              {f.windows !== undefined && <span class="dim">{`in ${f.windows} windows`}</span>}
            </p>
          </article>
        ))}
        {!report.findings.length && <p class="dim">Nothing stands out.</p>}
        {report.notes.map((note, i) => (
          <p key={i} class="note">
            {note}
          </p>
        ))}
      </section>
      <OverTimeSection report={report} route={route} />
      <Replicas report={report} />
      <TopPaths report={report} route={route} />
    </>
  );
}

/** The requests over time. A stretch that is dragged over is what all views show. */
function OverTimeSection({ report, route }: Props) {
  const over = report.overTime;
  const shown = useMemo(() => {
    if (!over) return null;
    const seconds = over.stepNanos / 1e9;
    const rate = (values: number[]) => values.map((n) => n / seconds);
    const charts: Chart[] = [
      { title: "Requests per second", curves: [{ name: "requests", values: rate(over.requests) }], format: expected },
      {
        title: "Duration",
        curves: [
          { name: "median", values: over.p50Nanos },
          { name: "p99", values: over.p99Nanos },
        ],
        format: duration,
      },
      {
        title: "Failed per second",
        curves: [{ name: "failed", values: rate(over.failed), bad: true }],
        format: expected,
      },
      { title: "Calls per second", curves: [{ name: "calls", values: rate(over.calls) }], format: expected },
    ];
    const marks = report.findings.flatMap((f) =>
      f.onsetNanos === undefined ? [] : [{ nanos: f.onsetNanos, title: f.title }],
    );
    return { charts, marks, nanos: over.requests.map((_, i) => over.fromNanos + i * over.stepNanos) };
  }, [over, report.findings]);
  if (!shown || shown.nanos.length < 2) return null;
  return (
    <section id="time" aria-labelledby="time-h">
      <h2 id="time-h">Over time</h2>
      <div class="tools">
        <p class="dim small">
          Drag over a stretch: requests and lifelines then show what began in it.
          {shown.marks.length > 0 && " Dashed: a change began."}
        </p>
        <Stretch route={route} />
        {spanOf(route) && (
          <>
            <a href={link(route, "compare")}>Compare with before</a>
            <a href={link(route, "lifelines")}>Lifelines of this stretch</a>
          </>
        )}
      </div>
      <Charts nanos={shown.nanos} charts={shown.charts} marks={shown.marks} />
    </section>
  );
}

function Figures({ report }: { report: Report }) {
  const t = report.totals;
  const lost = report.captures
    .flatMap((c) => c.counters)
    .filter((c) => c.kind === "loss")
    .reduce((n, c) => n + c.value, 0);
  const frames = report.captures.reduce((n, c) => n + c.frames, 0);
  const cards: [string, string][] = [
    [count(frames), "frames"],
    [count(t.messages), "messages"],
    [count(t.calls), "calls"],
    [count(t.nodes), "nodes"],
    [count(t.patterns + (report.patternsLeftOut ?? 0)), "path patterns"],
    [percent(t.meanLinkProbability), "mean certainty of a link"],
    [count(lost), "counted as lost"],
  ];
  return (
    <div class="figures">
      {cards.map(([value, label]) => (
        <div key={label} class="card">
          <b>{value}</b>
          <span class="dim small">{label}</span>
        </div>
      ))}
    </div>
  );
}

function Replicas({ report }: { report: Report }) {
  const byName = new Map(report.nodes.map((n) => [n.name, n]));
  const groups = report.roles
    .map((role) => ({
      name: role.name,
      rows: role.nodes
        .flatMap((name) => byName.get(name) ?? [])
        .filter((n) => n.callsServed > 0)
        .map((n) => ({ name: n.name, delay: n.ownDelay })),
    }))
    .filter((group) => group.rows.length > 1);
  return (
    <section id="replicas" aria-labelledby="replicas-h">
      <h2 id="replicas-h">Replicas compared</h2>
      <p class="dim">
        Own time per served call: from the request's receipt to the response's sending, less the time spent waiting for
        the node's own calls.
      </p>
      {groups.length ? (
        groups.map((group) => <CompareDelays key={group.name} title={group.name} rows={group.rows} />)
      ) : (
        <p class="dim">No role is played by more than one node.</p>
      )}
    </section>
  );
}

/** The paths that most of the time goes into. */
function TopPaths({ report, route }: Props) {
  const top = report.patterns
    .map((p) => ({ p, nanos: p.expectedCount * p.duration.meanNanos }))
    .sort((a, b) => b.nanos - a.nanos);
  const all = top.reduce((n, each) => n + each.nanos, 0) || 1;
  return (
    <section id="top" aria-labelledby="top-h">
      <h2 id="top-h">Where the time goes</h2>
      {top.length ? (
        <ol class="top">
          {top.slice(0, 5).map(({ p, nanos }) => (
            <li key={p.id}>
              <a href={link(route, "path", { id: p.id })}>{p.title}</a>
              <div class="dim small">
                {`${percent(nanos / all)} of the time of all paths: ${count(p.expectedCount)} of ${duration(p.duration.meanNanos)} on average`}
              </div>
              <div class="share" style={{ width: `${Math.max(0.5, (100 * nanos) / all)}%` }} />
            </li>
          ))}
        </ol>
      ) : (
        <p class="dim">No path was found.</p>
      )}
    </section>
  );
}
