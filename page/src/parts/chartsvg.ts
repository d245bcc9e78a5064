// Charts over time as one drawing for a file, one above the other, each under its title.
import { clocks } from "../format";
import type { Chart, Curve, Mark } from "./charts";
import type { Drawn } from "./save";
import { timeTicks } from "./zoom";

const WIDTH = 900;
const LEFT = 80;
const HIGH = 110;
const EACH = HIGH + 58;

const n = (x: number) => String(Math.round(10 * x) / 10);

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** What the style sheet says of a colour. */
export type Paint = (name: string) => string;

/** How the curves of a chart are told apart: by colour, and by the length of their dashes. */
export const lineOf = (curve: Curve, i: number): { colour: string; dash: number[] } => ({
  colour: curve.bad ? "--bad" : (["--accent", "--accent", "--warn", "--ink"][i] ?? "--dim"),
  dash: i
    ? [
        [5, 3],
        [2, 2],
        [9, 3, 2, 3],
      ][(i - 1) % 3]!
    : [],
});

export function svgOfCharts(nanos: number[], charts: Chart[], marks: Mark[], paint: Paint): Drawn {
  const height = charts.length * EACH + 10;
  const [from, to] = [nanos[0] ?? 0, nanos.at(-1) ?? 1];
  const x = (t: number) => LEFT + ((WIDTH - LEFT - 10) * (t - from)) / (to - from || 1);
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="${paint("--bg")}"/>`,
    ...charts.flatMap((chart, i) => {
      const most = Math.max(0, ...chart.curves.flatMap((c) => c.values.map((v) => v ?? 0))) || 1;
      const top = i * EACH + 24;
      const y = (v: number) => top + HIGH - (HIGH * v) / (1.1 * most);
      const names = chart.curves.length > 1 ? `: ${chart.curves.map((c) => c.name).join(", ")}` : "";
      return [
        `<text x="4" y="${top - 8}" fill="${paint("--ink")}">${escaped(chart.title + names)}</text>`,
        ...[0, most].map(
          (v) =>
            `<path d="M${LEFT} ${n(y(v))}H${WIDTH - 10}" stroke="${paint("--line")}"/><text x="${LEFT - 6}" y="${n(y(v) + 4)}" text-anchor="end" fill="${paint("--dim")}">${escaped(chart.format(v))}</text>`,
        ),
        ...timeTicks(from, to, 6).map(
          (t, k, all) =>
            `<text x="${n(x(t))}" y="${top + HIGH + 16}" text-anchor="middle" fill="${paint("--dim")}">${clocks(all)[k]!}</text>`,
        ),
        ...marks
          .filter((mark) => mark.nanos >= from && mark.nanos <= to)
          .map(
            (mark) =>
              `<path d="M${n(x(mark.nanos))} ${top}v${HIGH}" stroke="${paint("--bad")}" stroke-dasharray="4 3"><title>${escaped(mark.title)}</title></path>`,
          ),
        ...chart.curves.map((curve, k) => {
          const line = lineOf(curve, k);
          const [colour, dash] = [
            paint(line.colour),
            line.dash.length ? `stroke-dasharray="${line.dash.join(" ")}"` : "",
          ];
          return `<path d="${cornersOf(nanos, curve.values, x, y)}" fill="none" stroke="${colour}" stroke-width="${k ? 1 : 1.6}" ${dash}/>`;
        }),
      ];
    }),
    "</svg>",
  ].join("\n");
  return { text, width: WIDTH, height };
}

/** A gap where nothing is known. */
function cornersOf(
  nanos: number[],
  values: (number | null)[],
  x: (t: number) => number,
  y: (v: number) => number,
): string {
  let pen = "M";
  const out: string[] = [];
  values.forEach((value, i) => {
    if (value === null) pen = "M";
    else {
      out.push(`${pen}${n(x(nanos[i]!))} ${n(y(value))}`);
      pen = "L";
    }
  });
  return out.join("");
}
