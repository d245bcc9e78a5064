/**
 * Files that are made and not recorded: captures and truth of a generated trace, and captures with wrong clocks.
 *
 * <pre>
 *  GeneratedTrace ─┬─► TraceFrames (FrameComposer) ─► PcapWriter ─► capture
 *                  └─► TruthLines ─► truth, JSON lines
 *  capture ─► SkewedCapture (ClockError of the sniffer or of addresses) ─► PcapWriter ─► capture
 * </pre>
 */
@NullMarked
package io.wirepath.appliance.synthetic;

import org.jspecify.annotations.NullMarked;
