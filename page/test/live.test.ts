import assert from "node:assert/strict";
import test from "node:test";
import { headAt, nextHead } from "../src/live";

const SECOND = 1e9;
const window = (n: number) => ({ fromNanos: n * 60 * SECOND, toNanos: (n + 1) * 60 * SECOND });

test("it goes on with the clock, and stops where nothing more is known", () => {
  const head = nextHead(undefined, window(1), 1000);
  assert.equal(headAt(head, 1000), 60 * SECOND);
  assert.equal(headAt(head, 31_000), 90 * SECOND);
  assert.equal(headAt(head, 500_000), 120 * SECOND);
});

test("another window moves nothing that is seen", () => {
  const first = nextHead(undefined, window(1), 0);
  const second = nextHead(first, window(2), 58_000);
  assert.equal(headAt(second, 58_000), 118 * SECOND);
  assert.equal(headAt(second, 90_000), 150 * SECOND);
});

test("too far behind, it jumps", () => {
  const first = nextHead(undefined, window(1), 0);
  assert.equal(headAt(nextHead(first, window(9), 10_000), 10_000), 540 * SECOND);
});
