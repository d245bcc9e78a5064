// What a service found, over windows: what is open first, and when each of it was.
import { useEffect, useMemo, useState } from "preact/hooks";
import { clock, count, duration, instant } from "../format";
import type { Finding, WindowSummary } from "../model";
import { FindingCard, ofSniffer, plural, stateWords, timesOf } from "../parts/findingcard";
import { LAST, link, rangeOf, type Route, spanOfRange } from "../route";
import type { SnifferState } from "../served";
import type { Source } from "../source";

interface Props {
  route: Route;
  source: Source;
}

/** How far back is looked where no range is chosen. */
export const USUAL = "1d";

interface Known {
  findings: Finding[];
  windows: WindowSummary[];
  sniffers: SnifferState[];
}

/** A problem may be told before the window in which it is. */
const LOOK_MILLIS = 5000;

/** Asked for anew with each window, and every few seconds. */
function useKnown(source: Source): Known | undefined {
  const [known, setKnown] = useState<Known>();
  useEffect(() => {
    const more = source.more;
    if (!more) return;
    let over = false;
    const ask = async () => {
      const [findings, windows, sniffers] = await Promise.all([more.findings(), source.windows(), more.sniffers()]);
      if (!over) setKnown({ findings, windows, sniffers });
    };
    let asking = ask().catch(() => {});
    const again = () => {
      asking = asking.then(() => (over ? undefined : ask().catch(() => {})));
    };
    const leave = source.follow(again);
    const timer = setInterval(again, LOOK_MILLIS);
    return () => {
      over = true;
      clearInterval(timer);
      leave();
    };
  }, [source]);
  return known;
}

export const isOpen = (f: Finding): boolean => !f.endNanos;

/** Those of a stretch of time, the open ones first, of these problems first, the latest first. */
export function shownOf(findings: Finding[], from: number, to: number): Finding[] {
  const rank = (f: Finding) => (isOpen(f) ? 0 : 2) + (f.severity === "problem" ? 0 : 1);
  return findings
    .filter((f) => (f.onsetNanos ?? 0) < to && (f.endNanos ?? Number.POSITIVE_INFINITY) >= from)
    .sort((a, b) => rank(a) - rank(b) || (b.onsetNanos ?? 0) - (a.onsetNanos ?? 0));
}

/** The end of what is known: of the latest window, or the moment at which something has begun behind it. */
const endOf = (findings: Finding[], nanos: number) =>
  Math.max(nanos, ...findings.filter(isOpen).map((f) => (f.onsetNanos ?? 0) + 1e9));

export function Incidents({ route, source }: Props) {
  const known = useKnown(source);
  const range = rangeOf(route) || USUAL;
  const latest = known?.windows.at(-1);
  const { from, to } = spanOfRange(range, endOf(known?.findings ?? [], latest?.toNanos ?? 0))!;
  const linked = route.params.get("incident") ?? "";
  const shown = useMemo(() => {
    const all = known?.findings ?? [];
    const named = all.filter((f) => linked && f.id === linked);
    return [...named, ...shownOf(all, from, to).filter((f) => !named.includes(f))];
  }, [known, from, to, linked]);
  if (!known) return <p class="dim">Loading …</p>;
  const open = shown.filter(isOpen);
  const problems = open.filter((f) => f.severity === "problem").length;
  return (
    <section id="incidents" aria-labelledby="incidents-h">
      <h2 id="incidents-h">Incidents</h2>
      <p class={problems ? "bad" : "dim"} role="status">
        {problems
          ? `${count(problems)} ${problems === 1 ? "problem is" : "problems are"} open.`
          : latest
            ? "No problem is open."
            : "No window is analysed yet."}
      </p>
      <Silent sniffers={known.sniffers} />
      {latest && (
        <p>
          {`Now: ${clock(latest.fromNanos)} – ${clock(latest.toNanos)} UTC, ${count(latest.calls ?? 0)} calls. `}
          <a href={link(route, "overview", { window: "" })}>The latest window</a>
          {" · "}
          <a href={link(route, "compare", { window: "" })}>What changed against an hour, a day, a week ago</a>
        </p>
      )}
      {shown.length > 0 && <Bars shown={shown} from={from} to={to} />}
      {shown.map((f) => (
        <FindingCard key={keyOf(f)} finding={f} route={route} held={() => !!f.window}>
          {f.window && <a href={link(route, "overview", { window: f.window })}>The window that told it first</a>}
          {!ofSniffer(f) && <a href={link(route, "map", { window: f.window ?? "" })}>On the map</a>}
          {!f.window && !ofSniffer(f) && (
            <span class="dim">
              {latest && latest.toNanos > (f.onsetNanos ?? 0)
                ? "Seen in its first seconds alone: its window does not tell it"
                : "Its window is not analysed yet"}
            </span>
          )}
          {f.id && (
            <a href={`api/v1/findings/${f.id}/report`} target="_blank" rel="noreferrer">
              Report for a ticket
            </a>
          )}
          {f.id && f.incident?.examples?.length && known.sniffers.some((s) => s.ring) ? (
            <a href={`api/v1/findings/${f.id}/packets`} download>
              Packets
            </a>
          ) : null}
          {(f.windows ?? 0) > 0 && <span class="dim">{`in ${plural(f.windows!, "more window")}`}</span>}
        </FindingCard>
      ))}
      {latest && !shown.length && <p class="dim">{`Nothing was found in ${LAST[range]?.words ?? "this time"}.`}</p>}
    </section>
  );
}

const keyOf = (f: Finding) => `${f.kind} ${f.nodes.join()} ${f.onsetNanos}`;

/** What is not heard of: without it, no news is no good news. */
function Silent({ sniffers }: { sniffers: SnifferState[] }) {
  const silent = sniffers.filter((s) => s.state === "silent" || s.state === "ended" || s.state === "late");
  if (!silent.length) return null;
  const words: Record<string, string> = { silent: "is silent", ended: "was stopped", late: "is far behind" };
  return (
    <p class="note">{`${silent.map((s) => `Sniffer ${s.sniffer} ${words[s.state]}`).join("; ")}: what it sees is missing here.`}</p>
  );
}

/** Bars that are drawn: below them, all are told. */
const MAX_BARS = 20;

/** When each was, a bar for each time. */
function Bars({ shown, from, to }: { shown: Finding[]; from: number; to: number }) {
  const earliest = Math.min(...shown.map((f) => f.onsetNanos ?? from));
  const begin = Math.max(from, earliest - 0.05 * (to - earliest));
  const at = (nanos: number) => Math.min(100, Math.max(0, (100 * (nanos - begin)) / Math.max(1, to - begin)));
  return (
    <div class="bars">
      {shown.slice(0, MAX_BARS).map((f) => (
        <div key={keyOf(f)} class="bars-row" title={`${f.title}, ${stateWords(f)}`}>
          <span class="bars-words small">{f.title}</span>
          <div class="bars-time">
            {timesOf(f, begin, to).map((time) => (
              <div
                key={time.from}
                class={`bars-bar ${f.severity} ${isOpen(f) ? "open" : ""}`}
                style={{
                  left: `${Math.min(at(time.from), 99)}%`,
                  width: `${Math.max(0.6, at(time.to) - at(time.from))}%`,
                }}
              />
            ))}
          </div>
        </div>
      ))}
      <div class="bars-axis dim small">
        <span class="bars-axis-words">{duration(to - begin)}</span>
        <div class="bars-axis-times">
          <span>{instant(begin).slice(0, 19)}</span>
          <span>{`${clock(to)} UTC`}</span>
        </div>
      </div>
    </div>
  );
}
