import assert from "node:assert/strict";
import { test } from "node:test";
import { blocksIn, delayOf, pairs, placeOf, type Sums, valueOf } from "../src/sums";

const at = (nanos: number) => Math.floor(Math.log2(nanos) * 32) + 1;

/** Four blocks of a second each: `web` takes 1 ms twice a block, and 8 ms from the third on. */
const SUMS: Sums = {
  firstNanos: 1000e9,
  lastNanos: 1004e9,
  delays: [
    {
      of: "node",
      name: "web",
      peer: "",
      measure: "own",
      kind: "a",
      blocks: [
        [at(1e6), 2],
        [at(1e6), 2],
        [at(8e6), 2],
        [at(8e6), 2],
      ],
    },
    { of: "node", name: "web", peer: "", measure: "own", kind: "b", blocks: [[at(4e6), 1], [], [], []] },
  ],
  shares: [
    { of: "node", name: "web", peer: "", measure: "failed", events: [0, 0, 1, 1], trials: [3, 2, 2, 2] },
    { of: "system", name: "", peer: "", measure: "load", events: [3, 2, 2, 2], trials: [1, 1, 1, 1] },
  ],
};

const EARLY = { from: 1000e9, to: 1002e9 };
const LATE = { from: 1002e9, to: 1004e9 };

const near = (value: number, wanted: number) => assert.ok(Math.abs(value / wanted - 1) < 0.03, `${value} ${wanted}`);

test("a stretch has the blocks whose middle lies in it", () => {
  assert.deepEqual(blocksIn(SUMS, EARLY), [0, 1]);
  assert.deepEqual(blocksIn(SUMS, { from: 1000.6e9, to: 1002.6e9 }), [1, 2]);
});

test("quantiles are of the delays of all blocks and kinds together", () => {
  const all = delayOf(SUMS.delays, [0, 1, 2, 3]);
  assert.equal(all.samples, 9);
  near(all.p50Nanos, 4e6);
  near(all.p90Nanos, 8e6);
  near(delayOf(SUMS.delays, [0]).meanNanos, 2e6);
  assert.equal(delayOf(SUMS.delays, []).samples, 0);
});

test("both stretches stand side by side, without a judgement", () => {
  const [own, failed, load] = pairs(SUMS, EARLY, LATE);
  near(own!.before, 1e6);
  near(own!.after, 8e6);
  assert.deepEqual([own!.countBefore, own!.countAfter], [5, 4]);
  assert.deepEqual([failed!.before, failed!.after], [0, 0.5]);
  assert.deepEqual([load!.before, load!.after, load!.unit], [2.5, 2, "perSecond"]);
});

test("places and values have words", () => {
  assert.equal(placeOf({ of: "edge", name: "a", peer: "b" }), "a → b");
  assert.equal(placeOf({ of: "role", name: "app", peer: "" }), "role app");
  assert.equal(valueOf("share", 0.125), "12.5 %");
  assert.equal(valueOf("perSecond", 12.4), "12/s");
});
