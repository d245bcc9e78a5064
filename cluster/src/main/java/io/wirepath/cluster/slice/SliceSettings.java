package io.wirepath.cluster.slice;

import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.window.WindowSettings;
import java.io.Serializable;

/**
 * How time is cut into slices, each of which is merged and analysed by itself.
 *
 * @param coreNanos from core to core; 0 for one slice that holds everything
 * @param beforeNanos margin before the core, that tells causes
 * @param afterNanos margin after the core, in which paths end
 */
public record SliceSettings(long coreNanos, long beforeNanos, long afterNanos) implements Serializable {

    /** Name of the one slice where time is not cut. */
    public static final long WHOLE = Long.MIN_VALUE;

    /** Refuses slices that make no sense. */
    public SliceSettings {
        if (coreNanos != 0) {
            WindowSettings unused = new WindowSettings(coreNanos, beforeNanos, afterNanos);
        }
    }

    /** One slice that holds everything. */
    public static SliceSettings whole() {
        return new SliceSettings(0, 0, 0);
    }

    /** Whether time is not cut. */
    public boolean isWhole() {
        return coreNanos == 0;
    }

    /** Beginnings of the cores of all slices that hold this moment, ascending. */
    public long[] slicesOf(long nanos) {
        return windows().coresOf(nanos);
    }

    /** The time that a slice counts. */
    public TimeSpan core(long slice) {
        return isWhole() ? TimeSpan.ALWAYS : windows().coreFrom(slice);
    }

    /** The time that a slice looks at. */
    public TimeSpan seen(long slice) {
        return isWhole() ? TimeSpan.ALWAYS : windows().around(core(slice));
    }

    /** Nothing from this moment on belongs to the slice. */
    public long endNanos(long slice) {
        return isWhole() ? Long.MAX_VALUE : seen(slice).toNanos();
    }

    /** A slice is a window: time is cut in one place. */
    private WindowSettings windows() {
        return new WindowSettings(coreNanos, beforeNanos, afterNanos);
    }
}
