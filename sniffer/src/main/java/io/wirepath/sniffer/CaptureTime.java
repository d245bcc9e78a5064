package io.wirepath.sniffer;

import java.util.concurrent.TimeUnit;

/**
 * The time that a capture has come to. It goes forward only, whatever single frames say, but follows a clock that was
 * set back: otherwise nothing would ever look idle until that clock has come again to where it was.
 *
 * <pre>
 *  told   10   11   9.8   12   2   13   2   3   4   5
 *  this   10   11   11    12   12  13   13  13  4   5       three times in a row far behind: it was set
 * </pre>
 *
 * Not thread-safe.
 */
public final class CaptureTime {

    /** What is less behind than this may be disorder. */
    public static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int TIMES = 3;

    private long nanos = Long.MIN_VALUE;
    private int farBehind;

    /**
     * Takes the next time that is told.
     *
     * @param stampNanos nanoseconds since the epoch; {@link Long#MIN_VALUE} for nothing new
     * @return the time now
     */
    public long next(long stampNanos) {
        if (stampNanos >= nanos) {
            nanos = stampNanos;
            farBehind = 0;
        } else if (stampNanos == Long.MIN_VALUE || nanos - stampNanos <= STEP_NANOS) {
            farBehind = 0;
        } else if (++farBehind == TIMES) {
            nanos = stampNanos;
            farBehind = 0;
        }
        return nanos;
    }

    /** The time now; {@link Long#MIN_VALUE} before the first was told. */
    public long nanos() {
        return nanos;
    }
}
