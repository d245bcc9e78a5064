package io.wirepath.appliance.sniff;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How fast a rehearsal goes, and when it is over: it has the processors to itself while the port is quiet, keeps away
 * from them most of the time while frames come, and ends when there is nothing more to compile, when the frames
 * themselves are practice enough, or when it takes too long. Not thread-safe; times are a parameter, in nanoseconds
 * from anywhere.
 */
final class RehearsalPace {

    /** It takes no longer than this. */
    static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(20);

    /** Compilers and port are looked at so often. */
    static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** The compilers rest when they finished less than this, in sum, since they were looked at last. */
    static final long REST_MILLIS = 25;

    /** So often in a row: a long compilation counts when it is finished, until then it looks like rest. */
    static final int RESTS = 2;

    /** And only if so many blocks were rehearsed meanwhile: what does not run is not compiled either. */
    static final int BLOCKS_OF_A_LOOK = 16;

    /** So many frames a second need no made-up ones beside them, which would only be in their way. */
    static final long MANY_FRAMES = 20_000;

    /** While frames come, it rests so many times as long as a block takes to make. */
    static final int RESTS_A_BLOCK = 9;

    /** And at least this long. */
    static final long SHORTEST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier compilingMillis;
    private final LongSupplier frames;
    private final long begin;
    private long lookedNanos;
    private long framesBefore;
    private long restLookNanos;
    private long workedMillis;
    private int blocks;
    private int rests;
    private boolean warm;
    private long resumedNanos;

    /** Nothing is known of the port until it was looked at twice. */
    private boolean framesCome = true;

    /**
     * Begins.
     *
     * @param compilingMillis how long the compilers have worked
     * @param frames how many real ones have come
     */
    RehearsalPace(long nowNanos, LongSupplier compilingMillis, LongSupplier frames) {
        this.compilingMillis = compilingMillis;
        this.frames = frames;
        begin = nowNanos;
        lookedNanos = nowNanos;
        restLookNanos = nowNanos;
        resumedNanos = nowNanos;
        workedMillis = compilingMillis.getAsLong();
        framesBefore = frames.getAsLong();
    }

    /** Whether the rehearsal is over; asked before each block. */
    boolean isOver(long nowNanos) {
        blocks++;
        return nowNanos - begin >= LONGEST_NANOS || isPracticeEnough(nowNanos) || isCompiled(nowNanos);
    }

    private boolean isPracticeEnough(long nowNanos) {
        long since = nowNanos - lookedNanos;
        if (since < LOOK_NANOS) {
            return false;
        }
        long before = framesBefore;
        framesBefore = frames.getAsLong();
        lookedNanos = nowNanos;
        framesCome = framesBefore > before;
        return framesBefore - before >= MANY_FRAMES * since / SECOND_NANOS;
    }

    private boolean isCompiled(long nowNanos) {
        if (nowNanos - restLookNanos < LOOK_NANOS || blocks < BLOCKS_OF_A_LOOK) {
            return false;
        }
        long before = workedMillis;
        workedMillis = compilingMillis.getAsLong();
        restLookNanos = nowNanos;
        blocks = 0;
        rests = workedMillis - before < REST_MILLIS ? rests + 1 : 0;
        warm = rests == RESTS;
        return warm;
    }

    /** Whether it is over because there is nothing more to compile. */
    boolean isWarm() {
        return warm;
    }

    /** How long to rest before the next block, after {@link #isOver}; 0 for not at all. */
    long restNanos(long nowNanos) {
        return framesCome ? Math.max(SHORTEST_REST_NANOS, RESTS_A_BLOCK * (nowNanos - resumedNanos)) : 0;
    }

    /** The next block is made now. */
    void goOn(long nowNanos) {
        resumedNanos = nowNanos;
    }
}
