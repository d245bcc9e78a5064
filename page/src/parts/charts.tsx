// Small multiples over one axis of time, by uPlot. A stretch that is dragged over becomes the stretch that all views show.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { clocks } from "../format";
import type { Finding } from "../model";
import { showStretch } from "../route";
import { lineOf, svgOfCharts } from "./chartsvg";
import { csv, savePicture, saveText } from "./save";
import { Scroll } from "./scroll";

export interface Curve {
  name: string;
  values: (number | null)[];
  /** A second or third curve of one chart is drawn thinner. */
  bad?: boolean;
}

export interface Chart {
  title: string;
  curves: Curve[];
  format: (value: number) => string;
}

export interface Mark {
  nanos: number;
  title: string;
}

/** Where changes began. */
export const marksOf = (findings: Finding[]): Mark[] =>
  findings.flatMap((f) => (f.onsetNanos === undefined ? [] : [{ nanos: f.onsetNanos, title: f.title }]));

interface Props {
  /** Begin of each step, ns since the epoch. */
  nanos: number[];
  charts: Chart[];
  marks?: Mark[];
  /** What is chosen. */
  span?: { from: number; to: number } | null;
}

const HEIGHT = 110;

function paint(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Vertical lines where something began. */
function drawMarks(plot: uPlot, marks: Mark[]): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = paint("--bad");
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const mark of marks) {
    const x = plot.valToPos(mark.nanos / 1e9, "x", true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** Shows what is chosen as if it had just been dragged over. */
function choose(plot: uPlot, from: number, to: number): void {
  const at = (nanos: number) => Math.max(0, Math.min(plot.over.clientWidth, plot.valToPos(nanos / 1e9, "x")));
  const left = at(from);
  const width = from < to ? at(to) - left : 0;
  plot.setSelect({ left, width, top: 0, height: plot.over.clientHeight }, false);
}

interface Chosen {
  from: number;
  to: number;
}

function plotOf(element: HTMLElement, chart: Chart, nanos: number[], marks: Mark[], chosen: Chosen): uPlot {
  const axis = { stroke: paint("--dim"), grid: { stroke: paint("--line"), width: 1 }, ticks: { show: false } };
  const options: uPlot.Options = {
    width: Math.max(200, element.clientWidth),
    height: HEIGHT,
    legend: { show: false },
    cursor: { sync: { key: "wirepath" }, drag: { x: true, y: false, setScale: false } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1e3), "Etc/UTC"),
    scales: { y: { range: (_, __, max) => [0, max > 0 ? max * 1.1 : 1] } },
    axes: [
      { ...axis, size: 28, space: 90, values: (_, seconds) => clocks(seconds.map((s) => s * 1e9)) },
      { ...axis, size: 64, values: (_, values) => values.map(chart.format) },
    ],
    series: [
      {},
      ...chart.curves.map((curve, i) => ({
        label: curve.name,
        stroke: paint(lineOf(curve, i).colour),
        width: i ? 1 : 1.6,
        dash: lineOf(curve, i).dash,
        points: { show: nanos.length < 3 },
      })),
    ],
    hooks: {
      ready: [(plot) => choose(plot, chosen.from, chosen.to)],
      draw: [(plot) => drawMarks(plot, marks)],
      setSelect: [
        (plot) => {
          if (plot.select.width < 4) return;
          const at = (x: number) => plot.posToVal(x, "x") * 1e9;
          showStretch(at(plot.select.left), at(plot.select.left + plot.select.width));
        },
      ],
    },
  };
  const data = [nanos.map((t) => t / 1e9), ...chart.curves.map((c) => c.values)] as uPlot.AlignedData;
  return new uPlot(options, data, element);
}

interface PlotProps {
  chart: Chart;
  nanos: number[];
  marks: Mark[];
  from: number;
  to: number;
}

function Plot({ chart, nanos, marks, from, to }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      plot = plotOf(element, chart, nanos, marks, { from, to });
    };
    draw();
    let width = element.clientWidth;
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      plot?.setSize({ width: Math.max(200, width), height: HEIGHT });
      if (plot) choose(plot, from, to);
    });
    sizes.observe(element);
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributes: true });
    return () => {
      sizes.disconnect();
      theme.disconnect();
      plot?.destroy();
    };
  }, [chart, nanos, marks, from, to]);
  return (
    <figure class="chart">
      <figcaption>
        {chart.title}
        {chart.curves.length > 1 &&
          chart.curves.map((curve, i) => {
            const { colour, dash } = lineOf(curve, i);
            return (
              <span key={curve.name} class="key">
                <svg width={22} height={8} aria-hidden="true">
                  <line
                    x2={22}
                    y1={4}
                    y2={4}
                    stroke={`var(${colour})`}
                    stroke-width={1.6}
                    stroke-dasharray={dash.join()}
                  />
                </svg>
                {curve.name}
              </span>
            );
          })}
      </figcaption>
      <div ref={place} role="img" aria-label={`${chart.title} over time`} />
    </figure>
  );
}

const NO_MARKS: Mark[] = [];

export function Charts({ nanos, charts, marks = NO_MARKS, span }: Props) {
  const svg = () => svgOfCharts(nanos, charts, marks, paint);
  const titles = ["Time", ...charts.flatMap((c) => c.curves.map((curve) => `${c.title}: ${curve.name}`))];
  const cells = nanos.map((t, i) => [
    new Date(t / 1e6).toISOString(),
    ...charts.flatMap((c) => c.curves.map((curve) => curve.values[i] ?? null)),
  ]);
  return (
    <div class="curves">
      <div class="charts">
        {charts.map((chart) => (
          <Plot key={chart.title} chart={chart} nanos={nanos} marks={marks} from={span?.from ?? 0} to={span?.to ?? 0} />
        ))}
      </div>
      <div class="below">
        <details class="text-alternative">
          <summary>As text</summary>
          <Scroll label="The curves as a table">
            <table>
              <thead>
                <tr>
                  {titles.map((title) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {nanos.map((t, i) => (
                  <tr key={t}>
                    <td>{String(cells[i]![0])}</td>
                    {charts.flatMap((c) =>
                      c.curves.map((curve) => {
                        const value = curve.values[i];
                        return (
                          <td key={c.title + curve.name} class="num">
                            {value === null || value === undefined ? "–" : c.format(value)}
                          </td>
                        );
                      }),
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        </details>
        <button type="button" class="quiet" onClick={() => saveText("wirepath.csv", "text/csv", csv(titles, cells))}>
          Save as CSV
        </button>
        <button type="button" class="quiet" onClick={() => saveText("wirepath.svg", "image/svg+xml", svg().text)}>
          SVG
        </button>
        <button type="button" class="quiet" onClick={() => void savePicture("wirepath.png", svg())}>
          PNG
        </button>
      </div>
    </div>
  );
}
