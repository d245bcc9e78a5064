import assert from "node:assert/strict";
import { test } from "node:test";
import type { Request } from "../src/model";
import { draw, loadLine, loadOf, segmentsOf } from "../src/segments";

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
  const s = segmentsOf(requests, lanes, 10);
  const messages: string[] = [];
  const stays: string[] = [];
  const inView = draw(s, (t) => t, 0, 100, {
    message: (x1, lane1, x2, lane2) => messages.push(`${Math.round(x1)}@${lane1} ${Math.round(x2)}@${lane2}`),
    stay: (x1, x2, lane) => stays.push(`${Math.round(x1)} ${Math.round(x2)} @${lane}`),
  });
  assert.equal(inView, 9);
  assert.deepEqual(messages, ["0@0 1@1", "8@1 8@0", "10@0 11@1", "18@1 18@0"]);
  assert.deepEqual(stays, ["1 8 @1", "11 18 @1"]);
});

test("the load is the highest of each pixel", () => {
  const load = loadOf(requests, 10);
  assert.equal(load.most, 2);
  const points: string[] = [];
  loadLine(
    load,
    (t) => t / 100,
    0,
    (x, n) => points.push(`${x}:${n}`),
  );
  assert.deepEqual(points.slice(0, 3), ["0:2", "0:0", "5:0"]);
});
