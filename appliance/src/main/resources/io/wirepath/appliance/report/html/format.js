"use strict";
function digits(x, n) {
  if (x === 0) return "0";
  const places = Math.max(0, n - 1 - Math.floor(Math.log10(Math.abs(x))));
  return x.toFixed(Math.min(places, 6));
}
/** Nanoseconds for a person, three digits. */
function duration(nanos) {
  if (nanos === null || nanos === undefined) return "–";
  const a = Math.abs(nanos);
  if (a < 1) return "0";
  if (a < 999.5) return Math.round(nanos) + " ns";
  if (a < 999.5e3) return digits(nanos / 1e3, 3) + " µs";
  if (a < 999.5e6) return digits(nanos / 1e6, 3) + " ms";
  if (a < 120e9) return digits(nanos / 1e9, 3) + " s";
  return digits(nanos / 60e9, 3) + " min";
}
const count = x => x >= 1e15 ? x.toExponential(2) : Math.round(x).toLocaleString("en");
const expected = x => x < 100 ? digits(x, 3) : count(x);
const percent = x => x === 0 ? "0 %" : x >= 0.9995 && x < 1 ? ">99.9 %" : digits(100 * x, 3).replace(/\.0+$/, "") + " %";
function bytes(x) {
  if (x < 1e4) return count(x) + " B";
  if (x < 1e7) return digits(x / 1e3, 3) + " kB";
  if (x < 1e10) return digits(x / 1e6, 3) + " MB";
  return digits(x / 1e9, 3) + " GB";
}
const instant = nanos => nanos ? new Date(nanos / 1e6).toISOString().replace("T", " ").replace(/\.(\d{3})Z/, ".$1 UTC") : "–";
/** The port that was called, unless it varies, or the callee is called after it already. */
const portToTell = step => step.port === "*" || step.to.endsWith(":" + step.port) ? "" : step.port;
