// A report of a stretch of time, of counts of its series and delays of its sums: what all views show while a stretch is chosen.
import {
  type CallEdge,
  EMPTY_DELAY,
  type NodeRow,
  type Pattern,
  type Report,
  type Series,
  type SeriesTable,
  type Span,
} from "./model";
import { blocksIn, delayOf, type DelayTrack, total } from "./sums";

/** The intervals whose middle lies in a stretch. */
export function intervalsIn(table: SeriesTable, span: Span): number[] {
  const at: number[] = [];
  for (let i = 0; i < table.count; i++) {
    const middle = table.firstNanos + (i + 0.5) * table.intervalNanos;
    if (middle >= span.from && middle < span.to) at.push(i);
  }
  return at;
}

/** The delays of a place in the stretch, by measure. */
class Delays {
  private readonly tracks = new Map<string, DelayTrack[]>();
  private readonly at: number[];

  constructor({ sums }: Report, span: Span) {
    this.at = sums ? blocksIn(sums, span) : [];
    for (const track of sums?.delays ?? []) {
      const key = Delays.key(track.measure, track.of === "pattern" ? track.peer : track.name, track.peer);
      this.tracks.set(key, [...(this.tracks.get(key) ?? []), track]);
    }
  }

  private static key(measure: string, name: string, peer: string) {
    return [measure, name, peer].join("\n");
  }

  of(measure: string, name: string, peer = "") {
    const tracks = this.tracks.get(Delays.key(measure, name, peer));
    return tracks ? delayOf(tracks, this.at) : EMPTY_DELAY;
  }
}

const byName = (list: Series[] | undefined) => new Map((list ?? []).map((s) => [s.name ?? `${s.from}\n${s.to}`, s]));

/** The report of what began in a stretch. Nodes, calls and paths that it holds no series of are left out; delays are those of the blocks of its sums. */
export function slice(report: Report, span: Span): Report {
  const requests = report.requests.filter((r) => r.startNanos >= span.from && r.startNanos <= span.to);
  const findings = report.findings.filter(
    (f) => f.onsetNanos === undefined || (f.onsetNanos <= span.to && (f.endNanos ?? Infinity) >= span.from),
  );
  const table = report.series;
  if (!table?.count) return { ...report, requests, findings, sliced: true };
  const at = intervalsIn(table, span);
  const delays = new Delays(report, span);
  const calls = callsOf(table, at, delays);
  return {
    ...report,
    sliced: true,
    requests,
    findings,
    nodes: nodesOf(report, table, at, delays),
    calls,
    edges: calls.map((c) => ({
      from: c.from,
      to: c.to,
      requests: c.calls,
      messages: 2 * c.calls - c.unanswered,
      bytes: 0,
    })),
    patterns: patternsOf(report, table, at, delays),
  };
}

function nodesOf(report: Report, table: SeriesTable, at: number[], delays: Delays): NodeRow[] {
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
        ? [{ ...node, callsMade, callsServed: 0, callsFailed: 0, ownDelay: EMPTY_DELAY, serviceDelay: EMPTY_DELAY }]
        : [];
    const callsServed = total(its.requests, at);
    if (!callsServed && !callsMade) return [];
    return [
      {
        ...node,
        callsServed,
        callsMade,
        callsFailed: total(its.failed, at),
        ownDelay: delays.of("own", node.name),
        serviceDelay: delays.of("service", node.name),
      },
    ];
  });
}

/** From node to node; series do not tell ports apart. */
function callsOf(table: SeriesTable, at: number[], delays: Delays): CallEdge[] {
  return table.edges.flatMap((its) => {
    const calls = total(its.requests, at);
    if (!calls) return [];
    const unanswered = total(its.unanswered, at);
    const failed = total(its.failed, at);
    return [
      {
        from: its.from!,
        to: its.to!,
        port: 0,
        calls,
        unanswered,
        failed,
        delay: delays.of("call", its.from!, its.to),
      },
    ];
  });
}

function patternsOf(report: Report, table: SeriesTable, at: number[], delays: Delays): Pattern[] {
  const series = byName(table.patterns);
  return report.patterns.flatMap((pattern) => {
    const its = series.get(pattern.id);
    const all = total(its?.requests, [...(its?.requests ?? []).keys()]);
    const count = total(its?.requests, at);
    if (!its || !count) return [];
    const share = count / all;
    const duration = delays.of("duration", pattern.id, pattern.id);
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
