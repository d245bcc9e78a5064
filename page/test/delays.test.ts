import assert from "node:assert/strict";
import { test } from "node:test";
import { humps, humpWords } from "../src/delays";
import type { Delay } from "../src/model";

/** Samples in bins of a quarter octave, as a report has them. */
function delayOf(samples: number[]): Delay {
  const bins = new Map<number, number>();
  for (const s of samples) {
    const q = Math.floor(4 * Math.log2(s));
    bins.set(q, (bins.get(q) ?? 0) + 1);
  }
  const histogram = [...bins]
    .sort((a, b) => a[0] - b[0])
    .map(([q, n]): [number, number, number] => [
      Math.round(2 ** (q / 4)),
      Math.round(2 ** ((q + 1) / 4)),
      n / samples.length,
    ]);
  const mean = samples.reduce((a, b) => a + b, 0) / samples.length;
  return {
    samples: samples.length,
    meanNanos: mean,
    p50Nanos: 0,
    p90Nanos: 0,
    p99Nanos: 0,
    maxNanos: Math.max(...samples),
    histogram,
  };
}

/** Numbers that look like chance and are the same each time. */
function normal(n: number, middle: number, spread: number, seed: number): number[] {
  let state = seed;
  const next = () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return (state + 1) / (2 ** 32 + 1);
  };
  return Array.from({ length: n }, () => {
    const z = Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
    return middle * Math.exp(spread * z);
  });
}

test("two humps are seen, with what is in each", () => {
  const found = humps(delayOf([...normal(700, 2e6, 0.2, 1), ...normal(300, 50e6, 0.2, 2)]));
  assert.equal(found.length, 2);
  assert.ok(Math.abs(found[0]!.share - 0.7) < 0.02 && Math.abs(found[1]!.share - 0.3) < 0.02);
  assert.ok(found[0]!.aroundNanos > 1.6e6 && found[0]!.aroundNanos < 2.5e6, String(found[0]!.aroundNanos));
  assert.ok(found[1]!.aroundNanos > 40e6 && found[1]!.aroundNanos < 62e6, String(found[1]!.aroundNanos));
  assert.match(humpWords(found), /^2 humps: /);
});

test("one hump stays one, for whatever samples chance gives", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const found = humps(delayOf(normal(40 + 20 * seed, 3e6, 0.1 + seed / 60, seed)));
    assert.equal(found.length, 1, `seed ${seed}`);
  }
});

test("few samples are no humps, none is nothing", () => {
  assert.equal(humps(delayOf([1e6, 1e6, 9e6, 9e6])).length, 1);
  assert.deepEqual(humps({ ...delayOf([1]), histogram: [] }), []);
});
