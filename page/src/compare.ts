// What differs between two stretches of time beyond chance, from the series of a report: the words of `wirepath compare`.
import { duration, percent } from "./format";
import type { Series, SeriesTable } from "./model";

/** A stretch of time; ns since the epoch. */
export interface Span {
  from: number;
  to: number;
}

export type Measure = "own" | "service" | "failed" | "refused" | "unanswered" | "load";

export interface Contrast {
  of: "node" | "role" | "edge";
  name: string;
  measure: Measure;
  before: number;
  after: number;
  /** Half of the 95 % interval of the difference. */
  halfWidth: number;
  countBefore: number;
  countAfter: number;
  /** Of a difference this large without a cause. */
  chance: number;
  differs: boolean;
}

/** Of all contrasts together: how probable one false difference is. */
export const FALSE_ALARMS = 0.01;

/** Intervals with requests that each side needs, and events that a share needs: below, chance is not known well enough. */
const LEAST_INTERVALS = 4;
const LEAST_EVENTS = 4;

const Z95 = 1.96;

interface Side {
  series: Series;
  /** Intervals that lie in the stretch. */
  at: number[];
  seconds: number;
}

function sideOf(table: SeriesTable, series: Series, span: Span): Side {
  const at: number[] = [];
  for (let i = 0; i < table.count; i++) {
    const middle = table.firstNanos + (i + 0.5) * table.intervalNanos;
    if (middle >= span.from && middle < span.to) at.push(i);
  }
  return { series, at, seconds: (at.length * table.intervalNanos) / 1e9 };
}

/** The distribution of the normal law above |z|, both sides (Abramowitz and Stegun 7.1.26). */
export function chanceOf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const p = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.min(1, p * Math.exp(-x * x));
}

const total = (numbers: number[] | undefined, at: number[]) => at.reduce((n, i) => n + (numbers?.[i] ?? 0), 0);

function weightedMedian(pairs: { value: number; weight: number }[]): number {
  const order = [...pairs].sort((a, b) => a.value - b.value);
  let rest = order.reduce((n, p) => n + p.weight, 0) / 2;
  for (const p of order) {
    rest -= p.weight;
    if (rest <= 0) return p.value;
  }
  return order.at(-1)?.value ?? 0;
}

/** Medians of intervals against each other: Wilcoxon's rank sum test, and how far apart the two are (Hodges and Lehmann). */
function delays(before: Side, after: Side, field: "ownP50Nanos" | "serviceP50Nanos") {
  const values = (side: Side) =>
    side.at.flatMap((i) => {
      const value = side.series[field]?.[i];
      return value === null || value === undefined ? [] : [{ value, weight: side.series.requests[i] ?? 0 }];
    });
  const [a, b] = [values(before), values(after)];
  if (Math.min(a.length, b.length) < LEAST_INTERVALS) return null;
  const all = [...a.map((p) => ({ ...p, side: 0 })), ...b.map((p) => ({ ...p, side: 1 }))];
  all.sort((x, y) => x.value - y.value);
  let ranks = 0;
  let ties = 0;
  for (let i = 0; i < all.length;) {
    let end = i;
    while (end < all.length && all[end]!.value === all[i]!.value) end++;
    const tied = end - i;
    ties += tied ** 3 - tied;
    for (; i < end; i++) ranks += all[i]!.side ? end - (tied - 1) / 2 : 0;
  }
  const n = all.length;
  const mean = (b.length * (n + 1)) / 2;
  const variance = ((a.length * b.length) / 12) * (n + 1 - ties / (n * (n - 1)));
  const z = variance > 0 ? (Math.abs(ranks - mean) - 0.5) / Math.sqrt(variance) : 0;
  const apart = b.flatMap((y) => a.map((x) => y.value - x.value)).sort((x, y) => x - y);
  const margin = Math.min(apart.length / 2, Z95 * Math.sqrt(variance));
  const low = apart[Math.floor(apart.length / 2 - margin)] ?? 0;
  const high = apart[Math.min(apart.length - 1, Math.ceil(apart.length / 2 + margin))] ?? 0;
  return {
    before: weightedMedian(a),
    after: weightedMedian(b),
    halfWidth: (high - low) / 2,
    chance: chanceOf(Math.max(0, z)),
  };
}

/** Variance of counts about their mean, as a multiple of what chance alone gives: requests and failures come in bursts. */
function dispersion(
  sides: Side[],
  events: (s: Side, i: number) => number,
  wanted: (s: Side, i: number) => number,
): number {
  let sum = 0;
  let intervals = 0;
  for (const side of sides) {
    for (const i of side.at) {
      const mean = wanted(side, i);
      if (mean <= 0) continue;
      sum += (events(side, i) - mean) ** 2 / mean;
      intervals++;
    }
  }
  return intervals > sides.length ? Math.max(1, sum / (intervals - sides.length)) : 1;
}

function shares(before: Side, after: Side, field: "failed" | "refused" | "unanswered") {
  const [e0, e1] = [total(before.series[field], before.at), total(after.series[field], after.at)];
  const [n0, n1] = [total(before.series.requests, before.at), total(after.series.requests, after.at)];
  if (e0 + e1 < LEAST_EVENTS || !n0 || !n1) return null;
  const [p0, p1, p] = [e0 / n0, e1 / n1, (e0 + e1) / (n0 + n1)];
  const bursts = dispersion(
    [before, after],
    (s, i) => s.series[field]?.[i] ?? 0,
    (s, i) => (s.series.requests[i] ?? 0) * (s === before ? p0 : p1),
  );
  const error = Math.sqrt(bursts * p * (1 - p) * (1 / n0 + 1 / n1));
  return { before: p0, after: p1, halfWidth: Z95 * error, chance: error > 0 ? chanceOf((p1 - p0) / error) : 1 };
}

function load(before: Side, after: Side) {
  if (Math.min(before.at.length, after.at.length) < LEAST_INTERVALS) return null;
  const [n0, n1] = [total(before.series.requests, before.at), total(after.series.requests, after.at)];
  const [r0, r1] = [n0 / before.seconds, n1 / after.seconds];
  const bursts = dispersion(
    [before, after],
    (s, i) => s.series.requests[i] ?? 0,
    (s) => (s === before ? n0 / before.at.length : n1 / after.at.length),
  );
  const error = Math.sqrt(bursts * (n0 / before.seconds ** 2 + n1 / after.seconds ** 2));
  return { before: r0, after: r1, halfWidth: Z95 * error, chance: error > 0 ? chanceOf((r1 - r0) / error) : 1 };
}

/**
 * Every quantity of every node, role and edge in both stretches, which may be of two reports; what differs first, by its chance. Roles
 * that one node plays are told by that node.
 */
export function compare(
  before: SeriesTable,
  first: Span,
  after: SeriesTable,
  second: Span,
  ofOne: ReadonlySet<string> = new Set(),
): Contrast[] {
  const all: Contrast[] = [];
  for (const of of ["role", "node", "edge"] as const) {
    const key = (s: Series) => (of === "edge" ? `${s.from} → ${s.to}` : s.name!);
    const others = new Map(before[`${of}s`].map((s) => [key(s), s]));
    for (const series of after[`${of}s`]) {
      const other = others.get(key(series));
      if (!other || (of === "role" && ofOne.has(series.name!))) continue;
      const [a, b] = [sideOf(before, other, first), sideOf(after, series, second)];
      const [countBefore, countAfter] = [total(other.requests, a.at), total(series.requests, b.at)];
      const add = (measure: Measure, found: ReturnType<typeof load>) =>
        found && all.push({ of, name: key(series), measure, ...found, countBefore, countAfter, differs: false });
      if (of === "edge") add("service", delays(a, b, "serviceP50Nanos"));
      else add("own", delays(a, b, "ownP50Nanos"));
      if (of === "role") continue;
      if (of === "node") {
        add("failed", shares(a, b, "failed"));
        add("refused", shares(a, b, "refused"));
        add("unanswered", shares(a, b, "unanswered"));
      }
      add("load", load(a, b));
    }
  }
  for (const contrast of all) contrast.differs = contrast.chance * all.length <= FALSE_ALARMS;
  return all.sort((x, y) => Number(y.differs) - Number(x.differs) || x.chance - y.chance);
}

/** A value of a contrast with its unit. */
export function valueOf(measure: Measure, value: number): string {
  if (measure === "own" || measure === "service") return duration(value);
  if (measure === "load") return `${value < 10 ? value.toFixed(2) : Math.round(value)}/s`;
  return percent(value);
}

/** One sentence. */
export function sentence(c: Contrast): string {
  const value = (x: number) => valueOf(c.measure, x);
  const more = c.after > c.before;
  const change = `${value(c.before)} before, ${value(c.after)} after`;
  const place = c.of === "role" ? `Role ${c.name}` : c.name;
  switch (c.measure) {
    case "own":
      return `${place} takes about ${value(Math.abs(c.after - c.before))} ${more ? "longer" : "less"} for a request of its own: ${change}`;
    case "service":
      return `Calls ${place} take about ${value(Math.abs(c.after - c.before))} ${more ? "longer" : "less"}: ${change}`;
    case "failed":
      return `${place} answers with an error ${more ? "more" : "less"} often: ${change}`;
    case "refused":
      return `${place} refuses requests ${more ? "more" : "less"} often: ${change}`;
    case "unanswered":
      return `${place} leaves requests unanswered ${more ? "more" : "less"} often: ${change}`;
    case "load":
      return `${place} gets ${more ? "more" : "fewer"} requests: ${change}`;
  }
}
