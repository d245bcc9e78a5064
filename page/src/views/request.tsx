import { useEffect, useState } from "preact/hooks";
import { bytes, duration, instant, instantMicros, percent, short } from "../format";
import { type Ahead, asCaptured, clocksOf, severalClocks } from "../clocks";
import {
  certainty,
  scored,
  sureness,
  type OtherCause,
  type PointKind,
  type Report,
  type Request,
  type RequestCall,
} from "../model";
import { POINTS } from "../parts/lifelinecanvas";
import { Picture } from "../parts/picture";
import { csv, saveText } from "../parts/save";
import { SaveTraces } from "../parts/savetraces";
import { Scroll } from "../parts/scroll";
import { axisOf, timeTicks, useZoomKeys, type Zoom, zoomOf } from "../parts/zoom";
import { attribution, endOf, kindOf, rowsOfRequest, tcpOf, titleOf } from "../requests";
import { step, link, type Route } from "../route";
import { pointsOf } from "../segments";
import type { Source } from "../source";
import { Doubt } from "./doubts";

interface Props {
  report: Report;
  route: Route;
  source: Source;
}

const NARROW = innerWidth < 760;
const LEFT = NARROW ? 150 : 250;
const WIDE = 1600;
const WIDTH = NARROW ? 640 : innerWidth < WIDE ? 1100 : Math.min(1860, Math.round(0.92 * innerWidth) - 40);
const ROW = 24;
const TOP = 26;

/** A request that the report holds, or else what the service kept of it. */
export function OneRequest({ report, route, source }: Props) {
  const call = Number(route.params.get("call"));
  const held = report.requests.find((r) => r.call === call);
  const window = report.window?.id ?? "";
  const [asked, setAsked] = useState<{ key: string; request?: Request; problem?: string }>({ key: "" });
  const key = `${window} ${call}`;
  const more = held ? undefined : source.more;
  useEffect(() => {
    if (!more) return;
    let over = false;
    more.request(window, call).then(
      (request) => !over && setAsked({ key, request }),
      (e: unknown) => !over && setAsked({ key, problem: (e as Error).message }),
    );
    return () => {
      over = true;
    };
  }, [more, window, call, key]);
  const request = held ?? (asked.key === key ? asked.request : undefined);
  if (request) return <Shown request={request} report={report} route={route} />;
  if (more && asked.key !== key) return <p class="dim">Loading …</p>;
  return (
    <p>
      {`This report does not hold that request${more && asked.problem ? `: ${asked.problem}` : ""}. `}
      <a href={link(route, "requests")}>Requests that it holds</a>
    </p>
  );
}

function Shown({ request, report, route }: Omit<Props, "source"> & { request: Request }) {
  const ahead = clocksOf(report);
  const raw = route.params.get("times") === "raw" && severalClocks(report);
  const drawn = raw ? asCaptured(request, ahead) : request;
  const first = Math.min(0, ...drawn.calls.map((c) => c.startNanos), ...drawn.path.map((s) => s.fromNanos));
  const last = Math.max(
    request.durationNanos,
    ...drawn.calls.map(endOf),
    ...drawn.path.map((s) => s.fromNanos + s.nanos),
  );
  const axis = axisOf(first, last);
  const zoom = zoomOf(route, axis);
  useZoomKeys(axis);
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
        {`Call ${request.call}, began ${instant(request.startNanos)}, took ${duration(request.durationNanos)}; the whole of it ${scored(request) ? "has the" : "is"} ${sureness(request, "certain")}. `}
        <a
          href={link(route, "lifelines", {
            from: String(request.startNanos - around),
            to: String(request.startNanos + request.durationNanos + around),
          })}
        >
          What happened around it
        </a>
      </p>
      {request.path.length || request.calls[0]?.durationNanos === undefined ? (
        <Shares request={request} />
      ) : (
        <p class="note">
          The service keeps the times of every request, but tells where they went of those alone that the report of the
          window explains: the slowest of each path, and others by chance.
        </p>
      )}
      {severalClocks(report) && (
        <p class="tools">
          <button
            type="button"
            aria-pressed={raw}
            onClick={() => step({ times: raw ? "" : "raw", z: "" })}
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
      <div class="below">
        <button type="button" class="quiet" onClick={() => saveText("wirepath.csv", "text/csv", csvOf(request))}>
          Save its calls as CSV
        </button>
        <SaveTraces requests={[request]} />
      </div>
      {picked && (
        <CallDetail
          call={picked}
          request={request}
          report={report}
          captured={severalClocks(report) ? ahead : undefined}
        />
      )}
    </section>
  );
}

function csvOf(request: Request): string {
  const titles = [
    "Call",
    "Calling call",
    "From",
    "To",
    "Port",
    "Protocol",
    "Began, ns",
    "Took, ns",
    "Outcome",
    "TCP",
    "Link",
  ];
  const rows = rowsOfRequest(request).map(({ call }) => [
    call.call,
    request.calls[call.parent]?.call ?? null,
    call.from,
    call.to,
    call.port,
    call.protocol,
    call.startNanos,
    call.durationNanos ?? null,
    call.outcome ?? "",
    tcpOf(call).join(", "),
    certainty(call),
  ]);
  return csv(titles, rows);
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
  return `${call.from} → ${call.to}:${call.port} ${call.protocol}, after ${duration(call.startNanos)}: ${took}, ${[...(call.outcome ? [call.outcome] : []), ...tcpOf(call)].map((w) => `${w}, `).join("")}link ${sureness(call, "likely")}`;
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

interface CallDetailProps {
  call: RequestCall;
  request: Request;
  report: Report;
  captured: ((node: string, nanos: number) => Ahead) | undefined;
}

/** A moment by the clock that took it, and how far that is from the reference's. */
function capturedAt(ahead: Ahead, nanos: number): string {
  const uncertain = ahead.uncertaintyNanos === null ? "not known" : `± ${duration(ahead.uncertaintyNanos)}`;
  return `${instantMicros(nanos + ahead.nanos)} by ${ahead.sniffer || "a sniffer without traffic in common"}, ${duration(ahead.nanos)} ahead (${uncertain})`;
}

function CallDetail({ call, request, report, captured }: CallDetailProps) {
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
    ["Cause", causeWords(call, request)],
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
      {call.parent >= 0 && <Causes call={call} request={request} />}
      {report.explanations
        .filter((e) => e.call === call.call && e.message.role !== "response")
        .map((e, i) => (
          <Doubt key={i} e={e} />
        ))}
    </section>
  );
}

function causeWords(call: RequestCall, request: Request): string {
  const cause = request.calls[call.parent];
  if (!cause) return "it begins the request";
  return `call ${cause.call}, ${cause.from} → ${cause.to}: ${sureness(call, "likely")}`;
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

/** The cause that was taken, and the others that were possible, by their probability. */
function Causes({ call, request }: { call: RequestCall; request: Request }) {
  const causes = call.otherCauses ?? [];
  const taken = request.calls[call.parent]!;
  const rest = 1 - certainty(call) - causes.reduce((n, c) => n + certainty(c), 0);
  const name = (c: OtherCause) => (c.from === undefined ? "no cause in the trace" : `${c.from} → ${c.to ?? ""}`);
  const rows = [
    {
      name: `${taken.from} → ${taken.to}`,
      before: call.startNanos - taken.startNanos,
      p: certainty(call),
      taken: true,
    },
    ...causes.map((c) => ({ name: name(c), before: c.beforeNanos, p: certainty(c), taken: false })),
    ...(rest >= 0.001 ? [{ name: "all others together", before: undefined, p: rest, taken: false }] : []),
  ];
  return (
    <>
      <h3>Possible causes</h3>
      <Scroll label="Possible causes">
        <table>
          <thead>
            <tr>
              <th scope="col">Message</th>
              <th scope="col" class="num">
                Before
              </th>
              <th scope="col" class="num">
                {scored(call) ? "Score" : "Probability"}
              </th>
              <th scope="col" class="when">
                <span class="hidden">As a bar</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((r, i) => (
              <tr key={i}>
                <td>
                  {r.taken && "▶ "}
                  {r.name}
                </td>
                <td class="num">{duration(r.before)}</td>
                <td class="num">{percent(r.p)}</td>
                <td>
                  <div class="share" style={{ width: `${Math.max(0.5, 100 * r.p)}%` }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {rows.length === 1 && <p class="dim small">No other cause comes to 0.1 %.</p>}
    </>
  );
}
