import assert from "node:assert/strict";
import { test } from "node:test";
import { visible } from "../src/names";

test("characters that turn text around or hide are told by their numbers", () => {
  const shown = (name: string) => JSON.parse(visible(JSON.stringify({ name }))) as { name: string };
  assert.equal(shown("a\u202egnp.exe").name, "a⟨U+202E⟩gnp.exe");
  assert.equal(shown("a\u2066b\u2069\u200b").name, "a⟨U+2066⟩b⟨U+2069⟩⟨U+200B⟩");
  assert.equal(shown("\u0000\u001b").name, "⟨U+0000⟩⟨U+001B⟩");
  assert.equal(shown("ü ✖ \n\t \\u202e שלום").name, "ü ✖ \n\t \\u202e שלום");
});

test("also where JSON escapes them itself", () => {
  assert.equal((JSON.parse(visible('{"a":"x\\u202ey"}')) as { a: string }).a, "x⟨U+202E⟩y");
});
