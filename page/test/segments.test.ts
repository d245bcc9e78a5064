import assert from "node:assert/strict";
import { test } from "node:test";
import type { Request } from "../src/model";
import { draw, pointsOf, segmentsOf, viewOf } from "../src/segments";

const call = (from: string, to: string, startNanos: number, durationNanos?: number) =>
  ({ call: 0, parent: -1, from, to, startNanos, durationNanos, requestNetworkNanos: 1 }) as never;

const requests = [10, 20, 20.2, 500].map(
  (startNanos, i) =>
    ({
      call: i,
      startNanos,
      durationNanos: 8,
      calls: [call("a", "b", 0, i === 3 ? undefined : 8)],
      path: [],
    }) as unknown as Request,
);
const lanes = new Map([
  ["a", 0],
  ["b", 1],
]);

test("what lies on the same pixels is drawn once, what is out of view not at all", () => {
  const s = segmentsOf(viewOf(requests, 10, 510), lanes, 0);
  const messages: string[] = [];
  const stays: string[] = [];
  const inView = draw(s, 0, 1, 0, 100, {
    message: (x1, lane1, x2, lane2) => messages.push(`${Math.round(x1)}@${lane1} ${Math.round(x2)}@${lane2}`),
    stay: (x1, x2, lane) => stays.push(`${Math.round(x1)} ${Math.round(x2)} @${lane}`),
  });
  assert.equal(inView, 9);
  assert.deepEqual(messages, ["0@0 1@1", "8@1 8@0", "10@0 11@1", "18@1 18@0"]);
  assert.deepEqual(stays, ["1 8 @1", "11 18 @1"]);
});

test("calls of nodes without a lane are not drawn", () => {
  const s = segmentsOf(viewOf(requests, 10, 510), new Map([["a", 0]]), 0);
  assert.equal(
    draw(s, 0, 1, 0, 1000, {
      message: () => assert.fail(),
      stay: () => assert.fail(),
    }),
    0,
  );
});

test("requests in flight are counted by their share of each part", () => {
  const view = viewOf(requests, 10, 510, 50);
  assert.deepEqual(
    view.inFlight.slice(0, 3).map((n) => Math.round(1000 * n)),
    [800, 1600, 0],
  );
  assert.deepEqual(view.messages.slice(0, 3), [2, 4, 0]);
});

test("what TCP did stands where it was over, at the node that waited", () => {
  const sick = {
    from: "a",
    to: "b",
    startNanos: 100,
    durationNanos: 50,
    requestNetworkNanos: 5,
    protocol: "dns",
    resentSegments: 3,
    responseResentSegments: 1,
    resentWaitNanos: 30,
    responseResentWaitNanos: 20,
    zeroWindowNanos: 7,
    reset: true,
  } as never;
  assert.deepEqual(
    pointsOf(sick).map((p) => `${p.kind} ${p.node} ${p.at} ${p.waited}`),
    ["resent b 105 10", "resent a 150 20", "zero_window b 105 7", "reset b 150 0"],
  );
});
