import assert from "node:assert/strict";
import test from "node:test";
import type { Request, RequestCall } from "../src/model";
import { attribution, rowsOfRequest, tcpOf } from "../src/requests";

function call(number: number, parent: number, to: string, startNanos: number): RequestCall {
  return {
    call: number,
    parent,
    from: "x",
    to,
    fromPort: 1,
    port: 2,
    protocol: "",
    startNanos,
    requestBytes: 1,
    probability: 1,
  };
}

function request(calls: RequestCall[], path: Request["path"] = []): Request {
  return { call: 0, startNanos: 1e18, durationNanos: 100, probability: 1, calls, path };
}

test("a node's work bears its name, a wait its cause; the greatest comes first", () => {
  const r = request(
    [call(0, -1, "app", 0), call(1, 0, "pg", 20)],
    [
      { call: 0, cause: "own", fromNanos: 0, nanos: 20 },
      { call: 1, cause: "retransmission", fromNanos: 20, nanos: 50 },
      { call: 1, cause: "own", fromNanos: 70, nanos: 10 },
      { call: 0, cause: "own", fromNanos: 80, nanos: 20 },
    ],
  );
  assert.deepEqual(attribution(r), [
    { name: "waiting for a lost segment", nanos: 50 },
    { name: "app", nanos: 40 },
    { name: "pg", nanos: 10 },
  ]);
});

test("callers stand before what they call, in order of time", () => {
  const r = request([call(0, -1, "app", 0), call(1, 0, "late", 50), call(2, 0, "early", 10), call(3, 2, "deep", 11)]);
  assert.deepEqual(
    rowsOfRequest(r).map(({ call: c, depth }) => [c.to, depth]),
    [
      ["app", 0],
      ["early", 1],
      ["deep", 2],
      ["late", 1],
    ],
  );
});

test("what TCP did is told, nothing is not", () => {
  assert.deepEqual(tcpOf({ ...call(0, -1, "app", 0), resentSegments: 2 }), ["2 segments sent again"]);
  assert.deepEqual(tcpOf(call(0, -1, "app", 0)), []);
});
