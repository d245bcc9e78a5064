import { useMemo } from "preact/hooks";
import { count, duration, expected, percent } from "../format";
import { type Chart, Charts, marksOf } from "../parts/charts";
import type { ShareByIds, SiteIds } from "../fields";
import type { Report, SnifferSeries } from "../model";
import { useParts } from "../parts/asked";
import { FindingCard } from "../parts/findingcard";
import { CompareDelays, type NamedDelay } from "../parts/histogram";
import { Scroll } from "../parts/scroll";
import { holderOf } from "../requests";
import { change, link, type Route, spanOf } from "../route";
import type { PartName, Source } from "../source";
import { beforeAndAfter } from "./compare";

interface Props {
  report: Report;
  route: Route;
}

const NODES: PartName[] = ["nodes"];

const NONE: PartName[] = [];

/** Findings that are told at first: the gravest stand first. */
const MAX_FINDINGS = 12;

/** Roles that are drawn at first. */
const MAX_ROLES = 12;

/** A stretch that the series know is filtered by its intervals. */
const perSecond = (values: number[], nanos: number) => values.map((n) => n / (nanos / 1e9));

export function Overview({ report, route, source }: Props & { source: Source }) {
  const span = report.range ? null : spanOf(route);
  const findings = route.params.has("findings") ? Infinity : MAX_FINDINGS;
  return (
    <>
      {span ? <StretchFigures report={report} span={span} /> : <Figures report={report} />}
      <section id="findings" aria-labelledby="findings-h">
        <h2 id="findings-h">Findings</h2>
        {report.findings.slice(0, findings).map((f, i) => (
          <FindingCard
            key={i}
            finding={report.window ? { ...f, window: report.window.id } : f}
            route={route}
            held={(call) => (source.live && !report.range) || holderOf(report, call) !== undefined}
          >
            {f.onsetNanos !== undefined && report.series && (
              <>
                <a href={link(route, "compare", beforeAndAfter(report, f))}>Before and after</a>
                {f.nodes[0] && <a href={link(route, "nodes", { of: f.nodes[0] })}>{`${f.nodes[0]} over time`}</a>}
              </>
            )}
            {f.windows !== undefined && <span class="dim">{`in ${f.windows} windows`}</span>}
          </FindingCard>
        ))}
        {report.findings.length > findings && (
          <button type="button" onClick={() => change({ findings: "all" })}>
            {`Show all ${count(report.findings.length)} findings`}
          </button>
        )}
        {!report.findings.length && <p class="dim">Nothing stands out.</p>}
        {(span ? [] : report.notes).map((note, i) => (
          <p key={i} class="note">
            {note}
          </p>
        ))}
      </section>
      <OverTimeSection report={report} route={route} />
      <Replicas report={report} route={route} source={source} />
      <TopPaths report={report} route={route} />
      <Measured report={report} />
    </>
  );
}

/** How right links are, by what the site's own tracing put into requests. */
function Measured({ report }: { report: Report }) {
  const window = report.siteIds;
  if (!window) return null;
  const share = (of: ShareByIds | undefined) =>
    of ? `${percent(of.value)} (${percent(of.low)} to ${percent(of.high)}), of ${count(of.calls)} calls` : "—";
  const rows: [string, SiteIds][] = [[report.window ? "this window" : "this analysis", window]];
  if (report.siteIdsSoFar) rows.push(["all since the service started", report.siteIdsSoFar]);
  return (
    <section id="measured" aria-labelledby="measured-h">
      <h2 id="measured-h">Measured by the site&#39;s own identifiers</h2>
      <p class="dim small">
        Some requests carry an identifier of the site&#39;s own tracing. No link is made by them; they tell how right
        links are. In brackets: what the true share is with 95 % certainty, where all calls under one identifier that is
        repeated count little more than one. Who sends requests chooses their identifiers.
      </p>
      <Scroll label="Measured by the site's own identifiers">
        <table>
          <thead>
            <tr>
              {["Of", "Carry one", "Cause told", "Right of causes given", "Right of causes told"].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([of, ids]) => (
              <tr key={of}>
                <td>{of}</td>
                <td>{count(ids.carried)}</td>
                <td>{count(ids.known)}</td>
                <td>{share(ids.precision)}</td>
                <td>{share(ids.recall)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

/** The requests over time. A stretch that is dragged over is what all views show. */
function OverTimeSection({ report, route }: Props) {
  const over = report.overTime;
  const shown = useMemo(() => {
    if (!over) return null;
    const rate = (values: number[]) => perSecond(values, over.stepNanos);
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
    ];
    // what windows add up to has no calls over time
    if (over.calls.some((n) => n))
      charts.push({
        title: "Calls per second",
        curves: [{ name: "calls", values: rate(over.calls) }],
        format: expected,
      });
    const marks = marksOf(report.findings);
    return { charts, marks, nanos: over.requests.map((_, i) => over.fromNanos + i * over.stepNanos) };
  }, [over, report.findings]);
  const network = useMemo(() => networkOf(report), [report]);
  if (!shown || shown.nanos.length < 2) return null;
  return (
    <section id="time" aria-labelledby="time-h">
      <h2 id="time-h">Over time</h2>
      <p class="dim small">
        Drag over a stretch: all views then show what began in it, and what differs from the time before.
        {shown.marks.length > 0 && " Dashed: a change began."}
      </p>
      <Charts nanos={shown.nanos} charts={shown.charts} marks={shown.marks} span={spanOf(route)} />
      {network && network.charts.length > 0 && (
        <Charts nanos={network.nanos} charts={network.charts} marks={shown.marks} span={spanOf(route)} />
      )}
      {network && network.nothing.length > 0 && (
        <p class="dim small">{`Always 0: ${network.nothing.join("; ").toLowerCase()}.`}</p>
      )}
    </section>
  );
}

/** What the sniffers saw: a line each. */
function networkOf(report: Report): { nanos: number[]; charts: Chart[]; nothing: string[] } | null {
  const table = report.series;
  const sniffers = table?.sniffers ?? [];
  if (!table || table.count < 2 || !sniffers.length) return null;
  const curves = (values: (s: SnifferSeries) => number[], bad: boolean) =>
    sniffers.map((s) => ({ name: s.name, values: perSecond(values(s), table.intervalNanos), bad }));
  const all: Chart[] = [
    { title: "Segments sent again per second", curves: curves((s) => s.resentSegments, true), format: expected },
    { title: "Resets per second", curves: curves((s) => s.resets, true), format: expected },
    {
      title: "Attempts to connect that failed, per second",
      curves: curves(
        (s) => s.resets.map((_, i) => (s.connectionsRefused?.[i] ?? 0) + (s.connectionsUnanswered?.[i] ?? 0)),
        true,
      ),
      format: expected,
    },
    {
      title: "Behind a closed window, per second",
      curves: curves((s) => s.zeroWindowNanos, true),
      format: duration,
    },
    { title: "Messages captured per second", curves: curves((s) => s.messages, false), format: expected },
  ];
  const nanos = Array.from({ length: table.count }, (_, i) => table.firstNanos + i * table.intervalNanos);
  const isSeen = (chart: Chart) => chart.curves.some((c) => c.values.some((n) => n));
  return { nanos, charts: all.filter(isSeen), nothing: all.filter((c) => !isSeen(c)).map((c) => c.title) };
}

/** What the steps of a stretch add up to. */
function StretchFigures({ report, span }: { report: Report; span: { from: number; to: number } }) {
  const over = report.overTime;
  if (!over) return null;
  const within = over.requests.flatMap((_, i) => {
    const middle = over.fromNanos + (i + 0.5) * over.stepNanos;
    return middle >= span.from && middle < span.to ? [i] : [];
  });
  const total = (values: number[]) => count(within.reduce((n, i) => n + values[i]!, 0));
  const cards: [string, string][] = [
    [total(over.requests), "requests of clients"],
    [total(over.failed), "of them failed"],
    [total(over.calls), "calls"],
    [count(report.nodes.length), "nodes that served or called"],
    [count(report.patterns.length), "paths of those in the table"],
  ];
  return <Cards cards={cards} />;
}

function Figures({ report }: { report: Report }) {
  const t = report.totals;
  // counters run on as long as the service does: beside a window they would be figures of another time
  const whole = !report.window && !report.range;
  const lost = report.captures
    .flatMap((c) => c.counters)
    .filter((c) => c.kind === "loss")
    .reduce((n, c) => n + c.value, 0);
  const frames = report.captures.reduce((n, c) => n + c.frames, 0);
  const cards: [string, string][] = [
    ...(whole ? [[count(frames), "frames"] as [string, string]] : []),
    ...(report.range ? [[count(report.range.windows), "windows"] as [string, string]] : []),
    [count(t.messages), "messages"],
    [count(t.calls), "calls"],
    [count(t.nodes), "nodes"],
    [count(t.patterns), "path patterns"],
    t.meanLinkScore === undefined
      ? [percent(t.meanLinkProbability ?? 1), "mean certainty of a call's cause"]
      : [t.meanLinkScore.toFixed(2), "mean score of a link"],
    ...(whole ? [[count(lost), "lost by capture"] as [string, string]] : []),
  ];
  const segments = (report.merge?.losses ?? []).reduce((n, x) => n + x.segments + x.emptySegments, 0);
  if (segments > 0 && whole) {
    cards.push([count(segments), "segments lost by the network"]);
  }
  return <Cards cards={cards} />;
}

function Cards({ cards }: { cards: [string, string][] }) {
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

/** Roles that several nodes play, those first whose nodes differ most. */
function replicasOf(report: Report): { name: string; rows: NamedDelay[] }[] {
  const roles = new Map<string, NamedDelay[]>();
  for (const n of report.nodes) {
    if (n.client || !n.role || !(n.callsServed > 0)) continue;
    roles.set(n.role, [...(roles.get(n.role) ?? []), { name: n.name, delay: n.ownDelay }]);
  }
  const apart = (rows: NamedDelay[]) => {
    const means = rows.map((r) => r.delay.meanNanos);
    return Math.max(...means) - Math.min(...means);
  };
  return [...roles]
    .map(([name, rows]) => ({ name, rows }))
    .filter((group) => group.rows.length > 1)
    .sort((a, b) => apart(b.rows) - apart(a.rows));
}

function Replicas({ report: begun, route, source }: Props & { source: Source }) {
  const { report } = useParts(source, begun, begun.sliced ? NONE : NODES);
  const groups = useMemo(() => (report ? replicasOf(report) : []), [report]);
  const shown = route.params.has("roles") ? groups : groups.slice(0, MAX_ROLES);
  return (
    <section id="replicas" aria-labelledby="replicas-h">
      <h2 id="replicas-h">Replicas compared</h2>
      <p class="dim">
        Own time per served call: from the request's receipt to the response's sending, less the time spent waiting for
        the node's own calls.
      </p>
      {shown.map((group) => (
        <CompareDelays key={group.name} title={group.name} rows={group.rows} />
      ))}
      {shown.length < groups.length && (
        <button type="button" onClick={() => change({ roles: "all" })}>
          {`Show all ${count(groups.length)} roles`}
        </button>
      )}
      {!groups.length && <p class="dim">{report ? "No role is played by more than one node." : "Loading …"}</p>}
    </section>
  );
}

/** The paths that most of the time goes into. */
function TopPaths({ report, route }: Props) {
  const told = report.sliced ? undefined : report.top;
  const top = (told?.patterns ?? report.patterns)
    .map((p) => ({ p, nanos: p.expectedCount * p.duration.meanNanos }))
    .sort((a, b) => b.nanos - a.nanos);
  const all = (told?.nanos ?? top.reduce((n, each) => n + each.nanos, 0)) || 1;
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
