import assert from "node:assert/strict";
import test from "node:test";
import type { Step } from "../src/model";
import { callsOf, rowsOf, timeScale } from "../src/steps";

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
