// Lines of which very many cross the same pixels: how often each pixel is covered is summed, and coloured at the end. It takes no
// graphics card, and can stop after any line: a hundred thousand lines are drawn a few milliseconds at a time.

/** A pixel that is covered whole counts so much. */
const WHOLE = 256;

/** Sums of cover that are coloured apart; more looks no different. */
const SHADES = 4096;
const SHADE = 16;

export type Colour = [red: number, green: number, blue: number];

export class Raster {
  readonly cover: Uint32Array;
  private clean = true;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.cover = new Uint32Array(width * height);
  }

  /** Takes away what was drawn and not coloured. */
  empty(): void {
    if (!this.clean) this.cover.fill(0);
    this.clean = true;
  }

  /** A line one pixel wide between two points; what lies beyond the edges is cut off. */
  line(x1: number, y1: number, x2: number, y2: number): void {
    if (Math.abs(y2 - y1) >= Math.abs(x2 - x1)) this.walk(y1, x1, y2, x2, this.height, this.width, this.width, 1);
    else this.walk(x1, y1, x2, y2, this.width, this.height, 1, this.width);
  }

  /** One step along the longer side at a time: two pixels share what is covered there (after Wu). */
  private walk(
    a1: number,
    b1: number,
    a2: number,
    b2: number,
    aEnd: number,
    bEnd: number,
    aStep: number,
    bStep: number,
  ): void {
    const { cover } = this;
    this.clean = false;
    const [from, to] = a1 <= a2 ? [a1, a2] : [a2, a1];
    const first = Math.max(0, Math.round(from));
    const last = Math.min(aEnd - 1, Math.max(first, Math.round(to)));
    const slope = a2 === a1 ? 0 : (b2 - b1) / (a2 - a1);
    let b = b1 + (first - a1) * slope;
    for (let a = first; a <= last; a++, b += slope) {
      const low = Math.floor(b);
      const share = ((b - low) * WHOLE) | 0;
      const at = a * aStep + low * bStep;
      if (low >= 0 && low < bEnd) cover[at]! += WHOLE - share;
      if (share && low >= -1 && low + 1 < bEnd) cover[at + bStep]! += share;
    }
  }

  /** A rectangle, whole pixels high; at least half a pixel wide. */
  bar(x1: number, x2: number, top: number, height: number): void {
    this.clean = false;
    const from = Math.max(0, Math.floor(x1));
    const to = Math.min(this.width, Math.max(Math.ceil(x2), from + 1));
    for (let y = Math.max(0, top); y < Math.min(this.height, top + height); y++) {
      for (let x = from; x < to; x++) this.cover[y * this.width + x]! += WHOLE;
    }
  }

  /** Some rows as an image, which are empty afterwards: the more lines, the more opaque. */
  image(top: number, rows: number, [red, green, blue]: Colour, alpha: number): ImageData {
    const { cover, width } = this;
    const image = new ImageData(width, rows);
    const pixels = new Uint32Array(image.data.buffer);
    const shades = shadesOf(alpha);
    const ink = (blue << 16) | (green << 8) | red;
    for (let i = 0, at = top * width; i < pixels.length; i++, at++) {
      const sum = cover[at]!;
      if (!sum) continue;
      pixels[i] = (shades[Math.min(SHADES - 1, sum / SHADE) | 0]! << 24) | ink;
      cover[at] = 0;
    }
    this.clean ||= top + rows >= this.height;
    return image;
  }
}

const known = new Map<number, Uint8Array>();

/** Opacity by how often a pixel is covered, where one line has this much. */
function shadesOf(alpha: number): Uint8Array {
  let shades = known.get(alpha);
  if (!shades) {
    shades = Uint8Array.from({ length: SHADES }, (_, i) =>
      Math.round(255 * (1 - (1 - alpha) ** (((i + 1) * SHADE) / WHOLE))),
    );
    known.set(alpha, shades);
  }
  return shades;
}

/** The colour that a style sheet names as #rrggbb. */
export function colourOf(text: string): Colour {
  const n = Number.parseInt(text.slice(1), 16) || 0;
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}
