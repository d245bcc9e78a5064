// Two stretches of time of one report, or two windows of `serve`: what differs beyond chance, then all that was compared.
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Contrast, compare, FALSE_ALARMS, sentence, type Span, valueOf } from "../compare";
import { clock, count, percent } from "../format";
import type { Finding, Report, SeriesTable } from "../model";
import { withParts } from "../parts/asked";
import { type Column, Table } from "../parts/table";
import { link, type Route, spanOf, step } from "../route";
import type { Source } from "../source";

interface Props {
  report: Report;
  route: Route;
  source: Source;
}

const allOf = (table: SeriesTable): Span => ({
  from: table.firstNanos,
  to: table.firstNanos + table.count * table.intervalNanos,
});

/** The parameters of the view that compare the time of a change with the time before it. */
export function beforeAndAfter(report: Report, finding: Finding): Record<string, string> {
  const all = allOf(report.series!);
  return {
    from: String(finding.onsetNanos),
    to: String(finding.endNanos ?? all.to),
    bfrom: String(all.from),
    bto: String(finding.onsetNanos),
  };
}

export function Compare(props: Props) {
  return (
    <section id="compare" aria-labelledby="compare-h">
      <h2 id="compare-h">Compare</h2>
      {props.report.series?.count ? (
        <Choice {...props} table={props.report.series} />
      ) : (
        <p class="dim">This report holds no series over time.</p>
      )}
    </section>
  );
}

function Choice({ report, route, source, table }: Props & { table: SeriesTable }) {
  const other = route.params.get("with") ?? "";
  const [before, setBefore] = useState<{ of: string; table?: SeriesTable; problem?: string }>({ of: "" });
  useEffect(() => {
    if (!other) return;
    let over = false;
    source
      .report(other)
      .then((r) => withParts(source, r, ["series"]))
      .then(
        (r) => !over && setBefore({ of: other, table: r.series }),
        (e: unknown) => !over && setBefore({ of: other, problem: (e as Error).message }),
      );
    return () => {
      over = true;
    };
  }, [source, other]);
  const span = spanOf(route) ?? allOf(table);
  if (!other) {
    const earlier = spanOf(route, "bfrom", "bto") ?? justBefore(span, table);
    return (
      <>
        <p>
          {earlier
            ? `${clock(earlier.from)} – ${clock(earlier.to)} against ${clock(span.from)} – ${clock(span.to)}. `
            : "Drag over a stretch in the overview: it is compared with the time before it, or with another one that is kept for that. "}
        </p>
        {source.live && <Windows report={report} route={route} source={source} />}
        {earlier ? (
          <Differences report={report} before={table} first={earlier} after={table} second={span} route={route} />
        ) : (
          <Changes report={report} route={route} />
        )}
      </>
    );
  }
  const ready = before.of === other && before.table;
  return (
    <>
      <p>
        {`Window ${other}, and after it ${report.window?.id ?? report.title}. `}
        <button type="button" onClick={() => step({ with: "" })}>
          Compare stretches of this window instead
        </button>
      </p>
      {before.of === other && before.problem && (
        <p class="note" role="status">
          {before.problem}
        </p>
      )}
      {ready && (
        <Differences report={report} before={ready} first={allOf(ready)} after={table} second={span} route={route} />
      )}
    </>
  );
}

/** Changes that were found by themselves: each is a comparison to begin with. */
function Changes({ report, route }: { report: Report; route: Route }) {
  const dated = report.findings.filter((f) => f.onsetNanos !== undefined);
  if (!dated.length) return null;
  return (
    <>
      <h3>Before and after what was found</h3>
      <ul>
        {dated.map((f) => (
          <li key={f.title}>
            <a href={link(route, "compare", beforeAndAfter(report, f))}>{f.title}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The time before a stretch, as long as it if there is so much. */
function justBefore(span: Span, table: SeriesTable): Span | null {
  const all = allOf(table);
  const from = Math.max(all.from, span.from - (span.to - span.from));
  return span.from - from >= table.intervalNanos ? { from, to: span.from } : null;
}

function Windows({ report, route, source }: Props) {
  const [ids, setIds] = useState<{ id: string; fromNanos: number }[]>([]);
  useEffect(() => {
    let over = false;
    source.windows().then(
      (windows) => !over && setIds(windows),
      () => {},
    );
    return () => {
      over = true;
    };
  }, [source, report]);
  const others = ids.filter((w) => w.id !== report.window?.id).reverse();
  if (!others.length) return null;
  return (
    <label>
      {"Compare with another window "}
      <select value={route.params.get("with") ?? ""} onChange={(e) => step({ with: e.currentTarget.value })}>
        <option value="">–</option>
        {others.map((w) => (
          <option key={w.id} value={w.id}>
            {w.fromNanos ? clock(w.fromNanos) : w.id}
          </option>
        ))}
      </select>
    </label>
  );
}

const WORDS = {
  own: "own time",
  service: "time of calls",
  failed: "failed",
  refused: "refused",
  unanswered: "unanswered",
  load: "requests per second",
};

const COLUMNS: Column<Contrast>[] = [
  { title: "Of", value: (c) => `${c.of} ${c.name}`, cell: (c) => (c.of === "role" ? `role ${c.name}` : c.name) },
  { title: "What", value: (c) => WORDS[c.measure] },
  { title: "Before", number: true, value: (c) => c.before, cell: (c) => valueOf(c.measure, c.before) },
  { title: "After", number: true, value: (c) => c.after, cell: (c) => valueOf(c.measure, c.after) },
  { title: "±", number: true, wide: true, value: (c) => c.halfWidth, cell: (c) => valueOf(c.measure, c.halfWidth) },
  {
    title: "Requests before",
    number: true,
    wide: true,
    value: (c) => c.countBefore,
    cell: (c) => count(c.countBefore),
  },
  { title: "after", number: true, wide: true, value: (c) => c.countAfter, cell: (c) => count(c.countAfter) },
  {
    title: "Chance",
    number: true,
    value: (c) => c.chance,
    cell: (c) => <span class={c.differs ? "bad" : ""}>{c.chance < 1e-4 ? "< 0.01 %" : percent(c.chance)}</span>,
  },
];

interface DifferencesProps {
  report: Report;
  before: SeriesTable;
  first: Span;
  after: SeriesTable;
  second: Span;
  route: Route;
}

const grave = (c: Contrast) => (c.measure === "load" ? "fact" : c.after > c.before ? "problem" : "notice");

function Differences({ report, before, first, after, second, route }: DifferencesProps) {
  const [a, b, c, d] = [first.from, first.to, second.from, second.to];
  const contrasts = useMemo(() => {
    const ofOne = new Set(report.roles.filter((role) => role.nodes.length < 2).map((role) => role.name));
    return compare(before, { from: a, to: b }, after, { from: c, to: d }, ofOne);
  }, [report.roles, before, a, b, after, c, d]);
  const differ = contrasts.filter((x) => x.differs);
  return (
    <>
      <h3>What differs</h3>
      {differ.map((c) => (
        <article key={c.of + c.name + c.measure} class={`card finding ${grave(c)}`}>
          <div class="title">{sentence(c)}</div>
        </article>
      ))}
      {!differ.length && (
        <p class="dim">
          {contrasts.length ? "Nothing differs beyond chance." : "There is too little in one of the two to compare."}
        </p>
      )}
      <h3>All that was compared</h3>
      <p class="dim small">
        {`Times are medians of intervals. ± is half of the 95 % interval of the difference; the chance is that of so large a difference without a cause. Of two stretches of an unchanged system, one in ${Math.round(1 / FALSE_ALARMS)} comparisons tells of any difference.`}
      </p>
      <Table caption="All that was compared" columns={COLUMNS} rows={contrasts} route={route} sort="Chance" />
    </>
  );
}
