// What stretches of time are added up from: delays in bins and counts, block of time by block of time (docs/formats.md, baseline). Here
// they are added, and a quantile is read off; whether two of them differ beyond chance the program judges, not the page.
import type * as fields from "./fields";
import { duration, percent } from "./format";
import { type Delay, EMPTY_DELAY, type Span } from "./model";

/** What a place is: a node, an edge between two, a role, a path by its identifier in `peer`, or the whole system. */
type Place = Pick<fields.DelayTrack, "of" | "name" | "peer">;

export type DelayTrack = fields.DelayTrack;

export type ShareTrack = fields.ShareTrack;

export type Sums = Omit<fields.Baseline, "requests">;

export type Contrast = fields.Contrast;

/** What `wirepath compare` tells of two times. */
export type Comparison = Pick<fields.Comparison, "falseAlarms" | "differences" | "contrasts">;

/** Bins whose upper bound is twice the lower one. */
const BINS_PER_OCTAVE = 32;

const nanosOf = (bin: number) => (bin === 0 ? 0 : 2 ** ((bin - 0.5) / BINS_PER_OCTAVE));

/** The blocks whose middle lies in a stretch. */
export function blocksIn(sums: Sums, span: Span): number[] {
  const blocks = sums.shares[0]?.events.length ?? sums.delays[0]?.blocks.length ?? 0;
  const length = (sums.lastNanos - sums.firstNanos) / blocks;
  return Array.from({ length: blocks }, (_, i) => i).filter((i) => {
    const middle = sums.firstNanos + (i + 0.5) * length;
    return middle >= span.from && middle < span.to;
  });
}

export const total = (numbers: number[] | undefined, at: number[]): number =>
  at.reduce((n, i) => n + (numbers?.[i] ?? 0), 0);

/** The delays of some blocks of some tracks, added. */
export function delayOf(tracks: DelayTrack[], at: number[]): Delay {
  const bins = new Map<number, number>();
  for (const track of tracks) {
    for (const i of at) {
      const block = track.blocks[i] ?? [];
      for (let b = 0; b + 1 < block.length; b += 2) bins.set(block[b]!, (bins.get(block[b]!) ?? 0) + block[b + 1]!);
    }
  }
  const order = [...bins].sort((a, b) => a[0] - b[0]);
  const samples = order.reduce((n, [, count]) => n + count, 0);
  if (!samples) return EMPTY_DELAY;
  const quantile = (share: number) => {
    let rest = share * samples;
    return nanosOf((order.find(([, count]) => (rest -= count) <= 0) ?? order.at(-1)!)[0]);
  };
  return {
    samples,
    meanNanos: order.reduce((n, [bin, count]) => n + nanosOf(bin) * count, 0) / samples,
    p50Nanos: quantile(0.5),
    p90Nanos: quantile(0.9),
    p99Nanos: quantile(0.99),
    maxNanos: nanosOf(order.at(-1)![0]),
  };
}

/** A measure of a place in two stretches, added and not judged. */
export type Pair = Pick<
  Contrast,
  "of" | "name" | "peer" | "measure" | "unit" | "before" | "after" | "countBefore" | "countAfter"
>;

const keyOf = (track: Place & { measure: string }) => [track.of, track.name, track.peer, track.measure].join("\n");

/** Everything that was summed, in both stretches. */
export function pairs(sums: Sums, before: Span, after: Span): Pair[] {
  const [a, b] = [blocksIn(sums, before), blocksIn(sums, after)];
  const tracks = new Map<string, DelayTrack[]>();
  for (const track of sums.delays) tracks.set(keyOf(track), [...(tracks.get(keyOf(track)) ?? []), track]);
  const delays = [...tracks.values()].map((all): Pair => {
    const { of, name, peer, measure } = all[0]!;
    const [one, other] = [delayOf(all, a), delayOf(all, b)];
    const values = { before: one.p50Nanos, after: other.p50Nanos };
    return {
      of,
      name,
      peer,
      measure,
      unit: "nanoseconds",
      ...values,
      countBefore: one.samples,
      countAfter: other.samples,
    };
  });
  const shares = sums.shares.map(({ of, name, peer, measure, events, trials }): Pair => {
    const share = (at: number[]) => total(events, at) / (total(trials, at) || 1);
    const counts = { countBefore: total(events, a), countAfter: total(events, b) };
    const unit = measure === "load" ? "perSecond" : "share";
    return { of, name, peer, measure, unit, before: share(a), after: share(b), ...counts };
  });
  return [...delays, ...shares].filter((pair) => pair.countBefore + pair.countAfter > 0);
}

/** A value with its unit. */
export function valueOf(unit: Contrast["unit"], value: number): string {
  if (unit === "nanoseconds") return duration(value);
  if (unit === "perSecond") return `${value < 10 ? value.toFixed(2) : Math.round(value)}/s`;
  return percent(value);
}

/** What a place is called. */
export function placeOf({ of, name, peer }: Place): string {
  if (of === "system") return "all requests of clients";
  if (of === "edge") return `${name} → ${peer}`;
  if (of === "role") return peer ? `from role ${name} to role ${peer}` : `role ${name}`;
  return name;
}
