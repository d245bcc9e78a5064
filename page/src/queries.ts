// Queries of the service: examples, what the form says, and answers as the rows of one table.
import type { QueryResult, StandingQuery } from "./source";

/** What was entered; text where it makes no sense. */
export function entered(of: (key: string) => string): StandingQuery | string {
  const seconds = of("every").trim() === "" ? 0 : Number(of("every"));
  const name = of("name").trim();
  if (!Number.isFinite(seconds) || seconds < 0)
    return "The interval is a number of seconds, or nothing for each window.";
  if (!name || !of("query").trim()) return "A standing query has a name and a text.";
  return { name, query: of("query").trim(), everyNanos: Math.round(seconds * 1e9) };
}

/** A question that many have, and its query. */
export interface Example {
  words: string;
  name: string;
  query: string;
}

export const EXAMPLES: Example[] = [
  {
    words: "Failures by server",
    name: "failures",
    query: 'From r In responses Where r.verdict = "failed" GroupBy r.server Select r.server, COUNT',
  },
  {
    words: "Slow requests of clients",
    name: "slow_requests",
    query:
      'From r In responses Where r.clientRole = "CLIENT" And r.latency > 100ms GroupBy r.server, r.operation Select r.server, r.operation, COUNT, MAX(r.latency)',
  },
  {
    words: "Delay of each server",
    name: "delays",
    query:
      "From r In responses GroupBy r.serverRole, r.server Select r.serverRole, r.server, COUNT, median(r.latency), p99(r.latency)",
  },
  {
    words: "Who makes the database work",
    name: "db_by_client",
    query:
      'From r In responses Where r.protocol = "postgresql" Join c In First(requests) On c -> r GroupBy r.server, c.client Select r.server, c.client, COUNT, SUM(r.bytes)',
  },
];

export interface AnswerRow {
  fromNanos: number;
  toNanos: number;
  values: Record<string, string | number | boolean | null>;
}

/** The rows of all answers, the latest first. */
export function answerRows(results: QueryResult[]): AnswerRow[] {
  return [...results]
    .reverse()
    .flatMap(({ fromNanos, toNanos, rows }) => rows.map((values) => ({ fromNanos, toNanos, values })));
}

/** An estimate with its bounds, or the value as it is. */
export function cellText(row: AnswerRow, name: string, estimate: boolean): string {
  const value = row.values[name] ?? "–";
  const low = row.values[`${name}_low`];
  const high = row.values[`${name}_high`];
  return estimate && low !== high ? `${value} (${low} to ${high})` : String(value);
}
