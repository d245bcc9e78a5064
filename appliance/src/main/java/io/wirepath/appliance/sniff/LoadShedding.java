package io.wirepath.appliance.sniff;

import io.wirepath.flows.pipeline.PipelineTuning;
import io.wirepath.flows.pipeline.SamplingCounter;
import java.util.concurrent.TimeUnit;

/**
 * Decides what is given up when frames come faster than they can be used: on purpose and by whole connections, where
 * otherwise the kernel drops packets at random and damages all of them.
 *
 * <pre>
 *  level  0 ──► 1 ──────────────────► 2 ─────────► 3 ──────► 4 ─────────► 5 ───────► 6
 *         all   no content signatures four fifths  half      a quarter    a tenth    one in fifty of the connections is kept
 *         ◄──────────────── one level back after CALM without a sign of overload
 * </pre>
 *
 * <p>Frames dropped for want of room are the sign to shed at once. Where the kernel tells how full its buffer is, that
 * is a sign before any frame is dropped: content signatures are given up early, since that costs little, connections
 * late, and either only where it is as full at the next look and not getting emptier; what piled up in a pause, as a
 * start is full of, is none. A full ring then means no more than that the stages have no rest. Where it does not tell,
 * a ring that stays nearly full is a sign after a while, for the kernel's buffer is filling behind it. Pure: the time
 * is a parameter. Not thread-safe.
 */
public final class LoadShedding {

    /** The ring counts as full from here on. */
    static final double FULL = 0.9;

    /** The ring counts as free up to here; between the two nothing changes. */
    static final double FREE = 0.6;

    /** From here on the kernel's buffer is so full that content signatures are given up. */
    static final double BUFFER_EARLY = 0.25;

    /** From here on it is so full that connections are given up, unless it is getting emptier. */
    static final double BUFFER_LATE = 0.75;

    /** Up to here it holds what comes between two looks. */
    static final double BUFFER_FREE = 0.1;

    /** How long the ring must be full before anything is given up. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** How long all must be well before something is taken up again. */
    static final long CALM_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** A step needs this long to show its effect. */
    static final long SETTLING_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** What is given up. */
    public enum Level {
        /** Nothing. */
        NOTHING("everything is kept", 1, SamplingCounter.PACKETS_SHED_KEEPING_HALF),
        /** Content signatures. */
        CONTENT("content signatures are left out", 1, SamplingCounter.PACKETS_SHED_KEEPING_HALF),
        /** And one connection of five. */
        MOST("four fifths of the connections are kept", 0.8, SamplingCounter.PACKETS_SHED_KEEPING_MOST),
        /** And every second connection. */
        HALF("half of the connections are kept", 0.5, SamplingCounter.PACKETS_SHED_KEEPING_HALF),
        /** And half of what is left. */
        QUARTER("a quarter of the connections is kept", 0.25, SamplingCounter.PACKETS_SHED_KEEPING_QUARTER),
        /** And more than half of what is left. */
        TENTH("a tenth of the connections is kept", 0.1, SamplingCounter.PACKETS_SHED_KEEPING_TENTH),
        /** And four fifths of what is left. */
        FEW("one in fifty connections is kept", 0.02, SamplingCounter.PACKETS_SHED_KEEPING_FEW);

        private static final Level[] LEVELS = values();

        private final String sentence;
        private final double share;
        private final SamplingCounter counter;

        Level(String sentence, double share, SamplingCounter counter) {
            this.sentence = sentence;
            this.share = share;
            this.counter = counter;
        }

        /** What holds, for people. */
        public String sentence() {
            return sentence;
        }

        /** The tuning with what this level gives up. */
        public PipelineTuning applyTo(PipelineTuning tuning) {
            return tuning.withShedding(share, counter, this == NOTHING);
        }

        private Level moved(int by) {
            return LEVELS[Math.max(0, Math.min(LEVELS.length - 1, ordinal() + by))];
        }
    }

    private Level level = Level.NOTHING;
    private boolean begun;
    private long dropped;
    private double filledBefore;
    private long fullSinceNanos;
    private long restlessNanos;
    private long changedNanos;

    /** What is given up at present. */
    public Level level() {
        return level;
    }

    /**
     * Looks at the load, some times a second.
     *
     * @param nowNanos a time that only goes forward
     * @param ringFilling how full the ring was on the average since the last look, 0 to 1
     * @param bufferFilling how full the kernel's buffer is, 0 to 1; NaN where it does not tell
     * @param droppedSoFar frames dropped for want of room since the start
     * @return what is given up from now on
     */
    public Level look(long nowNanos, double ringFilling, double bufferFilling, long droppedSoFar) {
        boolean drops = begun && droppedSoFar > dropped;
        dropped = droppedSoFar;
        if (!begun) {
            begun = true;
            fullSinceNanos = nowNanos;
            restlessNanos = nowNanos;
            changedNanos = nowNanos - SETTLING_NANOS;
        }
        if (ringFilling < FULL || !Double.isNaN(bufferFilling)) {
            fullSinceNanos = nowNanos;
        }
        if (drops || ringFilling > FREE || bufferFilling > BUFFER_FREE) {
            restlessNanos = nowNanos;
        }
        double tooFull = level == Level.NOTHING ? BUFFER_EARLY : BUFFER_LATE;
        boolean filling = filledBefore >= tooFull && bufferFilling >= filledBefore;
        filledBefore = bufferFilling;
        boolean settled = nowNanos - changedNanos >= SETTLING_NANOS;
        if (settled && (drops || filling || nowNanos - fullSinceNanos >= PATIENCE_NANOS)) {
            change(nowNanos, 1);
        } else if (nowNanos - Math.max(restlessNanos, changedNanos) >= CALM_NANOS) {
            change(nowNanos, -1);
        }
        return level;
    }

    private void change(long nowNanos, int by) {
        level = level.moved(by);
        changedNanos = nowNanos;
        fullSinceNanos = nowNanos;
    }
}
