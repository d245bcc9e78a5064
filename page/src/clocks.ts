// What the sniffers' clocks were ahead of the reference's, so that times can be shown as they were captured.
import type { Report, Request, RequestCall } from "./model";

export interface Ahead {
  sniffer: string;
  nanos: number;
  /** Half of what the offset can be; null where nothing ties the clock to the others. */
  uncertaintyNanos: number | null;
}

const NONE: Ahead = { sniffer: "", nanos: 0, uncertaintyNanos: null };

/** The clock by which the times at a node were taken, at a moment: that of its home sniffer. */
export function clocksOf(report: Report): (node: string, nanos: number) => Ahead {
  const sniffers = new Map((report.merge?.sniffers ?? []).map((s) => [s.sniffer, s]));
  const addressOf = new Map(report.nodes.map((n) => [n.name, n.address]));
  const homeOf = new Map((report.merge?.homes ?? []).map((h) => [h.node, h.sniffer]));
  return (node, nanos) => {
    const sniffer = homeOf.get(addressOf.get(node) ?? node) ?? homeOf.get(node);
    const clock = sniffer === undefined ? undefined : sniffers.get(sniffer);
    if (!clock) return NONE;
    if (clock.offsetNanos === undefined) return { ...NONE, sniffer: clock.sniffer };
    const away = nanos - (clock.at ?? nanos);
    return {
      sniffer: clock.sniffer,
      nanos: clock.offsetNanos + (clock.skewPpm ?? 0) * 1e-6 * away,
      uncertaintyNanos: (clock.offsetUncertaintyNanos ?? 0) + Math.abs((clock.skewUncertaintyPpm ?? 0) * 1e-6 * away),
    };
  };
}

/** Whether there are clocks that differ, so that it matters by which a time is told. */
export const severalClocks = (report: Report): boolean => (report.merge?.sniffers.length ?? 0) > 1;

/** The same request with the times that the sniffers captured, as far from its begin as their clocks say. */
export function asCaptured(request: Request, ahead: (node: string, nanos: number) => Ahead): Request {
  const root = request.calls[0];
  if (!root) return request;
  const at = request.startNanos;
  const zero = ahead(root.from, at).nanos;
  const shift = (node: string) => ahead(node, at).nanos - zero;
  return {
    ...request,
    calls: request.calls.map((call): RequestCall => ({ ...call, startNanos: call.startNanos + shift(call.from) })),
    path: request.path.map((stretch) => {
      const call = request.calls[stretch.call];
      return { ...stretch, fromNanos: stretch.fromNanos + (call ? shift(call.to) : 0) };
    }),
  };
}
