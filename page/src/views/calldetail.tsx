import type { Ahead } from "../clocks";
import { bytes, duration, instantMicros, percent } from "../format";
import { certainty, scored, sureness, type OtherCause, type Report, type Request, type RequestCall } from "../model";
import { Scroll } from "../parts/scroll";
import { endOf, sentAgain } from "../requests";
import { Doubt } from "./doubts";

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

/** One call: its times to the microsecond, what it carried, and its possible causes. */
export function CallDetail({ call, request, report, captured }: CallDetailProps) {
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
    ...(call.acknowledgmentWaitNanos ? [`${duration(call.acknowledgmentWaitNanos)} until an acknowledgment came`] : []),
    ...(call.setUpNanos ? [`${duration(call.setUpNanos)} to set up the connection`] : []),
  ];
  return [...sentAgain(call), ...waits].join("; ") || "–";
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
