// The object that `wirepath analyze --json` prints and the API of `serve` answers with: docs/formats.md tells each field.
import type { Capture, Merge } from "./captured";
import type * as fields from "./fields";
import type { Comparison, Sums } from "./sums";

/** A distribution of delays; times in nanoseconds. */
import { percent } from "./format";

export type Delay = Pick<fields.Delay, "samples" | "meanNanos" | "p50Nanos" | "p90Nanos" | "p99Nanos" | "maxNanos"> &
  Partial<Pick<fields.Delay, "histogram">>;

/** Of nothing. */
export const EMPTY_DELAY: Delay = { samples: 0, meanNanos: 0, p50Nanos: 0, p90Nanos: 0, p99Nanos: 0, maxNanos: 0 };

/** A stretch of time; ns since the epoch. */
export interface Span {
  from: number;
  to: number;
}

export interface NodeDelay {
  node: string;
  delay: Delay;
}

/** How sure a link is: by convolution its score, which is no probability; by all others its probability. */
export interface Certainty {
  probability?: number;
  score?: number;
}

export const certainty = (of: Certainty): number => of.probability ?? of.score ?? 0;

/** Whether it is a score. */
export const scored = (of: Certainty): boolean => of.score !== undefined;

/** In words: "83 % likely", or of a score "score 0.83". */
export const sureness = (of: Certainty, word: string): string =>
  of.score === undefined ? `${percent(certainty(of))} ${word}`.trim() : `score ${of.score.toFixed(2)}`;

export interface Step
  extends Certainty, Pick<fields.Step, "from" | "to" | "fromTraced" | "toTraced" | "port" | "role" | "protocol"> {
  /** What is asked for, where the report knows operations. */
  operation?: string;
  /** Whether the whole path mostly waits for it. */
  critical?: boolean;
  startNanos: number;
  nodeDelay: Delay | null;
  /** The same by the node that sent, where several play the role. */
  byNode?: NodeDelay[];
  networkDelay: Delay | null;
  children: Step[];
}

/** A vertex of a graph of causal paths that convolution found. */
export type PathGraph = fields.PathGraph;

export interface Pattern {
  id: string;
  title: string;
  count: number;
  expectedCount: number;
  expectedPerCount: number;
  expectedPerRootCount: number;
  duration: Delay;
  root: Step;
  examples?: ({ call: number; durationNanos: number } & Certainty)[];
  members?: Pattern[];
  membersLeftOut?: number;
}

export interface Finding {
  severity: "problem" | "notice" | "fact";
  kind: string;
  title: string;
  detail: string;
  nodes: string[];
  windows?: number;
  /** Of a change: when it began, ns since the epoch. */
  onsetNanos?: number;
  /** When it ended; null where it lasts. */
  endNanos?: number | null;
  /** Of what comes and goes: when it was as before in between. */
  pauses?: fields.ChangePause[];
  /** Of a change: all that is known of it. */
  incident?: fields.Incident;
  /** Of a service: the window that told it first, and what it is called. */
  window?: string;
  id?: string;
}

/** The requests of clients, step by step of time. */
export type OverTime = Omit<fields.OverTime, "p50Nanos" | "p99Nanos"> &
  Record<"p50Nanos" | "p99Nanos", (number | null)[]>;

/** What a node, a role, an edge or a path (by its identifier) did over time: an element an interval. */
export interface Series {
  name?: string;
  from?: string;
  to?: string;
  requests: number[];
  /** A quantity that is 0 all the time is absent. */
  inFlight?: number[];
  connectionsOpened?: number[];
  connectionsRefused?: number[];
  connectionsUnanswered?: number[];
  unanswered?: number[];
  refused?: number[];
  failed?: number[];
  ownP50Nanos?: (number | null)[];
  ownP99Nanos?: (number | null)[];
  serviceP50Nanos?: (number | null)[];
  serviceP99Nanos?: (number | null)[];
  resentSegments?: number[];
}

/** What one sniffer saw over time. */
export interface SnifferSeries {
  name: string;
  messages: number[];
  resentSegments: number[];
  zeroWindowNanos: number[];
  resets: number[];
  /** Absent in reports of older versions. */
  connectionsRefused?: number[];
  connectionsUnanswered?: number[];
}

export interface SeriesTable {
  intervalNanos: number;
  firstNanos: number;
  count: number;
  nodes: Series[];
  roles: Series[];
  edges: Series[];
  patterns?: Series[];
  sniffers?: SnifferSeries[];
}

export type NodeRow = Pick<
  fields.NodeRow,
  "address" | "name" | "traced" | "role" | "client" | "join" | "callsServed" | "callsMade"
> &
  Partial<Pick<fields.NodeRow, "callsFailed">> & { ownDelay: Delay; serviceDelay: Delay };

export type Edge = Pick<fields.Edge, "from" | "to" | "messages" | "requests" | "bytes"> & {
  /** Of a sum of windows. */
  unanswered?: number;
  delay?: Delay | null;
  /** Absent in reports of earlier versions. */
  notOpened?: number;
  failed?: number;
};

/** Calls from one node to a port of another, as the caller's side saw them. */
export type CallEdge = Omit<fields.CallEdge, "failed" | "delay"> & {
  /** Absent in reports of older versions. */
  failed?: number;
  delay: Delay;
};

export type Operation = fields.Operation;

export type OtherCause = fields.OtherCause;

export type RequestCall = Omit<fields.RequestCall, "verdict"> & { verdict?: "ok" | "refused" | "failed" };

/** A whole request, call by call. */
export type Request = Omit<fields.Request, "calls"> & {
  calls: RequestCall[];
  /** Of a range: the window that holds it. */
  window?: string;
};

export type PointKind = "resent" | "zero_window" | "reset" | "name_unanswered" | "name_retried" | "event";

/** Something that TCP, a resolver or an application did: when it was over, and for how long there was a wait before. */
export interface Point {
  kind: PointKind;
  at: number;
  node: number;
  waited: number;
}

/** What a host was busy with over time, in the intervals of the series. */
export interface HostLoad {
  host: string;
  program: string;
  name: string;
  mean: (number | null)[];
  max: (number | null)[];
}

/** What an application logged. */
export interface HostEvent {
  nanos: number;
  uncertaintyNanos: number;
  host: string;
  program: string;
  level: string;
  name: string;
  detail: string;
  /** Nodes that the host is. */
  nodes?: string[];
  calls: { call: number; probability: number }[];
}

export type Place = fields.MapPlace;

export type MessageName = fields.MessageName;

export type Explanation = fields.Explanation;

export type PatternRow = fields.PathRow;

/** Summary of a window of `serve`. */
export interface WindowSummary {
  id: string;
  fromNanos: number;
  toNanos: number;
  messages?: number;
  calls?: number;
  patterns?: number;
  problems?: number;
  failed?: string;
}

export interface Report {
  /** Whether it is of a stretch of its time alone, as its series tell. */
  sliced?: boolean;
  /** Of a range: its time, of how many windows it is the sum, how many before are too many, of how many no sums can be read; and the latest window there was. */
  range?: Span & { windows: number; leftOut: number; unread: number; latest: string };
  window?: WindowSummary;
  program: string;
  title: string;
  algorithm: string;
  settings: Record<string, string>;
  notes: string[];
  totals: {
    messages: number;
    calls: number;
    nodes: number;
    patterns: number;
    meanLinkProbability?: number;
    meanLinkScore?: number;
    firstNanos: number;
    lastNanos: number;
  };
  findings: Finding[];
  overTime?: OverTime;
  series?: SeriesTable;
  /** What stretches of it are added up from. */
  sums?: Sums;
  /** In a file: the time of a change, from its onset to its end, against the time before it. */
  comparisons?: (Comparison & { onsetNanos: number; endNanos: number })[];
  patterns: Pattern[];
  /** With convolution alone: one graph a root. */
  graphs?: PathGraph[];
  patternsLeftOut?: number;
  /** The time in all paths, and the paths that most of it goes into. */
  top?: { nanos: number; patterns: PatternRow[] };
  nodes: NodeRow[];
  roles: { name: string; nodes: string[] }[];
  edges: Edge[];
  calls: CallEdge[];
  /** What services are asked for; absent where nobody asked to know. */
  operations?: Operation[];
  /** How right links are by identifiers in requests; absent where nobody asked. */
  siteIds?: fields.SiteIds;
  /** Of a window: the same of all windows since the service started. */
  siteIdsSoFar?: fields.SiteIds;
  requests: Request[];
  map: { roles: Place[]; nodes: Place[] };
  explanations: Explanation[];
  captures: Capture[];
  merge?: Merge;
  hosts?: { loads: HostLoad[]; events: HostEvent[]; eventsLeftOut: number };
}

/** An absent list is an empty one, an absent object an empty one: a report of a capture without a message is shown too. */
export function complete(json: Partial<Report>): Report {
  return {
    program: "wirepath",
    title: "",
    algorithm: "",
    settings: {},
    notes: [],
    findings: [],
    patterns: [],
    nodes: [],
    roles: [],
    edges: [],
    calls: [],
    requests: [],
    map: { roles: [], nodes: [] },
    explanations: [],
    captures: [],
    ...json,
    totals: {
      messages: 0,
      calls: 0,
      nodes: 0,
      patterns: 0,
      firstNanos: 0,
      lastNanos: 0,
      ...json.totals,
    },
  };
}
