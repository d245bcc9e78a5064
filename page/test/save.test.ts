import assert from "node:assert/strict";
import test from "node:test";
import { csv } from "../src/parts/save";

test("a name is no formula, and no row of its own", () => {
  assert.equal(
    csv(
      ["Node", "Calls"],
      [
        ["=cmd()", -3],
        ['a"b,\nc', null],
      ],
    ),
    'Node,Calls\r\n\'=cmd(),-3\r\n"a""b,\nc",\r\n',
  );
});
