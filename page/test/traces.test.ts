import assert from "node:assert/strict";
import test from "node:test";
import type { Request, RequestCall } from "../src/model";
import { jaeger, traceEvents } from "../src/traces";

const call = (number: number, parent: number, to: string, startNanos: number, durationNanos: number): RequestCall => ({
  call: number,
  parent,
  from: "x",
  to,
  fromPort: 40000,
  port: 80,
  protocol: "http1",
  startNanos,
  durationNanos,
  requestBytes: 10,
  responseBytes: 20,
  probability: 1,
  ...(number === 2 ? { verdict: "failed" as const, outcome: "http 503" } : {}),
});

const REQUEST: Request = {
  call: 1,
  startNanos: 1_795_196_958_000_000_000,
  durationNanos: 9_000_000,
  probability: 1,
  calls: [
    call(1, -1, "web", 0, 9_000_000),
    call(2, 0, "app", 1_000_000, 3_000_000),
    call(3, 0, "app", 2_000_000, 3_000_000),
  ],
  path: [],
};

interface Event {
  ph: string;
  name: string;
  ts: number;
  dur: number;
  pid: number;
  tid: number;
  id: number;
}

test("calls of one node that overlap stand in lanes of their own, and causes lead to them", () => {
  const events = (JSON.parse(traceEvents([REQUEST])) as { traceEvents: Event[] }).traceEvents;
  const calls = events.filter((e) => e.ph === "X");
  assert.deepEqual(
    calls.map((e) => [e.pid, e.tid, e.ts, e.dur]),
    [
      [1, 0, 0, 9000],
      [2, 0, 1000, 3000],
      [2, 1, 2000, 3000],
    ],
  );
  assert.deepEqual(
    events.filter((e) => e.ph === "s" || e.ph === "f").map((e) => [e.ph, e.id, e.pid, e.ts]),
    [
      ["s", 2, 1, 1000],
      ["f", 2, 2, 1000],
      ["s", 3, 1, 2000],
      ["f", 3, 2, 2000],
    ],
  );
});

test("Jaeger gets whole microseconds, references and processes", () => {
  const { data } = JSON.parse(jaeger([REQUEST])) as {
    data: { traceID: string; spans: Record<string, unknown>[]; processes: Record<string, { serviceName: string }> }[];
  };
  const [, second] = data[0]!.spans;
  assert.equal(second!.startTime, 1_795_196_958_001_000);
  assert.equal(second!.duration, 3000);
  assert.deepEqual(second!.references, [
    { refType: "CHILD_OF", traceID: data[0]!.traceID, spanID: data[0]!.spans[0]!.spanID },
  ]);
  assert.equal(data[0]!.processes[second!.processID as string]!.serviceName, "app");
});
