// Numbers for a person: three digits and a unit.

export function digits(x: number, n: number): string {
  if (x === 0) return "0";
  const places = Math.max(0, n - 1 - Math.floor(Math.log10(Math.abs(x))));
  return x.toFixed(Math.min(places, 6));
}

/** Nanoseconds. */
export function duration(nanos: number | null | undefined): string {
  if (nanos === null || nanos === undefined) return "–";
  const a = Math.abs(nanos);
  if (a < 1) return "0";
  if (a < 999.5) return `${Math.round(nanos)} ns`;
  if (a < 999.5e3) return `${digits(nanos / 1e3, 3)} µs`;
  if (a < 999.5e6) return `${digits(nanos / 1e6, 3)} ms`;
  if (a < 120e9) return `${digits(nanos / 1e9, 3)} s`;
  if (a < 7200e9) return `${digits(nanos / 60e9, 3)} min`;
  if (a < 172_800e9) return `${digits(nanos / 3600e9, 3)} h`;
  return `${digits(nanos / 86_400e9, 3)} days`;
}

const grouped = new Intl.NumberFormat("en");

export const count = (x: number): string => (x >= 1e15 ? x.toExponential(2) : grouped.format(Math.round(x)));
export const expected = (x: number): string => (x < 100 ? digits(x, 3) : count(x));

export function percent(x: number): string {
  if (x === 0) return "0 %";
  return x >= 0.9995 && x < 1 ? ">99.9 %" : `${digits(100 * x, 3).replace(/\.0+$/, "")} %`;
}

export function bytes(x: number): string {
  if (x < 1e4) return `${count(x)} B`;
  if (x < 1e7) return `${digits(x / 1e3, 3)} kB`;
  if (x < 1e10) return `${digits(x / 1e6, 3)} MB`;
  return `${digits(x / 1e9, 3)} GB`;
}

/** A moment in nanoseconds since the epoch, to the millisecond. */
export function instant(nanos: number): string {
  if (!nanos) return "–";
  return new Date(nanos / 1e6)
    .toISOString()
    .replace("T", " ")
    .replace(/\.(\d{3})Z/, ".$1 UTC");
}

/** The same, to the microsecond. */
export function instantMicros(nanos: number): string {
  const micros = Math.floor(nanos / 1000);
  return nanos ? instant(nanos).replace(/\.\d{3}/, `.${String(micros % 1e6).padStart(6, "0")}`) : "–";
}

/** The time of day of a moment. */
export const clock = (nanos: number): string => (nanos ? new Date(nanos / 1e6).toISOString().slice(11, 19) : "–");

/** The times of day of several moments, with as many digits of a second as tell them apart. */
export function clocks(moments: number[]): string[] {
  const gap = moments.reduce((n, t, i) => (i ? Math.min(n, t - moments[i - 1]!) : n), Number.POSITIVE_INFINITY);
  const places = gap < 1e9 ? Math.min(6, Math.ceil(-Math.log10(gap / 1e9) - 1e-3)) : 0;
  const unit = 10 ** (9 - places);
  return moments.map((t) => instantMicros(Math.round(t / unit) * unit + 500).slice(11, places ? 20 + places : 19));
}

/** A name short enough for a place of this many characters. */
export const short = (name: string, most: number): string =>
  name.length > most ? `${name.slice(0, most - 1)}…` : name;

/** The port that was called, unless it varies or the callee is called after it already. */
export const portToTell = (step: { to: string; port: string }): string =>
  step.port === "*" || step.to.endsWith(`:${step.port}`) ? "" : step.port;

/** A title without the folders of the files that it lists; the files of one folder by that folder's name. */
export function shortTitle(title: string): string {
  const files = title.split(/, ?/).map((file) => file.split("/"));
  if (!files.every((parts) => parts.length > 1)) return title;
  const folders = new Set(files.map((parts) => parts.slice(0, -1).join("/")));
  const names = files.map((parts) => parts.at(-1)!).join(", ");
  return folders.size === 1 && files.length > 1 ? `${files[0]!.at(-2)!}: ${names}` : names;
}
