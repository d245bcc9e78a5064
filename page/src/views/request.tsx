import { bytes, duration, instant, instantMicros, percent, short } from "../format";
import { type Ahead, asCaptured, clocksOf, severalClocks } from "../clocks";
import type { OtherCause, Report, Request, RequestCall } from "../model";
import { Picture } from "../parts/picture";
import { SaveTraces } from "../parts/savetraces";
import { Scroll } from "../parts/scroll";
import { timeTicks, useZoomKeys, type Zoom, zoomOf } from "../parts/zoom";
import { attribution, endOf, kindOf, rowsOfRequest, tcpOf, titleOf } from "../requests";
import { change, link, type Route } from "../route";

interface Props {
  report: Report;
  route: Route;
}

const NARROW = innerWidth < 760;
const LEFT = NARROW ? 150 : 250;
const WIDTH = NARROW ? 640 : 1100;
const ROW = 24;
const TOP = 26;

export function OneRequest({ report, route }: Props) {
  const call = Number(route.params.get("call"));
  const request = report.requests.find((r) => r.call === call);
  if (!request) {
    return (
      <p>
        This report does not hold that request. <a href={link(route, "requests")}>Requests that it holds</a>
      </p>
    );
  }
  return <Shown request={request} report={report} route={route} />;
}

function Shown({ request, report, route }: Props & { request: Request }) {
  const ahead = clocksOf(report);
  const raw = route.params.get("times") === "raw" && severalClocks(report);
  const drawn = raw ? asCaptured(request, ahead) : request;
  const first = Math.min(0, ...drawn.calls.map((c) => c.startNanos), ...drawn.path.map((s) => s.fromNanos));
  const last = Math.max(
    request.durationNanos,
    ...drawn.calls.map(endOf),
    ...drawn.path.map((s) => s.fromNanos + s.nanos),
  );
  const zoom = zoomOf(route, first, last);
  useZoomKeys(first, last);
  const pattern = report.patterns.find((p) => p.examples?.some((e) => e.call === request.call));
  const picked = request.calls.find((c) => String(c.call) === route.params.get("at")) ?? request.calls[0];
  const around = 2 * request.durationNanos;
  return (
    <section id="request" aria-labelledby="request-h">
      <p class="crumbs">
        <a href={link(route, "requests")}>Requests</a>
        {pattern && (
          <>
            {" › "}
            <a href={link(route, "path", { id: pattern.id })}>{pattern.title}</a>
          </>
        )}
      </p>
      <h2 id="request-h">{titleOf(request)}</h2>
      <p class="dim">
        {`Call ${request.call}, began ${instant(request.startNanos)}, took ${duration(request.durationNanos)}; the whole of it is ${percent(request.probability)} certain. `}
        <a
          href={link(route, "lifelines", {
            from: String(request.startNanos - around),
            to: String(request.startNanos + request.durationNanos + around),
          })}
        >
          What happened around it
        </a>
      </p>
      <Shares request={request} />
      {severalClocks(report) && (
        <p class="tools">
          <button
            type="button"
            aria-pressed={raw}
            onClick={() => change({ times: raw ? "" : "raw", z: "" })}
            title="By the clocks of the sniffers, or by that of the reference"
          >
            Times as captured
          </button>
          <span class="dim small">
            {raw
              ? "Each time is by the clock of the sniffer that is nearest to the node: clocks that differ tear calls apart."
              : "Corrected to one clock. A thin bar shows how uncertain the begin is for it."}
          </span>
        </p>
      )}
      <Waterfall
        request={drawn}
        zoom={zoom}
        picked={picked?.call}
        uncertain={(call) =>
          raw || !severalClocks(report) ? 0 : (ahead(call.from, request.startNanos).uncertaintyNanos ?? 0)
        }
      />
      <p class="dim small">Keys: w and s zoom, a and d move, f shows all. A click on a row tells more of its call.</p>
      <SaveTraces requests={[request]} />
      {picked && <CallDetail call={picked} request={request} captured={severalClocks(report) ? ahead : undefined} />}
    </section>
  );
}

/** Each moment of the critical path belongs to one node, or to the network. */
function Shares({ request }: { request: Request }) {
  const shares = attribution(request);
  const all = shares.reduce((n, s) => n + s.nanos, 0) || 1;
  return (
    <ul class="shares">
      {shares.map((s) => (
        <li key={s.name}>
          <b>{duration(s.nanos)}</b>
          {` ${s.name}, ${percent(s.nanos / all)}`}
          <div class="share" style={{ width: `${Math.max(0.5, (100 * s.nanos) / all)}%` }} />
        </li>
      ))}
    </ul>
  );
}

function words(call: RequestCall): string {
  const took =
    call.durationNanos === undefined ? "no response was seen" : call.oneWay ? "one way" : duration(call.durationNanos);
  return `${call.from} → ${call.to}:${call.port} ${call.protocol}, after ${duration(call.startNanos)}: ${took}, ${[...(call.outcome ? [call.outcome] : []), ...tcpOf(call)].map((w) => `${w}, `).join("")}link ${percent(call.probability)} likely`;
}

interface WaterfallProps {
  request: Request;
  zoom: Zoom;
  picked: number | undefined;
  uncertain: (call: RequestCall) => number;
}

function Waterfall({ request, zoom, picked, uncertain }: WaterfallProps) {
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
      caption="Light: the caller waits; dark: on the critical path, the called node works (red: its answer is a failure); grey: on the way between two sniffers; orange: a lost segment, a closed window, a queue or another wait that need not be. A triangle: TCP sent again. Dashed: the link is less than 99.9 % likely."
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

interface BarProps {
  call: RequestCall;
  depth: number;
  y: number;
  x: (t: number) => number;
  picked: boolean;
  /** Half of the stretch in which it can have begun. */
  uncertain: number;
  own: Request["path"];
}

function Bar({ call, depth, y, x, picked, uncertain, own }: BarProps) {
  const clip = (t: number) => Math.max(LEFT, Math.min(WIDTH - 62, x(t)));
  const from = clip(call.startNanos);
  const to = clip(endOf(call));
  const doubt = call.probability < 0.999 ? " doubt" : "";
  const pick = () => change({ at: String(call.call) });
  const took =
    call.durationNanos === undefined ? "no response" : call.oneWay ? "one way" : duration(call.durationNanos);
  return (
    <g
      class={`row${picked ? " picked" : ""}`}
      role="button"
      tabIndex={0}
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
      {tcpOf(call).length > 0 && (
        <path class="tcp" d={`M${(from + to) / 2} ${y + 3} l5 9 h-10 z`}>
          <title>{tcpOf(call).join(", ")}</title>
        </path>
      )}
      <text class="quiet" x={to + 5} y={y + 16}>
        {call.verdict === "failed" ? `✖ ${call.outcome ?? ""} ${took}` : took}
      </text>
    </g>
  );
}

interface CallDetailProps {
  call: RequestCall;
  request: Request;
  captured: ((node: string, nanos: number) => Ahead) | undefined;
}

/** A moment by the clock that took it, and how far that is from the reference's. */
function capturedAt(ahead: Ahead, nanos: number): string {
  const uncertain = ahead.uncertaintyNanos === null ? "not known" : `± ${duration(ahead.uncertaintyNanos)}`;
  return `${instantMicros(nanos + ahead.nanos)} by ${ahead.sniffer || "a sniffer without traffic in common"}, ${duration(ahead.nanos)} ahead (${uncertain})`;
}

function CallDetail({ call, request, captured }: CallDetailProps) {
  const began = request.startNanos + call.startNanos;
  const rows: [string, string][] = [
    ["Call", String(call.call)],
    ["Connection", `${call.from}:${call.fromPort} → ${call.to}:${call.port} ${call.protocol}`],
    ["Request began", instantOf(request, call.startNanos)],
    ...(captured ? [["As captured", capturedAt(captured(call.from, began), began)] as [string, string]] : []),
    ["Request", sizeAndWay(call.requestBytes, call.requestNetworkNanos)],
    ["Response ended", call.durationNanos === undefined ? "never seen" : instantOf(request, endOf(call))],
    ["Response", call.responseBytes === undefined ? "–" : sizeAndWay(call.responseBytes, call.responseNetworkNanos)],
    ["Outcome", call.outcome ? `${call.outcome} (${call.verdict ?? ""})` : "–"],
    ["TCP", tcpWords(call)],
    ["Link to its cause", call.parent < 0 ? "it begins the request" : `${percent(call.probability)} likely`],
  ];
  return (
    <section class="card" aria-labelledby="call-h">
      <h3 id="call-h">{`${call.from} → ${call.to}`}</h3>
      <dl class="kv">
        {rows.map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {(call.otherCauses?.length ?? 0) > 0 && <Causes causes={call.otherCauses!} />}
    </section>
  );
}

/** What TCP did to the request and the response. */
function tcpWords(call: RequestCall): string {
  const waits = [
    ...(call.resentWaitNanos ? [`${duration(call.resentWaitNanos)} until what was lost had come`] : []),
    ...(call.zeroWindowNanos ? [`${duration(call.zeroWindowNanos)} before a closed window`] : []),
    ...(call.setUpNanos ? [`${duration(call.setUpNanos)} to set up the connection`] : []),
  ];
  return [...(call.resentSegments ? [`${call.resentSegments} segments sent again`] : []), ...waits].join("; ") || "–";
}

const instantOf = (request: Request, nanos: number) =>
  `${instantMicros(request.startNanos + nanos)} (${duration(nanos)} after the request began)`;

const sizeAndWay = (size: number, nanos: number | undefined) =>
  `${bytes(size)}${nanos === undefined ? "" : `, ${duration(nanos)} between two sniffers`}`;

function Causes({ causes }: { causes: OtherCause[] }) {
  return (
    <>
      <h3>Other possible causes</h3>
      <Scroll label="Other possible causes">
        <table>
          <thead>
            <tr>
              <th scope="col">Message</th>
              <th scope="col" class="num">
                Before
              </th>
              <th scope="col" class="num">
                Probability
              </th>
            </tr>
          </thead>
          <tbody>
            {causes.map((c, i) => (
              <tr key={i}>
                <td>{c.from === undefined ? "no cause in the trace" : `${c.from} → ${c.to ?? ""}`}</td>
                <td class="num">{duration(c.beforeNanos)}</td>
                <td class="num">{percent(c.probability)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}
