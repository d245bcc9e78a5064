import assert from "node:assert/strict";
import { test } from "node:test";
import type { Request } from "../src/model";
import { draw, pointsOf, segmentsOf, viewOf } from "../src/segments";

/** All steps of a drawing; gives how many segments were in view. */
function whole(steps: ReturnType<typeof draw>): number {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

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
  const inView = whole(
    draw(s, 0, 1, 0, 100, {
      message: (x1, lane1, x2, lane2) => messages.push(`${Math.round(x1)}@${lane1} ${Math.round(x2)}@${lane2}`),
      stay: (x1, x2, lane) => stays.push(`${Math.round(x1)} ${Math.round(x2)} @${lane}`),
    }),
  );
  assert.equal(inView, 9);
  assert.deepEqual(messages, ["0@0 1@1", "8@1 8@0", "10@0 11@1", "18@1 18@0"]);
  assert.deepEqual(stays, ["1 8 @1", "11 18 @1"]);
});

test("calls of nodes without a lane are not drawn", () => {
  const s = segmentsOf(viewOf(requests, 10, 510), new Map([["a", 0]]), 0);
  assert.equal(
    whole(
      draw(s, 0, 1, 0, 1000, {
        message: () => assert.fail(),
        stay: () => assert.fail(),
      }),
    ),
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
    pointsOf(sick, { calls: [sick] } as never).map((p) => `${p.kind} ${p.node} ${p.at} ${p.waited}`),
    ["resent b 105 10", "resent a 150 20", "zero_window b 105 7", "reset b 150 0"],
  );
});

test("a name that is asked for again stands where it was, and tells how long that took", () => {
  const ask = (startNanos: number) => ({ parent: 0, from: "a", to: "dns", protocol: "dns", startNanos }) as never;
  const request = { calls: [ask(5), ask(5_000)] } as never;
  const told = (startNanos: number) =>
    pointsOf(ask(startNanos), request).map((p) => `${p.kind} ${p.node} ${p.at} ${p.waited}`);
  assert.deepEqual(told(5), ["name_retried a 5000 4995"]);
  assert.deepEqual(told(5_000), ["name_unanswered a 5000 0"]);
});
