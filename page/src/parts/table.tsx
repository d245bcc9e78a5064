import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { count } from "../format";
import { change, type Route } from "../route";
import { csv, saveText } from "./save";
import { Scroll } from "./scroll";

export interface Column<T> {
  title: string;
  /** What is sorted by and saved; null sorts last. */
  value: (row: T) => string | number | null;
  /** What a service calls this order. */
  order?: string;
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
  /** Where the rows are a page of more, which are in order already. */
  page?: Page<T>;
}

/** A page of rows that a service holds. */
export interface Page<T> {
  /** Rows before this page, and in all. */
  skip: number;
  found: number;
  all: () => Promise<T[]>;
}

/** Rows of a page. */
export const PAGE = 50;

/** The column that a table is sorted by, as the URL says it. */
export function orderOf<T>(columns: Column<T>[], route: Route, sort: string, name = "") {
  const wanted = route.params.get(`${name}sort`) ?? sort;
  const down = wanted.startsWith("-");
  const title = down ? wanted.slice(1) : wanted;
  return { column: columns.find((c) => c.title === title) ?? columns[0]!, down };
}

/** A press of the button shows so many, then so many times more, and at most so many more: ten thousand rows at once would stop the page. */
const STEP = 200;
const GROWTH = 4;
const MOST_MORE = 3000;

const grown = (rows: number) => Math.max(STEP, Math.min(GROWTH * rows, rows + MOST_MORE));

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

/** Once there are more rows, what comes next on the keyboard is the first that is new. */
function useGrowth(shown: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const before = useRef(0);
  useEffect(() => {
    const row = before.current ? body.current?.rows[before.current] : undefined;
    before.current = 0;
    if (!row) return;
    row.tabIndex = -1;
    (row.querySelector<HTMLElement>("a, button") ?? row).focus();
  }, [shown]);
  return { body, onMore: () => (before.current = shown) };
}

/** A table that sorts by any column. The order stands in the URL. */
export function Table<T>({ caption, columns, rows, route, sort, name = "", most = 50, page }: Props<T>) {
  const { column, down } = orderOf(columns, route, sort, name);
  const wantedRows = Math.max(most, Number(route.params.get(`${name}rows`)) || 0);
  const ordered = page ? rows : sorted(rows, column, down);
  const shown = page ? rows : ordered.slice(0, wantedRows);
  const { body, onMore } = useGrowth(shown.length);
  const sortBy = (c: Column<T>) =>
    change({
      [`${name}sort`]: (c === column ? !down : c.number) ? `-${c.title}` : c.title,
      ...(page && { [`${name}skip`]: "" }),
    });
  const save = async () => {
    const all = page ? await page.all() : ordered;
    saveText(
      "wirepath.csv",
      "text/csv",
      csv(
        columns.map((c) => c.title),
        all.map((row) => columns.map((c) => c.value(row))),
      ),
    );
  };
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
          <tbody ref={body}>
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
        {page && page.found > rows.length && <Turn page={page} shown={rows.length} name={name} />}
        {shown.length < rows.length && (
          <button
            type="button"
            onClick={() => {
              onMore();
              change({ [`${name}rows`]: String(grown(wantedRows)) });
            }}
          >
            {rows.length <= grown(wantedRows) ? `Show all ${count(rows.length)}` : `Show more of ${count(rows.length)}`}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => void save()}>
          Save as CSV
        </button>
      </div>
    </div>
  );
}

/** Turns the pages. */
function Turn<T>({ page: { skip, found }, shown, name }: { page: Page<T>; shown: number; name: string }) {
  const to = (first: number) => change({ [`${name}skip`]: first > 0 ? String(first) : "" });
  return (
    <>
      <button type="button" disabled={skip <= 0} onClick={() => to(skip - PAGE)}>
        Previous
      </button>
      <span class="dim small">{`${count(skip + 1)}–${count(skip + shown)} of ${count(found)}`}</span>
      <button type="button" disabled={skip + shown >= found} onClick={() => to(skip + PAGE)}>
        Next
      </button>
    </>
  );
}

function classes<T>(c: Column<T>): string {
  return [c.number && "num", c.wide && "wide"].filter(Boolean).join(" ");
}
