// What a report says of its captures: what was counted, the clocks of the sniffers, the translations of addresses.

export interface Counter {
  name: string;
  kind: "flow" | "anomaly" | "loss";
  sentence: string;
  value: number;
}

export interface Capture {
  sniffer: string;
  source: string;
  frames: number;
  firstNanos: number;
  lastNanos: number;
  damage: string | null;
  counters: Counter[];
}

export interface SnifferClock {
  sniffer: string;
  /** The moment of the offset, ns since the epoch. */
  at?: number;
  offsetNanos?: number;
  offsetUncertaintyNanos?: number;
  skewPpm?: number;
  skewUncertaintyPpm?: number;
  matched: number;
}

export interface TranslationEnd {
  source: string;
  destination: string;
}

export interface Merge {
  reference: string;
  sniffers: SnifferClock[];
  homes: { node: string; sniffer: string; share: number; hops: number }[];
  losses: {
    from: string;
    to: string;
    connections: number;
    segments: number;
    emptySegments: number;
    bytes: number;
  }[];
  translations: {
    kind: string;
    from: TranslationEnd;
    to: TranslationEnd;
    connections: number;
    evidence: number;
    confidence: number;
  }[];
}
