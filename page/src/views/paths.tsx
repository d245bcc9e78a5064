import { count, duration, expected, percent } from "../format";
import type { Pattern, Report } from "../model";
import { PathGraphPicture } from "../parts/pathgraph";
import { type Column, Table } from "../parts/table";
import { change, link, type Route } from "../route";
import { flatten } from "../steps";

interface Props {
  report: Report;
  route: Route;
}

const matches = (pattern: Pattern, wanted: string) =>
  [pattern.title, pattern.id, ...(pattern.members ?? []).map((m) => m.title)]
    .join("\n")
    .toLowerCase()
    .includes(wanted) || flatten(pattern.root).some((e) => e.step.protocol.toLowerCase() === wanted);

export function Paths({ report, route }: Props) {
  const wanted = (route.params.get("q") ?? "").trim().toLowerCase();
  const shown = wanted ? report.patterns.filter((p) => matches(p, wanted)) : report.patterns;
  return (
    <section id="patterns" aria-labelledby="patterns-h">
      <h2 id="patterns-h">Causal paths</h2>
      <div class="tools">
        <input
          type="search"
          value={route.params.get("q") ?? ""}
          placeholder="Search paths by node or port"
          aria-label="Search paths"
          onInput={(e) => change({ q: e.currentTarget.value })}
        />
        <span class="dim small">{`${shown.length} of ${report.patterns.length} patterns`}</span>
      </div>
      <PatternTable patterns={shown} route={route} href={(p) => link(route, "path", { id: p.id })} />
      {(report.patternsLeftOut ?? 0) > 0 && (
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
}: {
  patterns: Pattern[];
  route: Route;
  href: (p: Pattern) => string;
}) {
  const all = patterns.reduce((n, p) => n + p.expectedCount, 0) || 1;
  const columns: Column<Pattern>[] = [
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
    { title: "Mean", number: true, value: (p) => p.duration.meanNanos, cell: (p) => duration(p.duration.meanNanos) },
    {
      title: "p99",
      number: true,
      wide: true,
      value: (p) => p.duration.p99Nanos,
      cell: (p) => duration(p.duration.p99Nanos),
    },
  ];
  return <Table caption="Causal paths" columns={columns} rows={patterns} route={route} sort="-Expected" most={25} />;
}

const timeInAll = (p: Pattern) => p.expectedCount * p.duration.meanNanos;
