import assert from "node:assert/strict";
import { test } from "node:test";
import { BOX, placed, wayOf } from "../src/parts/mapplaces";

const box = (name: string, column: number, row: number) => ({ name, place: { name, column, row } });

test("an arrow over a column passes between its boxes", () => {
  const places = placed([box("app", 0, 0), box("auth", 1, 0), box("dns", 1, 1), box("redis", 1, 2), box("pg", 2, 0)]);
  const way = wayOf(places, places.at.get("app")!, places.at.get("pg")!);
  const straight = /([\d.]+) ([\d.]+) H([\d.]+)/.exec(way)!;
  const [from, y, to] = straight.slice(1).map(Number) as [number, number, number];
  for (const name of ["auth", "dns", "redis"]) {
    const at = places.at.get(name)!;
    assert.equal(from, at.x);
    assert.equal(to, at.x + BOX);
    assert.ok(y < at.y || y > at.y + 36, `${name}: ${way}`);
  }
});

test("an arrow to the next column, or over one where nothing stands in its way, goes straight", () => {
  const places = placed([box("web", 0, 0), box("app", 1, 0), box("a", 2, 0), box("b", 2, 1), box("pg", 3, 0)]);
  const y = places.at.get("app")!.y + 18;
  assert.ok(wayOf(places, places.at.get("web")!, places.at.get("app")!).endsWith(`${y}`));
  const over = wayOf(places, places.at.get("app")!, places.at.get("pg")!);
  assert.deepEqual(new Set([...over.matchAll(/[\d.]+ ([\d.]+)/g)].map((m) => Number(m[1]))), new Set([y]));
});
