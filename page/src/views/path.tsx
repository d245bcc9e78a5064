import { useEffect, useState } from "preact/hooks";
import { humps, humpWords } from "../delays";
import { count, duration, percent } from "../format";
import { certainty, scored, type Delay, type Pattern, type Report, type Request } from "../model";
import { CallTree } from "../parts/calltree";
import { Histogram } from "../parts/histogram";
import { NodeDelays } from "../parts/nodedelays";
import { Scroll } from "../parts/scroll";
import { SeriesCharts } from "../parts/seriescharts";
import { Timeline } from "../parts/timeline";
import { Table } from "../parts/table";
import { titleOf } from "../requests";
import { step, link, type Route, spanOf } from "../route";
import type { Source } from "../source";
import { type Entry, flatten, stepsOf } from "../steps";
import { PatternTable } from "./paths";
import { requestColumns } from "./requests";

interface Props {
  report: Report;
  route: Route;
  source: Source;
}

/** A path of the report; what the page did not begin with is asked for. */
function usePattern(report: Report, source: Source, id: string): { pattern: Pattern | undefined; loading: boolean } {
  const held = report.patterns.find((p) => p.id === id);
  const window = report.window?.id ?? "";
  const key = `${window} ${id}`;
  const [asked, setAsked] = useState<{ key: string; pattern?: Pattern }>({ key: "" });
  const more = held && !held.membersLeftOut ? undefined : source.more;
  useEffect(() => {
    if (!more) return;
    let over = false;
    more.pattern(window, id).then(
      (pattern) => !over && setAsked({ key, pattern }),
      () => !over && setAsked({ key }),
    );
    return () => {
      over = true;
    };
  }, [more, window, id, key]);
  const answered = asked.key === key;
  return { pattern: (answered ? asked.pattern : undefined) ?? held, loading: more !== undefined && !answered };
}

export function Path({ report, route, source }: Props) {
  const id = route.params.get("id") ?? "";
  const asked = usePattern(report, source, id);
  const role = asked.pattern;
  const member = route.params.get("member");
  const pattern = member ? role?.members?.find((m) => m.id === member) : role;
  if (!role || !pattern) {
    if (asked.loading) return <p class="dim">Loading …</p>;
    return (
      <p>
        This report has no such path. <a href={link(route, "paths")}>All paths</a>
      </p>
    );
  }
  const members = (role.members ?? []).filter((m) => m.id !== role.id || role.members!.length > 1);
  return (
    <section id="path" aria-labelledby="path-h">
      <p class="crumbs">
        <a href={link(route, "paths")}>Paths</a>
        {member && (
          <>
            {" › "}
            <a href={link(route, "path", { id })}>{role.title}</a>
          </>
        )}
      </p>
      <h2 id="path-h">{pattern.title}</h2>
      <p class="dim">
        {`Expected ${count(pattern.expectedCount)} times, built ${count(pattern.count)} times, ${scored(pattern.root) ? `score ${pattern.expectedPerCount.toFixed(2)}` : `${percent(pattern.expectedPerCount)} certain`}; ${duration(pattern.duration.meanNanos)} on average, ${duration(pattern.duration.p99Nanos)} at the 99th percentile.`}
      </p>
      <Pictures pattern={pattern} report={report} route={route} />
      {!member && (
        <>
          <h3>Over time</h3>
          <SeriesCharts
            report={report}
            source={source}
            find={(table) => table.patterns?.find((s) => s.name === id)}
            span={spanOf(route)}
          />
        </>
      )}
      <div class="columns">
        <div>
          <h3>Calls</h3>
          <CallTree pattern={pattern} />
        </div>
        <div>
          <h3>Duration</h3>
          <Histogram title="Duration of the whole path" delay={pattern.duration} />
        </div>
      </div>
      <Examples pattern={pattern} report={report} route={route} />
      <Hops pattern={pattern} report={report} />
      <ByNode pattern={pattern} />
      {!member && members.length > 0 && (
        <>
          <h3>{`By node: ${members.length + (role.membersLeftOut ?? 0)} patterns`}</h3>
          <PatternTable
            patterns={members}
            scores={scored(role.root)}
            route={route}
            href={(m) => link(route, "path", { id, member: m.id })}
          />
          {(role.membersLeftOut ?? 0) > 0 && !asked.loading && (
            <p class="dim small">{`${role.membersLeftOut} rarer ones are left out here; wirepath analyze --json has them all.`}</p>
          )}
        </>
      )}
    </section>
  );
}

/** The mean of all, or one request: about the median, or the slowest that the report holds. */
function Pictures({ pattern, report, route }: { pattern: Pattern; report: Report; route: Route }) {
  const requests = requestsOf(pattern, report);
  const median = medianOf(pattern, requests);
  const slowest = requests.reduce<Request | undefined>(
    (a, b) => (a && a.durationNanos >= b.durationNanos ? a : b),
    undefined,
  );
  const wanted = route.params.get("of") ?? "";
  const one = wanted === "median" ? median : wanted === "slowest" ? slowest : undefined;
  const root = one && stepsOf(one);
  const choices: [string, string, Request | undefined][] = [
    ["", "Mean of all", undefined],
    ["median", "A request of about the median", median],
    ["slowest", "The slowest request", slowest],
  ];
  return (
    <>
      <div class="tools" role="group" aria-label="What the timeline shows">
        {choices
          .filter(([name, , request]) => !name || (request && stepsOf(request)))
          .map(([name, title]) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === (root ? wanted : "")}
              onClick={() => step({ of: name })}
            >
              {title}
            </button>
          ))}
        {root && <a href={link(route, "request", { call: String(one.call) })}>Its waterfall</a>}
      </div>
      {root ? (
        <Timeline title={titleOf(one)} root={root} nanos={one.durationNanos} mean={false} />
      ) : (
        <Timeline title={pattern.title} root={pattern.root} nanos={pattern.duration.meanNanos} mean />
      )}
    </>
  );
}

function requestsOf(pattern: Pattern, report: Report): Request[] {
  const calls = new Set((pattern.examples ?? []).map((e) => e.call));
  return report.requests.filter((r) => calls.has(r.call));
}

function medianOf(pattern: Pattern, requests: Request[]): Request | undefined {
  const away = (r: Request) => Math.abs(r.durationNanos - pattern.duration.p50Nanos);
  return requests.reduce<Request | undefined>((a, b) => (a && away(a) <= away(b) ? a : b), undefined);
}

/** Requests that took this path: the slowest, and others for comparison. */
function Examples({ pattern, report, route }: { pattern: Pattern; report: Report; route: Route }) {
  const requests = requestsOf(pattern, report);
  const median = medianOf(pattern, requests);
  if (!median) return null;
  return (
    <>
      <h3>Slowest requests, and others by chance</h3>
      <p class="small">
        <a href={link(route, "request", { call: String(median.call) })}>
          {`A request of about the median: ${duration(median.durationNanos)}`}
        </a>
      </p>
      <Table
        caption="Requests that took this path"
        columns={requestColumns(route, requests)}
        rows={requests}
        route={route}
        sort="-Took"
        name="examples"
        most={12}
      />
    </>
  );
}

/** Delay by delay, with the distribution of each, so that two humps are seen. */
function Hops({ pattern, report }: { pattern: Pattern; report: Report }) {
  const joins = new Set(report.nodes.filter((n) => n.join).flatMap((n) => [n.name, n.role]));
  const hops = flatten(pattern.root).filter((e) => e.step.nodeDelay);
  if (!hops.length) return null;
  const titles = ["At", "before sending to", "mean", "median", "p90", "p99", "network", "link", "distribution"];
  return (
    <details open>
      <summary>
        <h3>Delays hop by hop</h3>
      </summary>
      <Scroll label="Delays hop by hop">
        <table>
          <thead>
            <tr>
              {titles.map((title, i) => (
                <th key={title} scope="col" class={i > 1 && i < 8 ? "num" : ""}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hops.map((e, i) => (
              <Hop key={i} e={e} join={joins.has(e.step.from)} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  );
}

function Hop({ e, join }: { e: Entry; join: boolean }) {
  const { step } = e;
  const delay = step.nodeDelay!;
  return (
    <tr>
      <td>
        {step.from}
        {!step.fromTraced && " ◇"}
        {join && " ⋈"}
      </td>
      <td>{`${step.to} (${step.role.replace("_", "-")})`}</td>
      {[delay.meanNanos, delay.p50Nanos, delay.p90Nanos, delay.p99Nanos].map((nanos, i) => (
        <td key={i} class="num">
          {duration(nanos)}
        </td>
      ))}
      <td class="num">{step.networkDelay ? duration(step.networkDelay.meanNanos) : "–"}</td>
      <td class="num">{percent(certainty(step))}</td>
      <td>
        <Spark delay={delay} />
      </td>
    </tr>
  );
}

/** Where several nodes play a role, how long each of them took in that place. */
function ByNode({ pattern }: { pattern: Pattern }) {
  const places = flatten(pattern.root).filter((e) => (e.step.byNode ?? []).length > 1);
  if (!places.length) return null;
  return (
    <details open>
      <summary>
        <h3>Delays node by node</h3>
      </summary>
      {places.map(({ step }, i) => (
        <NodeDelays
          key={i}
          title={`${step.from} before its ${step.role.replace("_", "-")} to ${step.to}`}
          nodes={step.byNode!}
        />
      ))}
    </details>
  );
}

const SPARK = 170;

/** A distribution as small as a word; humps are told apart by shade, and in words. */
function Spark({ delay }: { delay: Delay }) {
  const bins = delay.histogram ?? [];
  if (!bins.length) return null;
  const low = Math.log(Math.max(1, bins[0]![0] || bins[0]![1] / 2));
  const span = Math.log(bins[bins.length - 1]![1]) - low || 1;
  const top = Math.max(...bins.map((b) => b[2]));
  const x = (t: number) => ((SPARK - 2) * (Math.log(Math.max(1, t)) - low)) / span;
  const found = humps(delay);
  const words = humpWords(found);
  return (
    <>
      <svg width={SPARK} height={28} role="img" aria-label={words || "one hump"}>
        {bins.map(([from, to, share]) => {
          const height = Math.max(1, (26 * share) / top);
          const left = Math.max(0, x(from));
          const other = found.findIndex((h) => from >= h.from && to <= h.to) % 2 === 1;
          return (
            <rect
              key={from}
              class={other ? "bar other" : "bar"}
              x={left}
              y={27 - height}
              width={Math.max(1, x(to) - left - 0.5)}
              height={height}
            />
          );
        })}
      </svg>
      {words && <div class="small humps">{words}</div>}
    </>
  );
}
