package io.wirepath.merge.clock;

import io.wirepath.merge.result.ClockLine;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Offset and skew of one sniffer's clock against another's, from the packets that both saw.
 *
 * <p>The least differences of packets that went forward and the greatest of those that went backward are two clouds
 * with the offset between them, half a round trip apart. One slope is fitted to both (Theil-Sen), and the offset is the
 * middle. Where the clouds do not lie along one line because a clock was stepped, the stretch is cut there, and each
 * piece has a line of its own. With packets one way only, the offset is known from one side alone, and the uncertainty
 * says so.
 *
 * @param pieces lines in order of time, at least one; {@code offset} is the second clock less the first's
 * @param matched packets that both sniffers saw
 * @param bothWays whether packets went both ways
 * @param apartNanos the most by which the corrected times of one packet differ; 0 until {@link #apart} has told
 */
public record PairwiseClock(List<ClockLine> pieces, long matched, boolean bothWays, long apartNanos) {

    /** Fewest samples that make a line. */
    static final int MIN_SAMPLES = 8;

    /** Delay assumed where packets went one way only, and the uncertainty that this brings. */
    static final double ONE_WAY_DELAY_NANOS = 500_000;

    /** Fastest that a clock is believed to drift: 500 parts per million (RFC 5905's MAXFREQ). */
    static final double MAX_SKEW = 500e-6;

    /** Longest delay between two sniffers that a sample may have. */
    private static final double MAX_DELAY_NANOS = 1e9;

    /** Rounding of time stamps, and what else no statistics can show. */
    private static final double FLOOR_NANOS = 1_000;

    private static final int REFINEMENTS = 3;

    /** Fits the lines, or says null where there are too few samples. */
    public static @Nullable PairwiseClock estimate(ClockSamples samples) {
        if (samples.matched() < MIN_SAMPLES) {
            return null;
        }
        List<ClockLine> pieces = new ArrayList<>();
        for (long[] stretch : ClockSteps.stretches(samples)) {
            ClockLine line = fit(samples, stretch[0], stretch[1], stretch[2]);
            if (line != null) {
                pieces.add(line);
            }
        }
        boolean both = samples.forward().size() > 0 && samples.backward().size() > 0;
        return pieces.isEmpty() ? null : new PairwiseClock(List.copyOf(pieces), samples.matched(), both, 0);
    }

    /** This clock, and how far apart the corrected times of a packet were at most. */
    public PairwiseClock apart(long nanos) {
        return new PairwiseClock(pieces, matched, bothWays, nanos);
    }

    /** The line that holds at a moment of the first clock: the piece around it, else the nearest. */
    public ClockLine at(long nanos) {
        ClockLine best = pieces.get(0);
        for (ClockLine piece : pieces) {
            if (piece.fromNanos() <= nanos) {
                best = piece;
            }
        }
        return best;
    }

    private static @Nullable ClockLine fit(ClockSamples samples, long from, long to, long coarseNanos) {
        double seconds = Math.max(1e-9, (to - from) / 1e9);
        Envelope.Coarse coarse = new Envelope.Coarse(coarseNanos, 0);
        double reach = MAX_DELAY_NANOS + MAX_SKEW * (to - from);
        Envelope forward = Envelope.of(samples.forward(), true, from, to, coarse, reach);
        Envelope backward = Envelope.of(samples.backward(), false, from, to, coarse, reach);
        if (forward.size() + backward.size() == 0) {
            return null;
        }
        for (int i = 0; i < REFINEMENTS; i++) {
            double slope = TheilSen.slope(forward, backward);
            double skew = Math.max(-MAX_SKEW, Math.min(MAX_SKEW, coarse.skew() + slope / 1e9));
            coarse = new Envelope.Coarse(coarseNanos, skew);
            forward = Envelope.of(samples.forward(), true, from, to, coarse, reach);
            backward = Envelope.of(samples.backward(), false, from, to, coarse, reach);
        }
        return line(forward, backward, from, to, coarse, seconds);
    }

    private static ClockLine line(
            Envelope forward, Envelope backward, long from, long to, Envelope.Coarse coarse, double seconds) {
        boolean hasForward = forward.size() > 0;
        boolean hasBackward = backward.size() > 0;
        double upper = hasForward ? TheilSen.height(forward) : Double.NaN;
        double lower = hasBackward ? TheilSen.height(backward) : Double.NaN;
        double middle;
        double half;
        if (hasForward && hasBackward) {
            middle = (upper + lower) / 2;
            half = Math.abs(upper - lower) / 2;
        } else {
            middle = hasForward ? upper - ONE_WAY_DELAY_NANOS : lower + ONE_WAY_DELAY_NANOS;
            half = ONE_WAY_DELAY_NANOS;
        }
        double spread = Math.max(
                hasForward ? TheilSen.spread(forward, upper) : 0, hasBackward ? TheilSen.spread(backward, lower) : 0);
        int points = forward.size() + backward.size();
        double statistical = (2 * spread + FLOOR_NANOS) / Math.sqrt(Math.max(1, points));
        double skewUncertainty =
                points < 3 ? MAX_SKEW : Math.min(MAX_SKEW, statistical * Math.sqrt(12) / (seconds * 1e9));
        long middleTime = from + (to - from) / 2;
        double offset = coarse.offsetNanos() + coarse.skew() * (middleTime - from) + middle;
        return new ClockLine(
                from, to, middleTime, offset, half + statistical + FLOOR_NANOS, coarse.skew(), skewUncertainty);
    }
}
