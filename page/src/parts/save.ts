// Saves what is shown as a file, without asking a server.
export const saveText = (name: string, type: string, text: string): void => saveBlob(name, new Blob([text], { type }));

function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Quotes a cell; what a spreadsheet would take for a formula gets an apostrophe, for names come from packets. */
function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csv(titles: string[], rows: (string | number | null)[][]): string {
  return `${[titles, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-opacity",
  "paint-order",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];

/** The picture as a file of its own: what the style sheet says stands in it as attributes. */
export function svgText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll("*")];
  const to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) to[i]!.setAttribute(name, style.getPropertyValue(name));
    to[i]!.removeAttribute("class");
    to[i]!.removeAttribute("style");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.insertBefore(background(svg), copy.firstChild);
  return new XMLSerializer().serializeToString(copy);
}

/** A drawing as a file of its own. */
export interface Drawn {
  text: string;
  width: number;
  height: number;
}

export const drawnOf = (svg: SVGSVGElement): Drawn => ({
  text: svgText(svg),
  width: svg.width.baseVal.value,
  height: svg.height.baseVal.value,
});

/** No canvas is larger, in pixels of a side. */
const MAX_PIXELS = 16_000;

/** A drawing as a file of points, twice as fine as on the screen where there is room. */
export async function savePicture(name: string, { text, width, height }: Drawn): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const fine = Math.min(2, MAX_PIXELS / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = fine * width;
  canvas.height = fine * height;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && saveBlob(name, blob), "image/png");
}

function background(svg: SVGSVGElement): SVGRectElement {
  const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  rect.setAttribute("width", "100%");
  rect.setAttribute("height", "100%");
  rect.setAttribute("fill", getComputedStyle(svg.ownerDocument.body).backgroundColor);
  return rect;
}
