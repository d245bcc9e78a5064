import assert from "node:assert/strict";
import test from "node:test";
import { bytes, clocks, duration, percent, shortTitle } from "../src/format";

test("durations have three digits and a unit", () => {
  assert.equal(duration(0), "0");
  assert.equal(duration(999), "999 ns");
  assert.equal(duration(1000), "1.00 µs");
  assert.equal(duration(28_000_000), "28.0 ms");
  assert.equal(duration(119e9), "119 s");
  assert.equal(duration(120e9), "2.00 min");
  assert.equal(duration(7200e9), "2.00 h");
  assert.equal(duration(172_800e9), "2.00 days");
  assert.equal(duration(null), "–");
});

test("what is nearly certain is not called certain", () => {
  assert.equal(percent(1), "100 %");
  assert.equal(percent(0.9999), ">99.9 %");
  assert.equal(percent(0), "0 %");
});

test("bytes", () => {
  assert.equal(bytes(9999), "9,999 B");
  assert.equal(bytes(12_345_678), "12.3 MB");
});

test("titles leave out folders", () => {
  assert.equal(shortTitle("/a/b/inc/one.pcap, /a/b/inc/two.pcap"), "inc: one.pcap, two.pcap");
  assert.equal(shortTitle("/a/one.pcap, /b/one.pcap"), "one.pcap, one.pcap");
  assert.equal(shortTitle("window 10:00"), "window 10:00");
  assert.equal(shortTitle("one.pcap"), "one.pcap");
});

test("times of day have the digits that tell them apart", () => {
  const at = 1_795_196_940e9;
  assert.deepEqual(clocks([at, at + 5e9]), ["17:49:00", "17:49:05"]);
  assert.deepEqual(clocks([at + 0.2e9, at + 0.4e9]), ["17:49:00.2", "17:49:00.4"]);
  assert.deepEqual(clocks([at + 0.02e9, at + 0.04e9]), ["17:49:00.02", "17:49:00.04"]);
  assert.deepEqual(clocks([at]), ["17:49:00"]);
});
