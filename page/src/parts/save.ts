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
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.insertBefore(background(svg), copy.firstChild);
  return new XMLSerializer().serializeToString(copy);
}

/** The picture on a canvas as a file of points, on the page's ground. */
export function saveCanvas(name: string, canvas: HTMLCanvasElement): void {
  const copy = document.createElement("canvas");
  copy.width = canvas.width;
  copy.height = canvas.height;
  const to = copy.getContext("2d")!;
  to.fillStyle = getComputedStyle(document.body).backgroundColor;
  to.fillRect(0, 0, copy.width, copy.height);
  to.drawImage(canvas, 0, 0);
  copy.toBlob((blob) => blob && saveBlob(name, blob), "image/png");
}

/** A drawing as a file of points, twice as fine as on the screen. */
export async function savePoints(name: string, svg: SVGSVGElement): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * svg.width.baseVal.value;
  canvas.height = 2 * svg.height.baseVal.value;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  saveCanvas(name, canvas);
}

function background(svg: SVGSVGElement): SVGRectElement {
  const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  rect.setAttribute("width", "100%");
  rect.setAttribute("height", "100%");
  rect.setAttribute("fill", getComputedStyle(svg.ownerDocument.body).backgroundColor);
  return rect;
}
