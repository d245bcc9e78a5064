// Made of the fields of the report: see CONTRIBUTING.md. Numbers are nanoseconds where a name says so.

/** What another run can be compared with. */
export interface Baseline {
  /** Begin. */
  firstNanos: number;
  /** End. */
  lastNanos: number;
  /** Requests of clients. */
  requests: number;
  /** How long things took. */
  delays: DelayTrack[];
  /** How often things happened. */
  shares: ShareTrack[];
}

/** Traffic between two boxes of the map, in the direction of the requests. */
export interface BoxPair {
  /** Who asks. */
  from: string;
  /** Who is asked. */
  to: string;
  /** Requests. */
  requests: number;
  /** Messages. */
  messages: number;
  /** Bytes of these. */
  bytes: number;
  /** Calls. */
  calls: number;
  /** Those without an answer. */
  unanswered: number;
  /** Those answered with a failure. */
  failed: number;
  /** Attempts to connect that failed. */
  notOpened: number;
  /** Nanoseconds that all answered calls took. */
  nanos: number;
  /** Least median of a pair of nodes in it; 0 without an answered call. */
  leastP50Nanos: number;
  /** Greatest median. */
  mostP50Nanos: number;
  /** Greatest 99th percentile. */
  mostP99Nanos: number;
}

/** Who asks whom, between boxes of the map. */
export interface BoxPairs {
  /** The one with most requests first. */
  pairs: BoxPair[];
}

/** Calls from one node to a port of another, as the caller's side saw them. */
export interface CallEdge {
  /** Name of the caller. */
  from: string;
  /** Name of the called. */
  to: string;
  /** Port of the called. */
  port: number;
  /** Calls. */
  calls: number;
  /** Those without an answer. */
  unanswered: number;
  /** Those answered with a failure. */
  failed: number;
  /** From the request to the last byte of the response. */
  delay: Delay;
}

/** Calls from one node to a port of another, in a few figures. */
export interface CallFigures {
  /** Name of the caller. */
  from: string;
  /** Name of the called. */
  to: string;
  /** Port of the called. */
  port: number;
  /** Calls. */
  calls: number;
  /** Those without an answer. */
  unanswered: number;
  /** Those answered with a failure. */
  failed: number;
  /** From the request to the last byte of the response. */
  delay: DelayFigures;
}

/** Some rows of a table. */
export interface CallPage {
  /** Rows that there are. */
  all: number;
  /** Rows that the search finds. */
  found: number;
  /** In order. */
  calls: CallFigures[];
}

/** How one input fared. */
export interface Capture {
  /** Name of the sniffer. */
  sniffer: string;
  /** File as the user named it. */
  source: string;
  /** Frames read. */
  frames: number;
  /** Time of the first frame; 0 without one. */
  firstNanos: number;
  /** Time of the last frame. */
  lastNanos: number;
  /** Where the file is damaged. */
  damage: string | null;
  /** Every counter of every stage. */
  counters: Counter[];
}

/** A time between in which it was as before. */
export interface ChangePause {
  /** When it began. */
  fromNanos: number;
  /** When it ended. */
  toNanos: number;
}

/** What changed within one run alone. */
export interface ChangeWithin {
  /** problem, notice or fact. */
  severity: string;
  /** Name of the detector. */
  kind: string;
  /** What was found. */
  title: string;
  /** How it was found. */
  detail: string;
  /** The nodes concerned. */
  nodes: string[];
  /** Size of the effect where it is a time. */
  effectNanos: number;
  /** Half of its 95 % interval. */
  uncertaintyNanos: number;
  /** Nodes whose requests it rests on. */
  callers?: number;
  /** Share of the clients' requests that it delays. */
  requestsDelayed?: number;
  /** When it began; unknown where it is no change. */
  onsetNanos?: number;
  /** Earliest and latest moment of that. */
  onsetIntervalNanos?: number[];
  /** How much is added each second, where it grows steadily: nanoseconds of times. */
  growth?: number;
  /** Bound on the probability that chance shows as much. */
  chance?: number;
  /** When it ended; null where it lasts. */
  endNanos: number | null;
  /** Earliest and latest moment of that. */
  endIntervalNanos: number[] | null;
  /** Of what comes and goes: when it was as before in between. */
  pauses?: ChangePause[];
  /** All that is known of what changed. */
  incident?: Incident;
  /** before or after. */
  within: string;
}

/** One side of a comparison. */
export interface ComparedRun {
  /** What it is. */
  title: string;
  /** When its first request began. */
  firstNanos: number;
  /** When its last one did. */
  lastNanos: number;
  /** Requests of clients. */
  requests: number;
}

/** What wirepath compare tells of two times. */
export interface Comparison {
  /** Version of the form. */
  format: number;
  /** What made it. */
  program: string;
  /** The one. */
  before: ComparedRun;
  /** The other. */
  after: ComparedRun;
  /** Chance that one of all is told without a cause. */
  falseAlarms: number;
  /** What differs, the gravest first. */
  differences: Difference[];
  /** What changed within one of them. */
  changes: ChangeWithin[];
  /** All that was compared. */
  contrasts: Contrast[];
}

/** What changed because of an incident. */
export interface Consequence {
  /** What changed. */
  what: string;
  /** Where. */
  nodes: string[];
  /** When it began. */
  onsetNanos: number;
  /** Size of the effect where it is a time. */
  effectNanos: number;
  /** What changed, in words. */
  words: string;
}

/** How a measure of a place differs between two times. */
export interface Contrast {
  /** system, node, edge, role or pattern. */
  of: string;
  /** The place; of an edge who calls. */
  name: string;
  /** Of an edge who is called, of a path its identifier. */
  peer: string;
  /** What is measured. */
  measure: string;
  /** nanoseconds, share or perSecond. */
  unit: string;
  /** Kind of request; empty for all of them. */
  kind: string;
  /** The usual value. */
  before: number;
  /** The same at the other time. */
  after: number;
  /** How far it lies above, like compared with like. */
  effect: number;
  /** The 95 % interval of the effect. */
  interval: number[];
  /** Requests, or events. */
  countBefore: number;
  /** The same at the other time. */
  countAfter: number;
  /** Of a difference this large without a cause. */
  chance: number;
  /** Whether it is told. */
  differs: boolean;
}

/** A counter. */
export interface Counter {
  /** Its name. */
  name: string;
  /** flow, anomaly or loss. */
  kind: string;
  /** What it counts. */
  sentence: string;
  /** How many there were. */
  value: number;
}

/** A distribution of delays. */
export interface Delay {
  /** Delays that were observed. */
  samples: number;
  /** Sum of their probabilities. */
  weight: number;
  /** Mean. */
  meanNanos: number;
  /** Standard deviation. */
  deviationNanos: number;
  /** Median. */
  p50Nanos: number;
  /** What 90 % do not exceed. */
  p90Nanos: number;
  /** What 99 % do not exceed. */
  p99Nanos: number;
  /** The longest. */
  maxNanos: number;
  /** Weight of those below zero. */
  negativeWeight: number;
  /** Bins of a quarter octave: [from, to, share]. */
  histogram: [from: number, to: number, share: number][];
}

/** A distribution of delays in a few figures. */
export interface DelayFigures {
  /** Delays that were observed. */
  samples: number;
  /** Mean. */
  meanNanos: number;
  /** Median. */
  p50Nanos: number;
  /** What 90 % do not exceed. */
  p90Nanos: number;
  /** What 99 % do not exceed. */
  p99Nanos: number;
  /** The longest. */
  maxNanos: number;
}

/** Delays over time. */
export interface DelayTrack {
  /** system, node, role, edge or pattern. */
  of: string;
  /** Name of the place. */
  name: string;
  /** Its other end, or the identifier of a path. */
  peer: string;
  /** What was measured. */
  measure: string;
  /** For what kind of request; empty for all. */
  kind: string;
  /** Of each block of time bins and counts by turns. */
  blocks: number[][];
}

/** What differs. */
export interface Difference {
  /** system, node, edge, role or pattern. */
  of: string;
  /** The place; of an edge who calls. */
  name: string;
  /** Of an edge who is called, of a path its identifier. */
  peer: string;
  /** What is measured. */
  measure: string;
  /** nanoseconds, share or perSecond. */
  unit: string;
  /** Kind of request; empty for all of them. */
  kind: string;
  /** The usual value. */
  before: number;
  /** The same at the other time. */
  after: number;
  /** How far it lies above, like compared with like. */
  effect: number;
  /** The 95 % interval of the effect. */
  interval: number[];
  /** Requests, or events. */
  countBefore: number;
  /** The same at the other time. */
  countAfter: number;
  /** Of a difference this large without a cause. */
  chance: number;
  /** Whether it is told. */
  differs: boolean;
  /** problem, notice or fact. */
  severity: string;
  /** The same in words. */
  sentence: string;
}

/** The messages from one node to another. */
export interface Edge {
  /** Name of the sender. */
  from: string;
  /** Name of the receiver. */
  to: string;
  /** Messages. */
  messages: number;
  /** Calls over all ports. */
  requests: number;
  /** Payload. */
  bytes: number;
  /** Calls without an answer. */
  unanswered: number;
  /** Attempts to connect that failed. */
  notOpened: number;
  /** How long the answered calls took; null without calls. */
  delay: Delay | null;
  /** Calls answered with a failure. */
  failed: number;
}

/** A request that took a path. */
export interface Example {
  /** Number of its first call. */
  call: number;
  /** How long it took. */
  durationNanos: number;
  /** Of all its links. */
  probability?: number;
  score?: number;
}

/** A call that shows an incident. */
export interface ExampleCall {
  /** Whether it is one from before that is like it. */
  usual: boolean;
  /** Its number, as in calls.csv. */
  call: number;
  /** When its request was sent. */
  timeNanos: number;
  /** Name of the caller. */
  client: string;
  /** Name of the called. */
  server: string;
  /** From the receipt of the request to the sending of the response, by the server. */
  serviceNanos: number | null;
  /** The service time minus the time in which a call made for it was open. */
  ownNanos: number | null;
}

/** Why a call has its cause. */
export interface Explanation {
  /** Number of the call. */
  call: number;
  /** Who inferred it. */
  algorithm: string;
  /** The call's request. */
  message: MessageName;
  /** Causes that it may have. */
  answers: ExplanationAnswer[];
}

/** A cause that the call may have. */
export interface ExplanationAnswer {
  /** Number of the causing call; -1 for none. */
  call: number;
  /** The causing message. */
  message: MessageName | null;
  /** That it is the cause. */
  probability?: number;
  score?: number;
  /** Whether it was taken. */
  chosen: boolean;
  /** Sum of the terms. */
  totalNats: number;
  /** The evidence. */
  terms: Term[];
}

/** What the analysis found. */
export interface Finding {
  /** problem, notice or fact. */
  severity: string;
  /** Name of the detector. */
  kind: string;
  /** What was found. */
  title: string;
  /** How it was found. */
  detail: string;
  /** The nodes concerned. */
  nodes: string[];
  /** Size of the effect where it is a time. */
  effectNanos: number;
  /** Half of its 95 % interval. */
  uncertaintyNanos: number;
  /** Nodes whose requests it rests on. */
  callers?: number;
  /** Share of the clients' requests that it delays. */
  requestsDelayed?: number;
  /** When it began; unknown where it is no change. */
  onsetNanos?: number;
  /** Earliest and latest moment of that. */
  onsetIntervalNanos?: number[];
  /** How much is added each second, where it grows steadily: nanoseconds of times. */
  growth?: number;
  /** Bound on the probability that chance shows as much. */
  chance?: number;
  /** When it ended; null where it lasts. */
  endNanos: number | null;
  /** Earliest and latest moment of that. */
  endIntervalNanos: number[] | null;
  /** Of what comes and goes: when it was as before in between. */
  pauses?: ChangePause[];
  /** All that is known of what changed. */
  incident?: Incident;
}

/** What is known of a change. */
export interface Incident {
  /** What changed. */
  what: string;
  /** ended, still, or no_evidence_since the place was last seen at work. */
  state: string;
  /** When the place was last seen at work. */
  lastSeenNanos?: number;
  /** That it is no matter of chance. */
  probability?: number;
  score?: number;
  /** Usual value without the change. */
  before: number;
  /** Usual value with it. */
  after: number;
  /** Nodes whose requests from outside came through it then. */
  clients?: number;
  /** Those requests. */
  requests?: number;
  /** How much longer they take, on average where some do. */
  requestsLongerNanos?: number;
  /** False where a node answers later, and they take hardly longer, which wakes nobody. */
  felt: boolean;
  /** Share of all requests from outside that fail because of it. */
  requestsFailing?: number;
  /** Who suffers, in words. */
  suffers?: string;
  /** Replicas that did not change. */
  unchanged?: string[];
  /** What follows from it, as it began. */
  consequences?: Consequence[];
  /** Calls that show it, and some from before. */
  examples?: ExampleCall[];
  /** What changed, in words. */
  words: string;
}

/** A node that sends because of several messages together. */
export interface Join {
  /** Its name. */
  node: string;
  /** fan-in, batch, timed-batch or gathered. */
  kind: string;
  /** What it waits for. */
  joined: string[];
  /** How many messages; of what is gathered the most. */
  size: number;
  /** How long the first message of a timed batch waits. */
  timerNanos?: number;
  /** How often it sent. */
  times: number;
  /** Evidence for it. */
  gainNats: number;
}

/** Something that TCP or a resolver did. */
export interface LifelinePoint {
  /** What. */
  kind: string;
  /** When it was over, ns. */
  at: number;
  /** Place in nodes. */
  node: number;
  /** How long there was a wait before, ns. */
  waited: number;
}

/** Calls of a stretch of time, as a picture shows them apart. */
export interface LifelineView {
  /** Begin of the stretch. */
  fromNanos: number;
  /** Its end. */
  toNanos: number;
  /** Calls that differ by less are drawn once. */
  grainNanos: number;
  /** Calls in the part of it that is seen. */
  calls: number;
  /** Requests in that part. */
  requests: number;
  /** Windows that were not looked at. */
  windowsLeftOut: number;
  /** Calls that are not drawn. */
  callsLeftOut: number;
  /** Nodes with fewer calls, whose calls are not drawn. */
  nodesLeftOut: number;
  /** Points that are not drawn. */
  pointsLeftOut: number;
  /** Names of windows. */
  windows: string[];
  /** Names of nodes. */
  nodes: string[];
  /** Place in windows. */
  window: number[];
  /** Number of the call. */
  call: number[];
  /** Its request. */
  root: number[];
  /** Place in nodes. */
  from: number[];
  /** Place in nodes. */
  to: number[];
  /** When it began. */
  begin: number[];
  /** How long; -1 where no answer was seen. */
  took: number[];
  /** The request's way. */
  requestWay: number[];
  /** The answer's. */
  responseWay: number[];
  /** What TCP and resolvers did. */
  points: LifelinePoint[];
  /** Requests under way, by pixel. */
  inFlight: number[];
  /** Messages, by pixel. */
  messages: number[];
}

/** A place on the map: columns from left to right, rows from the middle of the column. */
export interface MapPlace {
  /** Of the node or role. */
  name: string;
  /** Its column. */
  column: number;
  /** Its row. */
  row: number;
}

/** Where roles and nodes stand on the map. */
export interface MapPlaces {
  /** Roles. */
  roles: MapPlace[];
  /** Nodes. */
  nodes: MapPlace[];
}

/** What a message is known by. */
export interface MessageName {
  /** Sender. */
  from: string;
  /** Port of the sender. */
  fromPort: number;
  /** Receiver. */
  to: string;
  /** Port of the receiver. */
  toPort: number;
  /** request, response, one_way or unknown. */
  role: string;
  /** When it was sent. */
  timeNanos: number;
}

/** How long a node took in that place of a path. */
export interface NodeDelay {
  /** Its name; other nodes for those beyond 64. */
  node: string;
  /** How long it took. */
  delay: Delay;
}

/** A node. */
export interface NodeRow {
  /** Its address. */
  address: string;
  /** Its name, else its address. */
  name: string;
  /** Whether a sniffer is near it. */
  traced: boolean;
  /** Its role. */
  role: string;
  /** Whether it serves nobody. */
  client: boolean;
  /** Whether it sends because of several messages. */
  join: boolean;
  /** Calls to it. */
  callsServed: number;
  /** Calls that it made. */
  callsMade: number;
  /** Those that it answered with a refusal: 4xx, no such name. */
  callsRefused: number;
  /** Those that it answered with a failure: 5xx. */
  callsFailed: number;
  /** Its own time for a request. */
  ownDelay: Delay;
  /** From a request to the response. */
  serviceDelay: Delay;
}

/** Calls that ask a service for the same, with --operations. */
export interface Operation {
  /** Role of who is asked. */
  service: string;
  /** What is asked for; (others) where there are too many. */
  operation: string;
  /** Calls. */
  calls: number;
  /** Those without an answer. */
  unanswered: number;
  /** Those answered with a failure. */
  failed: number;
  /** From the request to the last byte of the response. */
  delay: DelayFigures;
}

/** Another cause that a call may have. */
export interface OtherCause {
  /** Sender of the message that it would be; absent for none. */
  from?: string;
  /** Receiver of that. */
  to?: string;
  /** How long before the call it was. */
  beforeNanos?: number;
  /** That it is the cause. */
  probability?: number;
  score?: number;
}

/** The requests of clients, step by step of time. */
export interface OverTime {
  /** When the first step begins. */
  fromNanos: number;
  /** How long a step is. */
  stepNanos: number;
  /** Requests. */
  requests: number[];
  /** Those that failed. */
  failed: number[];
  /** Calls. */
  calls: number[];
  /** Median of how long they take. */
  p50Nanos: number[];
  /** 99th percentile of that. */
  p99Nanos: number[];
}

/** Links against the known ones, with --compare-parents. */
export interface ParentComparison {
  /** Calls whose cause is known. */
  calls: number;
  /** Those that were found. */
  found: number;
  /** Those whose cause is right. */
  right: number;
  /** Traces. */
  traces: number;
  /** Those that are right as a whole. */
  rightTraces: number;
  /** The same by service. */
  services?: ServiceComparison[];
}

/** How long a path takes. */
export interface PathDuration {
  /** Mean. */
  meanNanos: number;
  /** Median. */
  p50Nanos: number;
  /** What 99 % do not exceed. */
  p99Nanos: number;
}

/** A vertex of a graph of causal paths that convolution found. */
export interface PathGraph {
  /** Its name. */
  node: string;
  /** Delay of the node. */
  delayNanos: number;
  /** Messages. */
  messages: number;
  /** What follows. */
  next?: PathGraph[];
}

/** Some rows of a table. */
export interface PathPage {
  /** Rows that there are. */
  all: number;
  /** Rows that the search finds. */
  found: number;
  /** Requests that took any of all paths, expected. */
  expectedCount: number;
  /** In order. */
  patterns: PathRow[];
}

/** A path by role as a row of a table. */
export interface PathRow {
  /** From the shape alone. */
  id: string;
  /** The roles on it. */
  title: string;
  /** Requests that most likely took it. */
  count: number;
  /** Requests that took it, expected. */
  expectedCount: number;
  /** expectedCount by count. */
  expectedPerCount: number;
  /** How long it takes. */
  duration: PathDuration;
}

/** A path that requests take. */
export interface Pattern {
  /** From the shape alone: equal in two runs. */
  id: string;
  /** The nodes on it. */
  title: string;
  /** roles or nodes. */
  aggregation: string;
  /** Requests that most likely took it. */
  count: number;
  /** Requests that took it, expected. */
  expectedCount: number;
  /** That of its surest instance. */
  maxProbability?: number;
  maxScore?: number;
  /** expectedCount by count. */
  expectedPerCount: number;
  /** expectedCount by its first calls. */
  expectedPerRootCount: number;
  /** How long it takes. */
  duration: Delay;
  /** Its first message. */
  root: Step;
  /** The slowest instances and some by chance. */
  examples: Example[];
  /** The same by node. */
  members: Pattern[];
}

/** What wirepath analyze --json prints. */
export interface Report {
  /** Version of the form. */
  format: number;
  /** What made it. */
  program: string;
  /** Title. */
  title: string;
  /** Who inferred the links. */
  algorithm: string;
  /** What it was told, by name. */
  settings: unknown;
  /** What a reader must know to judge it. */
  notes: string[];
  /** How much there is. */
  totals: Totals;
  /** Most important first. */
  findings?: Finding[];
  /** Paths by role. */
  patterns?: Pattern[];
  /** Nodes. */
  nodes?: NodeRow[];
  /** Nodes that wait for several messages. */
  joins?: Join[];
  /** Roles. */
  roles?: Role[];
  /** Who sends to whom. */
  edges?: Edge[];
  /** Who calls whom. */
  calls?: CallEdge[];
  /** What services are asked for, most calls first; with --operations. */
  operations?: Operation[];
  /** Where roles and nodes stand on the page's map. */
  map: MapPlaces;
  /** Whole requests, in order of time. */
  requests: Request[];
  /** Requests of clients over time. */
  overTime?: OverTime;
  /** Results over time. */
  series: unknown;
  /** What compare needs. */
  baseline: Baseline;
  /** What convolution found. */
  graphs?: PathGraph[];
  /** Links against the known ones. */
  parentComparison?: ParentComparison;
  /** Links against identifiers in requests. */
  siteIds?: SiteIds;
  /** What --explain asked for. */
  explanations?: Explanation[];
  /** What hosts logged. */
  hosts?: unknown;
  /** How each input fared. */
  captures?: Capture[];
  /** Clocks, homes, losses and translations. */
  merge?: unknown;
}

/** A whole request, call by call. */
export interface Request {
  /** Number of its first call. */
  call: number;
  /** When it began. */
  startNanos: number;
  /** Its calls, in order of time. */
  calls: RequestCall[];
  /** How long it took. */
  durationNanos: number;
  /** That these are all its calls, and that each has this cause. */
  probability?: number;
  score?: number;
  /** Its critical path; empty without a response. */
  path: Stretch[];
}

/** A call of a request. */
export interface RequestCall {
  /** Its number, as in calls.csv. */
  call: number;
  /** Place of the calling call in this list, -1 for none. */
  parent: number;
  /** Name of the caller. */
  from: string;
  /** Name of the called. */
  to: string;
  /** Port of the caller. */
  fromPort: number;
  /** Port of the called. */
  port: number;
  /** Protocol, such as http1; empty where it is not known. */
  protocol: string;
  /** Since the request began. */
  startNanos: number;
  /** Whether no response is wanted. */
  oneWay?: boolean;
  /** From its request to the end of its answer. */
  durationNanos?: number;
  /** How it ended, such as http 503; empty where nothing says it. */
  outcome?: string;
  /** ok, refused or failed; absent where the response says nothing. */
  verdict?: string;
  /** The request's way, where two sniffers or both ends tell. */
  requestNetworkNanos?: number;
  /** The response's way, where two sniffers or both ends tell. */
  responseNetworkNanos?: number;
  /** Payload of the response. */
  responseBytes?: number;
  /** Payload of the request. */
  requestBytes: number;
  /** Segments sent again, of both messages. */
  resentSegments?: number;
  /** Those of the response. */
  responseResentSegments?: number;
  /** Wait for segments sent again. */
  resentWaitNanos?: number;
  /** That of the response. */
  responseResentWaitNanos?: number;
  /** Wait for a closed window. */
  zeroWindowNanos?: number;
  /** That of the response. */
  responseZeroWindowNanos?: number;
  /** Wait for delayed acknowledgments, at most, of both messages. */
  acknowledgmentWaitNanos?: number;
  /** How long the handshake made for it took. */
  setUpNanos?: number;
  /** Whether a reset ended it or one of its messages. */
  reset?: boolean;
  /** Probability of its most likely cause, or of none. */
  probability?: number;
  score?: number;
  /** Other causes, where its own is not certain. */
  otherCauses?: OtherCause[];
  /** What it asks for, with --operations; else empty. */
  operation?: string;
  /** Of a call without a response, who ended its connection: caller or called; empty where no end was seen. */
  endedBy?: string;
  /** From its request until then. */
  endedAfterNanos?: number;
}

/** Nodes that do the same. */
export interface Role {
  /** Its name. */
  name: string;
  /** Names of its nodes. */
  nodes: string[];
}

/** Links of a service against the known ones. */
export interface ServiceComparison {
  /** Its name. */
  service: string;
  /** Requests to it. */
  requests: number;
  /** Those all of whose calls are right. */
  exact: number;
  /** Calls that it made. */
  calls: number;
  /** Those whose cause is right. */
  right: number;
}

/** A share, 0 to 1. */
export interface ShareByIds {
  /** As it was seen. */
  value: number;
  /** Lower end of the interval of 95 %. */
  low: number;
  /** Upper end. */
  high: number;
  /** Calls that it is of. */
  calls: number;
  /** How many calls under identifiers of their own say as much. */
  worth: number;
}

/** Shares over time. */
export interface ShareTrack {
  /** system, node, role, edge or pattern. */
  of: string;
  /** Name of the place. */
  name: string;
  /** Its other end, or the identifier of a path. */
  peer: string;
  /** What happened. */
  measure: string;
  /** How often, by block of time. */
  events: number[];
  /** Out of how many. */
  trials: number[];
}

/** Links against the identifiers in requests. */
export interface SiteIds {
  /** Calls that carry one. */
  carried: number;
  /** Those sent while several requests with the same were served. */
  ambiguous: number;
  /** Those whose cause the identifiers tell. */
  known: number;
  /** Those that were given a cause with an identifier. */
  linked: number;
  /** Those whose cause is right. */
  right: number;
  /** Right of those linked. */
  precision?: ShareByIds;
  /** Right of those known. */
  recall?: ShareByIds;
}

/** A message of a path, and what it caused. */
export interface Step {
  /** Who sends it. */
  from: string;
  /** Who gets it. */
  to: string;
  /** Whether a sniffer is near the sender. */
  fromTraced: boolean;
  /** Whether a sniffer is near the receiver. */
  toTraced: boolean;
  /** Port of the server's side. */
  port: string;
  /** request, response, one_way or unknown. */
  role: string;
  /** Protocol, such as http1. */
  protocol: string;
  /** What is asked for, with --operations. */
  operation?: string;
  /** Whether the end of the path waited for it. */
  critical: boolean;
  /** Orders in which the answers came. */
  orders?: StepOrder[];
  /** Mean probability of its cause. */
  probability?: number;
  score?: number;
  /** Mean time since the path began. */
  startNanos: number;
  /** How long its sender took. */
  nodeDelay: Delay | null;
  /** The same of each node of the role. */
  byNode?: NodeDelay[];
  /** How long it was on its way. */
  networkDelay: Delay | null;
  /** What it caused. */
  children: Step[];
}

/** An order in which the answers of calls made at once came. */
export interface StepOrder {
  /** Sender of the answer that came last. */
  last: string;
  /** Share of the instances in which it did. */
  share: number;
}

/** A stretch of a critical path. */
export interface Stretch {
  /** Place of the call in calls; -1 where that was cut. */
  call: number;
  /** own, queue, network, retransmission, zero_window, set_up, retry, … */
  cause: string;
  /** Since the request began. */
  fromNanos: number;
  /** How long it took. */
  nanos: number;
}

/** A term of the evidence. */
export interface Term {
  /** Its name. */
  name: string;
  /** What it says, in nats. */
  nats: number;
  /** In words. */
  detail: string;
}

/** How much there is. */
export interface Totals {
  /** Messages. */
  messages: number;
  /** Calls. */
  calls: number;
  /** Nodes. */
  nodes: number;
  /** Paths by role. */
  patterns: number;
  /** Mean certainty of the cause of a call. */
  meanLinkProbability?: number;
  meanLinkScore?: number;
  /** When the first message was sent. */
  firstNanos: number;
  /** When the last one was. */
  lastNanos: number;
}
