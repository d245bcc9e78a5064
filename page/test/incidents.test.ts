import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding } from "../src/model";
import { stateWords, timesOf } from "../src/parts/findingcard";
import { shownOf } from "../src/views/incidents";

const SECOND = 1e9;
const finding = (title: string, severity: string, onset: number, end: number | null): Finding =>
  ({ title, severity, onsetNanos: onset * SECOND, endNanos: end && end * SECOND, nodes: [] }) as never;

test("open problems stand first, then what else is open, then what ended; what was over before is not told", () => {
  const all = [
    finding("ended", "problem", 50, 60),
    finding("notice", "notice", 90, null),
    finding("long over", "problem", 1, 2),
    finding("problem", "problem", 80, null),
  ];
  assert.deepEqual(
    shownOf(all, 40 * SECOND, 100 * SECOND).map((f) => f.title),
    ["problem", "notice", "ended"],
  );
});

test("an end is told only where it was seen", () => {
  assert.equal(stateWords(finding("", "problem", 60, null)), "since 00:01:00");
  assert.equal(stateWords(finding("", "problem", 60, 120)), "from 00:01:00 to 00:02:00");
  const quiet = { ...finding("", "problem", 60, null), incident: { state: "no_evidence_since", lastSeenNanos: 90e9 } };
  assert.equal(stateWords(quiet as never), "since 00:01:00; no evidence since 00:01:30");
});

test("of what comes and goes each time is shown, and the pauses are not", () => {
  const recurring = { ...finding("", "problem", 60, 120), pauses: [{ fromNanos: 70e9, toNanos: 100e9 }] };
  assert.equal(stateWords(recurring), "2 times from 00:01:00 to 00:02:00");
  assert.deepEqual(timesOf(recurring, 0, 200e9), [
    { from: 60e9, to: 70e9 },
    { from: 100e9, to: 120e9 },
  ]);
  assert.deepEqual(timesOf({ ...recurring, endNanos: null }, 0, 200e9)[1], { from: 100e9, to: 200e9 });
});
