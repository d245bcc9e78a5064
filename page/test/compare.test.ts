import assert from "node:assert/strict";
import test from "node:test";
import { chanceOf, compare, sentence } from "../src/compare";
import type { Series, SeriesTable } from "../src/model";

const SECOND = 1e9;

/** A series of 40 intervals; the second half of it is as the function says. */
function series(name: string, later: (i: number) => { own: number; failed: number }): Series {
  const each = Array.from({ length: 40 }, (_, i) => (i < 20 ? { own: 10e6 + (i % 5) * 1e5, failed: 0 } : later(i)));
  const none = each.map(() => 0);
  return {
    name,
    requests: each.map((_, i) => 100 + ((i * 7) % 11)),
    unanswered: none,
    refused: none,
    failed: each.map((e) => e.failed),
    inFlight: none,
    ownP50Nanos: each.map((e) => e.own),
    serviceP50Nanos: each.map((e) => e.own),
  };
}

const table = (nodes: Series[]): SeriesTable => ({
  intervalNanos: SECOND,
  firstNanos: 1000 * SECOND,
  count: 40,
  nodes,
  roles: [],
  edges: [],
});

const FIRST = { from: 1000 * SECOND, to: 1020 * SECOND };
const SECOND_HALF = { from: 1020 * SECOND, to: 1040 * SECOND };

test("a node that became slower and one that began to fail differ, the others do not", () => {
  const it = table([
    series("app2", (i) => ({ own: 60e6 + (i % 5) * 1e5, failed: 0 })),
    series("auth", (i) => ({ own: 10e6 + (i % 5) * 1e5, failed: 20 + (i % 3) })),
    series("pg", (i) => ({ own: 10e6 + (i % 5) * 1e5, failed: 0 })),
  ]);
  const differ = compare(it, FIRST, it, SECOND_HALF).filter((c) => c.differs);
  assert.deepEqual(differ.map((c) => [c.name, c.measure]).sort(), [
    ["app2", "own"],
    ["auth", "failed"],
  ]);
  const slow = differ.find((c) => c.name === "app2")!;
  assert.equal(
    sentence(slow),
    "app2 takes about 50.0 ms longer for a request of its own: 10.2 ms before, 60.2 ms after",
  );
});

test("failures that come in bursts are no difference while both stretches have such", () => {
  const bursts = series("auth", () => ({ own: 1, failed: 0 }));
  bursts.failed = bursts.failed.map((_, i) => (i === 5 ? 40 : i === 25 || i === 35 ? 50 : 0));
  const it = table([bursts]);
  const found = compare(it, FIRST, it, SECOND_HALF).find((c) => c.measure === "failed")!;
  assert.equal(found.differs, false);
  assert.ok(found.chance > 0.05, String(found.chance));
});

test("a shift of random medians is told rarely where there is none", () => {
  let state = 7;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  let told = 0;
  for (let run = 0; run < 400; run++) {
    const it = table([series("a", () => ({ own: 1, failed: 0 }))]);
    it.nodes[0]!.ownP50Nanos = it.nodes[0]!.ownP50Nanos.map(() => 1e6 * (1 + random()));
    told += compare(it, FIRST, it, SECOND_HALF).some((c) => c.differs) ? 1 : 0;
  }
  assert.ok(told <= 10, `${told} of 400`);
});

test("the chance of a normal deviate", () => {
  assert.ok(Math.abs(chanceOf(1.96) - 0.05) < 1e-4);
  assert.ok(Math.abs(chanceOf(0) - 1) < 1e-6);
  assert.ok(chanceOf(6) < 1e-8);
});
