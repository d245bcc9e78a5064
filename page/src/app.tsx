import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { clock, count, duration, instant, shortTitle } from "./format";
import { complete, type Report, type Span } from "./model";
import { useParts } from "./parts/asked";
import { plural } from "./parts/findingcard";
import { Keys } from "./parts/keys";
import { Ranges } from "./parts/ranges";
import { Windows } from "./parts/windows";
import { LAST, link, rangeOf, type Route, spanOf, step, useRoute, useSpan } from "./route";
import { slice } from "./slice";
import {
  type PartName,
  readSession,
  Refusal,
  type Session,
  type Source,
  rememberPlace,
  signIn,
  signOut,
} from "./source";
import { Compare } from "./views/compare";
import { Doubts } from "./views/doubts";
import { Health } from "./views/health";
import { Incidents, USUAL } from "./views/incidents";
import { Lifelines } from "./views/lifelines";
import { NodeMap } from "./views/map";
import { Nodes } from "./views/nodes";
import { Operations } from "./views/operations";
import { Overview } from "./views/overview";
import { Path } from "./views/path";
import { Paths } from "./views/paths";
import { OneRequest } from "./views/request";
import { Queries } from "./views/queries";
import { Requests } from "./views/requests";

interface ViewProps {
  /** Of the chosen stretch of time, where one is chosen and the view is filtered by it. */
  report: Report;
  whole: Report;
  route: Route;
  source: Source;
}

interface View {
  title: string;
  draw: (props: ViewProps) => ComponentChildren;
  /** Shows all of the time, whatever stretch is chosen, or chooses by itself. */
  unfiltered?: boolean;
  /** What it shows besides what the page begins with. */
  needs?: PartName[];
  /** Has an axis of time of its own, which the keys move. */
  ownAxis?: boolean;
  /** Of one window alone: of a range it has nothing to show. */
  ofWindow?: boolean;
  /** Of the service, not of a report: there before the first window, and never in a file. */
  ofService?: boolean;
}

const VIEWS: Record<string, View> = {
  incidents: { title: "Incidents", draw: Incidents, ofService: true, unfiltered: true },
  overview: { title: "Overview", draw: Overview },
  map: { title: "Map", draw: NodeMap, needs: ["nodes"] },
  operations: { title: "Operations", draw: Operations, unfiltered: true },
  paths: { title: "Paths", draw: Paths },
  requests: { title: "Requests", draw: Requests, needs: ["requests"] },
  lifelines: {
    title: "Lifelines",
    draw: Lifelines,
    unfiltered: true,
    ownAxis: true,
  },
  nodes: { title: "Nodes", draw: Nodes, needs: ["nodes"] },
  compare: { title: "Compare", draw: Compare, unfiltered: true },
  doubts: { title: "Links in doubt", draw: Doubts, needs: ["requests"], unfiltered: true, ofWindow: true },
  health: { title: "Capture health", draw: Health, unfiltered: true, ofWindow: true },
  queries: { title: "Queries", draw: Queries, ofService: true, unfiltered: true },
};

const NOTHING = complete({});

/** Of a stretch of time, all is made anew. */
const OF_STRETCH: PartName[] = ["nodes", "series", "sums", "patterns", "requests"];

const NONE: PartName[] = [];

/** Views that are reached from another, which is marked in the index. */
const BELOW: Record<string, View & { of: string }> = {
  path: { title: "Path", draw: Path, of: "paths", needs: ["nodes", "requests"], unfiltered: true },
  request: {
    title: "Request",
    draw: OneRequest,
    of: "requests",
    needs: ["nodes", "requests", "patterns"],
    unfiltered: true,
    ownAxis: true,
  },
};

const namesOf = (source: Source) => Object.keys(VIEWS).filter((name) => source.live || !VIEWS[name]!.ofService);

/** A service opens on what matters, a report on what was found. */
const firstOf = (source: Source) => (source.live ? "incidents" : "overview");

interface Shown {
  /** What was asked for. */
  of: string;
  report?: Report;
  problem?: Refusal | Error;
}

/**
 * The report of the wanted window, or of a range; asked for anew when there is another report and the latest is wanted. Nothing until
 * it is there: figures of another time would be taken for it.
 */
function useReport(source: Source, window: string, range: string, asked: number): Shown {
  const of = `${window} ${range}`;
  const [shown, setShown] = useState<Shown>({ of });
  useEffect(() => {
    let over = false;
    let at = "";
    const ask = async () => {
      try {
        const report = await (range && source.more ? source.more.range(range) : source.report(window));
        at = report.range?.latest ?? report.window?.id ?? "";
        if (!over)
          setShown((was) =>
            was.of === of && !was.problem && was.report?.window && same(was.report, report) ? was : { of, report },
          );
      } catch (e) {
        if (!over) setShown((was) => ({ of, report: was.of === of ? was.report : undefined, problem: e as Error }));
      }
    };
    let asking = ask();
    const leave = window
      ? undefined
      : source.follow((latest, anew) => {
          asking = asking.then(() => (over || (!anew && latest === at) ? undefined : ask()));
        });
    return () => {
      over = true;
      leave?.();
    };
  }, [source, window, range, of, asked]);
  return shown.of === of ? shown : { of };
}

const same = (a: Report, b: Report) =>
  a.range?.to === b.range?.to &&
  a.range?.from === b.range?.from &&
  a.window?.id === b.window?.id &&
  a.totals.messages === b.totals.messages;

export function App({ source }: { source: Source }) {
  const asks = useRoute();
  const route = useMemo(() => (asks.view ? asks : { ...asks, view: firstOf(source) }), [asks, source]);
  const [asked, setAsked] = useState(0);
  const named = VIEWS[route.view] ?? BELOW[route.view] ?? VIEWS.overview!;
  const view = named.ofService && !source.live ? VIEWS.overview! : named;
  const range = view.ofWindow ? "" : rangeOf(route);
  const begun = useReport(source, route.params.get("window") ?? "", range, asked);
  const away = useAway(source);
  const chosen = useSpan(route);
  const span = range ? null : chosen;
  const { report, problem = begun.problem } = useParts(
    source,
    begun.report,
    span && !view.unfiltered ? OF_STRETCH : (view.needs ?? NONE),
  );
  const sliced = useMemo(() => (report && span ? slice(report, span) : report), [report, span]);
  useEffect(() => {
    if (report) {
      document.title = `${report.title ? shortTitle(report.title) : view.title} – Wirepath`;
      document.body.dataset.ready = "true";
    }
  }, [report, view]);
  usePrintedLight();
  if (problem instanceof Refusal && problem.status === 401)
    return <SignIn at={problem.signIn} onDone={() => setAsked(asked + 1)} />;
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to the content
      </button>
      <Head report={report ?? begun.report} route={route} source={source} />
      <Keys
        route={route}
        views={namesOf(source)}
        time={report && !view.ownAxis ? { from: report.totals.firstNanos, to: report.totals.lastNanos } : null}
      />
      <main id="main" tabIndex={-1}>
        {problem ? <Trouble problem={problem} /> : away > 0 && <Away since={away} />}
        {view.ofWindow && rangeOf(route) && <p class="note">This view shows the latest window, not the range.</p>}
        {report?.range && report.range.leftOut > 0 && !view.ofService && (
          <p class="note">{`The newest ${count(report.range.windows)} windows of this time are shown; ${count(report.range.leftOut)} before them are too many to add.`}</p>
        )}
        {report?.range && report.range.unread > 0 && !view.ofService && (
          <p class="note">{`${plural(report.range.unread, "window")} of this time ${report.range.unread === 1 ? "is" : "are"} not in these figures: an earlier version kept what is added up of them, or it is damaged. Each can be shown by itself.`}</p>
        )}
        {!view.ofService && (
          <Stretch
            span={span}
            kept={range ? null : spanOf(route, "bfrom", "bto")}
            route={route}
            unfiltered={view.unfiltered ?? false}
          />
        )}
        {report || (view.ofService && source.live) ? (
          <view.draw
            report={(view.unfiltered ? report : sliced) ?? NOTHING}
            whole={report ?? NOTHING}
            route={route}
            source={source}
          />
        ) : (
          !problem && <p class="dim">Loading …</p>
        )}
      </main>
      {report && (
        <footer>
          {`Press ? for keys. Made by ${report.program}. Delays are means unless said otherwise; a delay of an untraced node includes the network.`}
        </footer>
      )}
    </>
  );
}

function Head({ report, route, source }: { report: Report | undefined; route: Route; source: Source }) {
  const at = BELOW[route.view]?.of ?? (VIEWS[route.view] ? route.view : "overview");
  const t = report?.totals;
  const ofService = source.live && VIEWS[at]!.ofService;
  return (
    <header>
      <div class="brand">Wirepath · causal paths</div>
      <h1 title={report?.title}>{!ofService && report?.title ? shortTitle(report.title) : "Wirepath"}</h1>
      {t && !ofService && (
        <div class="dim">{`${instant(t.firstNanos)}, ${duration(t.lastNanos - t.firstNanos)} of traffic`}</div>
      )}
      {source.live && (
        <div class="pickers">
          <Ranges
            route={route}
            shown={{ from: t?.firstNanos ?? 0, to: t?.lastNanos ?? 0 }}
            usual={at === "queries" ? "the latest window" : ofService ? LAST[USUAL]!.words : "one window"}
          />
          {!ofService && !rangeOf(route) && <Windows source={source} route={route} />}
        </div>
      )}
      <div class="tools">
        {source.live && <SignOut />}
        <button class="theme" type="button" title="Switch between light and dark" onClick={switchTheme}>
          ◐ Light / dark
        </button>
      </div>
      <nav class="index" aria-label="Views">
        {namesOf(source).map((name) => (
          <a key={name} href={link(route, name)} aria-current={name === at ? "page" : undefined}>
            {VIEWS[name]!.title}
          </a>
        ))}
      </nav>
    </header>
  );
}

/** Where a cookie says who reads: the name, and the way out. */
function SignOut() {
  const [session, setSession] = useState<Session>();
  useEffect(() => {
    readSession().then(setSession, () => setSession(undefined));
  }, []);
  if (!session?.signedIn) return null;
  const leave = () => signOut().finally(() => location.reload());
  return (
    <button class="sign-out" type="button" title={`${session.caller} may ${session.role}`} onClick={() => void leave()}>
      {`Sign out ${session.caller}`}
    </button>
  );
}

/** Paper is white: what is printed is drawn as in the light, pictures too. */
function usePrintedLight(): void {
  useEffect(() => {
    const root = document.documentElement;
    let was: string | undefined;
    const before = () => {
      was = root.dataset.theme;
      root.dataset.theme = "light";
    };
    const after = () => {
      if (was) root.dataset.theme = was;
      else delete root.dataset.theme;
    };
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, []);
}

interface StretchProps {
  /** What is chosen, and what was chosen before and is kept to be compared with it. */
  span: Span | null;
  kept: Span | null;
  route: Route;
  unfiltered: boolean;
}

const wordsOf = ({ from, to }: Span) => `${clock(from)} – ${clock(to)}`;

/** The stretch of time that is chosen, what can be done with it, and the way back to all of it. */
function Stretch({ span, kept, route, unfiltered }: StretchProps) {
  if (!span && !kept) return null;
  const all = { from: "", to: "", bfrom: "", bto: "" };
  return (
    <p class="stretch">
      {span && (
        <>
          <span>
            <b>{wordsOf(span)}</b>
            {unfiltered ? ", chosen in the overview" : " alone is shown"}
          </span>
          <a href={link(route, "compare", { bfrom: "", bto: "" })}>Compare with before</a>
        </>
      )}
      {span && kept && <a href={link(route, "compare")}>{`Compare with ${wordsOf(kept)}`}</a>}
      {span && !kept && (
        <button
          type="button"
          onClick={() => step({ ...all, bfrom: String(span.from), bto: String(span.to) })}
          title="Then drag over another stretch"
        >
          Keep it to compare with another
        </button>
      )}
      {span && <a href={link(route, "lifelines")}>Lifelines</a>}
      {!span && kept && (
        <span>
          <b>{wordsOf(kept)}</b> is kept: drag over another stretch in the{" "}
          <a href={link(route, "overview")}>overview</a> to compare the two.
        </span>
      )}
      <button type="button" onClick={() => step(all)}>
        Show all of the time ✕
      </button>
    </p>
  );
}

function switchTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}

function Trouble({ problem }: { problem: Error }) {
  return (
    <p class="note" role="status">
      {problem instanceof Refusal ? `${problem.message}: ${problem.advice}` : "The service does not answer."}
    </p>
  );
}

/** Since when the service is not to be heard, ns since the epoch; 0 while it is. */
function useAway(source: Source): number {
  const [away, setAway] = useState(0);
  useEffect(() => source.more?.onAway((gone) => setAway((was) => (gone ? was || Date.now() * 1e6 : 0))), [source]);
  return away;
}

function Away({ since }: { since: number }) {
  return (
    <p class="note bad" role="alert">
      {`The service has not answered since ${clock(since)} UTC: what stands here is from before.`}
    </p>
  );
}

function SignIn({ at, onDone }: { at: string; onDone: () => void }) {
  const [wrong, setWrong] = useState("");
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const token = new FormData(event.target as HTMLFormElement).get("token");
    try {
      await signIn(typeof token === "string" ? token : "");
      onDone();
    } catch (e) {
      setWrong((e as Error).message);
    }
  };
  return (
    <main id="main" class="sign-in">
      <h1>Wirepath</h1>
      {at && (
        <p class="card">
          <a href={at} onClick={rememberPlace}>
            Sign in with the account of this site
          </a>
        </p>
      )}
      <form class="card" onSubmit={submit}>
        <label for="token">Token of the service</label>
        <input id="token" name="token" type="password" autocomplete="current-password" required />
        <button type="submit">Sign in</button>
        {wrong && <p role="alert">{wrong}</p>}
      </form>
    </main>
  );
}
