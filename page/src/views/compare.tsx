// Two stretches of time of one report, or two windows of `serve`: what differs beyond chance, then all that was compared. The program
// judges it: the service when it is asked, a file for the changes that were found. Other stretches of a file are added up, not judged.
import { useEffect, useState } from "preact/hooks";
import { clock, count, percent } from "../format";
import type { Finding, Report, Span } from "../model";
import { timesOf } from "../parts/findingcard";
import { type Column, Table } from "../parts/table";
import { link, type Route, spanOf, step } from "../route";
import type { More, Source } from "../source";
import { type Comparison, type Contrast, type Pair, pairs, placeOf, type Sums, valueOf } from "../sums";

interface Props {
  report: Report;
  route: Route;
  source: Source;
}

const allOf = (report: Report): Span =>
  report.window
    ? { from: report.window.fromNanos, to: report.window.toNanos }
    : (report.range ?? { from: report.totals.firstNanos, to: report.totals.lastNanos + 1 });

/** The parameters of the view that compare the time of a change, or the first of its times, with the time before it. */
export function beforeAndAfter(report: Report, finding: Finding): Record<string, string> {
  const all = allOf(report);
  const [first] = timesOf(finding, all.from, all.to);
  return {
    from: String(first!.from),
    to: String(first!.to),
    bfrom: String(all.from),
    bto: String(finding.onsetNanos),
  };
}

export function Compare({ report, route, source }: Props) {
  const other = route.params.get("with") ?? "";
  const span = spanOf(route) ?? allOf(report);
  const earlier =
    spanOf(route, "bfrom", "bto") ?? justBefore(span, report.range ? { from: 0, to: span.to } : allOf(report));
  return (
    <section id="compare" aria-labelledby="compare-h">
      <h2 id="compare-h">Compare</h2>
      {other && source.more ? (
        <OfWindows report={report} other={other} source={source} more={source.more} after={span} route={route} />
      ) : (
        <>
          <p>
            {earlier
              ? `${clock(earlier.from)} – ${clock(earlier.to)} against ${clock(span.from)} – ${clock(span.to)}. `
              : "Drag over a stretch in the overview: it is compared with the time before it, or with another one that is kept for that. "}
          </p>
          {source.live && <Times report={report} route={route} before={earlier} after={span} />}
          {source.live && <Windows report={report} route={route} source={source} />}
          {earlier ? (
            <Stretches report={report} source={source} before={earlier} after={span} route={route} />
          ) : (
            <Changes report={report} route={route} />
          )}
        </>
      )}
    </section>
  );
}

interface OfWindowsProps extends Props {
  other: string;
  more: More;
  after: Span;
}

function OfWindows({ report, other, source, more, after, route }: OfWindowsProps) {
  const [before, setBefore] = useState<{ of: string; span?: Span; problem?: string }>({ of: "" });
  useEffect(() => {
    let over = false;
    source.report(other).then(
      (r) => !over && setBefore({ of: other, span: allOf(r) }),
      (e: unknown) => !over && setBefore({ of: other, problem: (e as Error).message }),
    );
    return () => {
      over = true;
    };
  }, [source, other]);
  const known = before.of === other ? before : undefined;
  return (
    <>
      <p>
        {`Window ${other}, and after it ${report.window?.id ?? report.title}. `}
        <button type="button" onClick={() => step({ with: "" })}>
          Compare stretches of this window instead
        </button>
      </p>
      {known?.problem && <Note text={known.problem} />}
      {known?.span && <Asked more={more} before={known.span} after={after} route={route} />}
    </>
  );
}

const Note = ({ text }: { text: string }) => (
  <p class="note" role="status">
    {text}
  </p>
);

interface StretchesProps extends Props {
  before: Span;
  after: Span;
}

function Stretches({ report, source, before, after, route }: StretchesProps) {
  if (source.more) return <Asked more={source.more} before={before} after={after} route={route} />;
  const judged = judgedIn(report, before, after);
  if (judged) return <Judged comparison={judged} route={route} />;
  if (!report.sums?.shares.length) return <p class="dim">This report holds no sums over time.</p>;
  return <Added sums={report.sums} before={before} after={after} route={route} />;
}

/** Numbers of nanoseconds since the epoch are known to some hundreds. */
const NEAR = 1e6;

/** What a file holds of these two times. */
function judgedIn(report: Report, before: Span, after: Span): Comparison | undefined {
  const near = (a: number, b: number) => Math.abs(a - b) < NEAR;
  if (!near(before.from, allOf(report).from) || !near(before.to, after.from)) return undefined;
  return report.comparisons?.find((c) => near(c.onsetNanos, after.from) && near(c.endNanos, after.to));
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
function justBefore(span: Span, all: Span): Span | null {
  const from = Math.max(all.from, span.from - (span.to - span.from));
  return span.from > from ? { from, to: span.from } : null;
}

const HOUR = 3600e9;

/** What an hour is held against, by how long before it that began. */
const AGAINST: [string, number][] = [
  ["the hour before", HOUR],
  ["the same hour yesterday", 24 * HOUR],
  ["the same hour a week ago", 168 * HOUR],
];

export const hourAgainst = (end: number, ago: number): Record<string, string> => ({
  from: String(end - HOUR),
  to: String(end),
  bfrom: String(end - HOUR - ago),
  bto: String(end - ago),
  with: "",
});

/** A moment as a field of time has it, by UTC. */
const fieldOf = (nanos: number) => new Date(nanos / 1e6).toISOString().slice(0, 19);

const FIELDS: [string, string][][] = [
  [
    ["bfrom", "Before (UTC), from"],
    ["bto", "to"],
  ],
  [
    ["from", "After (UTC), from"],
    ["to", "to"],
  ],
];

interface TimesProps {
  report: Report;
  route: Route;
  before: Span | null;
  after: Span;
}

/** Any two stretches of the time that is kept. */
function Times({ report, route, before, after }: TimesProps) {
  const end = allOf(report).to;
  const present: Record<string, number | undefined> = {
    bfrom: before?.from,
    bto: before?.to,
    from: after.from,
    to: after.to,
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const nanos = (name: string) => String(Date.parse(`${form.get(name) as string}Z`) * 1e6);
    step({ ...Object.fromEntries(FIELDS.flat().map(([name]) => [name, nanos(name)])), with: "" });
  };
  return (
    <>
      <p class="links">
        <span class="dim">The last hour against</span>
        {AGAINST.map(([words, ago]) => (
          <a key={words} href={link(route, "compare", hourAgainst(end, ago))}>
            {words}
          </a>
        ))}
      </p>
      <form aria-label="Two stretches of time, UTC" onSubmit={submit}>
        {FIELDS.map((pair) => (
          <div key={pair[0]![0]} class="tools">
            {pair.map(([name, words]) => (
              <label key={name} class="small">
                {`${words} `}
                <input
                  key={present[name]}
                  name={name}
                  type="datetime-local"
                  step={1}
                  required
                  defaultValue={present[name] ? fieldOf(present[name]) : ""}
                />
              </label>
            ))}
            {pair === FIELDS[1] && <button type="submit">Compare</button>}
          </div>
        ))}
      </form>
    </>
  );
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

const WORDS: Record<string, string> = {
  own: "own time",
  service: "time to answer",
  call: "time of calls",
  way: "time on the way",
  duration: "time of requests",
  failed: "failed",
  refused: "refused",
  unanswered: "unanswered",
  resent: "segments sent again",
  unreached: "attempts to connect that fail",
  frequency: "share of paths",
  load: "requests per second",
};

const ALIKE: Column<Pair>[] = [
  { title: "Of", value: placeOf },
  {
    title: "What",
    value: (c) => WORDS[c.measure] ?? c.measure,
    cell: (c) => `${WORDS[c.measure] ?? c.measure}${"kind" in c && c.kind ? `, ${c.kind as string}` : ""}`,
  },
  { title: "Before", number: true, value: (c) => c.before, cell: (c) => valueOf(c.unit, c.before) },
  { title: "After", number: true, value: (c) => c.after, cell: (c) => valueOf(c.unit, c.after) },
  { title: "Number before", number: true, wide: true, value: (c) => c.countBefore, cell: (c) => count(c.countBefore) },
  { title: "after", number: true, wide: true, value: (c) => c.countAfter, cell: (c) => count(c.countAfter) },
];

const COLUMNS: Column<Contrast>[] = [
  ...ALIKE,
  {
    title: "Difference",
    number: true,
    wide: true,
    value: (c) => c.effect,
    cell: (c) =>
      `${c.effect > 0 ? "+" : c.effect < 0 ? "−" : ""}${valueOf(c.unit, Math.abs(c.effect))} ± ${valueOf(c.unit, c.interval[1]! - c.effect)}`,
  },
  {
    title: "Chance",
    number: true,
    value: (c) => c.chance,
    cell: (c) => <span class={c.differs ? "bad" : ""}>{c.chance < 1e-4 ? "< 0.01 %" : percent(c.chance)}</span>,
  },
];

interface AskedProps {
  more: More;
  before: Span;
  after: Span;
  route: Route;
}

function Asked({ more, before, after, route }: AskedProps) {
  const [a, b, c, d] = [before.from, before.to, after.from, after.to];
  const key = [a, b, c, d].join(" ");
  const [answer, setAnswer] = useState<{ of: string; comparison?: Comparison; problem?: string }>({ of: "" });
  useEffect(() => {
    let over = false;
    more.compare({ from: a, to: b }, { from: c, to: d }).then(
      (comparison) => !over && setAnswer({ of: key, comparison }),
      (e: unknown) => !over && setAnswer({ of: key, problem: (e as Error).message }),
    );
    return () => {
      over = true;
    };
  }, [more, key, a, b, c, d]);
  if (answer.of !== key) return <p class="dim">Comparing …</p>;
  return answer.comparison ? (
    <Judged comparison={answer.comparison} route={route} />
  ) : (
    <Note text={answer.problem ?? ""} />
  );
}

function Judged({ comparison, route }: { comparison: Comparison; route: Route }) {
  const { differences, contrasts, falseAlarms } = comparison;
  return (
    <>
      <h3>What differs</h3>
      {differences.map((c) => (
        <article key={[c.of, c.name, c.peer, c.measure, c.kind].join()} class={`card finding ${c.severity}`}>
          <div class="title">{c.sentence}</div>
        </article>
      ))}
      {!differences.length && <p class="dim">Nothing differs beyond chance.</p>}
      <h3>All that was compared</h3>
      <p class="dim small">
        {`As wirepath compare tells it, like compared with like. ± is half of the 95 % interval of the difference; the chance is that of so large a difference without a cause. Of two times of an unchanged system, one in ${Math.round(1 / falseAlarms)} comparisons tells of any difference.`}
      </p>
      <Table caption="All that was compared" columns={COLUMNS} rows={contrasts} route={route} sort="Chance" />
    </>
  );
}

function Added({ sums, before, after, route }: { sums: Sums; before: Span; after: Span; route: Route }) {
  return (
    <>
      <h3>Both times, added up</h3>
      <p class="dim small">
        This file does not say which differences chance may explain: that is judged by wirepath compare --before FROM/TO
        --after FROM/TO on the captures, by a service, and here for the changes that were found. Times are medians,
        known to a thirty-second of the report.
      </p>
      <Table
        caption="Both times"
        columns={ALIKE}
        rows={pairs(sums, before, after)}
        route={route}
        sort="-Number before"
      />
    </>
  );
}
