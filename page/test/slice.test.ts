import assert from "node:assert/strict";
import { test } from "node:test";
import { complete, type Delay } from "../src/model";
import { slice } from "../src/slice";

const series = (requests: number[], p50: (number | null)[], of: object) =>
  ({
    ...of,
    requests,
    unanswered: requests.map(() => 0),
    refused: requests.map(() => 0),
    failed: requests.map((n) => (n > 5 ? 1 : 0)),
    inFlight: requests,
    ownP50Nanos: p50,
    serviceP50Nanos: p50,
  }) as never;

/** As many delays a block as requests in the interval, each so many milliseconds. */
const delays = (of: object, millis: (number | null)[]) =>
  ({
    ...of,
    kind: "",
    blocks: millis.map((ms, i) => (ms === null ? [] : [Math.floor(Math.log2(ms * 1e6) * 32) + 1, [2, 2, 10, 6][i]!])),
  }) as never;

const millis = (delay: Delay) => Math.round(delay.p50Nanos / 1e6);

const report = complete({
  nodes: [{ name: "a" }, { name: "b" }, { name: "idle" }] as never,
  patterns: [
    { id: "p", count: 10, expectedCount: 20 },
    { id: "q", count: 1, expectedCount: 1 },
  ] as never,
  findings: [
    { title: "always" },
    { title: "early", onsetNanos: 0, endNanos: 10 },
    { title: "late", onsetNanos: 250 },
  ] as never,
  sums: {
    firstNanos: 0,
    lastNanos: 400,
    delays: [
      delays({ of: "node", name: "b", peer: "", measure: "own" }, [1, 1, 9, 7]),
      delays({ of: "edge", name: "a", peer: "b", measure: "call" }, [1, 1, 9, 7]),
      delays({ of: "pattern", name: "the path", peer: "p", measure: "duration" }, [1, null, 9, 7]),
    ],
    shares: [],
  },
  requests: [{ startNanos: 50 }, { startNanos: 250 }] as never,
  series: {
    firstNanos: 0,
    intervalNanos: 100,
    count: 4,
    nodes: [series([2, 2, 10, 6], [1, 1, 9, 7], { name: "b" })],
    roles: [],
    edges: [series([2, 2, 10, 6], [1, 1, 9, 7], { from: "a", to: "b" })],
    patterns: [
      series([2, 2, 10, 6], [1, null, 9, 7], { name: "p" }),
      series([1, 0, 0, 0], [1, null, null, null], { name: "q" }),
    ],
  },
});

test("a stretch shows what its intervals tell", () => {
  const late = slice(report, { from: 200, to: 400 });
  assert.deepEqual(
    late.nodes.map((n) => [n.name, n.callsServed, n.callsMade, n.callsFailed, millis(n.ownDelay)]),
    [
      ["a", 0, 16, 0, 0],
      ["b", 16, 0, 2, 9],
    ],
  );
  assert.deepEqual(
    late.patterns.map((p) => [p.id, p.count, p.expectedCount, millis(p.duration)]),
    [["p", 8, 16, 9]],
  );
  assert.deepEqual(
    late.calls.map((c) => [c.from, c.to, c.calls, millis(c.delay)]),
    [["a", "b", 16, 9]],
  );
  assert.deepEqual(
    late.findings.map((f) => f.title),
    ["always", "late"],
  );
  assert.equal(late.requests.length, 1);
});

test("without series only requests and findings are filtered", () => {
  const bare = slice({ ...report, series: undefined as never }, { from: 0, to: 100 });
  assert.equal(bare.nodes.length, 3);
  assert.equal(bare.requests.length, 1);
});
