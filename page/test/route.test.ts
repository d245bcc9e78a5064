import assert from "node:assert/strict";
import test from "node:test";
import { format, link, parse } from "../src/route";

test("a link leads back to the same view", () => {
  const route = parse("#/paths?q=a%26b&sort=-Mean");
  assert.equal(route.view, "paths");
  assert.equal(route.params.get("q"), "a&b");
  assert.equal(parse(format(route.view, route.params)).params.get("q"), "a&b");
});

test("no view is the one that the source begins with", () => {
  assert.equal(parse("").view, "");
  assert.equal(parse("#main").view, "");
});

test("the window stays when the view changes, the search does not", () => {
  assert.equal(link(parse("#/paths?q=x&window=w1"), "map"), "#/map?window=w1");
});

test("a stretch of a window stays when the view changes; what one view marks in a range does not", () => {
  assert.equal(link(parse("#/overview?window=w1&from=5&to=9"), "map"), "#/map?window=w1&from=5&to=9");
  assert.equal(link(parse("#/compare?range=15m&from=5&to=9&bfrom=1&bto=5"), "map"), "#/map?range=15m");
});
