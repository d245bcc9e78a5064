import assert from "node:assert/strict";
import test from "node:test";
import { asCaptured, clocksOf } from "../src/clocks";
import { complete, type Request } from "../src/model";

const START = 1_795_196_958_000_000_000;

const REPORT = complete({
  nodes: [
    { name: "web", address: "10.2.0.11" },
    { name: "app", address: "10.3.0.11" },
  ] as never,
  merge: {
    reference: "sw-web",
    sniffers: [
      { sniffer: "sw-web", at: START, offsetNanos: 0, offsetUncertaintyNanos: 0, matched: 9 },
      { sniffer: "sw-app", at: START - 1e9, offsetNanos: 5e6, offsetUncertaintyNanos: 2e3, skewPpm: 20, matched: 9 },
    ],
    homes: [
      { node: "10.2.0.11", sniffer: "sw-web", share: 1, hops: 0 },
      { node: "10.3.0.11", sniffer: "sw-app", share: 1, hops: 0 },
    ],
    losses: [],
    translations: [],
  },
});

test("a clock is ahead by its offset and what it gained since", () => {
  const ahead = clocksOf(REPORT)("app", START);
  assert.equal(ahead.sniffer, "sw-app");
  assert.ok(Math.abs(ahead.nanos - 5_020_000) < 1);
  assert.equal(ahead.uncertaintyNanos, 2e3);
  assert.equal(clocksOf(REPORT)("stranger", START).uncertaintyNanos, null);
});

test("times as captured are those of the home sniffers", () => {
  const request = {
    call: 1,
    startNanos: START,
    durationNanos: 9e6,
    probability: 1,
    calls: [
      { call: 1, parent: -1, from: "web", to: "app", startNanos: 0, durationNanos: 9e6 },
      { call: 2, parent: 0, from: "app", to: "pg", startNanos: 1e6, durationNanos: 3e6 },
    ],
    path: [{ call: 0, cause: "own", fromNanos: 1e5, nanos: 1e5 }],
  } as unknown as Request;
  const raw = asCaptured(request, clocksOf(REPORT));
  assert.equal(raw.calls[0]!.startNanos, 0);
  assert.ok(Math.abs(raw.calls[1]!.startNanos - 6_020_000) < 1);
  assert.ok(Math.abs(raw.path[0]!.fromNanos - 5_120_000) < 1);
});
