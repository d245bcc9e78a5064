// NetLogger's lifelines: nodes from top to bottom, time from left to right, a line a call. On a canvas, for there may be
// very many; what it shows stands below it as text. A service sends what is visible, whatever the stretch of time; a file holds some requests.
import { useEffect, useMemo, useState } from "preact/hooks";
import { clock, count, duration } from "../format";
import { type Live, useLive } from "../live";
import type { Report, Request } from "../model";
import type { LifelineView } from "../served";
import { useParts } from "../parts/asked";
import { LifelineBoard } from "../parts/lifelineboard";
import { leftOf } from "../parts/lifelinecanvas";
import { type Axis, look, scaled, useZoomKeys, type Zoom, zoomOf } from "../parts/zoom";
import { change, format, link, parse, type Route, useSpan, step } from "../route";
import { lanesOf, type Load, loadsOf, nearest, sceneOf, type Shown } from "../scene";
import { viewOf } from "../segments";
import type { More, PartName, Source } from "../source";
import { LifelineText } from "./lifelinetext";

interface Props {
  report: Report;
  route: Route;
  source: Source;
}

const SECOND = 1e9;

const NOTHING_KEPT: Zoom = { from: Infinity, to: 0 };

/** What is asked for reaches beyond what is seen by this share of it on each side. */
const BESIDE = 0.5;

const MAX_PIXELS = 4000;

/** The axis of a report or of a stretch of it. Its zero is a whole second: in nanoseconds since the epoch no number holds any other exactly. */
function useAxis(report: Report, route: Route, source: Source): { zero: number; axis: Axis; known: boolean } {
  const [kept, setKept] = useState<Zoom>();
  const id = report.window?.id;
  useEffect(() => {
    if (!source.more) return;
    let over = false;
    source.windows().then(
      (all) => !over && setKept({ from: all[0]?.fromNanos ?? Infinity, to: all.at(-1)?.toNanos ?? 0 }),
      () => !over && setKept(NOTHING_KEPT),
    );
    return () => {
      over = true;
    };
  }, [source, id]);
  const span = useSpan(route);
  const { firstNanos, lastNanos } = report.totals;
  const all = source.more && report.window ? report.window : null;
  const [first, last] = all ? [all.fromNanos, all.toNanos] : [firstNanos, Math.max(lastNanos, firstNanos + 1)];
  return useMemo(() => {
    const at = span ?? { from: first, to: last };
    const zero = Math.floor(at.from / SECOND) * SECOND;
    const whole = { from: at.from - zero, to: at.to - zero };
    const wide = { from: Math.min(first, kept?.from ?? first), to: Math.max(last, kept?.to ?? last) };
    const bounds = {
      from: Math.min(whole.from, wide.from - zero),
      to: Math.max(whole.to, wide.to - zero),
    };
    return { zero, axis: { whole, bounds }, known: !source.more || kept !== undefined };
  }, [span, first, last, kept, source]);
}

/** What is asked for to show this part, and how many pixels it takes; beyond what is kept there is nothing, and nobody need know where that is. */
function useWanted({ from, to }: Zoom, live: Live | null): { at: Zoom; pixels: number } {
  return useMemo(() => {
    const seen = Math.max(100, (innerWidth - leftOf(innerWidth)) * (devicePixelRatio || 1));
    const beside = BESIDE * (to - from);
    const at = live?.data ?? { from: from - beside, to: to + beside };
    return { at, pixels: Math.min(MAX_PIXELS, Math.round((seen * (at.to - at.from)) / (to - from || 1))) };
  }, [from, to, live]);
}

/** What is visible: asked for whenever the part that is looked at has come to rest. */
function useView(
  more: More | undefined,
  zero: number,
  { at, pixels }: { at: Zoom; pixels: number },
  { from: seenFrom, to: seenTo }: Zoom,
  node: string,
) {
  const [shown, setShown] = useState<Shown>();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (!more) return;
    let over = false;
    const nanos = (t: number) => BigInt(zero) + BigInt(Math.round(t));
    const [from, to] = [Math.round(at.from), Math.round(at.to)];
    const seen = { from: seenFrom, to: seenTo };
    more.lifelines(nanos(from), nanos(to), pixels, node, [nanos(seen.from), nanos(seen.to)]).then(
      (view) => {
        if (over) return;
        setShown({ view, zero, from, to, seen });
        setProblem("");
      },
      (e: unknown) => !over && setProblem((e as Error).message),
    );
    return () => {
      over = true;
    };
  }, [more, zero, at, pixels, node, seenFrom, seenTo]);
  return { shown, problem };
}

/** Of the service or of the report; and the requests that the report explains of what is looked at. */
function useShown(report: Report, source: Source, zero: number, zoom: Zoom, asked: Shown | undefined) {
  const held = useMemo((): Shown | undefined => {
    if (source.more) return undefined;
    return { view: viewOf(report.requests, zero + zoom.from, zero + zoom.to), zero, ...zoom, seen: zoom };
  }, [source, report.requests, zero, zoom]);
  const requests = useMemo(
    () =>
      report.requests.filter(
        (r) => r.startNanos - zero <= zoom.to && r.startNanos - zero + r.durationNanos >= zoom.from,
      ),
    [report.requests, zero, zoom],
  );
  return { shown: held ?? asked, requests };
}

/** The order of the lanes, and what hosts logged. */
const PARTS: PartName[] = ["nodes", "hosts"];

/** Of the table below the picture. */
const OF_TABLE: PartName[] = ["requests"];

export function Lifelines({ report: begun, route, source }: Props) {
  // what the service sees is asked for meanwhile
  const { report = begun } = useParts(source, begun, PARTS);
  const { zero, axis, known } = useAxis(report, useWithoutZoom(route), source);
  const live = useLive(report, route, source, zero);
  const told = live?.seen ?? zoomOf(route, axis);
  const [from, to] = [told.from, told.to];
  const zoom = useMemo(() => ({ from, to }), [from, to]);
  // a part of the latest window stays what it is when there is a later one
  const pin = useMemo(() => ({ window: report.window?.id ?? "" }), [report.window?.id]);
  useZoomKeys(axis, pin);
  const node = (route.params.get("q") ?? "").trim();
  // where a part is chosen, what is kept bounds it
  const asks = known || !route.params.has("z") ? source.more : undefined;
  const asked = useView(asks, zero, useWanted(zoom, live), zoom, node);
  // the picture does not wait for the table
  const { report: full = report } = useParts(source, source.more && !asked.shown ? undefined : report, OF_TABLE);
  const { shown, requests } = useShown(full, source, zero, zoom, asked.shown);
  const nothing = shown && !(source.more ? shown.view.calls : requests.length);
  return (
    <section id="lifelines" aria-labelledby="lifelines-h">
      <h2 id="lifelines-h">Lifelines</h2>
      <div class="tools">
        <button type="button" onClick={() => look(scaled(zoom, 0.5), axis, pin)}>
          Zoom in
        </button>
        <button type="button" onClick={() => look(scaled(zoom, 2), axis, pin)}>
          Zoom out
        </button>
        {source.more && (
          <button
            type="button"
            aria-pressed={live !== null}
            title="Shows what the service sees, as long after it as a window takes"
            onClick={() =>
              step(live ? { live: "" } : { live: String(Math.round(to - from)), z: "", window: "", from: "", to: "" })
            }
          >
            Follow live
          </button>
        )}
        <input
          type="search"
          value={node}
          placeholder="A node, with those it talks to"
          aria-label="Search nodes"
          onInput={(e) => change({ q: e.currentTarget.value })}
        />
      </div>
      {asked.problem && (
        <p class="note" role="status">
          {asked.problem}
        </p>
      )}
      {nothing && <p class="dim">No request began in this time.</p>}
      {shown && !nothing && (
        <Drawn
          report={report}
          route={route}
          shown={shown}
          zero={zero}
          axis={axis}
          zoom={zoom}
          live={live}
          pin={pin}
          requests={requests}
          all={source.more ? shown.view : null}
        />
      )}
      {!shown && !asked.problem && <p class="dim">Loading …</p>}
    </section>
  );
}

interface DrawnProps {
  report: Report;
  route: Route;
  shown: Shown;
  zero: number;
  axis: Axis;
  zoom: Zoom;
  live: Live | null;
  pin: Record<string, string>;
  requests: Request[];
  /** What is visible, where a service said it. */
  all: LifelineView | null;
}

/** The load lines that the URL names, or else those that are shown at first. */
function useLoads(report: Report, shown: Shown, zero: number, wanted: string | null): { all: Load[]; on: Load[] } {
  return useMemo(() => {
    const all = loadsOf(
      report,
      { ...shown, from: shown.from + shown.zero - zero, to: shown.to + shown.zero - zero },
      zero,
    );
    const names = wanted?.split("\n");
    return { all, on: all.filter((load) => (names ? names.includes(load.title) : load.first)) };
  }, [report, shown, zero, wanted]);
}

function Drawn({ report, route, shown, zero, axis, zoom, live, pin, requests, all }: DrawnProps) {
  const call = route.params.get("call") ?? "";
  const node = (route.params.get("q") ?? "").trim().toLowerCase();
  const loads = useLoads(report, shown, zero, route.params.get("loads"));
  const lanes = useMemo(() => lanesOf(report, shown.view, node), [report, shown, node]);
  const scene = useMemo(
    () => sceneOf(report, shown, zero, lanes, { node, call, loads: loads.on }),
    [report, shown, zero, lanes, node, call, loads.on],
  );
  const pick = (lane: number, time: number) => {
    const at = nearest(scene, lane, time);
    if (at < 0) return;
    const { view } = shown;
    const window = view.windows[view.window[at]!] ?? "";
    const params: Record<string, string> = { call: String(view.root[at]) };
    if (window && window !== report.window?.id) params.window = window;
    location.hash = link(route, "request", params);
  };
  const number = all
    ? `${count(all.requests)} requests and ${count(all.calls)} calls`
    : `${count(requests.length)} requests that this report holds,`;
  const summary = `${number} over ${duration(shown.seen.to - shown.seen.from)} from ${clock(shown.zero + shown.seen.from)}, at ${scene.lanes.size} nodes`;
  return (
    <>
      <p class="dim small">
        {`${summary}. Slanted lines are messages, thick ones the time at a node. ▲ sent again, ■ a closed window, ✖ a reset, ◆ a name that was not resolved or asked for again, ● logged; orange: for how long that was waited for. Above: load. Drag to move, Ctrl and the wheel zoom; keys: w and s zoom, a and d move, f shows all. A click opens the request.`}
      </p>
      {lanes.leftOut > 0 && (
        <p class="note">{`${count(lanes.leftOut)} nodes with fewer calls have no lane: search for one.`}</p>
      )}
      {all && all.windowsLeftOut > 0 && (
        <p class="note">{`The calls of ${all.windowsLeftOut} windows of this time are not kept, or too many: a shorter time shows them.`}</p>
      )}
      {all && (all.callsLeftOut ?? 0) > 0 && (
        <p class="note">{`${count(all.callsLeftOut!)} calls between further nodes are not drawn: search for a node.`}</p>
      )}
      <LoadChoice loads={loads} />
      <LifelineBoard
        scene={scene}
        zoom={zoom}
        axis={axis}
        label={`Lifelines of ${summary}`}
        onRest={(seen) => look(seen, axis, pin)}
        onPick={pick}
        moving={live?.moving}
      />
      <LifelineText
        scene={scene}
        shown={shown}
        loads={loads.all}
        zero={zero}
        zoom={zoom}
        requests={requests}
        route={route}
        report={report}
        all={all !== null}
      />
    </>
  );
}

/** Which load lines are shown above the lanes. */
function LoadChoice({ loads: { all, on } }: { loads: { all: Load[]; on: Load[] } }) {
  const press = (load: Load) => {
    const next = all.filter((each) => (each === load) !== on.includes(each)).map((each) => each.title);
    step({ loads: next.length ? next.join("\n") : "-" });
  };
  return (
    <div class="tools small" role="group" aria-label="Load lines">
      <span class="dim">Load lines</span>
      {all.map((load) => (
        <button key={load.title} type="button" aria-pressed={on.includes(load)} onClick={() => press(load)}>
          {load.title}
        </button>
      ))}
    </div>
  );
}

/** The route less the part that is looked at; the same object as long as it says the same. */
function useWithoutZoom(route: Route): Route {
  const params = new URLSearchParams(route.params);
  params.delete("z");
  const hash = format(route.view, params);
  return useMemo(() => parse(hash), [hash]);
}
