import { humps, humpWords } from "../delays";
import { count, duration, percent, short } from "../format";
import type { Delay } from "../model";
import { Picture } from "./picture";

const H = 120;
const MARGIN = 8;

/** A picture as wide as is wanted where the window has room for it: letters that are scaled down cannot be read. */
const roomFor = (wanted: number) => Math.max(300, Math.min(wanted, innerWidth - 24));

/** A delay distribution as bars over a logarithmic axis: each bin is a quarter of an octave. */
export function Histogram({ title, delay }: { title: string; delay: Delay }) {
  const bins = delay.histogram ?? [];
  const first = bins[0];
  const last = bins[bins.length - 1];
  if (!first || !last) return <p class="dim">{title}: no samples.</p>;
  const low = Math.max(1, first[0] || first[1] / 2);
  const high = last[1];
  const W = roomFor(520);
  const top = Math.max(...bins.map((b) => b[2]));
  const span = Math.log(high / low) || 1;
  const x = (t: number) => MARGIN + ((W - 2 * MARGIN) * Math.log(Math.max(low, t) / low)) / span;
  const words = `mean ${duration(delay.meanNanos)}, median ${duration(delay.p50Nanos)}, p90 ${duration(delay.p90Nanos)}, p99 ${duration(delay.p99Nanos)}, greatest ${duration(delay.maxNanos)}, ${count(delay.samples)} samples`;
  const several = humpWords(humps(delay));
  const text = (
    <ul>
      {bins.map(([from, to, share]) => (
        <li key={from}>{`${duration(from)} to ${duration(to)}: ${percent(share)}`}</li>
      ))}
    </ul>
  );
  return (
    <Picture
      caption={`${title}: ${words}.${several && ` ${several}.`}`}
      label={`${title}: ${words}`}
      text={text}
      width={W}
      height={H + 34}
      kind="fluid"
    >
      <line class="whisker" x1={MARGIN} x2={W - MARGIN} y1={H + 10} y2={H + 10} />
      {bins.map(([from, to, share]) => {
        const height = Math.max(1, (H * share) / top);
        return (
          <rect
            key={from}
            class="bar"
            x={x(from)}
            y={H + 10 - height}
            width={Math.max(1.5, x(to) - x(from) - 1)}
            height={height}
          >
            <title>{`${duration(from)} to ${duration(to)}: ${percent(share)}`}</title>
          </rect>
        );
      })}
      {ticks(low, high).map((tick) => {
        const at = x(tick);
        const anchor = at < MARGIN + 20 ? "start" : at > W - MARGIN - 20 ? "end" : "middle";
        return (
          <g key={tick}>
            <line class="whisker" x1={at} x2={at} y1={H + 10} y2={H + 14} />
            <text class="quiet" x={at} y={H + 28} text-anchor={anchor}>
              {duration(tick)}
            </text>
          </g>
        );
      })}
    </Picture>
  );
}

/** Round places on a logarithmic axis: decades, or steps of 1, 2 and 5 where those are few. */
export function ticks(low: number, high: number): number[] {
  const steps = high / low > 1000 ? [1] : [1, 2, 5];
  const all: number[] = [];
  for (let power = 1; power <= high; power *= 10) {
    for (const step of steps) if (power * step >= low && power * step <= high) all.push(power * step);
  }
  return all.length ? all : [low];
}

export interface NamedDelay {
  name: string;
  delay: Delay;
}

/** Distributions of several nodes, one line each, from the median to the 99th percentile. */
export function CompareDelays({ title, rows }: { title: string; rows: NamedDelay[] }) {
  const row = 30;
  const width = roomFor(640);
  const left = Math.min(width / 3, Math.max(...rows.map((r) => r.name.length)) * 7.4 + 16);
  const most = Math.max(...rows.map((r) => r.delay.p99Nanos), 1);
  const x = (t: number) => left + ((width - left - 70) * t) / most;
  const text = (
    <ul>
      {rows.map(({ name, delay: d }) => (
        <li key={name}>
          {`${name}: mean ${duration(d.meanNanos)}, median ${duration(d.p50Nanos)}, p90 ${duration(d.p90Nanos)}, p99 ${duration(d.p99Nanos)}, ${count(d.samples)} calls`}
        </li>
      ))}
    </ul>
  );
  return (
    <Picture
      caption={`${title}: mean (bar), median (thick mark), up to the 99th percentile (thin line).`}
      label={title}
      text={text}
      width={width}
      height={rows.length * row + 22}
      kind="fluid"
    >
      {rows.map(({ name, delay: d }, i) => {
        const y = i * row + 16;
        return (
          <g key={name}>
            <text x={2} y={y + 4} font-size="13">
              {short(name, Math.floor((left - 16) / 7.4))}
              <title>{name}</title>
            </text>
            <rect class="waiting" x={left} y={y - 8} width={width - left - 70} height={16} rx={3} />
            <rect class="bar" x={left} y={y - 8} width={Math.max(1, x(d.meanNanos) - left)} height={16} rx={3}>
              <title>{`mean ${duration(d.meanNanos)}`}</title>
            </rect>
            <line class="whisker" x1={x(d.p50Nanos)} x2={x(d.p99Nanos)} y1={y} y2={y} />
            <line class="median" x1={x(d.p50Nanos)} x2={x(d.p50Nanos)} y1={y - 8} y2={y + 8} />
            <line class="whisker" x1={x(d.p99Nanos)} x2={x(d.p99Nanos)} y1={y - 5} y2={y + 5} />
            <text class="quiet" x={width - 64} y={y + 4}>
              {duration(d.meanNanos)}
            </text>
          </g>
        );
      })}
    </Picture>
  );
}
