// A report of a stretch of time, from its series: what all views show while a stretch is chosen.
import type { CallEdge, Delay, NodeRow, Pattern, Report, Series, SeriesTable } from "./model";
import type { Span } from "./compare";

const EMPTY: Delay = { samples: 0, meanNanos: 0, p50Nanos: 0, p90Nanos: 0, p99Nanos: 0, maxNanos: 0 };

/** The intervals whose middle lies in a stretch. */
export function intervalsIn(table: SeriesTable, span: Span): number[] {
  const at: number[] = [];
  for (let i = 0; i < table.count; i++) {
    const middle = table.firstNanos + (i + 0.5) * table.intervalNanos;
    if (middle >= span.from && middle < span.to) at.push(i);
  }
  return at;
}

const total = (numbers: number[] | undefined, at: number[]) => at.reduce((n, i) => n + (numbers?.[i] ?? 0), 0);

/** The median of the intervals' values, each with the weight of its requests; 0 where there are none. */
function median(values: (number | null)[] | undefined, weights: number[], at: number[]): number {
  const known = at
    .flatMap((i) => {
      const value = values?.[i];
      return value === null || value === undefined ? [] : [{ value, weight: weights[i] ?? 0 }];
    })
    .sort((a, b) => a.value - b.value);
  let rest = known.reduce((n, k) => n + k.weight, 0) / 2;
  for (const k of known) {
    rest -= k.weight;
    if (rest <= 0) return k.value;
  }
  return known.at(-1)?.value ?? 0;
}

/** What the intervals tell of a delay: their medians' median. Of the mean and the tail they tell no more than that. */
function delayOf(series: Series, at: number[], kind: "own" | "service"): Delay {
  const p50 = median(series[`${kind}P50Nanos`], series.requests, at);
  const p99 = Math.max(p50, median(series[`${kind}P99Nanos`], series.requests, at));
  return {
    ...EMPTY,
    samples: total(series.requests, at),
    meanNanos: p50,
    p50Nanos: p50,
    p90Nanos: p50,
    p99Nanos: p99,
    maxNanos: p99,
  };
}

const byName = (list: Series[] | undefined) => new Map((list ?? []).map((s) => [s.name ?? `${s.from}\n${s.to}`, s]));

/** The report of what began in a stretch. Nodes, calls and paths that it holds no series of are left out; delays are medians of intervals. */
export function slice(report: Report, span: Span): Report {
  const requests = report.requests.filter((r) => r.startNanos >= span.from && r.startNanos <= span.to);
  const findings = report.findings.filter(
    (f) => f.onsetNanos === undefined || (f.onsetNanos <= span.to && (f.endNanos ?? Infinity) >= span.from),
  );
  const table = report.series;
  if (!table?.count) return { ...report, requests, findings, sliced: true };
  const at = intervalsIn(table, span);
  return {
    ...report,
    sliced: true,
    requests,
    findings,
    nodes: nodesOf(report, table, at),
    calls: callsOf(table, at),
    edges: callsOf(table, at).map((c) => ({
      from: c.from,
      to: c.to,
      requests: c.calls,
      messages: 2 * c.calls - c.unanswered,
      bytes: 0,
    })),
    patterns: patternsOf(report, table, at),
  };
}

function nodesOf(report: Report, table: SeriesTable, at: number[]): NodeRow[] {
  const series = byName(table.nodes);
  const made = new Map<string, number>();
  for (const edge of table.edges) {
    made.set(edge.from!, (made.get(edge.from!) ?? 0) + total(edge.requests, at));
  }
  return report.nodes.flatMap((node) => {
    const its = series.get(node.name);
    const callsMade = made.get(node.name) ?? 0;
    if (!its)
      return callsMade
        ? [{ ...node, callsMade, callsServed: 0, callsFailed: 0, ownDelay: EMPTY, serviceDelay: EMPTY }]
        : [];
    const callsServed = total(its.requests, at);
    if (!callsServed && !callsMade) return [];
    return [
      {
        ...node,
        callsServed,
        callsMade,
        callsFailed: total(its.failed, at),
        ownDelay: delayOf(its, at, "own"),
        serviceDelay: delayOf(its, at, "service"),
      },
    ];
  });
}

/** From node to node; series do not tell ports apart. */
function callsOf(table: SeriesTable, at: number[]): CallEdge[] {
  return table.edges.flatMap((its) => {
    const calls = total(its.requests, at);
    if (!calls) return [];
    const unanswered = total(its.unanswered, at);
    const failed = total(its.failed, at);
    return [{ from: its.from!, to: its.to!, port: 0, calls, unanswered, failed, delay: delayOf(its, at, "service") }];
  });
}

function patternsOf(report: Report, table: SeriesTable, at: number[]): Pattern[] {
  const series = byName(table.patterns);
  return report.patterns.flatMap((pattern) => {
    const its = series.get(pattern.id);
    const all = total(its?.requests, [...(its?.requests ?? []).keys()]);
    const count = total(its?.requests, at);
    if (!its || !count) return [];
    const share = count / all;
    const duration = delayOf(its, at, "service");
    return [
      {
        ...pattern,
        count: Math.round(pattern.count * share),
        expectedCount: pattern.expectedCount * share,
        duration,
      },
    ];
  });
}
