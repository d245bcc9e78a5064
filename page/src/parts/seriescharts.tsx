// What a node, an edge or a path did over time, as small multiples.
import { useMemo } from "preact/hooks";
import { digits, duration, expected } from "../format";
import type { Report, Series, SeriesTable } from "../model";
import type { PartName, Source } from "../source";
import { useParts } from "./asked";
import { type Chart, Charts, type Curve, marksOf } from "./charts";

interface Props {
  report: Report;
  source: Source;
  /** Of which of the series. */
  find: (table: SeriesTable) => Series | undefined;
  span: { from: number; to: number } | null;
}

const SERIES: PartName[] = ["series"];

/** A quantity that was 0 all the time has no curve, and a chart without a curve is left out. */
export function chartsOf(series: Series, intervalNanos: number): Chart[] {
  const rate = (name: string, values: number[] | undefined, bad = false): Curve[] =>
    values?.some((n) => n) ? [{ name, values: values.map((n) => n / (intervalNanos / 1e9)), bad }] : [];
  const time = (name: string, values: (number | null)[] | undefined): Curve[] =>
    values?.some((n) => n !== null) ? [{ name, values }] : [];
  const all: Chart[] = [
    { title: "Requests per second", curves: rate("requests", series.requests), format: expected },
    {
      title: "Requests in flight",
      curves: series.inFlight ? [{ name: "in flight", values: series.inFlight }] : [],
      format: (n) => digits(n, 3),
    },
    {
      title: "Own time",
      curves: [...time("median", series.ownP50Nanos), ...time("p99", series.ownP99Nanos)],
      format: duration,
    },
    {
      title: "Duration",
      curves: [...time("median", series.serviceP50Nanos), ...time("p99", series.serviceP99Nanos)],
      format: duration,
    },
    {
      title: "Errors per second",
      curves: [
        ...rate("failed", series.failed, true),
        ...rate("refused", series.refused, true),
        ...rate("unanswered", series.unanswered, true),
      ],
      format: expected,
    },
    {
      title: "Segments sent again per second",
      curves: rate("segments", series.resentSegments, true),
      format: expected,
    },
    {
      title: "Attempts to connect per second",
      curves: [
        ...rate("opened", series.connectionsOpened),
        ...rate("refused", series.connectionsRefused, true),
        ...rate("not answered", series.connectionsUnanswered, true),
      ],
      format: expected,
    },
  ];
  return all.filter((chart) => chart.curves.length);
}

export function SeriesCharts({ report: begun, source, find, span }: Props) {
  const { report } = useParts(source, begun, SERIES);
  const table = report?.series;
  const series = table && find(table);
  const charts = useMemo(() => (table && series ? chartsOf(series, table.intervalNanos) : []), [table, series]);
  const nanos = useMemo(
    () => (table ? Array.from({ length: table.count }, (_, i) => table.firstNanos + i * table.intervalNanos) : []),
    [table],
  );
  const marks = useMemo(() => marksOf(begun.findings), [begun.findings]);
  if (!report) return <p class="dim">Loading …</p>;
  if (!series || nanos.length < 2)
    return <p class="dim">This report holds no series of it: it holds those of the busiest.</p>;
  return <Charts nanos={nanos} charts={charts} marks={marks} span={span} />;
}
