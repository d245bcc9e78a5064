import { count, duration, percent } from "../format";
import type { Pattern, Report } from "../model";
import { CallTree } from "../parts/calltree";
import { Histogram } from "../parts/histogram";
import { NodeDelays } from "../parts/nodedelays";
import { Scroll } from "../parts/scroll";
import { Timeline } from "../parts/timeline";
import { Table } from "../parts/table";
import { link, type Route } from "../route";
import { type Entry, flatten } from "../steps";
import { PatternTable } from "./paths";
import { requestColumns } from "./requests";

interface Props {
  report: Report;
  route: Route;
}

export function Path({ report, route }: Props) {
  const id = route.params.get("id") ?? "";
  const role = report.patterns.find((p) => p.id === id);
  const member = route.params.get("member");
  const pattern = member ? role?.members?.find((m) => m.id === member) : role;
  if (!role || !pattern) {
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
        {`Expected ${count(pattern.expectedCount)} times, built ${count(pattern.count)} times, ${percent(pattern.expectedPerCount)} certain; ${duration(pattern.duration.meanNanos)} on average, ${duration(pattern.duration.p99Nanos)} at the 99th percentile.`}
      </p>
      <Timeline pattern={pattern} />
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
          <PatternTable patterns={members} route={route} href={(m) => link(route, "path", { id, member: m.id })} />
          {(role.membersLeftOut ?? 0) > 0 && (
            <p class="dim small">{`${role.membersLeftOut} rarer ones are left out here; wirepath analyze --json has them all.`}</p>
          )}
        </>
      )}
    </section>
  );
}

/** Requests that took this path: the slowest, and others for comparison. */
function Examples({ pattern, report, route }: { pattern: Pattern; report: Report; route: Route }) {
  const calls = new Set((pattern.examples ?? []).map((e) => e.call));
  const requests = report.requests.filter((r) => calls.has(r.call));
  if (!requests.length) return null;
  const median = [...requests].sort(
    (a, b) =>
      Math.abs(a.durationNanos - pattern.duration.p50Nanos) - Math.abs(b.durationNanos - pattern.duration.p50Nanos),
  )[0]!;
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
        columns={requestColumns(route)}
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
      <td class="num">{percent(step.probability)}</td>
      <td>
        <Spark bins={delay.histogram ?? []} />
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

/** A distribution as small as a word. */
function Spark({ bins }: { bins: [number, number, number][] }) {
  if (!bins.length) return null;
  const low = Math.log(Math.max(1, bins[0]![0] || bins[0]![1] / 2));
  const span = Math.log(bins[bins.length - 1]![1]) - low || 1;
  const top = Math.max(...bins.map((b) => b[2]));
  const x = (t: number) => (118 * (Math.log(Math.max(1, t)) - low)) / span;
  return (
    <svg width={120} height={22} aria-hidden="true">
      {bins.map(([from, to, share]) => {
        const height = Math.max(1, (20 * share) / top);
        const left = Math.max(0, x(from));
        return (
          <rect
            key={from}
            class="bar"
            x={left}
            y={21 - height}
            width={Math.max(1, x(to) - left - 0.5)}
            height={height}
          />
        );
      })}
    </svg>
  );
}
