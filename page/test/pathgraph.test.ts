import assert from "node:assert/strict";
import { test } from "node:test";
import type { PathGraph } from "../src/model";
import { place } from "../src/parts/pathgraph";

const vertex = (node: string, messages: number, next: PathGraph[] = []): PathGraph => ({
  node,
  delayNanos: 1,
  messages,
  next,
});

test("a graph of paths has a row for each end, and leaves out rare edges", () => {
  const { placed, rows, depth } = place(
    vertex("a", 0, [vertex("b", 100, [vertex("c", 60, [vertex("d", 60)]), vertex("e", 40), vertex("rare", 2)])]),
  );
  assert.deepEqual(
    placed.map((p) => `${p.vertex.node} ${p.depth} ${p.row}`),
    ["a 0 0", "b 1 0", "c 2 0", "d 3 0", "e 2 1"],
  );
  assert.equal(rows, 2);
  assert.equal(depth, 3);
});
