/**
 * What the sniffers' clocks say of each other, learnt from the packets that two of them saw.
 *
 * <pre>
 *  a packet seen by A at a and by B at b:      b - a = offset(t) + delay      when it passed A first
 *                                              b - a = offset(t) - delay      when it passed B first
 *
 *  EnvelopeSamples (a pair)  ─► PairwiseClock: lines through the least differences of both directions
 *  PairwiseClock of all pairs ─► ClockModel: all sniffers against one reference ─► SnifferClock
 * </pre>
 *
 * <p>A delay is never negative, so the true offset lies between the envelopes of the two directions: that is the
 * uncertainty that is stated. The answer in the middle assumes that the shortest delay is the same both ways
 * (Paxson, "On Calibrating Measurements of Packet Transit Times", SIGMETRICS 1998; WAP5 §5.2).
 */
@NullMarked
package io.wirepath.merge.clock;

import org.jspecify.annotations.NullMarked;
