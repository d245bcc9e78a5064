// What the API of `serve` answers besides reports: docs/manual/serve.md tells each of them.
import type { Counter } from "./captured";
import type * as fields from "./fields";
import type { Point } from "./model";

/** What is visible of a stretch of time: an element a call; times since the stretch began. */
export interface LifelineView {
  /** Calls that differ by less are drawn once. */
  grainNanos: number;
  /** In the part of it that is seen. */
  calls: number;
  requests: number;
  windowsLeftOut: number;
  callsLeftOut?: number;
  pointsLeftOut: number;
  windows: string[];
  nodes: string[];
  window: number[];
  call: number[];
  root: number[];
  from: number[];
  to: number[];
  begin: number[];
  /** -1 where no answer was seen. */
  took: number[];
  requestWay: number[];
  responseWay: number[];
  points: Point[];
  /** Sums over as many equal parts of the stretch. */
  inFlight: number[];
  messages: number[];
}

export type PatternPage = fields.PathPage;

export type CallPage = fields.CallPage;

export type BoxPair = fields.BoxPair;

/** How a sniffer is just now. */
export interface SnifferState {
  sniffer: string;
  state: string;
  lagNanos?: number;
  behindNanos: number;
  sightings: number;
  late: number;
  missing: number;
  note: string;
  counters: Counter[];
}
