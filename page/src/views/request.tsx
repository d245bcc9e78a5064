import { useEffect, useState } from "preact/hooks";
import { asCaptured, clocksOf, severalClocks } from "../clocks";
import { duration, instant, percent } from "../format";
import { certainty, type Finding, scored, sureness, type Report, type Request } from "../model";
import { Examples } from "../parts/findingcard";
import { csv, saveText } from "../parts/save";
import { SaveTraces } from "../parts/savetraces";
import { Waterfall } from "../parts/waterfall";
import { axisOf, useZoomKeys, zoomOf } from "../parts/zoom";
import { attribution, endOf, holderOf, rowsOfRequest, tcpOf, titleOf } from "../requests";
import { step, link, type Route } from "../route";
import type { Source } from "../source";
import { CallDetail } from "./calldetail";

interface Props {
  report: Report;
  route: Route;
  source: Source;
}

/** A request that the report holds, or else what the service kept of it. */
export function OneRequest({ report, route, source }: Props) {
  const call = Number(route.params.get("call"));
  const window = report.window?.id ?? "";
  const [asked, setAsked] = useState<{ key: string; request?: Request; problem?: string }>({ key: "" });
  const key = `${window} ${call}`;
  // the window that was shown before knows nothing of this call
  const isOther = source.live && (route.params.get("window") || window) !== window;
  const held = isOther ? undefined : holderOf(report, call);
  const more = held || isOther ? undefined : source.more;
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
  if (request)
    return (
      <>
        <OfIncident route={route} source={source} />
        <Shown request={request} report={report} route={route} />
        {window && <Packets path={`api/v1/windows/${window}/requests/${request.call}/packets`} source={source} />}
      </>
    );
  if (isOther || (more && asked.key !== key)) return <p class="dim">Loading …</p>;
  return (
    <p>
      {`This report does not hold that request${more && asked.problem ? `: ${asked.problem}` : ""}. `}
      <a href={link(route, "requests")}>Requests that it holds</a>
    </p>
  );
}

/** A file for Wireshark, where the service has rings of packets beside the spools. */
function Packets({ path, source }: { path: string; source: Source }) {
  const [rings, setRings] = useState(false);
  useEffect(() => {
    let over = false;
    source.more?.sniffers().then(
      (all) => !over && setRings(all.some((s) => s.ring)),
      () => {},
    );
    return () => {
      over = true;
    };
  }, [source]);
  return rings ? (
    <p>
      <a href={path} download>
        Packets of this request
      </a>
    </p>
  ) : null;
}

/** The incident that led here, and its other calls: one click from a slow request to a like one from before. */
function OfIncident({ route, source }: Pick<Props, "route" | "source">) {
  const id = route.params.get("incident") ?? "";
  const more = id ? source.more : undefined;
  const [found, setFound] = useState<Finding>();
  useEffect(() => {
    let over = false;
    more?.findings().then(
      (all) => !over && setFound(all.find((f) => f.id === id)),
      () => {},
    );
    return () => {
      over = true;
    };
  }, [more, id]);
  if (!found) return null;
  return (
    <aside class="card" aria-label="The incident">
      <a href={link(route, "incidents", { incident: id })}>The incident</a>
      {`: ${found.title}`}
      <Examples finding={found} route={route} />
    </aside>
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
      <p class="dim small screen">
        Keys: w and s zoom, a and d move, f shows all. A click on a row tells more of its call.
      </p>
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
