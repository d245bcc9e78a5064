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

const drawn = (root: PathGraph) => place(root).placed.map((p) => `${p.vertex.node} ${p.depth} ${p.row}`);

test("a graph of paths has a row for each end", () => {
  const graph = vertex("a", 0, [vertex("b", 100, [vertex("c", 60, [vertex("d", 60)]), vertex("rare", 2)])]);
  assert.deepEqual(drawn(graph), ["a 0 0", "b 1 0", "c 2 0", "d 3 0", "rare 2 1"]);
  const { rows, depth, hidden } = place(graph);
  assert.deepEqual([rows, depth, hidden], [2, 3, 0]);
});

test("a graph that is cut is drawn in paths that go on to their ends, and tells how many edges are hidden", () => {
  const path = (messages: number, length: number): PathGraph =>
    vertex(`p${length}`, messages, length > 1 ? [path(messages - 1, length - 1)] : []);
  const { placed, hidden } = place(vertex("a", 0, [path(50, 40), path(40, 30), path(60, 11)]));
  const ends = placed.filter((p) => p.vertex.next?.length === 0).map((p) => p.vertex.messages);
  assert.deepEqual(ends, [11, 50]);
  assert.equal(hidden, 30);
});
