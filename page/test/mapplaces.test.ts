import assert from "node:assert/strict";
import { test } from "node:test";
import { bendsOf, BOX, placed, wayOf, wordPlaces } from "../src/parts/mapplaces";

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

test("what is written on arrows stands on each, and over no other words", () => {
  const places = placed([box("app", 0, 0), box("auth", 1, 0), box("dns", 1, 1), box("redis", 1, 2), box("pg", 2, 0)]);
  const arrows = ["auth", "dns", "redis", "pg"].map((to) => ["app", to]).concat([["auth", "pg"]]);
  const [width, height] = [80, 28];
  const words = arrows.map(([from, to]) => ({
    bends: bendsOf(places, places.at.get(from!)!, places.at.get(to!)!),
    width,
    height,
  }));
  const at = wordPlaces(words);
  const drawn = at.map((place) => place!);
  drawn.forEach((a, i) =>
    drawn.slice(0, i).forEach((b, j) => {
      const apart = Math.abs(a.x - b.x) >= width || Math.abs(a.y - b.y) >= height;
      assert.ok(apart, `${arrows[i]!.join(" → ")} and ${arrows[j]!.join(" → ")}: ${JSON.stringify([a, b])}`);
    }),
  );
});

test("what has no room is not written, what comes first is", () => {
  const names = Array.from({ length: 8 }, (_, i) => `n${i}`);
  const places = placed([
    ...names.slice(0, 4).map((n, i) => box(n, 0, i)),
    ...names.slice(4).map((n, i) => box(n, 1, i)),
  ]);
  const words = names.slice(0, 4).flatMap((from) =>
    names.slice(4).map((to) => ({
      bends: bendsOf(places, places.at.get(from)!, places.at.get(to)!),
      width: 90,
      height: 28,
    })),
  );
  const at = wordPlaces(words);
  assert.ok(at[0]);
  assert.ok(at.some((place) => !place));
  for (const place of at) if (place) assert.ok(place.x - 45 >= words[0]!.bends[0]!.x1, JSON.stringify(place));
});
