// One request: where its time went, and its calls in order.
import type { Report, Request, RequestCall } from "./model";

/** The request of a report that a call is part of. */
export const holderOf = (report: Report, call: number): Request | undefined =>
  report.requests.find((r) => r.call === call || r.calls.some((c) => c.call === call));

export const endOf = (call: RequestCall): number => call.startNanos + (call.durationNanos ?? 0);

/** What a stretch of the critical path was spent on, in words; a node's own work bears the node's name. */
const WORDS: Record<string, string> = {
  queue: "waiting behind another request",
  network: "on the way",
  retransmission: "waiting for a lost segment",
  zero_window: "waiting for a closed window",
  delayed_acknowledgment: "until a delayed acknowledgment",
  name_resolution: "resolving a name",
  set_up: "setting up a connection",
  retry: "trying in vain",
};

export interface Share {
  name: string;
  nanos: number;
}

/** The critical path by node and by what it waited for; the greatest share first. */
export function attribution(request: Request): Share[] {
  const sum = new Map<string, number>();
  for (const stretch of request.path) {
    const name = WORDS[stretch.cause] ?? request.calls[stretch.call]?.to ?? "other calls";
    sum.set(name, (sum.get(name) ?? 0) + stretch.nanos);
  }
  return [...sum].map(([name, nanos]) => ({ name, nanos })).sort((a, b) => b.nanos - a.nanos);
}

/** How a stretch is drawn: work, the way, or a wait that should not be. */
export function kindOf(cause: string): string {
  if (cause === "own") return "bar";
  return cause === "network" ? "net" : "lost";
}

/** How many segments were sent again, in words; empty where none was. */
export function sentAgain({ resentSegments: number = 0 }: RequestCall): string[] {
  return number ? [`${number} segment${number === 1 ? "" : "s"} sent again`] : [];
}

/** What TCP did to the messages of a call, in words; empty where it did nothing. */
export function tcpOf(call: RequestCall): string[] {
  const words = sentAgain(call);
  if (call.zeroWindowNanos) words.push("a window was closed");
  if (call.acknowledgmentWaitNanos) words.push("an acknowledgment came late");
  if (call.reset) words.push("a reset");
  return words;
}

/** Calls with their depths, callers before what they call, in order of time. */
export function rowsOfRequest(request: Request): { call: RequestCall; depth: number; place: number }[] {
  const children: number[][] = request.calls.map(() => []);
  request.calls.forEach((call, i) => children[call.parent]?.push(i));
  const out: { call: RequestCall; depth: number; place: number }[] = [];
  const walk = (i: number, depth: number): void => {
    out.push({ call: request.calls[i]!, depth, place: i });
    const order = [...children[i]!].sort((a, b) => request.calls[a]!.startNanos - request.calls[b]!.startNanos);
    for (const c of order) walk(c, depth + 1);
  };
  request.calls.forEach((call, i) => {
    if (call.parent < 0) walk(i, 0);
  });
  return out;
}

/** One line that names a request. */
export function titleOf(request: Request): string {
  const root = request.calls[0];
  if (!root) return `call ${request.call}`;
  const called = [...new Set(request.calls.slice(1).map((c) => c.to))];
  return `${root.from} → ${root.to}${called.length ? ` → ${called.slice(0, 6).join(", ")}` : ""}`;
}
