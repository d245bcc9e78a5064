import assert from "node:assert/strict";
import test from "node:test";
import { axisOf, scaled, timeTicks, zoomOf } from "../src/parts/zoom";
import { parse } from "../src/route";

test("a stretch in the URL is kept within what there is", () => {
  const axis = { whole: { from: 0, to: 100 }, bounds: { from: -50, to: 100 } };
  assert.deepEqual(zoomOf(parse("#/request?z=10-40"), axis), { from: 10, to: 40 });
  assert.deepEqual(zoomOf(parse("#/request?z=90-400"), axis), { from: 90, to: 100 });
  assert.deepEqual(zoomOf(parse("#/request?z=-70--20"), axis), { from: -50, to: -20 });
  assert.deepEqual(zoomOf(parse("#/request?z=x"), axisOf(3, 4)), { from: 3, to: 4 });
});

test("what is pointed at stays where it is", () => {
  assert.deepEqual(scaled({ from: 0, to: 100 }, 0.5, 20), { from: 10, to: 60 });
});

test("ticks are round", () => {
  assert.deepEqual(timeTicks(3, 97, 5), [20, 40, 60, 80]);
});
