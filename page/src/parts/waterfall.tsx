import { duration, short } from "../format";
import { certainty, sureness, type PointKind, type Request, type RequestCall } from "../model";
import { endOf, kindOf, rowsOfRequest, tcpOf, titleOf } from "../requests";
import { step } from "../route";
import { pointsOf } from "../segments";
import { POINTS } from "./lifelinecanvas";
import { Picture } from "./picture";
import { timeTicks, type Zoom } from "./zoom";

const NARROW = innerWidth < 760;
const LEFT = NARROW ? 150 : 250;
const WIDE = 1600;
const WIDTH = NARROW ? 640 : innerWidth < WIDE ? 1100 : Math.min(1860, Math.round(0.92 * innerWidth) - 40);
const ROW = 24;
const TOP = 26;

function words(call: RequestCall): string {
  const took =
    call.durationNanos === undefined ? "no response was seen" : call.oneWay ? "one way" : duration(call.durationNanos);
  return `${call.from} → ${call.to}:${call.port} ${call.protocol}, after ${duration(call.startNanos)}: ${took}, ${[...(call.outcome ? [call.outcome] : []), ...tcpOf(call)].map((w) => `${w}, `).join("")}link ${sureness(call, "likely")}`;
}

interface WaterfallProps {
  request: Request;
  zoom: Zoom;
  picked: number | undefined;
  uncertain: (call: RequestCall) => number;
}

/** A row a call: where its time went, what TCP did, and how sure its begin and its link are. */
export function Waterfall({ request, zoom, picked, uncertain }: WaterfallProps) {
  const rows = rowsOfRequest(request);
  const height = TOP + rows.length * ROW + 8;
  const x = (t: number) => LEFT + ((WIDTH - LEFT - 70) * (t - zoom.from)) / (zoom.to - zoom.from || 1);
  const text = (
    <ol>
      {rows.map(({ call, depth }) => (
        <li key={call.call}>{`${"· ".repeat(depth)}${words(call)}`}</li>
      ))}
    </ol>
  );
  return (
    <Picture
      caption="Light: the caller waits; dark: on the critical path, the called node works (red: its answer is a failure); grey: on the way between two sniffers; orange: a lost segment, a closed window, a queue or another wait that need not be. ▲ TCP sent again, ■ a closed window, ✖ a reset, ◆ a name without an answer; the thin line before one is how long that was waited for. Dashed: the link is less than 99.9 % likely."
      label={`Waterfall of ${titleOf(request)}`}
      text={text}
      width={WIDTH}
      height={height}
      kind="waterfall"
      links
    >
      {timeTicks(zoom.from, zoom.to, 7).map((t) => (
        <g key={t}>
          <line class="lane" x1={x(t)} x2={x(t)} y1={TOP - 6} y2={height} />
          <text class="quiet" x={x(t)} y={14} text-anchor="middle">
            {duration(t)}
          </text>
        </g>
      ))}
      {rows.map(({ call, depth, place }, i) => (
        <Bar
          key={call.call}
          call={call}
          request={request}
          depth={depth}
          y={TOP + i * ROW}
          x={x}
          picked={call.call === picked}
          uncertain={uncertain(call)}
          own={request.path.filter((s) => s.call === place)}
        />
      ))}
    </Picture>
  );
}

/** A shape for each kind, as in the lifelines. */
const SHAPES: Record<PointKind, string> = {
  resent: "l5 8 h-10 z",
  zero_window: "m-4 0 h8 v8 h-8 z",
  reset: "m-4 0 l4 3 l4 -3 v3 l-2 1 l2 1 v3 l-4 -3 l-4 3 v-3 l2 -1 l-2 -1 z",
  name_unanswered: "l5 4 l-5 4 l-5 -4 z",
  name_retried: "l5 4 l-5 4 l-5 -4 z",
  event: "m-4 4 a4 4 0 1 0 8 0 a4 4 0 1 0 -8 0",
};

interface BarProps {
  call: RequestCall;
  request: Request;
  depth: number;
  y: number;
  x: (t: number) => number;
  picked: boolean;
  /** Half of the stretch in which it can have begun. */
  uncertain: number;
  own: Request["path"];
}

function Bar({ call, request, depth, y, x, picked, uncertain, own }: BarProps) {
  const clip = (t: number) => Math.max(LEFT, Math.min(WIDTH - 62, x(t)));
  const from = clip(call.startNanos);
  const to = clip(endOf(call));
  const doubt = certainty(call) < 0.999 ? " doubt" : "";
  const pick = () => step({ at: String(call.call) });
  const took =
    call.durationNanos === undefined ? "no response" : call.oneWay ? "one way" : duration(call.durationNanos);
  return (
    <g
      class={`row${picked ? " picked" : ""}`}
      role="button"
      tabindex={0}
      aria-pressed={picked}
      onClick={pick}
      onKeyDown={(e) => (e.key === "Enter" || e.key === " ") && pick()}
    >
      <rect class="row-back" x={0} y={y} width={WIDTH} height={ROW} />
      <text x={6 + Math.min(depth, 10) * 12} y={y + 16} font-size="13">
        {`${depth ? "└ " : ""}${short(call.to, (NARROW ? 14 : 24) - Math.min(depth, 10))} :${call.port}`}
        <title>{words(call)}</title>
      </text>
      <rect class={`waiting${doubt}`} x={from} y={y + 5} width={Math.max(2, to - from)} height={14} rx={2} />
      {own.map((s, i) => (
        <rect
          key={i}
          class={`${kindOf(s.cause)}${call.verdict === "failed" ? " failed" : ""}`}
          x={clip(s.fromNanos)}
          y={y + 5}
          width={Math.max(0.5, clip(s.fromNanos + s.nanos) - clip(s.fromNanos))}
          height={14}
        />
      ))}
      {uncertain > 0 && (
        <path
          class="uncertain"
          d={`M${clip(call.startNanos - uncertain)} ${y + 21} H${clip(call.startNanos + uncertain)}`}
        >
          <title>{`The begin is uncertain by ± ${duration(uncertain)}`}</title>
        </path>
      )}
      {pointsOf(call, request).map((p, i) => (
        <g key={i} class={`tcp ${p.kind}`}>
          <title>{`${POINTS[p.kind]}${p.waited ? `, ${duration(p.waited)} were waited for that` : ""}`}</title>
          {p.waited > 0 && (
            <rect
              class="waited"
              x={clip(p.at - p.waited)}
              y={y + 2}
              width={Math.max(1, clip(p.at) - clip(p.at - p.waited))}
              height={3}
            />
          )}
          <path d={`M${clip(p.at)} ${y} ${SHAPES[p.kind]}`} />
        </g>
      ))}
      <text class="quiet" x={to + 5} y={y + 16}>
        {call.verdict === "failed" ? `✖ ${call.outcome ?? ""} ${took}` : took}
      </text>
    </g>
  );
}
