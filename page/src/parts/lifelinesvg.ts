// Lifelines as a drawing for a file: the same lines as on the screen, of all lanes.
import { duration } from "../format";
import { draw } from "../segments";
import {
  corners,
  dashOf,
  heightOf,
  LANE,
  leftOf,
  type Paints,
  paintsOf,
  POINT_Y,
  type Scene,
  scaleOf,
  SHAPES,
  STRIP,
  topOf,
} from "./lifelinecanvas";
import type { Drawn } from "./save";
import { timeTicks, type Zoom } from "./zoom";

const n = (x: number) => String(Math.round(10 * x) / 10);

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const label = (x: number, y: number, text: string, fill: string, more = "") =>
  `<text x="${n(x)}" y="${n(y)}" fill="${fill}" ${more}>${escaped(text)}</text>`;

const path = (d: string, more: string) => `<path d="${d}" ${more}/>`;

export function svgOfLifelines(scene: Scene, zoom: Zoom, width: number): Drawn {
  const paints = paintsOf(document.documentElement);
  const height = heightOf(scene);
  const left = leftOf(width);
  const scale = scaleOf({ zoom, width, height, scroll: 0 });
  const top = topOf(scene);
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="${paints.card}"/>`,
    `<clipPath id="in"><rect x="0" y="0" width="${n(width - left)}" height="${height}"/></clipPath>`,
    ...axes(scene, zoom, paints, { width, height, left, scale, top }),
    `<g transform="translate(${left} 0)" clip-path="url(#in)">`,
    ...loads(scene, zoom, scale, paints),
    `<g transform="translate(0 ${top})">`,
    ...waits(scene, zoom, scale, paints),
    ...lines(scene.segments, zoom, scale, width - left, paints.accent, scene.dense),
    ...lines(scene.picked, zoom, scale, width - left, paints.bad, 1),
    ...points(scene, zoom, scale, paints),
    "</g></g></svg>",
  ].join("\n");
  return { text, width, height };
}

interface Places {
  width: number;
  height: number;
  left: number;
  scale: number;
  top: number;
}

function* axes(scene: Scene, zoom: Zoom, paints: Paints, { width, height, left, scale, top }: Places) {
  for (const [name, lane] of scene.lanes) {
    const y = top + lane * LANE;
    yield path(`M${left} ${y} H${width}`, `stroke="${paints.line}"`);
    yield label(4, y + 4, name.length > 60 ? `${name.slice(0, 59)}…` : name, paints.ink);
  }
  for (const [i, strip] of scene.strips.entries()) {
    yield label(4, 22 + i * STRIP, strip.title, paints.dim);
    yield label(4, 36 + i * STRIP, `≤ ${strip.words}`, paints.dim);
  }
  for (const t of timeTicks(0, zoom.to - zoom.from, width / 140)) {
    const x = left + t * scale;
    yield path(`M${n(x)} ${top - 10} V${height - 20}`, `stroke="${paints.line}"`);
    yield label(Math.min(x, width - 30), height - 6, `+${duration(t)}`, paints.dim, 'text-anchor="middle"');
  }
}

function* loads(scene: Scene, zoom: Zoom, scale: number, paints: Paints) {
  for (const [i, strip] of scene.strips.entries()) {
    for (const [k, values] of strip.lines.entries()) {
      const d = [...corners(strip, values, zoom.from, zoom.to, scale)].map(([x, y]) => `${n(x)} ${n(y + i * STRIP)}`);
      if (d.length)
        yield path(
          `M${d.join(" L")}`,
          `fill="none" stroke="${paints.accent}" stroke-dasharray="${dashOf(k).join(" ")}"`,
        );
    }
  }
}

function* waits(scene: Scene, zoom: Zoom, scale: number, paints: Paints) {
  for (const { at, lane, waited } of scene.points) {
    if (waited > 0 && at >= zoom.from && at - waited <= zoom.to)
      yield `<rect x="${n((at - waited - zoom.from) * scale)}" y="${lane * LANE - 6}" width="${n(Math.max(1, waited * scale))}" height="12" fill="${paints.warn}" fill-opacity="0.55"/>`;
  }
}

function lines(segments: Scene["segments"], zoom: Zoom, scale: number, width: number, colour: string, alpha: number) {
  const slanted: string[] = [];
  const stays: string[] = [];
  const steps = draw(segments, zoom.from, scale, 0, width, {
    message: (x1, lane1, x2, lane2) => slanted.push(`M${n(x1)} ${lane1 * LANE}L${n(x2)} ${lane2 * LANE}`),
    stay: (x1, x2, lane) => stays.push(`M${n(x1)} ${lane * LANE}H${n(Math.max(x2, x1 + 0.5))}`),
  });
  while (!steps.next().done);
  // each its own path: one path would show where two lines cross no darker than one
  return [
    `<g stroke="${colour}" stroke-opacity="${alpha}" fill="none">`,
    ...slanted.map((d) => path(d, "")),
    path(stays.join(""), 'stroke-width="3"'),
    "</g>",
  ];
}

function* points(scene: Scene, zoom: Zoom, scale: number, paints: Paints) {
  for (const { at, lane, kind } of scene.points) {
    if (at < zoom.from || at > zoom.to) continue;
    const [x, y] = [(at - zoom.from) * scale, lane * LANE + POINT_Y];
    const { paint, corners: its } = SHAPES[kind];
    if (!its.length) {
      yield `<circle cx="${n(x)}" cy="${y}" r="4" fill="${paints[paint]}"/>`;
      continue;
    }
    const d: string[] = [];
    for (let i = 0; i < its.length; i += 2) d.push(`${n(x + its[i]!)} ${n(y + its[i + 1]!)}`);
    yield path(`M${d.join("L")}Z`, `fill="${paints[paint]}"`);
  }
}
