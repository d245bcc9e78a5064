// One finding: what it is, since when, who suffers, what follows from it, and calls that show it.
import type { ComponentChildren } from "preact";
import type { ExampleCall } from "../fields";
import { clock, count, duration } from "../format";
import type { Finding, Span } from "../model";
import { link, type Route } from "../route";

interface Props {
  finding: Finding;
  route: Route;
  /** Whether the request of a call can be shown; without it, that of any can. */
  held?: (call: number) => boolean;
  /** Further ways to go on. */
  children?: ComponentChildren;
}

/** From when to when it was so: each time of what comes and goes. */
export function timesOf(f: Finding, from: number, to: number): Span[] {
  const pauses = f.pauses ?? [];
  const begins = [f.onsetNanos ?? from, ...pauses.map((p) => p.toNanos)];
  return begins.map((begin, i) => ({ from: begin, to: pauses[i]?.fromNanos ?? f.endNanos ?? to }));
}

/** How it stands: from when to when, or what is known of its end. */
export function stateWords(f: Finding): string {
  if (f.onsetNanos === undefined) return "";
  const { state, lastSeenNanos } = f.incident ?? {};
  const times = f.pauses?.length ? `${f.pauses.length + 1} times ` : "";
  if (f.endNanos) return `${times}from ${clock(f.onsetNanos)} to ${clock(f.endNanos)}`;
  if (state === "no_evidence_since" && lastSeenNanos)
    return `${times}since ${clock(f.onsetNanos)}; no evidence since ${clock(lastSeenNanos)}`;
  return `${times}since ${clock(f.onsetNanos)}`;
}

export const plural = (n: number, word: string) => `${count(n)} ${word}${n === 1 ? "" : "s"}`;

/** Whether it is said of a sniffer: no window tells it, and no path leads there. */
export const ofSniffer = (f: Finding): boolean => f.kind.startsWith("sniffer-");

export function FindingCard({ finding: f, route, held = () => true, children }: Props) {
  const window = f.window ? { window: f.window } : undefined;
  const suffer = f.incident?.suffers;
  return (
    <article class={`card finding ${f.severity}`}>
      <span class={`tag ${f.severity}`}>{f.severity}</span>
      <span class="dim small">{` ${stateWords(f)}`}</span>
      <div class="title">{f.title}</div>
      {suffer && <div>{`${f.severity === "problem" ? "Who suffers" : "Concerned"}: ${suffer}.`}</div>}
      <div class="dim">{f.detail}</div>
      {f.incident?.consequences && f.incident.consequences.length > 0 && (
        <details>
          <summary>{`What follows from it: ${count(f.incident.consequences.length)}`}</summary>
          <ul>
            {f.incident.consequences.map((c, i) => (
              <li key={i}>{`${clock(c.onsetNanos)} ${c.words}: ${c.nodes.join(", ")}`}</li>
            ))}
          </ul>
        </details>
      )}
      <Examples finding={f} route={route} held={held} />
      <p class="links">
        {ofSniffer(f) ? (
          <a href={link(route, "health", { window: "" })}>Capture health</a>
        ) : (
          f.nodes.map((name) => (
            <a key={name} href={link(route, "paths", { q: name, ...window })}>
              Paths through {name}
            </a>
          ))
        )}
        {children}
      </p>
    </article>
  );
}

/** Calls that show a finding, and like ones from before; each leads to its request. */
export function Examples({ finding: f, route, held = () => true }: Omit<Props, "children">) {
  const all = f.incident?.examples ?? [];
  const params = { ...(f.window && { window: f.window }), ...(f.id && { incident: f.id }) };
  return (
    <>
      <Calls title="Calls that show it" calls={all.filter((e) => !e.usual)} {...{ route, params, held }} />
      <Calls title="Like ones from before" calls={all.filter((e) => e.usual)} {...{ route, params, held }} />
    </>
  );
}

interface CallsProps {
  title: string;
  calls: ExampleCall[];
  route: Route;
  params: Record<string, string>;
  held: (call: number) => boolean;
}

const exampleWords = (e: ExampleCall) =>
  `${e.client} → ${e.server}, ${duration(e.ownNanos ?? e.serviceNanos)}${e.ownNanos === null ? "" : " of its own"} at ${clock(e.timeNanos)}`;

function Calls({ title, calls, route, params, held }: CallsProps) {
  if (!calls.length) return null;
  return (
    <p class="links small">
      <span class="dim">{`${title}:`}</span>
      {calls.map((e) =>
        held(e.call) ? (
          <a key={e.call} href={link(route, "request", { call: String(e.call), ...params })}>
            {exampleWords(e)}
          </a>
        ) : (
          <span key={e.call}>{`${exampleWords(e)}${params.window ? `, call ${e.call}` : ""}`}</span>
        ),
      )}
    </p>
  );
}
