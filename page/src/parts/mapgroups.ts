// Folds a map of very many services: what names say belongs together is one box, and one arrow what goes between.
import type { BoxPair } from "../served";
import type { Box } from "../views/map";

/** So many boxes can still be read. */
export const READABLE = 60;

/** A way to see from its name what a service belongs to; an empty text where it does not say. */
type Family = (name: string) => string;

/** From the finest on: "shop-cart-*", then "shop-*" or "*.shop", then "shop*" of "shop17". */
const FAMILIES: Family[] = [
  (name) => /^(.+[-_/:])[^-_/:]+$/.exec(name)?.[1] ?? "",
  (name) => /^[^.]+(\..+)$/.exec(name)?.[1] ?? "",
  (name) => /^([^-_./:]+[-_./:])/.exec(name)?.[1] ?? "",
  (name) => /^(.*?\D)\d+$/.exec(name)?.[1] ?? "",
];

const shownAs = (family: string) => (family.startsWith(".") ? `*${family}` : `${family}*`);

/** Groups of two and more boxes by what they belong to; those that say nothing stand alone. */
function groups(boxes: Box[], family: Family): Map<string, Box[]> {
  const all = new Map<string, Box[]>();
  for (const box of boxes) {
    const of = family(box.name);
    const name = of ? shownAs(of) : box.name;
    const own = all.get(name);
    if (own) own.push(box);
    else all.set(name, [box]);
  }
  return all;
}

/** By the finest family that leaves a map that can be read; where names say nothing, by column. */
function best(boxes: Box[], most: number): Map<string, Box[]> {
  const column: Family = () => "";
  for (const family of FAMILIES) {
    const found = groups(boxes, family);
    if (found.size <= most) return found;
  }
  const loose = groups(boxes, FAMILIES[2] ?? column);
  const all = new Map<string, Box[]>();
  for (const [name, own] of loose) {
    const at = own.length > 1 ? name : `others in column ${own[0]!.place.column + 1}`;
    all.set(at, [...(all.get(at) ?? []), ...own]);
  }
  if (all.size <= most) return all;
  const byColumn = new Map<string, Box[]>();
  for (const box of boxes) {
    const at = `column ${box.place.column + 1}`;
    byColumn.set(at, [...(byColumn.get(at) ?? []), box]);
  }
  return byColumn;
}

const mostFrequent = (numbers: number[]) => {
  const times = new Map<number, number>();
  for (const n of numbers) times.set(n, (times.get(n) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]![0];
};

function boxOf(name: string, own: Box[]): Box {
  const column = mostFrequent(own.map((b) => b.place.column));
  const row = own.reduce((n, b) => n + b.place.row, 0) / own.length;
  return {
    name,
    role: name,
    place: { name, column, row },
    members: own.flatMap((b) => [b.name, ...b.members]),
    traced: own.every((b) => b.traced),
    words: `${own.length} services`,
    folds: true,
  };
}

/**
 * The boxes of a map, folded where they are too many to be read. What is open or sick stands alone.
 *
 * @param open names of groups that are not folded
 */
export function grouped(boxes: Box[], traffic: BoxPair[], open: Set<string>, isSick: (box: Box) => boolean) {
  if (boxes.length <= READABLE) return { boxes, traffic };
  const single = boxes.filter((b) => b.name === "CLIENT" || isSick(b)).slice(0, READABLE / 2);
  const kept = new Set(single.map((b) => b.name));
  const told = new Map<string, string>();
  const shown = [...single];
  for (const [name, own] of best(
    boxes.filter((b) => !kept.has(b.name)),
    READABLE - single.length,
  )) {
    if (own.length < 2 || open.has(name)) shown.push(...own);
    else {
      shown.push(boxOf(name, own));
      for (const b of own) told.set(b.name, name);
    }
  }
  return { boxes: shown, traffic: between(traffic, (name) => told.get(name) ?? name) };
}

/** The same traffic between other boxes; what goes on inside one is left out. */
function between(traffic: BoxPair[], boxAt: (name: string) => string): BoxPair[] {
  const sums = new Map<string, BoxPair>();
  for (const pair of traffic) {
    const [from, to] = [boxAt(pair.from), boxAt(pair.to)];
    if (from === to && pair.from !== pair.to) continue;
    const key = JSON.stringify([from, to]);
    const sum = sums.get(key);
    sums.set(key, sum ? added(sum, pair) : { ...pair, from, to });
  }
  return [...sums.values()].sort((a, b) => b.requests - a.requests);
}

const added = (a: BoxPair, b: BoxPair): BoxPair => ({
  from: a.from,
  to: a.to,
  requests: a.requests + b.requests,
  messages: a.messages + b.messages,
  bytes: a.bytes + b.bytes,
  calls: a.calls + b.calls,
  unanswered: a.unanswered + b.unanswered,
  failed: a.failed + b.failed,
  notOpened: a.notOpened + b.notOpened,
  nanos: a.nanos + b.nanos,
  leastP50Nanos: Math.min(a.leastP50Nanos || b.leastP50Nanos, b.leastP50Nanos || a.leastP50Nanos),
  mostP50Nanos: Math.max(a.mostP50Nanos, b.mostP50Nanos),
  mostP99Nanos: Math.max(a.mostP99Nanos, b.mostP99Nanos),
});
