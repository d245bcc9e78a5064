import assert from "node:assert/strict";
import test from "node:test";
import { changed } from "../src/parts/settings";

const SETTINGS = {
  windows: { lengthNanos: 60e9, beforeNanos: 5e9, afterNanos: 5e9 },
  analysis: { algorithm: "auto", evidence: "times,sizes", seed: 1, maxDelayNanos: 2e9 },
};

test("only what was changed is sent, seconds as nanoseconds", () => {
  const entered: Record<string, string> = {
    lengthNanos: "0.5",
    beforeNanos: "5",
    afterNanos: "5",
    algorithm: "joint",
    evidence: "times,sizes",
    maxDelayNanos: "2",
  };
  assert.deepEqual(
    changed(SETTINGS, (key) => entered[key]!),
    { windows: { lengthNanos: 5e8 }, analysis: { algorithm: "joint" } },
  );
});
