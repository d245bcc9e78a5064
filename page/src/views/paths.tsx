import { useEffect, useMemo, useState } from "preact/hooks";
import { count, duration, expected, percent } from "../format";
import type { Pattern, PatternRow, Report } from "../model";
import { PathGraphPicture } from "../parts/pathgraph";
import { type Column, Table } from "../parts/table";
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

/** All paths of a window, where it has more than the page began with. */
function useRows(report: Report, source: Source): PatternRow[] | undefined {
  const window = report.window?.id ?? "";
  const [rows, setRows] = useState<{ window: string; rows: PatternRow[] }>();
  const more = report.patternsLeftOut && !report.sliced ? source.more : undefined;
  useEffect(() => {
    if (!more) return;
    let over = false;
    more.rows(window).then(
      (all) => !over && setRows({ window, rows: all }),
      () => {},
    );
    return () => {
      over = true;
    };
  }, [more, window]);
  return more && rows?.window === window ? rows.rows : undefined;
}

export function Paths({ report, route, source }: Props) {
  const wanted = (route.params.get("q") ?? "").trim().toLowerCase();
  const rows = useRows(report, source);
  const outcomes = useMemo(() => outcomesOf(report), [report]);
  const texts = useMemo(() => {
    const held = new Map(
      report.patterns.map((p) => [
        p.id,
        [wordsOf(p), ...(p.examples ?? []).map((e) => outcomes.get(e.call) ?? "")].join("\n").toLowerCase(),
      ]),
    );
    return (row: PatternRow) => held.get(row.id) ?? `${row.title}\n${row.id}\n${row.words ?? ""}`.toLowerCase();
  }, [report, outcomes]);
  const all: PatternRow[] = rows ?? report.patterns;
  const shown = wanted ? all.filter((p) => texts(p).includes(wanted)) : all;
  return (
    <section id="patterns" aria-labelledby="patterns-h">
      <h2 id="patterns-h">Causal paths</h2>
      <div class="tools">
        <input
          type="search"
          value={route.params.get("q") ?? ""}
          placeholder="Node, port, operation or outcome, such as failed"
          aria-label="Search paths"
          onInput={(e) => change({ q: e.currentTarget.value })}
        />
        <span class="dim small">{`${count(shown.length)} of ${count(all.length)} patterns`}</span>
      </div>
      <PatternTable
        patterns={shown}
        route={route}
        href={(p) => link(route, "path", { id: p.id })}
        median={report.sliced ?? false}
      />
      {!rows && (report.patternsLeftOut ?? 0) > 0 && (
        <p class="dim small">
          {`${report.patternsLeftOut} rarer patterns are left out here; wirepath analyze --json has them all.`}
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

export function PatternTable({
  patterns,
  route,
  href,
  median = false,
}: {
  patterns: PatternRow[];
  route: Route;
  href: (p: PatternRow) => string;
  /** Whether the middle is a median: of a stretch no more is known. */
  median?: boolean;
}) {
  const all = patterns.reduce((n, p) => n + p.expectedCount, 0) || 1;
  const columns: Column<PatternRow>[] = [
    {
      title: "Path",
      value: (p) => p.title,
      cell: (p) => (
        <>
          <a href={href(p)}>{p.title}</a>
          <div
            class="share"
            style={{ width: `${Math.max(0.5, (100 * p.expectedCount) / all)}%` }}
            title={`${percent(p.expectedCount / all)} of the paths`}
          />
        </>
      ),
    },
    { title: "Time in all", number: true, wide: true, value: timeInAll, cell: (p) => duration(timeInAll(p)) },
    { title: "Expected", number: true, value: (p) => p.expectedCount, cell: (p) => expected(p.expectedCount) },
    { title: "Built", number: true, wide: true, value: (p) => p.count, cell: (p) => count(p.count) },
    {
      title: "Certainty",
      number: true,
      wide: true,
      value: (p) => p.expectedPerCount,
      cell: (p) => percent(p.expectedPerCount),
    },
    {
      title: median ? "Median" : "Mean",
      number: true,
      value: (p) => p.duration.meanNanos,
      cell: (p) => duration(p.duration.meanNanos),
    },
    {
      title: "p99",
      number: true,
      wide: true,
      value: (p) => p.duration.p99Nanos,
      cell: (p) => duration(p.duration.p99Nanos),
    },
  ];
  return <Table caption="Causal paths" columns={columns} rows={patterns} route={route} sort="-Time in all" most={25} />;
}

const timeInAll = (p: PatternRow) => p.expectedCount * p.duration.meanNanos;
