import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { drawnOf, savePicture, saveText, svgText } from "./save";
import { Scroll } from "./scroll";

interface Props {
  /** What is shown, in a sentence; stands above the picture. */
  caption?: string;
  /** The name of the picture for who cannot see it. */
  label: string;
  /** The same content as text. */
  text: ComponentChildren;
  width: number;
  height: number;
  kind?: string;
  /** Whether it takes the width that there is, as far as its words stay readable. */
  fits?: boolean;
  /** Whether parts of it are links. */
  links?: boolean;
  /** The same content as a table for a file. */
  csv?: () => string;
  children: ComponentChildren;
}

/** A picture with its caption, the same content as text, and a way to keep it. */
export function Picture({ caption, label, text, width, height, kind = "", fits, links, csv, children }: Props) {
  const svg = useRef<SVGSVGElement>(null);
  const save = () => svg.current && saveText("wirepath.svg", "image/svg+xml", svgText(svg.current));
  return (
    <figure>
      {caption && <figcaption>{caption}</figcaption>}
      <Scroll label={label}>
        <svg
          ref={svg}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          class={kind}
          style={fits ? { width: "100%", height: "auto", minWidth: 0.7 * width, maxWidth: 1.6 * width } : undefined}
          role={links ? "group" : "img"}
          aria-label={label}
        >
          {children}
        </svg>
      </Scroll>
      <div class="below">
        <details class="text-alternative">
          <summary>As text</summary>
          {text}
        </details>
        <button type="button" class="quiet" onClick={save}>
          Save as SVG
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => svg.current && void savePicture("wirepath.png", drawnOf(svg.current))}
        >
          PNG
        </button>
        {csv && (
          <button type="button" class="quiet" onClick={() => saveText("wirepath.csv", "text/csv", csv())}>
            CSV
          </button>
        )}
      </div>
    </figure>
  );
}
