import assert from "node:assert/strict";
import test from "node:test";
import { scaled, timeTicks, zoomOf } from "../src/parts/zoom";
import { parse } from "../src/route";

test("a stretch in the URL is kept within what there is", () => {
  assert.deepEqual(zoomOf(parse("#/request?z=10-40"), 100, 200), { from: 110, to: 140 });
  assert.deepEqual(zoomOf(parse("#/request?z=90-400"), 100, 200), { from: 190, to: 200 });
  assert.deepEqual(zoomOf(parse("#/request?z=x"), 100, 200), { from: 100, to: 200 });
});

test("what is pointed at stays where it is", () => {
  assert.deepEqual(scaled({ from: 0, to: 100 }, 0.5, 20), { from: 10, to: 60 });
});

test("ticks are round", () => {
  assert.deepEqual(timeTicks(3, 97, 5), [20, 40, 60, 80]);
});
