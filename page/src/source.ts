// Where the report comes from: this file, or the API of `serve`.
import { complete, type Report, type WindowSummary } from "./model";

export interface Source {
  /** Whether more may come. */
  live: boolean;
  /** The report of a window; of the latest one, or the only one, without a name. */
  report(window: string): Promise<Report>;
  /** The newest windows, the oldest first. */
  windows(): Promise<WindowSummary[]>;
}

/** An answer of the API that is no report, in its own words. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    what: string,
    readonly advice: string,
  ) {
    super(what);
  }
}

async function get<T>(path: string): Promise<T> {
  const answer = await fetch(path, { credentials: "same-origin", headers: { Accept: "application/json" } });
  if (answer.ok) return (await answer.json()) as T;
  const told = (await answer.json().catch(() => ({}))) as { error?: { what?: string; do?: string } };
  throw new Refusal(answer.status, told.error?.what ?? `the service answered ${answer.status}`, told.error?.do ?? "");
}

/** The API of the service that this page came from. */
const api: Source = {
  live: true,
  report: async (window) =>
    complete(await get<Partial<Report>>(window ? `api/v1/windows/${encodeURIComponent(window)}` : "api/v1/report")),
  windows: async () => (await get<{ windows: WindowSummary[] }>("api/v1/windows?limit=200")).windows,
};

function embedded(text: string): Source {
  const report = complete(JSON.parse(text) as Partial<Report>);
  return { live: false, report: () => Promise.resolve(report), windows: () => Promise.resolve([]) };
}

export function findSource(): Source {
  const data = document.getElementById("data");
  return data ? embedded(data.textContent) : api;
}

/** Shows the token once; the service answers with a cookie that scripts cannot read. */
export async function signIn(token: string): Promise<void> {
  const answer = await fetch("api/v1/session", { method: "POST", headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Refusal(answer.status, "the token is wrong", "");
}
