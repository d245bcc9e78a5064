import type { ComponentChildren } from "preact";
import { count } from "../format";
import { change, type Route } from "../route";
import { csv, saveText } from "./save";
import { Scroll } from "./scroll";

export interface Column<T> {
  title: string;
  /** What is sorted by and saved; null sorts last. */
  value: (row: T) => string | number | null;
  /** What is shown, where that is not the value itself. */
  cell?: (row: T) => ComponentChildren;
  number?: boolean;
  /** Left out where the screen is narrow. */
  wide?: boolean;
}

interface Props<T> {
  caption: string;
  columns: Column<T>[];
  rows: T[];
  route: Route;
  /** Title of the column that the table is sorted by at first, with "-" before it for descending order. */
  sort: string;
  /** Tells the parameters of this table from those of others in the same view. */
  name?: string;
  /** Rows shown before the button that shows all. */
  most?: number;
}

/** A press of the button shows so many, and then so many times more: ten thousand rows at once would stop the page. */
const STEP = 200;
const GROWTH = 4;

const order = new Intl.Collator(undefined, { numeric: true });

function sorted<T>(rows: T[], column: Column<T>, down: boolean): T[] {
  const keyed = rows.map((row, i) => ({ row, i, key: column.value(row) }));
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) return a.key === b.key ? a.i - b.i : a.key === null ? 1 : -1;
    const c =
      typeof a.key === "number" && typeof b.key === "number"
        ? a.key - b.key
        : order.compare(String(a.key), String(b.key));
    return (down ? -c : c) || a.i - b.i;
  });
  return keyed.map((each) => each.row);
}

/** A table that sorts by any column. The order stands in the URL. */
export function Table<T>({ caption, columns, rows, route, sort, name = "", most = 50 }: Props<T>) {
  const wanted = route.params.get(`${name}sort`) ?? sort;
  const down = wanted.startsWith("-");
  const title = down ? wanted.slice(1) : wanted;
  const column = columns.find((c) => c.title === title) ?? columns[0]!;
  const wantedRows = Math.max(most, Number(route.params.get(`${name}rows`)) || 0);
  const ordered = sorted(rows, column, down);
  const shown = ordered.slice(0, wantedRows);
  const sortBy = (c: Column<T>) =>
    change({ [`${name}sort`]: (c === column ? !down : c.number) ? `-${c.title}` : c.title });
  const save = () =>
    saveText(
      "wirepath.csv",
      "text/csv",
      csv(
        columns.map((c) => c.title),
        ordered.map((row) => columns.map((c) => c.value(row))),
      ),
    );
  if (!rows.length) return <p class="dim">There are none.</p>;
  return (
    <div class="table">
      <Scroll label={caption}>
        <table>
          <caption class="hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((c) => (
                <th
                  key={c.title}
                  scope="col"
                  class={classes(c)}
                  aria-sort={c === column ? (down ? "descending" : "ascending") : undefined}
                >
                  <button type="button" onClick={() => sortBy(c)}>
                    {c.title}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, i) => (
              <tr key={i}>
                {columns.map((c) => (
                  <td key={c.title} class={classes(c)}>
                    {c.cell ? c.cell(row) : c.value(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <div class="below">
        {shown.length < rows.length && (
          <button
            type="button"
            onClick={() => change({ [`${name}rows`]: String(Math.max(STEP, GROWTH * wantedRows)) })}
          >
            {rows.length <= Math.max(STEP, GROWTH * wantedRows)
              ? `Show all ${count(rows.length)}`
              : `Show more of ${count(rows.length)}`}
          </button>
        )}
        <button type="button" class="quiet" onClick={save}>
          Save as CSV
        </button>
      </div>
    </div>
  );
}

function classes<T>(c: Column<T>): string {
  return [c.number && "num", c.wide && "wide"].filter(Boolean).join(" ");
}
