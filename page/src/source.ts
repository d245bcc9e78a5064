// Where the report comes from: this file, or the API of `serve`.
import { instant } from "./format";
import {
  type CallEdge,
  complete,
  type Edge,
  EMPTY_DELAY,
  type Finding,
  type Pattern,
  type Report,
  type Request,
  type Span,
  type WindowSummary,
} from "./model";
import type { BoxPair, CallPage, LifelineView, PatternPage, SnifferState } from "./served";
import { visible } from "./names";
import { spanOfRange } from "./route";
import type { Comparison } from "./sums";

/** Hears which window is the latest, and whether there is a report that was not there when this was told before. */
export type OnNews = (window: string, anew: boolean) => void;

export interface Source {
  /** Whether more may come. */
  live: boolean;
  /** The report of a window; of the latest one, or the only one, without a name. */
  report(window: string): Promise<Report>;
  /** The newest windows, the oldest first. */
  windows(): Promise<WindowSummary[]>;
  /** What only a service has. */
  more?: More;
  /**
   * Calls this with the name of the latest window at first and whenever there is a new report, until the function that it gives is
   * called: one that came late, too, which is not of that window.
   */
  follow(onNews: OnNews): () => void;
}

/** What a page of a service begins without: asked for once a view needs it. */
export type PartName = "nodes" | "series" | "sums" | "patterns" | "requests" | "hosts";

/** Which rows of a table: found by these words, in this order, the highest first where `-` stands before it, so many skipped. */
export interface WantedRows {
  q: string;
  order: string;
  skip: number;
  most: number;
}

/** What a service answers besides: what it holds is more than a page begins with. */
export interface More {
  /** What is visible of a stretch of time, in a picture of so many pixels; of calls that touch a node of this name. Calls are counted of the part that is seen. */
  lifelines(from: bigint, to: bigint, pixels: number, node: string, seen: [bigint, bigint]): Promise<LifelineView>;
  part(report: Report, name: PartName): Promise<Partial<Report>>;
  /** Sums of what went between roles, and between the nodes of these roles. */
  pairs: (window: string, open: string[]) => Promise<BoxPair[]>;
  /** A page of the calls between nodes. */
  calls: (window: string, wanted: WantedRows) => Promise<CallPage>;
  /** The request that holds this call. */
  request(window: string, call: number): Promise<Request>;
  /** A page of the paths of a window. */
  rows: (window: string, wanted: WantedRows) => Promise<PatternPage>;
  pattern(window: string, id: string): Promise<Pattern>;
  sniffers(): Promise<SnifferState[]>;
  /** All that are open or kept, as they began and ended over windows. */
  findings(): Promise<Finding[]>;
  /** What the windows of a range add up to, see `spanOfRange`. */
  range(range: string): Promise<Report>;
  /** The slowest requests of a stretch of time. */
  requests(span: Span): Promise<Request[]>;
  /** Calls this as the service is not to be heard any more, and as it is again, until the function that it gives is called. */
  onAway(listener: (gone: boolean) => void): () => void;
  /** What `wirepath compare` tells of two stretches of time. */
  compare: (before: Span, after: Span) => Promise<Comparison>;
}

/** An answer of the API that is no report, in its own words. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    what: string,
    readonly advice: string,
    /** Where the site's own log-in is; empty where there is none. */
    readonly signIn = "",
  ) {
    super(what);
  }
}

const get = <T>(path: string): Promise<T> => ask(path, { headers: { Accept: "application/json" } });

async function ask<T>(path: string, request: RequestInit): Promise<T> {
  const answer = await fetch(path, { credentials: "same-origin", ...request });
  if (answer.status === 204) return undefined as T;
  if (answer.ok) return JSON.parse(visible(await answer.text())) as T;
  const told = (await answer.json().catch(() => ({}))) as { error?: { what?: string; do?: string }; signIn?: string };
  throw new Refusal(
    answer.status,
    told.error?.what ?? `the service answered ${answer.status}`,
    told.error?.do ?? "",
    told.signIn,
  );
}

const TRY_AGAIN_MILLIS = 5000;

/** What the service tells by itself, for all who follow it in this page. The browser connects again where a connection is lost. */
const news = {
  followers: new Set<OnNews>(),
  listeners: new Set<(gone: boolean) => void>(),
  events: undefined as EventSource | undefined,
  timer: 0,
  /** How often in a row there was no connection; of one that is lost and at once there again nobody hears. */
  failed: 0,
  /** How many reports there were when the service told of one last. */
  reports: undefined as number | undefined,

  follow(onNews: OnNews): () => void {
    news.followers.add(onNews);
    if (!news.events) news.listen();
    return () => {
      news.followers.delete(onNews);
      if (news.followers.size) return;
      clearTimeout(news.timer);
      news.events?.close();
      news.events = undefined;
      news.hear(0);
    };
  },

  hear(failed: number): void {
    news.failed = failed;
    if (failed !== 1) news.listeners.forEach((each) => each(failed > 1));
  },

  listen(): void {
    const events = new EventSource("api/v1/events");
    news.events = events;
    const tell = (window: string, anew: boolean) => news.followers.forEach((each) => each(window, anew));
    events.addEventListener("report", (event: MessageEvent<string>) => {
      const { window, reports } = JSON.parse(event.data) as { window: string; reports: number };
      const before = news.reports;
      news.reports = reports;
      tell(window, before !== undefined && before !== reports);
    });
    events.addEventListener("open", () => news.hear(0));
    events.addEventListener("error", () => {
      news.hear(news.failed + 1);
      if (events.readyState !== EventSource.CLOSED) return;
      news.timer = setTimeout(() => {
        news.listen();
        tell("", true);
      }, TRY_AGAIN_MILLIS);
    });
  },
};

const windowPath = (window: string) => `api/v1/windows/${encodeURIComponent(window)}`;

/** As many parts are kept: those of a window or two. */
const MAX_PARTS = 10;

const parts = new Map<string, Promise<Partial<Report>>>();

/** A part that was asked for before is not asked for again. A window that is analysed anew is another. */
function part({ window, totals }: Report, name: PartName): Promise<Partial<Report>> {
  const path = `${windowPath(window?.id ?? "")}/page/${name}`;
  const key = `${path} ${totals.messages}`;
  const known = parts.get(key);
  if (known) return known;
  const asked = get<Partial<Report>>(path);
  asked.catch(() => parts.delete(key));
  parts.set(key, asked);
  for (const oldest of parts.keys()) if (parts.size > MAX_PARTS) parts.delete(oldest);
  return asked;
}

const queryOf = (wanted: WantedRows, list: string) =>
  `q=${encodeURIComponent(wanted.q)}&order=${encodeURIComponent(wanted.order)}&skip=${wanted.skip}&${list}=${wanted.most}`;

/** What is told of a range at once. */
const LISTS = "patterns=150&nodes=1000&edges=1000";

type Sum = Partial<Report> & { fromNanos: number; toNanos: number; windows: number } & Partial<
    Record<"windowsLeftOut" | "windowsUnread", number>
  >;

async function ofRange(range: string): Promise<Report> {
  const newest = (await get<{ windows: WindowSummary[] }>("api/v1/windows?limit=1")).windows[0];
  const span = spanOfRange(range, newest?.toNanos ?? 0) ?? { from: 0, to: 1 };
  const sum = await get<Sum>(`api/v1/patterns?from=${digits(span.from)}&to=${digits(span.to)}&${LISTS}`);
  const report = complete(sum);
  const totals = { ...report.totals, firstNanos: sum.fromNanos, lastNanos: sum.toNanos };
  const calls = report.edges.filter((e) => e.requests > 0).map(callsOf);
  const title = `${instant(span.from).slice(0, 19)} – ${instant(span.to).slice(0, 19)}`;
  return {
    ...report,
    title,
    totals,
    calls,
    sliced: true,
    range: {
      ...span,
      windows: sum.windows,
      leftOut: sum.windowsLeftOut ?? 0,
      unread: sum.windowsUnread ?? 0,
      latest: newest?.id ?? "",
    },
  };
}

/** A sum does not tell ports apart. */
const callsOf = ({ from, to, requests, unanswered, failed, delay }: Edge): CallEdge => ({
  from,
  to,
  port: 0,
  calls: requests,
  unanswered: unanswered ?? 0,
  failed: failed ?? 0,
  delay: delay ?? EMPTY_DELAY,
});

const digits = (nanos: number) => BigInt(Math.round(nanos));

const more: More = {
  part,
  pairs: async (window, open) => {
    const query = open.map((role) => `open=${encodeURIComponent(role)}`).join("&");
    return (await get<{ pairs: BoxPair[] }>(`${windowPath(window)}/map?${query}`)).pairs;
  },
  calls: (window, wanted) => get(`${windowPath(window)}/calls?${queryOf(wanted, "calls")}`),
  lifelines: (from, to, pixels, node, seen) =>
    get(
      `api/v1/lifelines?from=${from}&to=${to}&fromSeen=${seen[0]}&toSeen=${seen[1]}&pixels=${pixels}&node=${encodeURIComponent(node)}`,
    ),
  request: (window, call) => get(`${windowPath(window)}/requests/${call}`),
  rows: (window, wanted) => get(`${windowPath(window)}/patterns?${queryOf(wanted, "patterns")}`),
  pattern: (window, id) => get(`${windowPath(window)}/patterns/${encodeURIComponent(id)}`),
  compare: (before, after) =>
    get(
      `api/v1/compare?beforeFrom=${digits(before.from)}&beforeTo=${digits(before.to)}&from=${digits(after.from)}&to=${digits(after.to)}`,
    ),
  range: ofRange,
  requests: async ({ from, to }) =>
    (await get<{ requests: Request[] }>(`api/v1/requests?from=${digits(from)}&to=${digits(to)}`)).requests,
  onAway: (listener) => {
    news.listeners.add(listener);
    return () => {
      news.listeners.delete(listener);
    };
  },
  findings: async () => (await get<{ findings: Finding[] }>("api/v1/findings")).findings,
  sniffers: async () => (await get<{ sniffers: SnifferState[] }>("api/v1/sniffers")).sniffers,
};

/** The API of the service that this page came from. */
const api: Source = {
  live: true,
  more,
  report: async (window) =>
    complete(await get<Partial<Report>>(window ? `${windowPath(window)}/page` : "api/v1/report/page")),
  windows: async () => (await get<{ windows: WindowSummary[] }>("api/v1/windows?limit=200")).windows,
  follow: (onNews) => news.follow(onNews),
};

/** What this file holds: JSON, compressed, in base64. */
async function unpacked(text: string): Promise<Report> {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const json = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return complete(JSON.parse(visible(await new Response(json).text())) as Partial<Report>);
}

function embedded(text: string): Source {
  const report = unpacked(text);
  return { live: false, report: () => report, windows: () => Promise.resolve([]), follow: () => () => {} };
}

export function findSource(): Source {
  const data = document.getElementById("data");
  return data ? embedded(data.textContent) : api;
}

/** Shows the token once; the service answers with a cookie that scripts cannot read. */
export async function signIn(token: string): Promise<void> {
  const answer = await fetch("api/v1/session", { method: "POST", headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Refusal(answer.status, "The token is wrong.", "");
}

/** Who asks, what that may do, and whether a cookie says so. */
export interface Session {
  caller: string;
  role: string;
  signedIn: boolean;
}

export const readSession = (): Promise<Session> => get("api/v1/session");

/** Ends the session of this browser. */
export const signOut = (): Promise<void> => ask("api/v1/session/end", { method: "POST" });

const PLACE = "wirepath-place";

/** Keeps where the reader is, for when the site's own log-in sends back to the beginning of the page. */
export const rememberPlace = (): void => sessionStorage.setItem(PLACE, location.hash);

/** Goes back there, once. */
export function recallPlace(): void {
  const place = sessionStorage.getItem(PLACE);
  sessionStorage.removeItem(PLACE);
  if (place && !location.hash) history.replaceState(null, "", place);
}

/** What may change while the service runs, by group and name: numbers, or texts. */
export type Settings = Record<"windows" | "analysis", Record<string, number | string>>;

export const readSettings = (): Promise<Settings> => get("api/v1/settings");

/** Changes what is named; gives what holds then. */
export const changeSettings = (change: Partial<Settings>): Promise<Settings> =>
  ask("api/v1/settings", {
    method: "PATCH",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(change),
  });

/** A query that the service answers again and again. */
export interface StandingQuery {
  name: string;
  query: string;
  /** 0 for each window. */
  everyNanos: number;
}

export interface StandingStatus extends StandingQuery {
  windows: number;
  spentNanos: number;
  results: number;
  problem?: string;
}

export interface QueryResult {
  fromNanos: number;
  toNanos: number;
  columns: { name: string; type: string; estimate: boolean }[];
  rows: Record<string, string | number | boolean | null>[];
}

const queryPath = (name: string) => `api/v1/queries/${encodeURIComponent(name)}`;

export const queryCsvPath = (name: string): string => `${queryPath(name)}/csv`;

/** Sources of queries, and their fields. */
export interface QuerySource {
  name: string;
  sentence: string;
  fields: { name: string; type: string; sentence: string }[];
}

export const readQuerySources = async (): Promise<QuerySource[]> =>
  (await get<{ sources: QuerySource[] }>("api/v1/query/fields")).sources;

/** The answer of a query that is asked once, of the latest window where no time is named. */
export const askOnce = (query: string, span: { from: number; to: number } | null): Promise<QueryResult> =>
  get(`api/v1/query?query=${encodeURIComponent(query)}${span ? `&from=${span.from}&to=${span.to}` : ""}`);

export const readQueries = async (): Promise<StandingStatus[]> =>
  (await get<{ queries: StandingStatus[] }>("api/v1/queries")).queries;

/** Its answers, the oldest first. */
export const readQueryResults = async (name: string): Promise<QueryResult[]> =>
  (await get<{ results: QueryResult[] }>(queryPath(name))).results;

/** Installs a query, or changes the one of this name. */
export const putQuery = ({ name, query, everyNanos }: StandingQuery): Promise<unknown> =>
  ask(queryPath(name), {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ query, everyNanos }),
  });

export const removeQuery = (name: string): Promise<void> => ask(queryPath(name), { method: "DELETE" });
