// Requests as viewers of single requests read them: Chrome's trace events (Perfetto), Jaeger's JSON. Spans for a collector, with
// identifiers that other tools know, `wirepath analyze --otlp` writes.
import { endOf } from "./requests";
import { certainty, scored, type Request, type RequestCall } from "./model";

const nameOf = (call: RequestCall) => `${call.protocol || "call"} ${call.to}:${call.port}`;
const hex = (n: number, digits: number) => Math.abs(Math.round(n)).toString(16).padStart(digits, "0").slice(-digits);
const traceId = (request: Request) => hex(request.startNanos, 16) + hex(request.call + 1, 16);
const spanId = (call: RequestCall) => hex(call.call + 1, 16);

interface Tag {
  key: string;
  value: string | number | boolean;
}

/** What is known of a call besides its times, by OpenTelemetry's names where it has one. */
function tagsOf(call: RequestCall): Tag[] {
  const tags: (Tag | null)[] = [
    { key: "client.address", value: call.from },
    { key: "client.port", value: call.fromPort },
    { key: "server.address", value: call.to },
    { key: "server.port", value: call.port },
    { key: `wirepath.link.${scored(call) ? "score" : "probability"}`, value: certainty(call) },
    { key: "wirepath.request.bytes", value: call.requestBytes },
    call.responseBytes === undefined ? null : { key: "wirepath.response.bytes", value: call.responseBytes },
    call.outcome ? { key: "wirepath.outcome", value: call.outcome } : null,
    call.resentSegments ? { key: "wirepath.tcp.resent_segments", value: call.resentSegments } : null,
    call.verdict === "failed" ? { key: "error", value: true } : null,
  ];
  return tags.filter((tag) => tag !== null);
}

/** A lane of its node for each call, so that no two of a lane overlap. */
function lanesOf(requests: Request[]): Map<RequestCall, number> {
  const all = requests
    .flatMap((r) =>
      r.calls.map((call) => ({ call, from: r.startNanos + call.startNanos, to: r.startNanos + endOf(call) })),
    )
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const free = new Map<string, number[]>();
  const lanes = new Map<RequestCall, number>();
  for (const { call, from, to } of all) {
    const ends = free.get(call.to) ?? [];
    let lane = ends.findIndex((end) => end <= from);
    if (lane < 0) lane = ends.length;
    ends[lane] = Math.max(to, from + 1);
    free.set(call.to, ends);
    lanes.set(call, lane);
  }
  return lanes;
}

/** Chrome's trace events: a process a node, arrows from cause to effect. Times are in microseconds since the first request began. */
export function traceEvents(requests: Request[]): string {
  const origin = requests.reduce((t, r) => Math.min(t, r.startNanos), Number.POSITIVE_INFINITY);
  const lanes = lanesOf(requests);
  const process = new Map([...new Set([...lanes.keys()].map((call) => call.to))].map((name, i) => [name, i + 1]));
  const events: object[] = [...process].map(([name, pid]) => ({
    ph: "M",
    name: "process_name",
    pid,
    tid: 0,
    args: { name },
  }));
  for (const request of requests) {
    const micros = (nanos: number) => (request.startNanos - origin + nanos) / 1e3;
    const place = (call: RequestCall) => ({ pid: process.get(call.to), tid: lanes.get(call) });
    for (const call of request.calls) {
      const ts = micros(call.startNanos);
      const args = Object.fromEntries(
        [{ key: "request", value: request.call }, ...tagsOf(call)].map((t) => [t.key, t.value]),
      );
      events.push({
        ph: "X",
        cat: "call",
        name: nameOf(call),
        ts,
        dur: (call.durationNanos ?? 0) / 1e3,
        ...place(call),
        args,
      });
      const cause = request.calls[call.parent];
      if (!cause) continue;
      events.push({ ph: "s", cat: "cause", name: "causes", id: call.call, ts, ...place(cause) });
      events.push({ ph: "f", bp: "e", cat: "cause", name: "causes", id: call.call, ts, ...place(call) });
    }
  }
  return JSON.stringify({ displayTimeUnit: "ns", otherData: { beginsAtNanos: String(origin) }, traceEvents: events });
}

/** What Jaeger's own page loads as a file. */
export function jaeger(requests: Request[]): string {
  const typeOf = (value: Tag["value"]) =>
    ({ string: "string", boolean: "bool", number: "float64" })[typeof value as "string"];
  const data = requests.map((request) => {
    const process = new Map([...new Set(request.calls.map((call) => call.to))].map((name, i) => [name, `p${i + 1}`]));
    const traceID = traceId(request);
    const spans = request.calls.map((call) => {
      const cause = request.calls[call.parent];
      return {
        traceID,
        spanID: spanId(call),
        operationName: nameOf(call),
        references: cause ? [{ refType: "CHILD_OF", traceID, spanID: spanId(cause) }] : [],
        startTime: Math.round((request.startNanos + call.startNanos) / 1e3),
        duration: Math.round((call.durationNanos ?? 0) / 1e3),
        tags: tagsOf(call).map((tag) => ({ ...tag, type: typeOf(tag.value) })),
        logs: [],
        processID: process.get(call.to),
        warnings: null,
      };
    });
    const processes = Object.fromEntries([...process].map(([serviceName, id]) => [id, { serviceName, tags: [] }]));
    return { traceID, spans, processes, warnings: null };
  });
  return JSON.stringify({ data });
}
