// What a view asks for besides what the page began with.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Report } from "../model";
import type { Route } from "../route";
import type { PartName, Source, WantedRows } from "../source";
import { type Column, orderOf, PAGE } from "./table";

/** A report with these parts; one from a file has all of them. */
export async function withParts(source: Source, report: Report, names: PartName[]): Promise<Report> {
  const { more } = source;
  if (more && report.range && names.includes("requests"))
    return { ...report, requests: await more.requests(report.range) };
  if (!more || !report.window) return report;
  return Object.assign({}, report, ...(await Promise.all(names.map((name) => more.part(report, name))))) as Report;
}

interface Held {
  of: Report;
  key: string;
  report?: Report;
  problem?: Error;
}

/** The same, undefined until they are there; what was shown last is shown meanwhile, if it has them. */
export function useParts(source: Source, report: Report | undefined, names: PartName[]): Omit<Held, "of" | "key"> {
  const key = names.join();
  const whole = !source.more || !names.length;
  const [held, setHeld] = useState<Held>();
  useEffect(() => {
    if (!report || whole) return;
    let over = false;
    withParts(source, report, key.split(",") as PartName[]).then(
      (its) => !over && setHeld({ of: report, key, report: its }),
      (e: unknown) => !over && setHeld({ of: report, key, problem: e as Error }),
    );
    return () => {
      over = true;
    };
  }, [source, report, key, whole]);
  if (!report || whole) return report ? { report } : {};
  return held?.key === key ? held : {};
}

/** Which rows the URL asks for. */
export function useWanted<T>(columns: Column<T>[], route: Route, sort: string, name = ""): WantedRows {
  const { column, down } = orderOf(columns, route, sort, name);
  const order = `${down ? "-" : ""}${column.order}`;
  const q = (route.params.get("q") ?? "").trim();
  const skip = Math.max(0, Math.floor(Number(route.params.get(`${name}skip`)) || 0));
  return useMemo(() => ({ q, order, skip, most: PAGE }), [q, order, skip]);
}

/** A page of what `ask` gives of a window, and how many rows come before it. The last answer is shown until the next is there. */
export function usePage<P extends object>(
  ask: ((window: string, wanted: WantedRows) => Promise<P>) | undefined,
  window: string,
  wanted: WantedRows,
): (P & { skip: number }) | undefined {
  const [shown, setShown] = useState<{ window: string; page: P & { skip: number } }>();
  useEffect(() => {
    if (!ask) return;
    let over = false;
    ask(window, wanted).then(
      (page) => !over && setShown({ window, page: { ...page, skip: wanted.skip } }),
      () => {},
    );
    return () => {
      over = true;
    };
  }, [ask, window, wanted]);
  return ask && shown?.window === window ? shown.page : undefined;
}

/** As many as the service gives at once. */
const MAX_AT_ONCE = 1000;

/** All that a search finds, in order. */
export async function allOf<T>(
  ask: (wanted: WantedRows) => Promise<{ found: number; rows: T[] }>,
  wanted: WantedRows,
): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const { found, rows } = await ask({ ...wanted, skip: all.length, most: MAX_AT_ONCE });
    all.push(...rows);
    if (all.length >= found || !rows.length) return all;
  }
}
