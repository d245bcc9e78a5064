// Where the boxes of the map stand, and the way of an arrow from one to another: through gaps, for an arrow behind a box would
// seem to come from it.
import type { Place as OnMap } from "../model";

export const BOX = 138;
const HEIGHT = 36;
/** Between two boxes there is room for what is written on an arrow. */
export const COLUMN = BOX + 132;
const ROW = 54;
const LEFT = 10;

export interface Point {
  x: number;
  y: number;
}

/** The upper left corner of a box. */
export type Corner = Point;

/** The boxes of a column stand one below the other. */
interface Column {
  top: number;
  boxes: number;
}

export interface Placed {
  at: Map<string, Corner>;
  columns: Column[];
  width: number;
  height: number;
}

/** Closes the gaps that a filter leaves. */
export function placed(shown: { name: string; place: OnMap }[]): Placed {
  const numbers = [...new Set(shown.map((b) => b.place.column))].sort((a, b) => a - b);
  const its = numbers.map((c) => shown.filter((b) => b.place.column === c).sort((a, b) => a.place.row - b.place.row));
  const tallest = Math.max(...its.map((c) => c.length));
  const columns = its.map((c) => ({ top: 14 + ((tallest - c.length) / 2) * ROW, boxes: c.length }));
  const at = new Map<string, Corner>();
  its.forEach((column, i) => {
    column.forEach((box, j) => at.set(box.name, { x: LEFT + i * COLUMN, y: columns[i]!.top + j * ROW }));
  });
  return { at, columns, width: numbers.length * COLUMN - (COLUMN - BOX) + 56, height: tallest * ROW + 40 };
}

/** The height nearest to this one at which nothing stands in the column. */
function gapNear(y: number, { top, boxes }: Column): number {
  const row = Math.round((y - top - HEIGHT / 2) / ROW);
  const middle = top + row * ROW + HEIGHT / 2;
  if (row < 0 || row >= boxes || Math.abs(y - middle) > ROW / 2) return y;
  return middle + (y < middle ? -ROW / 2 : ROW / 2);
}

/** A part of an arrow, between two columns; it leaves and arrives level. */
export interface Bend {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** The parts of an arrow from left to right; between two of them it passes a column. */
export function bendsOf({ columns }: Placed, from: Corner, to: Corner): Bend[] {
  const first = (from.x - LEFT) / COLUMN;
  const last = (to.x - LEFT) / COLUMN;
  let [x1, y1] = [from.x + BOX, from.y + HEIGHT / 2];
  const bends: Bend[] = [];
  for (let i = first + 1; i <= last; i++) {
    const [x2, target] = [LEFT + i * COLUMN, to.y + HEIGHT / 2];
    const y2 = i === last ? target : gapNear(y1 + (target - y1) / (last - i + 1), columns[i]!);
    bends.push({ x1, y1, x2, y2 });
    [x1, y1] = [x2 + BOX, y2];
  }
  return bends;
}

/** The way of an arrow, as an SVG path. */
export function wayOf(places: Placed, from: Corner, to: Corner): string {
  if (to.x <= from.x) {
    const [x1, x2] = [from.x + BOX, to.x + BOX];
    return `M${x1} ${from.y + 24} C${x1 + 46} ${from.y + 24} ${x2 + 46} ${to.y + 12} ${x2} ${to.y + 12}`;
  }
  return bendsOf(places, from, to)
    .map(({ x1, y1, x2, y2 }, i) => {
      const middle = (x1 + x2) / 2;
      return `${i ? `H${x1}` : `M${x1} ${y1}`} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
    })
    .join(" ");
}

/** Where a part of an arrow is after this share of it. */
function pointOf({ x1, y1, x2, y2 }: Bend, t: number): Point {
  return { x: x1 + (x2 - x1) * (1.5 * t * (1 - t) + t ** 3), y: y1 + (y2 - y1) * (3 - 2 * t) * t * t };
}

/** What is to be written on an arrow. */
export interface Words {
  bends: Bend[];
  width: number;
  height: number;
}

/** Where words may stand on a part of an arrow, the best first. */
const PLACES = [0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2];

/** Points of each part of an arrow that words keep off. */
const POINTS = Array.from({ length: 17 }, (_, i) => i / 16);

/** Words over words, or over a column of boxes, are worse than words over a line. */
const OVER_WORDS = 100;

/** All are placed again as often, each by where the others stand then. */
const ROUNDS = 3;

/**
 * The middle of the words of each arrow: on it, between two columns, as far from other arrows as there is room. Undefined where they
 * would stand over a box or those of an earlier one.
 */
export function wordPlaces(all: Words[]): (Point | undefined)[] {
  const lines = all.map(({ bends }) => bends.flatMap((bend) => POINTS.map((t) => pointOf(bend, t))));
  const places = all.map(({ bends }) => [...bends].reverse().flatMap((bend) => placesOn(bend)));
  const at = places.map((own) => own[0]!);
  const overWords = (i: number, place: Point, other: number) =>
    over(place, at[other]!, (all[i]!.width + all[other]!.width) / 2, (all[i]!.height + all[other]!.height) / 2);
  const fits = (i: number, place: Place) => all[i]!.width / 2 <= place.room;
  const cost = (i: number, place: Place) => {
    const { width, height } = all[i]!;
    let sum = fits(i, place) ? 0 : OVER_WORDS;
    all.forEach((_, other) => {
      if (other === i) return;
      const words = overWords(i, place, other);
      if (words) sum += OVER_WORDS * (1 + words);
      for (const point of lines[other]!) sum += over(place, point, width / 2, height / 2);
    });
    return sum;
  };
  for (let round = 0; round < ROUNDS; round++) {
    places.forEach((own, i) => {
      const costs = own.map((place) => cost(i, place));
      at[i] = own[costs.indexOf(Math.min(...costs))]!;
    });
  }
  const free: number[] = [];
  at.forEach((place, i) => {
    if (fits(i, place) && !free.some((other) => overWords(i, place, other))) free.push(i);
  });
  return at.map((place, i) => (free.includes(i) ? { x: place.x, y: place.y } : undefined));
}

/** A place for words, and how far it is to the next column. */
interface Place extends Point {
  room: number;
}

const placesOn = (bend: Bend): Place[] =>
  PLACES.map((t) => pointOf(bend, t)).map((p) => ({ ...p, room: Math.min(p.x - bend.x1, bend.x2 - p.x) }));

/** How far two that are so wide and high together stand over each other: 1 is wholly, 0 not at all. */
const over = (a: Point, b: Point, width: number, height: number): number =>
  Math.max(0, 1 - Math.abs(a.x - b.x) / width) * Math.max(0, 1 - Math.abs(a.y - b.y) / height);
