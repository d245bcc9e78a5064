import assert from "node:assert/strict";
import test from "node:test";
import { colourOf, Raster } from "../src/parts/raster";

const sum = (raster: Raster) => raster.cover.reduce((n, v) => n + v, 0);

test("a line covers each step along its longer side once, shared by two pixels", () => {
  const raster = new Raster(10, 10);
  raster.line(2.25, 0, 2.25, 9);
  assert.equal(raster.cover[2], 192);
  assert.equal(raster.cover[3], 64);
  assert.equal(sum(raster), 10 * 256);
});

test("a slanted line goes through both of its ends, whichever comes first", () => {
  for (const [x1, y1, x2, y2] of [
    [0, 0, 3, 9],
    [3, 9, 0, 0],
    [0, 0, 9, 3],
    [9, 3, 0, 0],
  ] as const) {
    const raster = new Raster(10, 10);
    raster.line(x1, y1, x2, y2);
    assert.equal(raster.cover[0], 256);
    assert.equal(raster.cover[Math.max(y1, y2) * 10 + Math.max(x1, x2)], 256);
  }
});

test("what lies beyond the edges is cut off", () => {
  const raster = new Raster(4, 4);
  raster.line(-100, 1, 100, 1);
  raster.line(1, -1e9, 1, 1e9);
  raster.line(2.5, 50, 2.5, 60);
  raster.bar(-5, 50, 3, 9);
  raster.bar(90, 95, 0, 2);
  assert.deepEqual(
    [...raster.cover].map((v) => v / 256),
    [0, 1, 0, 0, 1, 2, 1, 1, 0, 1, 0, 0, 1, 2, 1, 1],
  );
});

test("colours are those of the style sheet", () => {
  assert.deepEqual(colourOf("#0b6e8f"), [11, 110, 143]);
});
