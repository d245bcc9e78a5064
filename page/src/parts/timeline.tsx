// A path pattern as lanes: a lane a node, time from left to right, in the manner of WAP5 figures 10 to 14. A box is the
// time that a traced node took between the message that came in and the one that went out; a diamond is an untraced
// node, whose own time and network time cannot be told apart; a line is a message.
import { duration, portToTell, short } from "../format";
import { sureness, type Step } from "../model";
import { type Entry, flatten, timeScale } from "../steps";
import { Picture } from "./picture";

const LANE = 52;
const GAP = 16;
const CHARACTER = 6.3;

interface Scale {
  x: (time: number) => number;
  y: (name: string) => number;
}

interface Props {
  title: string;
  root: Step;
  /** How long it takes in all. */
  nanos: number;
  /** Whether delays are means, or those of one request. */
  mean: boolean;
}

export function Timeline({ title, root, nanos, mean }: Props) {
  const entries = flatten(root);
  const lanes = [...new Set(entries.flatMap((e) => [e.step.from, e.step.to]))];
  const traced = new Map(
    entries.flatMap((e): [string, boolean][] => [
      [e.step.from, e.step.fromTraced],
      [e.step.to, e.step.toTraced],
    ]),
  );
  const labels = entries
    .filter((e) => e.parent && e.step.nodeDelay)
    .map((e) => ({
      from: e.parent!.received,
      to: e.sent,
      width: duration(e.step.nodeDelay!.meanNanos).length * CHARACTER + 10,
    }));
  const left = Math.min(190, Math.max(...lanes.map((l) => l.length)) * 7.2 + 34);
  const scale = timeScale(
    entries.flatMap((e) => [e.sent, e.received]),
    620,
    GAP,
    labels,
  );
  const x = (time: number) => left + scale.at(time);
  const y = (name: string) => 30 + lanes.indexOf(name) * LANE;
  const width = left + scale.width + 60;
  const total = duration(nanos);
  return (
    <Picture
      caption={`${mean ? "Mean timeline" : "Timeline of one request"}: ${total} in all. Boxes: time at a traced node; diamonds: an untraced node with its network; lines: messages (dashed: responses). Short delays are drawn wider than to scale.`}
      label={`Timeline of ${title}, ${mean ? "mean " : ""}${total}`}
      text={<TimelineText entries={entries} />}
      width={width}
      height={30 + lanes.length * LANE - 6}
      kind="timeline"
    >
      {lanes.map((lane) => (
        <Lane key={lane} name={lane} traced={traced.get(lane) ?? false} from={left - 8} to={width - 10} y={y(lane)} />
      ))}
      {entries.map((e, i) => (
        <Message key={i} e={e} x={x} y={y} />
      ))}
      {entries.map((e, i) => (
        <NodeTime key={i} e={e} x={x} y={y} />
      ))}
    </Picture>
  );
}

function Lane({ name, traced, from, to, y }: { name: string; traced: boolean; from: number; to: number; y: number }) {
  return (
    <g>
      <line class="lane" x1={from} x2={to} y1={y} y2={y} />
      {traced ? (
        <rect class="box" x={4} y={y - 6} width={12} height={12} rx={2} />
      ) : (
        <path class="diamond" d={`M10 ${y - 8} l8 8 l-8 8 l-8 -8 z`} />
      )}
      <text x={24} y={y + 4} font-size="13">
        {short(name, 22)}
        <title>{name}</title>
      </text>
    </g>
  );
}

function Message({ e, x, y }: { e: Entry } & Scale) {
  const { step } = e;
  const [x1, x2, y1, y2] = [x(e.sent), x(e.received), y(step.from), y(step.to)];
  const dir = y2 > y1 ? 1 : -1;
  const at = [x1 + 0.36 * (x2 - x1) + 5, y1 + 0.36 * (y2 - y1) + 4];
  const port = portToTell(step);
  return (
    <g>
      <path class={`hop ${step.role}`} d={`M${x1} ${y1 + dir * 11} L${x2} ${y2 - dir * 16}`} />
      <path class="tip" d={`M${x2} ${y2 - dir * 11} l-4 ${-dir * 7} h8 z`}>
        <title>{`${step.from} → ${step.to}${port && `:${port}`} ${step.protocol} ${step.role}`}</title>
      </path>
      {step.networkDelay ? (
        <text class="quiet" x={at[0]} y={at[1]}>
          {duration(step.networkDelay.meanNanos)}
        </text>
      ) : (
        step.role !== "response" &&
        step.port !== "*" && <text class="quiet" x={x1 + 5} y={at[1]}>{`:${step.port}`}</text>
      )}
    </g>
  );
}

function NodeTime({ e, x, y }: { e: Entry } & Scale) {
  const delay = e.step.nodeDelay;
  if (!e.parent || !delay) return null;
  const from = x(e.parent.received);
  const to = Math.max(x(e.sent), from + 2);
  const mid = (from + to) / 2;
  const at = y(e.step.from);
  const text = duration(delay.meanNanos);
  const title = (
    <title>{`${e.step.from}: mean ${text}, median ${duration(delay.p50Nanos)}, p90 ${duration(delay.p90Nanos)}, p99 ${duration(delay.p99Nanos)}`}</title>
  );
  return (
    <g>
      {e.step.fromTraced ? (
        <rect class="box" x={from} y={at - 11} width={to - from} height={22} rx={3}>
          {title}
        </rect>
      ) : (
        <path class="diamond" d={`M${from} ${at} L${mid} ${at - 13} L${to} ${at} L${mid} ${at + 13} Z`}>
          {title}
        </path>
      )}
      <text class="delay" x={mid} y={e.step.fromTraced ? at + 4 : at - 16} text-anchor="middle">
        {text}
      </text>
    </g>
  );
}

function TimelineText({ entries }: { entries: Entry[] }) {
  return (
    <ol>
      {entries.map(({ step, parent }, i) => {
        const where = step.fromTraced ? "" : " (untraced, network included)";
        const own = step.nodeDelay
          ? `${duration(step.nodeDelay.meanNanos)} after its cause at ${step.from}${where}, `
          : "";
        const kind = step.role === "unknown" ? "message" : step.role.replace("_", "-");
        const net = step.networkDelay ? `, ${duration(step.networkDelay.meanNanos)} on the network` : "";
        const port = portToTell(step);
        return (
          <li key={i}>
            {`${own}${step.from} sends a ${kind} to ${step.to}${port && ` port ${port}`}${net}`}
            {parent && ` (link ${sureness(step, "likely")})`}
          </li>
        );
      })}
    </ol>
  );
}
