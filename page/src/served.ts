// What the API of `serve` answers besides reports: docs/manual/api.md tells each of them.
import type { Counter } from "./captured";
import type * as fields from "./fields";
import type { Point } from "./model";

/** What is visible of a stretch of time: an element a call; times since the stretch began. */
export type LifelineView = Omit<
  fields.LifelineView,
  "fromNanos" | "toNanos" | "callsLeftOut" | "nodesLeftOut" | "points"
> & {
  callsLeftOut?: number;
  nodesLeftOut?: number;
  points: Point[];
};

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
  ring: boolean;
  note: string;
  counters: Counter[];
}
