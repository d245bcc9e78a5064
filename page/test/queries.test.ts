import assert from "node:assert/strict";
import { test } from "node:test";
import { answerRows, cellText, entered } from "../src/queries";

const form = (values: Record<string, string>) => (key: string) => values[key] ?? "";

test("an interval is in seconds, and none means each window", () => {
  assert.deepEqual(entered(form({ name: " slow ", query: "From x", every: "1.5" })), {
    name: "slow",
    query: "From x",
    everyNanos: 1_500_000_000,
  });
  assert.deepEqual(entered(form({ name: "slow", query: "From x", every: "" })), {
    name: "slow",
    query: "From x",
    everyNanos: 0,
  });
  assert.equal(typeof entered(form({ name: "slow", query: "From x", every: "-1" })), "string");
  assert.equal(typeof entered(form({ name: "slow", query: " ", every: "" })), "string");
});

test("the latest answer comes first, estimates with their bounds", () => {
  const columns = [{ name: "n", type: "number", estimate: true }];
  const rows = answerRows([
    { fromNanos: 0, toNanos: 1, columns, rows: [{ n: 2, n_low: 1, n_high: 3 }] },
    { fromNanos: 1, toNanos: 2, columns, rows: [{ n: 5, n_low: 5, n_high: 5 }, { n: null }] },
  ]);
  assert.deepEqual(
    rows.map((row) => cellText(row, "n", true)),
    ["5", "–", "2 (1 to 3)"],
  );
});
