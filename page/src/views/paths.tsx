import { useMemo } from "preact/hooks";
import { count, duration, expected, percent } from "../format";
import type { Pattern, PatternRow, Report } from "../model";
import { allOf, usePage, useWanted } from "../parts/asked";
import { PathGraphPicture } from "../parts/pathgraph";
import { type Column, type Page, Table } from "../parts/table";
import { change, link, type Route } from "../route";
import type { Source } from "../source";
import { flatten } from "../steps";

interface Props {
  report: Report;
  route: Route;
  source: Source;
}

/** The words of a path: its nodes, ports, protocols and operations, and the nodes of its members. */
const wordsOf = (pattern: Pattern) =>
  [
    pattern.title,
    pattern.id,
    ...(pattern.members ?? []).map((m) => m.title),
    ...flatten(pattern.root).flatMap(({ step }) => [step.protocol, step.operation ?? ""]),
  ].join("\n");

/** Whether a request of this path that the report holds ended so. */
function outcomesOf(report: Report): Map<number, string> {
  return new Map(
    report.requests.map((r) => [r.call, r.calls.map((c) => `${c.outcome ?? ""}\n${c.verdict ?? ""}`).join("\n")]),
  );
}

export function Paths({ report, route, source }: Props) {
  const wanted = (route.params.get("q") ?? "").trim().toLowerCase();
  const scores = report.totals.meanLinkScore !== undefined;
  const ask = report.sliced ? undefined : source.more?.rows;
  const asked = useWanted(columnsOf(scores), route, SORT);
  const window = report.window?.id ?? "";
  const page = usePage(ask, window, asked);
  const outcomes = useMemo(() => outcomesOf(report), [report]);
  const texts = useMemo(
    () =>
      new Map(
        report.patterns.map((p) => [
          p.id,
          [wordsOf(p), ...(p.examples ?? []).map((e) => outcomes.get(e.call) ?? "")].join("\n").toLowerCase(),
        ]),
      ),
    [report, outcomes],
  );
  const shown = page?.patterns ?? report.patterns.filter((p) => !wanted || texts.get(p.id)!.includes(wanted));
  const [found, all] = page ? [page.found, page.all] : [shown.length, report.patterns.length];
  return (
    <section id="patterns" aria-labelledby="patterns-h">
      <h2 id="patterns-h">Causal paths</h2>
      <div class="tools">
        <input
          type="search"
          value={route.params.get("q") ?? ""}
          placeholder="Node, port, operation or outcome, such as failed"
          aria-label="Search paths"
          onInput={(e) => change({ q: e.currentTarget.value, skip: "" })}
        />
        <span class="dim small">{`${count(found)} of ${count(all)} patterns`}</span>
      </div>
      {ask && !page ? (
        <p class="dim">Loading …</p>
      ) : (
        <PatternTable
          patterns={shown}
          route={route}
          href={(p) => link(route, "path", { id: p.id })}
          expectedCount={page?.expectedCount}
          page={
            page && {
              skip: page.skip,
              found,
              all: () =>
                allOf(async (wanted) => {
                  const { found, patterns } = await ask!(window, wanted);
                  return { found, rows: patterns };
                }, asked),
            }
          }
          scores={scores}
        />
      )}
      {!ask && (report.patternsLeftOut ?? 0) > 0 && (
        <p class="dim small">
          {source.more
            ? `${report.patternsLeftOut} rarer patterns are left out of a stretch of time.`
            : `${report.patternsLeftOut} rarer patterns are left out here; wirepath analyze --json has them all.`}
        </p>
      )}
      {(report.graphs ?? [])
        .filter((graph) => graph.next?.length)
        .map((graph) => (
          <PathGraphPicture key={graph.node} graph={graph} />
        ))}
    </section>
  );
}

/** What paths are ordered by at first. */
const SORT = "-Time in all";

export function PatternTable({
  patterns,
  route,
  href,
  expectedCount,
  page,
  scores,
}: {
  patterns: PatternRow[];
  route: Route;
  href: (p: PatternRow) => string;
  /** Of all paths, where these are some. */
  expectedCount?: number | undefined;
  page?: Page<PatternRow> | undefined;
  /** Whether the certainty of links is a score. */
  scores: boolean;
}) {
  const all = (expectedCount ?? patterns.reduce((n, p) => n + p.expectedCount, 0)) || 1;
  const columns = columnsOf(scores, (p) => (
    <>
      <a href={href(p)}>{p.title}</a>
      <div
        class="share"
        style={{ width: `${Math.max(0.5, (100 * p.expectedCount) / all)}%` }}
        title={`${percent(p.expectedCount / all)} of the paths`}
      />
    </>
  ));
  return (
    <Table
      caption="Causal paths"
      columns={columns}
      rows={patterns}
      route={route}
      sort={SORT}
      most={25}
      {...(page && { page })}
    />
  );
}

function columnsOf(scores: boolean, title?: Column<PatternRow>["cell"]): Column<PatternRow>[] {
  return [
    {
      title: "Path",
      order: "title",
      value: (p) => p.title,
      ...(title && { cell: title }),
    },
    {
      title: "Time in all",
      order: "timeInAll",
      number: true,
      wide: true,
      value: timeInAll,
      cell: (p) => duration(timeInAll(p)),
    },
    {
      title: "Expected",
      order: "expectedCount",
      number: true,
      value: (p) => p.expectedCount,
      cell: (p) => expected(p.expectedCount),
    },
    { title: "Built", order: "count", number: true, wide: true, value: (p) => p.count, cell: (p) => count(p.count) },
    {
      title: scores ? "Score" : "Certainty",
      order: "expectedPerCount",
      number: true,
      wide: true,
      value: (p) => p.expectedPerCount,
      cell: (p) => percent(p.expectedPerCount),
    },
    {
      title: "Mean",
      order: "meanNanos",
      number: true,
      value: (p) => p.duration.meanNanos,
      cell: (p) => duration(p.duration.meanNanos),
    },
    {
      title: "p99",
      order: "p99Nanos",
      number: true,
      wide: true,
      value: (p) => p.duration.p99Nanos,
      cell: (p) => duration(p.duration.p99Nanos),
    },
  ];
}

const timeInAll = (p: PatternRow) => p.expectedCount * p.duration.meanNanos;
