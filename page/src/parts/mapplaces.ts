// Where the boxes of the map stand, and the way of an arrow from one to another: through gaps, for an arrow behind a box would
// seem to come from it.
import type { Place } from "../model";

export const BOX = 138;
const HEIGHT = 36;
/** Between two boxes there is room for what is written on an arrow. */
export const COLUMN = BOX + 132;
const ROW = 54;
const LEFT = 10;

/** The upper left corner of a box. */
export interface Corner {
  x: number;
  y: number;
}

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
export function placed(shown: { name: string; place: Place }[]): Placed {
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

/** The way of an arrow, as an SVG path. */
export function wayOf({ columns }: Placed, from: Corner, to: Corner): string {
  if (to.x <= from.x) {
    const [x1, x2] = [from.x + BOX, to.x + BOX];
    return `M${x1} ${from.y + 24} C${x1 + 46} ${from.y + 24} ${x2 + 46} ${to.y + 12} ${x2} ${to.y + 12}`;
  }
  const first = (from.x - LEFT) / COLUMN;
  const last = (to.x - LEFT) / COLUMN;
  let [x, y] = [from.x + BOX, from.y + HEIGHT / 2];
  let way = `M${x} ${y}`;
  for (let i = first + 1; i <= last; i++) {
    const [nextX, target] = [LEFT + i * COLUMN, to.y + HEIGHT / 2];
    const next = i === last ? target : gapNear(y + (target - y) / (last - i + 1), columns[i]!);
    const bend = (nextX - x) / 2;
    way += ` C${x + bend} ${y} ${nextX - bend} ${next} ${nextX} ${next}`;
    if (i < last) way += ` H${nextX + BOX}`;
    [x, y] = [nextX + BOX, next];
  }
  return way;
}
