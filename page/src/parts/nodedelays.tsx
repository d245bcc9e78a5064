import { duration, percent } from "../format";
import type { NodeDelay } from "../model";
import { ticks } from "./histogram";
import { Picture } from "./picture";

const W = 640;
const ROW = 44;
const MOST = 12;

/** The delays of the nodes that play one role in one place of a path, over one axis, so that a second hump or a slow node is seen. */
export function NodeDelays({ title, nodes }: { title: string; nodes: NodeDelay[] }) {
  const shown = nodes.filter((n) => n.delay.histogram?.length).slice(0, MOST);
  if (shown.length < 2) return null;
  const left = Math.min(220, Math.max(...shown.map((n) => n.node.length)) * 7.4 + 16);
  const low = Math.max(
    1,
    Math.min(...shown.map(({ delay }) => delay.histogram![0]![0] || delay.histogram![0]![1] / 2)),
  );
  const high = Math.max(...shown.map(({ delay }) => delay.histogram![delay.histogram!.length - 1]![1]));
  const span = Math.log(high / low) || 1;
  const right = W - 150;
  const x = (t: number) => left + ((right - left) * Math.log(Math.max(low, t) / low)) / span;
  const bottom = shown.length * ROW + 8;
  const words = ({ node, delay: d }: NodeDelay) =>
    `${node}: mean ${duration(d.meanNanos)}, median ${duration(d.p50Nanos)}, p90 ${duration(d.p90Nanos)}, p99 ${duration(d.p99Nanos)}, ${d.samples} times`;
  const text = (
    <ul>
      {nodes.map((n) => (
        <li key={n.node}>{words(n)}</li>
      ))}
    </ul>
  );
  const rest = nodes.length - shown.length;
  return (
    <Picture
      caption={`${title}: share of the delays, node by node${rest ? `; ${rest} more as text` : ""}.`}
      label={title}
      text={text}
      width={W}
      height={bottom + 34}
    >
      {shown.map((n, i) => {
        const foot = i * ROW + ROW;
        const top = Math.max(...n.delay.histogram!.map((b) => b[2]));
        return (
          <g key={n.node}>
            <text x={2} y={foot - 8} font-size="13">
              {n.node}
            </text>
            <line class="whisker" x1={left} x2={right} y1={foot} y2={foot} />
            {n.delay.histogram!.map(([from, to, share]) => {
              const height = Math.max(1, ((ROW - 10) * share) / top);
              return (
                <rect
                  key={from}
                  class="bar"
                  x={x(from)}
                  y={foot - height}
                  width={Math.max(1.5, x(to) - x(from) - 0.5)}
                  height={height}
                >
                  <title>{`${n.node}, ${duration(from)} to ${duration(to)}: ${percent(share)}`}</title>
                </rect>
              );
            })}
            <line class="median" x1={x(n.delay.meanNanos)} x2={x(n.delay.meanNanos)} y1={foot - ROW + 10} y2={foot}>
              <title>{`mean ${duration(n.delay.meanNanos)}`}</title>
            </line>
            <text class="quiet" x={right + 10} y={foot - 8}>
              {`${duration(n.delay.meanNanos)} · ${n.delay.samples}`}
            </text>
          </g>
        );
      })}
      {ticks(low, high).map((tick) => (
        <g key={tick}>
          <line class="whisker" x1={x(tick)} x2={x(tick)} y1={bottom - 8} y2={bottom - 4} />
          <text class="quiet" x={x(tick)} y={bottom + 12} text-anchor="middle">
            {duration(tick)}
          </text>
        </g>
      ))}
    </Picture>
  );
}
