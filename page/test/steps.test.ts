import assert from "node:assert/strict";
import test from "node:test";
import type { Step } from "../src/model";
import { callsOf, flatten, rowsOf, stepsOf, timeScale } from "../src/steps";

function step(from: string, to: string, role: string, startNanos: number, children: Step[]): Step {
  return {
    from,
    to,
    fromTraced: true,
    toTraced: true,
    port: "1",
    role,
    protocol: "",
    probability: 1,
    startNanos,
    nodeDelay: null,
    networkDelay: null,
    children,
  };
}

test("a response ends its call, and what follows belongs to the caller", () => {
  const second = step("app", "pg", "request", 30, []);
  const answer = step("redis", "app", "response", 20, [second]);
  const root = step("web", "app", "request", 0, [step("app", "redis", "request", 10, [answer])]);
  const rows = rowsOf(callsOf(root)).map(({ call, depth }) => [call.step.to, depth, call.end]);
  assert.deepEqual(rows, [
    ["app", 0, null],
    ["redis", 1, 20],
    ["pg", 1, null],
  ]);
});

test("short delays stay visible, long ones are in proportion", () => {
  const scale = timeScale([0, 1, 100], 100, 10, [{ from: 0, to: 1, width: 30 }]);
  assert.equal(scale.at(1), 30);
  assert.equal(scale.at(100), 129);
});

test("a request is drawn as a path: each message after what it waited for last", () => {
  const call = (parent: number, from: string, to: string, startNanos: number, durationNanos: number) =>
    ({ call: 0, parent, from, to, port: 80, protocol: "", startNanos, durationNanos, probability: 1 }) as never;
  const root = stepsOf({
    call: 0,
    startNanos: 0,
    durationNanos: 100,
    probability: 1,
    path: [],
    calls: [
      call(-1, "client", "web", 0, 100),
      call(0, "web", "a", 10, 20),
      call(0, "web", "b", 12, 8),
      call(0, "web", "c", 40, 50),
    ],
  });
  const told = flatten(root!).map(
    (e) => `${e.step.from}>${e.step.to} ${e.step.startNanos} ${e.step.nodeDelay?.meanNanos ?? "-"}`,
  );
  assert.deepEqual(told, [
    "client>web 0 -",
    "web>a 10 10",
    "a>web 30 20",
    "web>c 40 10",
    "c>web 90 50",
    "web>client 100 10",
    "web>b 12 12",
    "b>web 20 8",
  ]);
});
