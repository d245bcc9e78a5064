// The humps of a distribution of delays.
import { duration, percent } from "./format";
import type { Delay } from "./model";

type Bin = [from: number, to: number, share: number];

export interface Hump {
  share: number;
  /** The middle of its highest bin. */
  aroundNanos: number;
  from: number;
  to: number;
}

/** A hump holds this share at least, and the valley beside it is lower than this part of the lower peak. */
const MIN_SHARE = 0.05;
const VALLEY = 0.5;

/** Samples below which a distribution looks rough by chance. */
const MIN_SAMPLES = 30;

/** The humps of a distribution over a logarithmic axis, from left to right; one, unless there are clearly more. */
export function humps(delay: Delay): Hump[] {
  const bins = filled(delay.histogram ?? []);
  if (!bins.length) return [];
  const smooth = bins.map((b, i) => (2 * b[2] + (bins[i - 1]?.[2] ?? 0) + (bins[i + 1]?.[2] ?? 0)) / 4);
  let parts = [{ first: 0, last: bins.length - 1 }];
  if (delay.samples >= MIN_SAMPLES) parts = split(smooth);
  const share = (p: { first: number; last: number }) => sum(bins, p.first, p.last);
  const all = sum(bins, 0, bins.length - 1) || 1;
  while (parts.length > 1) {
    const small = parts.findIndex((p) => share(p) / all < MIN_SHARE);
    if (small < 0) break;
    const into = small ? small - 1 : 1;
    parts[into] = {
      first: Math.min(parts[into]!.first, parts[small]!.first),
      last: Math.max(parts[into]!.last, parts[small]!.last),
    };
    parts.splice(small, 1);
  }
  return parts.map((p) => {
    let top = p.first;
    for (let i = p.first; i <= p.last; i++) if (bins[i]![2] > bins[top]![2]) top = i;
    const [from, to] = [bins[top]![0] || bins[top]![1] / 2, bins[top]![1]];
    return {
      share: share(p) / all,
      aroundNanos: Math.sqrt(from * to),
      from: bins[p.first]![0],
      to: bins[p.last]![1],
    };
  });
}

const sum = (bins: Bin[], first: number, last: number) => bins.slice(first, last + 1).reduce((n, b) => n + b[2], 0);

/** Empty bins between two that are not. */
function filled(bins: Bin[]): Bin[] {
  const out: Bin[] = [];
  for (const bin of bins) {
    const before = out.at(-1);
    const width = Math.SQRT2 ** 0.5;
    for (let at = before?.[1] ?? bin[0]; at > 0 && at * width ** 0.5 < bin[0]; at *= width)
      out.push([at, at * width, 0]);
    out.push(bin);
  }
  return out;
}

/** Cuts at valleys. */
function split(heights: number[]): { first: number; last: number }[] {
  const parts: { first: number; last: number }[] = [];
  let first = 0;
  let peak = 0;
  let low = Number.POSITIVE_INFINITY;
  let valley = 0;
  for (let i = 0; i < heights.length; i++) {
    const h = heights[i]!;
    if (h < low) {
      low = h;
      valley = i;
    }
    if (low < VALLEY * Math.min(peak, h)) {
      parts.push({ first, last: valley });
      first = valley + 1;
      peak = h;
      low = h;
      valley = i;
    } else if (h > peak) {
      peak = h;
      low = h;
      valley = i;
    }
  }
  parts.push({ first, last: heights.length - 1 });
  return parts.filter((p) => p.last >= p.first);
}

/** In words, where there are several. */
export function humpWords(found: Hump[]): string {
  if (found.length < 2) return "";
  return `${found.length} humps: ${found.map((h) => `${percent(h.share)} around ${duration(h.aroundNanos)}`).join(", ")}`;
}
