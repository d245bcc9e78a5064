// Who talks to whom. The places come from the server; the page scales them and draws.
import { Fragment } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { bytes, count, duration, expected, percent, short } from "../format";
import type { Finding, Place, Report } from "../model";
import type { BoxPair } from "../served";
import { bendsOf, BOX, placed, type Placed, wayOf, wordPlaces } from "../parts/mapplaces";
import { grouped } from "../parts/mapgroups";
import { Picture } from "../parts/picture";
import { csv } from "../parts/save";
import { change, link, type Route, step } from "../route";
import type { Source } from "../source";
import type { Difference } from "../fields";

interface Props {
  report: Report;
  route: Route;
  source: Source;
}

export interface Box {
  name: string;
  role: string;
  place: Place;
  members: string[];
  traced: boolean;
  words: string;
  /** Whether it stands for several services. */
  folds?: boolean;
}

/** Boxes that are drawn: more are no picture any more. */
export const MOST = 600;

/** Arrows that are drawn, those with most requests. */
const MAX_ARROWS = 1500;

/** What stands for each node, which roles are unfolded, and which were to be but are not. */
export interface Boxes {
  boxes: Box[];
  boxOf: Map<string, string>;
  open: string[];
  folded: string[];
}

const roleOf = (n: Report["nodes"][number]) => (n.client ? "CLIENT" : n.role || n.name);

/**
 * A box for each role, or for each node of the roles that are unfolded. Where that would be too many, the roles with most nodes stay
 * folded. Nodes stand in the column of their role, at its height.
 */
export function boxesOf(report: Report, unfolded: (role: string) => boolean, most = MOST): Boxes {
  const members = new Map<string, Report["nodes"]>();
  for (const node of report.nodes) {
    const role = roleOf(node);
    const its = members.get(role);
    if (its) its.push(node);
    else members.set(role, [node]);
  }
  const wanted = [...members].filter(([role]) => role !== "CLIENT" && unfolded(role));
  wanted.sort((a, b) => a[1].length - b[1].length);
  let room = most - members.size;
  const open = new Set<string>();
  const folded: string[] = [];
  for (const [role, its] of wanted) {
    room -= its.length - 1;
    if (room >= 0) open.add(role);
    else if (its.length > 1) folded.push(role);
  }
  const places = new Map(report.map.roles.map((p) => [p.name, p]));
  const order = new Map(report.map.nodes.map((p, i) => [p.name, i]));
  const boxOf = new Map<string, string>();
  const boxes = [...members].flatMap(([role, its]): Box[] => {
    const at = places.get(role);
    if (!at) return [];
    if (!open.has(role)) {
      for (const node of its) boxOf.set(node.name, role);
      return [boxFor(role, role, at, its)];
    }
    const sorted = [...its].sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
    return sorted.map((node, i) => {
      boxOf.set(node.name, node.name);
      return boxFor(node.name, role, { ...at, row: at.row + i / sorted.length }, [node]);
    });
  });
  return { boxes, boxOf, open: [...open], folded };
}

function boxFor(name: string, role: string, place: Place, its: Report["nodes"]): Box {
  const one = its[0]!;
  const words = its.length > 1 ? `${its.length} nodes` : name === one.name ? one.address : one.name;
  return { name, role, place, members: its.map((n) => n.name), traced: its.every((n) => n.traced), words };
}

const NO_CALLS = {
  requests: 0,
  messages: 0,
  bytes: 0,
  calls: 0,
  unanswered: 0,
  failed: 0,
  notOpened: 0,
  nanos: 0,
  leastP50Nanos: 0,
  mostP50Nanos: 0,
  mostP99Nanos: 0,
};

/** Traffic between boxes, in the direction of the requests. */
export function arrows(report: Report, boxOf: Map<string, string>): BoxPair[] {
  const sum = new Map<string, BoxPair>();
  const at = (from: string, to: string) => {
    const key = JSON.stringify([from, to]);
    let arrow = sum.get(key);
    if (!arrow) {
      arrow = { from, to, ...NO_CALLS };
      sum.set(key, arrow);
    }
    return arrow;
  };
  const box = (name: string) => boxOf.get(name) ?? name;
  for (const e of report.edges) {
    const arrow = at(box(e.from), box(e.to));
    arrow.requests += e.requests;
    arrow.messages += e.messages;
    arrow.bytes += e.bytes;
    arrow.notOpened += e.notOpened ?? 0;
  }
  for (const c of report.calls) {
    const arrow = at(box(c.from), box(c.to));
    arrow.calls += c.calls;
    arrow.unanswered += c.unanswered;
    arrow.failed += c.failed ?? 0;
    if (c.calls === c.unanswered) continue;
    arrow.nanos += c.delay.meanNanos * (c.calls - c.unanswered);
    arrow.leastP50Nanos = Math.min(arrow.leastP50Nanos || c.delay.p50Nanos, c.delay.p50Nanos);
    arrow.mostP50Nanos = Math.max(arrow.mostP50Nanos, c.delay.p50Nanos);
    arrow.mostP99Nanos = Math.max(arrow.mostP99Nanos, c.delay.p99Nanos);
  }
  const all = [...sum.values()];
  const back = (a: BoxPair) => sum.get(JSON.stringify([a.to, a.from]));
  return all
    .filter((a) => a.requests > 0 || a.notOpened > 0 || !(back(a)?.requests ?? 0))
    .sort((a, b) => b.requests - a.requests);
}

const meanNanos = (a: BoxPair) => (a.calls > a.unanswered ? a.nanos / (a.calls - a.unanswered) : null);
const shareOf = (number: number, a: BoxPair) => (a.calls ? number / a.calls : 0);

/** Of what was tried: calls that failed or were never answered, and attempts to connect. */
export const sickShare = (a: BoxPair) =>
  a.calls + a.notOpened ? (a.failed + a.unanswered + a.notOpened) / (a.calls + a.notOpened) : 0;

const medianWords = (a: BoxPair) =>
  duration(a.leastP50Nanos) === duration(a.mostP50Nanos)
    ? duration(a.mostP50Nanos)
    : `${duration(a.leastP50Nanos)} – ${duration(a.mostP50Nanos)}`;

function words(a: BoxPair, seconds: number): string {
  const calls = a.calls
    ? `, ${count(a.calls)} calls (${expected(a.calls / seconds)} per second), median ${medianWords(a)}, p99 up to ${duration(a.mostP99Nanos)}, ${percent(shareOf(a.failed, a))} failed, ${percent(shareOf(a.unanswered, a))} unanswered`
    : "";
  const attempts = a.notOpened ? `, ${count(a.notOpened)} attempts to connect failed` : "";
  return `${a.from} → ${a.to}: ${count(a.requests)} requests, ${count(a.messages)} messages, ${bytes(a.bytes)}${calls}${attempts}`;
}

function csvOf(drawn: BoxPair[]): string {
  const titles = [
    "From",
    "To",
    "Requests",
    "Messages",
    "Bytes",
    "Calls",
    "Unanswered",
    "Failed",
    "Not opened",
    "Mean delay, ns",
  ];
  return csv(
    titles,
    drawn.map((a) => [
      a.from,
      a.to,
      a.requests,
      a.messages,
      a.bytes,
      a.calls,
      a.unanswered,
      a.failed,
      a.notOpened,
      meanNanos(a),
    ]),
  );
}

/** What is wrong with a node. */
type Sick = Pick<Finding, "severity" | "title">;

/** What is wrong with each node, the gravest finding of it. */
export function sickOf(report: Report): Map<string, Sick> {
  const sick = new Map<string, Sick>();
  for (const severity of ["problem", "notice"]) {
    for (const finding of report.findings) {
      if (finding.severity !== severity) continue;
      for (const name of finding.nodes) if (!sick.has(name)) sick.set(name, finding);
    }
  }
  return sick;
}

/** The gravest finding of what a box stands for. */
function findingOf(box: Box, sick: Map<string, Sick>): Sick | undefined {
  const all = [box.name, ...box.members].flatMap((name) => sick.get(name) ?? []);
  return all.find((f) => f.severity === "problem") ?? all[0];
}

/** From this share on, an arrow is as bad as it can look; from half of it on, it is notable. */
const BAD_SHARE = 0.05;

/** Three steps of colour. Slow is no illness: the slowest is dark, and what fails is red. */
export function heat(a: BoxPair, colour: string, slowest: number, isWorse: (a: BoxPair) => boolean): string {
  if (colour === "change") return isWorse(a) ? "hot" : "";
  if (colour === "delay") {
    const share = (meanNanos(a) ?? 0) / slowest;
    return share > 0.66 ? "slowest" : share > 0.33 ? "slow" : "";
  }
  const share = sickShare(a);
  return share >= BAD_SHARE ? "hot" : share >= BAD_SHARE / 2 ? "warm" : "";
}

/** Traffic between the boxes: of a report that holds it all, or as the service tells. */
function useTraffic(report: Report, source: Source, { boxOf, open }: Boxes): BoxPair[] {
  const ask = report.sliced ? undefined : source.more?.pairs;
  const window = report.window?.id ?? "";
  const held = useMemo(() => (ask ? NO_TRAFFIC : arrows(report, boxOf)), [ask, report, boxOf]);
  const [told, setTold] = useState(NO_TRAFFIC);
  useEffect(() => {
    if (!ask) return;
    let over = false;
    ask(window, open).then(
      (pairs) => !over && setTold(pairs),
      () => {},
    );
    return () => {
      over = true;
    };
  }, [ask, window, open]);
  return ask ? told : held;
}

const NO_TRAFFIC: BoxPair[] = [];

const HOUR = 3600e9;

/** What is worse than in the hour before beyond chance, where the service can tell. */
function useWorse(report: Report, source: Source, wanted: boolean): { worse: Difference[]; problem: string } {
  const compare = wanted ? source.more?.compare : undefined;
  const [told, setTold] = useState(NOTHING_WORSE);
  const { from, to } = report.window
    ? { from: report.window.fromNanos, to: report.window.toNanos }
    : { from: report.totals.firstNanos, to: report.totals.lastNanos };
  useEffect(() => {
    if (!compare) return;
    let over = false;
    compare({ from: from - HOUR, to: from }, { from, to }).then(
      ({ differences }) => {
        const worse = differences.filter((c) => c.effect > 0 && !TRAFFIC.has(c.measure));
        if (!over) setTold({ worse, problem: "" });
      },
      (e: unknown) => !over && setTold({ worse: [], problem: (e as Error).message }),
    );
    return () => {
      over = true;
    };
  }, [compare, from, to]);
  return compare ? told : NOTHING_WORSE;
}

const TRAFFIC = new Set(["frequency", "load"]);

const NOTHING_WORSE: { worse: Difference[]; problem: string } = { worse: [], problem: "" };

/** Each node or role that is worse, as a finding. */
const worseNodes = (worse: Difference[]) =>
  new Map(
    worse
      .filter((c) => !c.peer)
      .map((c): [string, Finding] => [
        c.name,
        {
          severity: "problem",
          kind: "change",
          title: c.sentence,
          detail: "",
          nodes: [c.name],
        } as unknown as Finding,
      ]),
  );

export function NodeMap({ report, route, source }: Props) {
  const byRole = route.params.get("by") !== "nodes";
  const colour = route.params.get("colour") ?? "problems";
  const hops = Number(route.params.get("hops")) || 1;
  const opened = route.params.get("open") ?? "";
  const wanted = (route.params.get("q") ?? "").trim().toLowerCase();
  const drawn = useMemo(() => {
    const open = new Set(opened.split("\n"));
    return boxesOf(report, (role) => !byRole || open.has(role));
  }, [report, byRole, opened]);
  const { boxes: all, folded } = drawn;
  const told = useTraffic(report, source, drawn);
  const { worse, problem } = useWorse(report, source, colour === "change");
  const sick = useMemo(
    () => (colour === "problems" ? sickOf(report) : colour === "change" ? worseNodes(worse) : NOBODY),
    [colour, report, worse],
  );
  const { boxes: shown, traffic } = useMemo(() => {
    if (wanted || !byRole) return { boxes: near(all, told, wanted, hops), traffic: told };
    return grouped(all, told, new Set(opened.split("\n")), (b) => findingOf(b, sick)?.severity === "problem");
  }, [all, told, wanted, byRole, hops, opened, sick]);
  const groups = shown.filter((b) => b.folds);
  const boxAt = (name: string) => {
    const box = drawn.boxOf.get(name) ?? name;
    return groups.find((b) => b.members.includes(box))?.name ?? box;
  };
  const isWorse = (a: BoxPair) => worse.some((c) => c.peer && boxAt(c.name) === a.from && boxAt(c.peer) === a.to);
  const seconds = Math.max(1e-3, (report.totals.lastNanos - report.totals.firstNanos) / 1e9);
  return (
    <section id="map" aria-labelledby="map-h">
      <h2 id="map-h">Map</h2>
      <div class="tools">
        <input
          type="search"
          value={route.params.get("q") ?? ""}
          placeholder="A node or role, with its neighbours"
          aria-label="Search the map"
          onInput={(e) => change({ q: e.currentTarget.value })}
        />
        {wanted && <Choice label="Calls away" name="hops" value={String(hops)} options={["1", "2", "3"]} />}
        <Choice label="Show" name="by" value={byRole ? "roles" : "nodes"} options={["roles", "nodes"]} />
        <Choice
          label="Colour by"
          name="colour"
          value={colour}
          options={source.live ? [...COLOURS, "change"] : COLOURS}
        />
        {opened && (
          <button type="button" onClick={() => step({ open: "" })}>
            Fold all
          </button>
        )}
        <span class="dim small">{`${count(shown.length)} of ${count(all.length)} boxes, ${count(report.nodes.length)} nodes`}</span>
      </div>
      {folded.length > 0 && (
        <p class="note">
          {`The ${folded.length === 1 ? "role" : `${folded.length} roles`} with most nodes ${folded.length === 1 ? "stays" : "stay"} folded: ${folded.slice(-5).reverse().join(", ")}${folded.length > 5 ? ", …" : ""}. ${MOST} boxes are drawn at most; search for the nodes that you want to see.`}
        </p>
      )}
      {problem && <p class="note">{problem}</p>}
      {groups.length > 0 && (
        <p class="dim small">
          {`${count(all.length)} services are too many to read: what names say belongs together is one box, + shows what is in it. What is sick stands alone. Search for a service to see its neighbours.`}
        </p>
      )}
      {shown.length ? (
        <Drawing
          boxes={shown}
          traffic={traffic}
          colour={colour}
          sick={sick}
          isWorse={isWorse}
          seconds={seconds}
          route={route}
          byRole={byRole}
          opened={opened}
        />
      ) : (
        <p class="dim">{all.length ? "Nothing has this name." : "No node was seen."}</p>
      )}
    </section>
  );
}

const COLOURS = ["problems", "errors", "delay"];

const NOBODY = new Map<string, Sick>();

interface ChoiceProps {
  label: string;
  name: string;
  value: string;
  options: string[];
}

function Choice({ label, name, value, options }: ChoiceProps) {
  return (
    <label class="small">
      {label}{" "}
      <select value={value} onChange={(e) => step({ [name]: e.currentTarget.value })}>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What has this name, and what is so many calls away from it; without a name, all. */
export function near(all: Box[], traffic: BoxPair[], wanted: string, hops: number): Box[] {
  if (!wanted) return all;
  const found = all.filter((b) => [b.name, b.role, ...b.members].some((name) => name.toLowerCase().includes(wanted)));
  const names = new Set(found.map((b) => b.name));
  for (let i = 0; i < hops; i++) {
    const next = traffic.filter((a) => names.has(a.from) !== names.has(a.to));
    for (const a of next) names.add(a.from).add(a.to);
  }
  return all.filter((b) => names.has(b.name));
}

interface DrawingProps {
  boxes: Box[];
  traffic: BoxPair[];
  colour: string;
  sick: Map<string, Sick>;
  isWorse: (a: BoxPair) => boolean;
  /** That the traffic lasts. */
  seconds: number;
  route: Route;
  byRole: boolean;
  opened: string;
}

function Drawing({ boxes: given, traffic, colour, sick, isWorse, seconds, route, byRole, opened }: DrawingProps) {
  const shown = given.slice(0, MOST);
  const places = placed(shown);
  const { at, width, height } = places;
  const between = traffic.filter((a) => at.has(a.from) && at.has(a.to) && a.from !== a.to);
  const drawn = between.slice(0, MAX_ARROWS);
  const labels = labelsOf(drawn, places, seconds);
  const slowest = Math.max(1, ...drawn.map((a) => meanNanos(a) ?? 0));
  const text = (
    <ul>
      {drawn.map((a) => (
        <li key={`${a.from}\n${a.to}`}>{words(a, seconds)}</li>
      ))}
    </ul>
  );
  return (
    <>
      {given.length > shown.length && (
        <p class="note">{`${given.length - shown.length} more are not drawn. Search for what you want to see.`}</p>
      )}
      {between.length > drawn.length && (
        <p class="note">{`${count(between.length - drawn.length)} arrows with fewer requests are not drawn. Search for what you want to see.`}</p>
      )}
      <Picture
        caption={`Requests from left to right, as wide as the logarithm of their number. On arrows: calls a second and what share of them fails (✖); median · 99th percentile. ${CAPTIONS[colour] ?? ""} Boxes with pointed ends: no sniffer stood there. A click shows the paths, + the nodes of a role.`}
        label="Map of who calls whom"
        text={text}
        width={width}
        height={height}
        fits
        links
        csv={() => csvOf(drawn)}
      >
        {drawn.map((a) => (
          <Curve
            key={`${a.from}\n${a.to}`}
            a={a}
            places={places}
            kind={heat(a, colour, slowest, isWorse)}
            seconds={seconds}
          />
        ))}
        {labels.map(({ lines, x, y }) =>
          lines.map((text, i) => (
            <text key={`${x} ${y} ${i}`} class="quiet fine" x={x} y={y - 4 + LINE * i} text-anchor="middle">
              {text}
            </text>
          )),
        )}
        {shown.map((b) => (
          <Fragment key={b.name}>
            <Node box={b} at={at.get(b.name)!} route={route} finding={findingOf(b, sick)} />
            {byRole && <Fold box={b} at={at.get(b.name)!} opened={opened} />}
          </Fragment>
        ))}
      </Picture>
    </>
  );
}

/** Arrows that are written on: of more, none could be read. */
const MAX_LABELS = 40;

const FAILING = "Red arrows: 5 % and more of what was tried failed, stayed unanswered or found no connection.";

const CAPTIONS: Record<string, string> = {
  problems: `${FAILING} Red boxes: a problem was found; yellow: a notice.`,
  errors: FAILING,
  delay: "The slowest are dark.",
  change: "Red: worse than in the hour before, beyond chance.",
};

interface CurveProps {
  a: BoxPair;
  places: Placed;
  kind: string;
  seconds: number;
}

/** To two digits. */
const about = (nanos: number) =>
  duration(Number(nanos.toPrecision(2)))
    .replace(/(\.\d*[1-9])0+ /, "$1 ")
    .replace(/\.0+ /, " ");

/** What is written on an arrow: how often and what fails, above; median and 99th percentile, below. */
function linesOf(a: BoxPair, seconds: number): string[] {
  const sick = sickShare(a);
  const rate = a.calls > a.unanswered ? `${expected(a.calls / seconds)}/s` : "";
  const up = about(a.leastP50Nanos) === about(a.mostP50Nanos) ? "" : "≤";
  return [
    [rate, sick >= 0.001 ? `✖ ${percent(sick)}` : ""].filter(Boolean).join("  "),
    rate ? `${up}${about(a.mostP50Nanos)} · ${about(a.mostP99Nanos)}` : "",
  ];
}

/** The height of a line of words on an arrow, and the width of a letter of them. */
const LINE = 14;
const LETTER = 5.6;

interface Label {
  lines: string[];
  x: number;
  y: number;
}

/** What is written on the arrows from left to right, and where: on those that fail first, where there is no room for all. */
function labelsOf(drawn: BoxPair[], places: Placed, seconds: number): Label[] {
  const corners = (a: BoxPair) => [places.at.get(a.from)!, places.at.get(a.to)!] as const;
  const written = drawn.length > MAX_LABELS ? [] : drawn.filter((a) => corners(a)[0].x < corners(a)[1].x);
  written.sort((a, b) => sickShare(b) - sickShare(a) || b.requests - a.requests);
  const lines = written.map((a) => linesOf(a, seconds));
  const at = wordPlaces(
    written.map((a, i) => ({
      bends: bendsOf(places, ...corners(a)),
      width: LETTER * Math.max(...lines[i]!.map((line) => line.length)),
      height: LINE * 2,
    })),
  );
  return lines.flatMap((its, i) => (at[i] ? [{ lines: its, ...at[i] }] : []));
}

function Curve({ a, places, kind, seconds }: CurveProps) {
  const [from, to] = [places.at.get(a.from)!, places.at.get(a.to)!];
  return (
    <path class={`edge ${kind}`} stroke-width={1 + Math.log10(1 + a.requests)} d={wayOf(places, from, to)}>
      <title>{words(a, seconds)}</title>
    </path>
  );
}

interface NodeProps {
  box: Box;
  at: { x: number; y: number };
  route: Route;
  finding: Sick | undefined;
}

/** What names of a group have in common. */
const textOf = (box: Box) => box.name.replace("*", "");

function Node({ box, at, route, finding }: NodeProps) {
  const { x, y } = at;
  const one = box.members.length === 1;
  const kind = finding ? ` ${finding.severity}` : "";
  const told = finding && <title>{finding.title}</title>;
  return (
    <a
      href={
        box.folds
          ? link(route, "map", { q: textOf(box) })
          : link(route, "paths", { q: one ? box.members[0]! : box.name })
      }
    >
      {box.traced ? (
        <rect class={`box${kind}`} x={x} y={y} width={BOX} height={36} rx={5}>
          {told}
        </rect>
      ) : (
        <path class={`diamond${kind}`} d={`M${x} ${y + 18} l14 -18 h${BOX - 28} l14 18 l-14 18 h${28 - BOX} z`}>
          {told}
        </path>
      )}
      <text x={x + BOX / 2} y={y + 16} text-anchor="middle" font-size="13">
        {short(`${finding?.severity === "problem" ? "✖ " : finding ? "! " : ""}${box.name}`, 17)}
        <title>{box.members.slice(0, 20).join(", ")}</title>
      </text>
      <text class="quiet" x={x + BOX / 2} y={y + 30} text-anchor="middle">
        {short(box.words, 22)}
      </text>
    </a>
  );
}

/** Unfolds a role into its nodes, or folds the role of a node. */
function Fold({ box, at, opened }: { box: Box; at: { x: number; y: number }; opened: string }) {
  const open = opened ? opened.split("\n") : [];
  const isOpen = open.includes(box.role);
  if (box.role === "CLIENT" || (!isOpen && box.members.length < 2)) return null;
  const next = isOpen ? open.filter((role) => role !== box.role) : [...open, box.role];
  const press = () => step({ open: next.join("\n") });
  const label = box.folds
    ? `Show the services of ${box.name}`
    : isOpen
      ? `Fold the nodes of ${box.role}`
      : `Show the nodes of ${box.role}`;
  return (
    <g
      class="fold"
      role="button"
      tabindex={0}
      aria-label={label}
      onClick={press}
      onKeyDown={(e) => (e.key === "Enter" || e.key === " ") && press()}
    >
      <title>{label}</title>
      <circle cx={at.x + BOX} cy={at.y} r={9} />
      <path d={`M${at.x + BOX - 4} ${at.y} h8${isOpen ? "" : " m-4 -4 v8"}`} />
    </g>
  );
}
