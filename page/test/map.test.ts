import assert from "node:assert/strict";
import { test } from "node:test";
import { complete, type Report } from "../src/model";
import { grouped, READABLE } from "../src/parts/mapgroups";
import { arrows, boxesOf, heat, MOST, near, sickOf } from "../src/views/map";

/** So many roles in a row, each with nodes that ask those of the next. */
function report(roles: number, nodesOf: (role: number) => number): Report {
  const names = Array.from({ length: roles }, (_, r) => Array.from({ length: nodesOf(r) }, (__, n) => `r${r}n${n}`));
  return complete({
    nodes: names.flatMap((its, r) =>
      its.map((name) => ({ name, address: name, role: `role${r}`, client: false, traced: true }) as never),
    ),
    edges: names
      .slice(1)
      .flatMap((its, r) =>
        its.map((to, n) => ({ from: names[r]![n % names[r]!.length]!, to, requests: 5, messages: 10, bytes: 1 })),
      ),
    map: {
      roles: names.map((_, r) => ({ name: `role${r}`, column: r, row: 0 })),
      nodes: names.flatMap((its, r) => its.map((name, row) => ({ name, column: r, row }))),
    },
  });
}

test("roles unfold to nodes in their place", () => {
  const { boxes, boxOf } = boxesOf(
    report(3, () => 4),
    (role) => role === "role1",
  );
  assert.deepEqual(
    boxes.map((b) => b.name),
    ["role0", "r1n0", "r1n1", "r1n2", "r1n3", "role2"],
  );
  assert.ok(boxes.every((b) => b.place.column === Number(b.role.slice(4))));
  assert.equal(boxOf.get("r1n2"), "r1n2");
  assert.equal(boxOf.get("r2n0"), "role2");
});

test("500 roles with 5,000 nodes: what is too much stays folded, and is named", () => {
  const all = report(500, (r) => (r === 7 ? 4500 : 1));
  const { boxes, folded } = boxesOf(all, () => true);
  assert.ok(boxes.length <= MOST);
  assert.deepEqual(folded, ["role7"]);
});

test("a neighbourhood reaches as far as is wanted", () => {
  const all = report(9, () => 2);
  const { boxes, boxOf } = boxesOf(all, () => false);
  const traffic = arrows(all, boxOf);
  const names = (hops: number) => near(boxes, traffic, "r4n1", hops).map((b) => b.name);
  assert.deepEqual(names(1), ["role3", "role4", "role5"]);
  assert.deepEqual(names(2), ["role2", "role3", "role4", "role5", "role6"]);
});

test("a healthy arrow is grey, however slow; one that finds no connection is red", () => {
  const all = report(3, () => 1);
  all.edges[1]!.notOpened = 7;
  const { boxOf } = boxesOf(all, () => false);
  const [sick, well] = arrows(all, boxOf).sort((a, b) => b.notOpened - a.notOpened);
  const never = () => false;
  assert.equal(heat(well!, "problems", 1, never), "");
  assert.equal(heat(sick!, "problems", 1, never), "hot");
  assert.equal(heat({ ...well!, calls: 5, nanos: 5e9 }, "delay", 1e9, never), "slowest");
  assert.equal(
    heat(well!, "change", 1, (a) => a === well),
    "hot",
  );
  assert.equal(
    heat(sick!, "change", 1, (a) => a === well),
    "",
  );
});

test("a node has its gravest finding", () => {
  const finding = (severity: string, node: string) => ({ severity, title: severity, nodes: [node] }) as never;
  const all = complete({ findings: [finding("notice", "a"), finding("problem", "a"), finding("fact", "b")] });
  assert.deepEqual(
    [...sickOf(all)].map(([name, f]) => [name, f.severity]),
    [["a", "problem"]],
  );
});

/** Services of namespaces, each of which asks the next of its own, and the last one of the next. */
function cluster(namespaces: number, services: number, nameOf: (space: number, service: number) => string) {
  const names = Array.from({ length: namespaces * services }, (_, i) => nameOf(Math.floor(i / services), i % services));
  return complete({
    nodes: names.map((name) => ({ name, address: name, role: name, client: false, traced: true }) as never),
    edges: names.slice(1).map((to, i) => ({ from: names[i]!, to, requests: 5, messages: 10, bytes: 1 })),
    map: { roles: names.map((name, i) => ({ name, column: i % services, row: 0 })), nodes: [] },
  });
}

const never = () => false;

for (const [nameOf, shown] of [
  [(n: number, s: number) => `svc${s}.space${n}`, "*.space3"],
  [(n: number, s: number) => `team${String.fromCharCode(97 + n)}-part${s}`, "teamd-*"],
] as const) {
  test(`500 services can be read: ${shown}`, () => {
    const all = cluster(25, 20, nameOf);
    const { boxes, boxOf } = boxesOf(all, never);
    const traffic = arrows(all, boxOf);
    const folded = grouped(boxes, traffic, new Set(), never);
    assert.equal(folded.boxes.length, 25);
    assert.equal(folded.traffic.length, 24, "between neighbours");
    assert.ok(folded.boxes.some((b) => b.name === shown && b.members.length === 40));
    const open = grouped(boxes, traffic, new Set([shown]), never);
    assert.equal(open.boxes.length, 24 + 20);
    const sick = grouped(boxes, traffic, new Set(), (b) => b.name === nameOf(3, 7));
    assert.equal(sick.boxes.length, 26, "what is sick stands alone");
  });
}

test("where names say nothing, columns are folded; few services are not", () => {
  const words = Array.from({ length: 500 }, (_, i) => String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26)));
  const all = cluster(25, 20, (n, s) => words[20 * n + s]!);
  const { boxes, boxOf } = boxesOf(all, never);
  const folded = grouped(boxes, arrows(all, boxOf), new Set(), never);
  assert.equal(folded.boxes.length, 20);
  assert.equal(
    folded.boxes.reduce((n, b) => n + b.members.length, 0),
    1000,
  );
  const few = boxes.slice(0, READABLE);
  assert.equal(grouped(few, [], new Set(), never).boxes, few);
});
