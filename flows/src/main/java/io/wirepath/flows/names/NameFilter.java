package io.wirepath.flows.names;

import io.wirepath.flows.Fnv1a;
import io.wirepath.flows.SightingSink.NameOrigin;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Lets each pair of address and name through the first, second, fourth, eighth time and so on, so that what is often
 * seen weighs more, and nothing that is not a host name. Remembers at most {@value #LIMIT} pairs, then starts again; so
 * it does after each hour of the capture, so that what is still seen is told again, and names can age. Not thread-safe.
 */
public final class NameFilter implements NameSink {

    private static final int LIMIT = 4096;
    private static final int SLOTS = 4 * LIMIT;

    /** Time after which all is told again. */
    public static final long PERIOD_NANOS = TimeUnit.HOURS.toNanos(1);

    private final NameSink next;
    private final long[] seen = new long[SLOTS];
    private final int[] times = new int[SLOTS];
    private int count;
    private long sinceNanos = Long.MIN_VALUE;

    /** Makes a filter in front of {@code next}. */
    public NameFilter(NameSink next) {
        this.next = next;
    }

    /** Starts again where an hour has passed; to be called with the time of the capture, which may be set back. */
    public void onTime(long nowNanos) {
        if (sinceNanos == Long.MIN_VALUE) {
            sinceNanos = nowNanos;
        } else if (Math.abs(nowNanos - sinceNanos) >= PERIOD_NANOS) {
            sinceNanos = nowNanos;
            forget();
        }
    }

    private void forget() {
        Arrays.fill(seen, 0);
        count = 0;
    }

    @Override
    public void onName(long addressHigh, long addressLow, ByteBuffer bytes, int offset, int length, NameOrigin origin) {
        long hash = addressHigh * 0x9e3779b185ebca87L ^ addressLow * 0xc2b2ae3d27d4eb4fL ^ origin.ordinal();
        boolean letter = false;
        for (int i = offset; i < offset + length; i++) {
            int b = bytes.get(i);
            boolean alphabetic = b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z';
            letter |= alphabetic;
            if (!alphabetic && !(b >= '0' && b <= '9') && b != '.' && b != '-' && b != '_') {
                return;
            }
            hash = Fnv1a.then(hash, b);
        }
        if (letter && length <= 255 && add(hash ^ hash >>> 32 | 1)) {
            next.onName(addressHigh, addressLow, bytes, offset, length, origin);
        }
    }

    /** Counts a pair; whether it is told this time. */
    private boolean add(long hash) {
        int at = (int) (hash >>> 8) & SLOTS - 1;
        while (seen[at] != 0) {
            if (seen[at] == hash) {
                times[at] = Math.max(1, times[at] + 1);
                return (times[at] & times[at] - 1) == 0;
            }
            at = at + 1 & SLOTS - 1;
        }
        if (count == LIMIT) {
            forget();
            at = (int) (hash >>> 8) & SLOTS - 1;
        }
        seen[at] = hash;
        times[at] = 1;
        count++;
        return true;
    }
}
