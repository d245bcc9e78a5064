// Paints lifelines, frame by frame. What is costly is drawn beside the screen, wider and higher than what is seen, a few milliseconds in
// each frame; a frame itself moves that picture, and scales it until it is drawn anew. So it moves smoothly whatever there is to draw.
import { draw } from "../segments";
import {
  ABOVE,
  axes,
  corners,
  dashOf,
  LANE,
  lanesBox,
  type Paints,
  paintsOf,
  POINT_Y,
  type Scene,
  scaleOf,
  SHAPES,
  STRIP,
  type View,
} from "./lifelinecanvas";
import { colourOf, Raster } from "./raster";
import type { Zoom } from "./zoom";

/** Of each frame, for what moves and for drawing beside the screen; the rest of 16 ms is the browser's. */
const FRAME_MILLIS = 6;

/** As long as nothing is there that could move. */
const FIRST_MILLIS = 50;

/** How much more than what is seen is drawn on each side. */
const BESIDE = 0.5;

/** Once less than this share of what is seen is left beside it, it is drawn anew. */
const MIN_BESIDE = 0.15;

const ROWS_A_STEP = 32;
const POINTS_A_STEP = 200;

/** A picture beside the screen: of this time, and of the lanes from this height on. Its lines are drawn from scratch for each. */
interface Layer {
  scene: Scene;
  paints: Paints;
  from: number;
  to: number;
  /** Pixels of the screen for a nanosecond. */
  scale: number;
  top: number;
  height: number;
  strips: HTMLCanvasElement;
  lanes: HTMLCanvasElement;
}

export class Painter {
  private layer: Layer | undefined;
  /** The one before, whose pictures are drawn over: new memory costs more than drawing. */
  private spare: Layer | undefined;
  private next: { layer: Layer; steps: Generator } | undefined;
  private paints: Paints | undefined;
  private asked = 0;
  private scene: Scene | undefined;
  private view: View = { zoom: { from: 0, to: 1 }, width: 0, height: 0, scroll: 0 };
  /** Where the time goes on by itself: what is seen at this moment. */
  private moving: ((millis: number) => Zoom) | undefined;
  private readonly ends: (() => void)[] = [];

  constructor(private readonly element: HTMLCanvasElement) {
    const sizes = new ResizeObserver(() => this.ask());
    sizes.observe(element);
    const anew = () => {
      this.paints = undefined;
      this.ask();
    };
    const theme = new MutationObserver(anew);
    theme.observe(document.documentElement, { attributes: true });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", anew);
    this.ends.push(
      () => sizes.disconnect(),
      () => theme.disconnect(),
      () => dark.removeEventListener("change", anew),
      () => cancelAnimationFrame(this.asked),
    );
  }

  end(): void {
    for (const end of this.ends) end();
  }

  /** Shows another scene; what is seen stays where it is in time. */
  show(scene: Scene): void {
    const by = (this.scene ?? scene).zero - scene.zero;
    const { from, to } = this.view.zoom;
    this.scene = scene;
    if (by) this.look({ from: from + by, to: to + by });
    this.ask();
  }

  look(zoom: Zoom): void {
    this.view = { ...this.view, zoom };
    this.ask();
  }

  scroll(top: number): void {
    this.view = { ...this.view, scroll: top };
    this.ask();
  }

  /** Goes on by itself from now on, or stops. */
  follow(moving: ((millis: number) => Zoom) | undefined): void {
    this.moving = moving;
    this.ask();
  }

  /** What is seen just now. */
  seen(): View {
    return this.view;
  }

  private ask(): void {
    this.asked ||= requestAnimationFrame((now) => this.frame(now));
  }

  private frame(now: number): void {
    this.asked = 0;
    const until = performance.now() + (this.layer ? FRAME_MILLIS : FIRST_MILLIS);
    const { scene, element } = this;
    const [width, height] = [element.clientWidth, element.clientHeight];
    if (!scene || !width) return;
    this.view = { ...this.view, zoom: this.moving?.(now) ?? this.view.zoom, width, height };
    this.paints ??= paintsOf(element);
    this.compose(scene, this.paints);
    if (!this.next && !this.fits(scene)) this.next = this.begun(scene, this.paints);
    let over = false;
    if (this.next) {
      do over = this.next.steps.next().done ?? false;
      while (!over && performance.now() < until);
      if (over) {
        this.spare = this.layer;
        this.layer = this.next.layer;
        this.next = undefined;
      }
    }
    if (over || this.next || this.moving || !this.fits(scene)) this.ask();
  }

  /** Whether what is drawn beside the screen is sharp, and reaches beyond what is seen wherever there is more. */
  private fits(scene: Scene): boolean {
    const { layer, view } = this;
    const ratio = devicePixelRatio || 1;
    if (!layer || layer.scene !== scene || layer.paints !== this.paints) return false;
    if (Math.abs(layer.scale / scaleOf(view) - 1) > 1e-9) return false;
    const box = lanesBox(view, scene);
    if (layer.lanes.width < Math.floor(box.width * ratio)) return false;
    const { from, to } = view.zoom;
    const beside = MIN_BESIDE * (to - from);
    const bottom = Math.min(scene.lanes.size * LANE + 30, view.scroll + box.height);
    return (
      layer.from <= from - beside &&
      layer.to >= to + beside &&
      layer.top <= view.scroll &&
      layer.top + layer.height >= bottom
    );
  }

  private begun(scene: Scene, paints: Paints): { layer: Layer; steps: Generator } {
    const { view } = this;
    const ratio = devicePixelRatio || 1;
    const box = lanesBox(view, scene);
    const { from, to } = view.zoom;
    const beside = BESIDE * (to - from);
    const top = Math.max(0, view.scroll - BESIDE * box.height);
    const height = Math.min(scene.lanes.size * LANE + 30, view.scroll + (1 + BESIDE) * box.height) - top;
    const scale = scaleOf(view);
    const width = (to - from + 2 * beside) * scale;
    const { spare } = this;
    this.spare = undefined;
    const canvas = (high: number, old: HTMLCanvasElement | undefined) =>
      canvasOf(Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(high * ratio)), old);
    const layer: Layer = {
      scene,
      paints,
      from: from - beside,
      to: to + beside,
      scale,
      top,
      height,
      strips: canvas(scene.strips.length * STRIP, spare?.strips),
      lanes: canvas(height, spare?.lanes),
    };
    return { layer, steps: drawing(layer, ratio) };
  }

  /** One frame: the axes, and above them the picture that there is, moved and scaled to where it belongs. */
  private compose(scene: Scene, paints: Paints): void {
    const { element, view, layer } = this;
    const ratio = devicePixelRatio || 1;
    const [w, h] = [Math.round(view.width * ratio), Math.round(view.height * ratio)];
    if (element.width !== w) element.width = w;
    if (element.height !== h) element.height = h;
    const to = element.getContext("2d", { alpha: false });
    if (!to) return;
    to.setTransform(ratio, 0, 0, ratio, 0, 0);
    to.fillStyle = paints.card;
    to.fillRect(0, 0, view.width, view.height);
    axes(to, scene, view, paints);
    if (!layer) return;
    const box = lanesBox(view, scene);
    const scale = scaleOf(view);
    const zoomed = scale / layer.scale;
    const shift = layer.scene.zero - scene.zero;
    to.setTransform(1, 0, 0, 1, 0, 0);
    to.imageSmoothingEnabled = false;
    const x = Math.round((box.x + (layer.from + shift - view.zoom.from) * scale) * ratio);
    const clipped = (y: number, high: number, paint: () => void) => {
      to.save();
      to.beginPath();
      to.rect(box.x * ratio, y * ratio, box.width * ratio, high * ratio);
      to.clip();
      paint();
      to.restore();
    };
    const { lanes, strips } = layer;
    clipped(0, box.y, () => to.drawImage(strips, x, 0, strips.width * zoomed, strips.height));
    clipped(box.y, box.height, () =>
      to.drawImage(lanes, x, Math.round((box.y + layer.top - view.scroll) * ratio), lanes.width * zoomed, lanes.height),
    );
  }
}

/** An empty picture of this size: the old one where it has it. */
function canvasOf(width: number, height: number, old: HTMLCanvasElement | undefined): HTMLCanvasElement {
  if (old?.width === width && old.height === height) {
    const to = old.getContext("2d", { willReadFrequently: true })!;
    to.setTransform(1, 0, 0, 1, 0, 0);
    to.clearRect(0, 0, width, height);
    return old;
  }
  const made = document.createElement("canvas");
  made.width = width;
  made.height = height;
  return made;
}

let kept: Raster | undefined;

/** An empty one of this size. */
function rasterOf(width: number, height: number): Raster {
  if (kept?.width !== width || kept.height !== height) kept = new Raster(width, height);
  kept.empty();
  return kept;
}

/** Makes what is drawn so far be drawn, for its time to count: a canvas may put it off. */
const done = (to: CanvasRenderingContext2D) => to.getImageData(0, 0, 1, 1);

/** Draws a picture, step by step. */
function* drawing(layer: Layer, ratio: number): Generator {
  yield* loads(layer, ratio);
  const to = layer.lanes.getContext("2d", { willReadFrequently: true })!;
  const { scene, paints } = layer;
  const first = (ABOVE - layer.top) * ratio;
  yield* waits(to, layer, first, ratio);
  for (const [segments, colour, alpha] of [
    [scene.segments, paints.accent, scene.dense],
    [scene.picked, paints.bad, 1],
  ] as const) {
    if (!segments.begin.length || !segments.from.some((lane) => lane >= 0)) continue;
    const raster = rasterOf(layer.lanes.width, layer.lanes.height);
    const y = (lane: number) => first + lane * LANE * ratio;
    const high = Math.max(1, Math.round(3 * ratio));
    yield* draw(segments, layer.from, layer.scale * ratio, 0, raster.width, {
      message: (x1, lane1, x2, lane2) => raster.line(x1, y(lane1), x2, y(lane2)),
      stay: (x1, x2, lane) => raster.bar(x1, x2, Math.round(y(lane) - high / 2), high),
    });
    yield* coloured(to, raster, colour, alpha);
  }
  yield* points(to, layer, first, ratio);
}

/** Puts the lines over what is there, some rows a step. */
function* coloured(to: CanvasRenderingContext2D, raster: Raster, colour: string, alpha: number): Generator {
  const band = document.createElement("canvas");
  band.width = raster.width;
  band.height = ROWS_A_STEP;
  const of = band.getContext("2d", { willReadFrequently: true })!;
  for (let y = 0; y < raster.height; y += ROWS_A_STEP) {
    of.putImageData(raster.image(y, ROWS_A_STEP, colourOf(colour), alpha), 0, 0);
    to.drawImage(band, 0, y);
    done(to);
    yield;
  }
}

function* loads({ scene, strips, from, to: until, scale, paints }: Layer, ratio: number): Generator {
  if (!scene.strips.length) return;
  const to = strips.getContext("2d", { willReadFrequently: true })!;
  to.setTransform(ratio, 0, 0, ratio, 0, 0);
  to.strokeStyle = paints.accent;
  to.lineWidth = 1.2;
  for (const strip of scene.strips) {
    for (const [n, values] of strip.lines.entries()) {
      to.beginPath();
      for (const [x, y] of corners(strip, values, from, until, scale)) to.lineTo(x, y);
      to.setLineDash(dashOf(n));
      to.stroke();
      done(to);
      yield;
    }
    to.translate(0, STRIP);
  }
}

/** How long there was a wait, as a stretch on the lane. */
function* waits(to: CanvasRenderingContext2D, layer: Layer, first: number, ratio: number): Generator {
  to.fillStyle = layer.paints.warn;
  to.globalAlpha = 0.55;
  const scale = layer.scale * ratio;
  for (const [i, { at, lane, waited }] of layer.scene.points.entries()) {
    if (i % POINTS_A_STEP === POINTS_A_STEP - 1) yield done(to);
    const x = (at - waited - layer.from) * scale;
    if (waited > 0) to.fillRect(x, first + (lane * LANE - 6) * ratio, Math.max(1, waited * scale), 12 * ratio);
  }
  to.globalAlpha = 1;
}

/** A shape for each kind, so that colour is not all that tells them apart. */
function* points(to: CanvasRenderingContext2D, layer: Layer, first: number, ratio: number): Generator {
  for (const [i, { at, lane, kind }] of layer.scene.points.entries()) {
    if (i % POINTS_A_STEP === POINTS_A_STEP - 1) yield done(to);
    const x = (at - layer.from) * layer.scale * ratio;
    if (x < -9 || x > layer.lanes.width + 9) continue;
    const y = first + (lane * LANE + POINT_Y) * ratio;
    const { paint, corners: at2 } = SHAPES[kind];
    to.fillStyle = layer.paints[paint];
    to.beginPath();
    for (let c = 0; c < at2.length; c += 2) to.lineTo(x + at2[c]! * ratio, y + at2[c + 1]! * ratio);
    if (!at2.length) to.arc(x, y, 4 * ratio, 0, 7);
    to.fill();
  }
}
