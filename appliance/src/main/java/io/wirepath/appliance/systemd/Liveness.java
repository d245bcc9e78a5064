package io.wirepath.appliance.systemd;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Tells whether every part of a service moves on. A part is a number that becomes another while the part does its work,
 * even when there is no work: a live port gives out an empty block several times a second. Not thread-safe.
 */
public final class Liveness {

    private final Map<String, Part> parts = new LinkedHashMap<>();
    private final long patienceNanos;

    private static final class Part {
        private final LongSupplier beats;
        private long last;
        private long movedNanos;

        private Part(LongSupplier beats, long nowNanos) {
            this.beats = beats;
            this.last = beats.getAsLong();
            this.movedNanos = nowNanos;
        }

        private boolean stands(long nowNanos, long patienceNanos) {
            long present = beats.getAsLong();
            if (present != last) {
                last = present;
                movedNanos = nowNanos;
            }
            return nowNanos - movedNanos > patienceNanos;
        }
    }

    /**
     * Watches parts from now on.
     *
     * @param beats a number for each part, by its name; called by one thread
     * @param patienceNanos how long a part may stand still
     */
    public Liveness(Map<String, LongSupplier> beats, long patienceNanos, long nowNanos) {
        this.patienceNanos = patienceNanos;
        beats.forEach((name, supplier) -> parts.put(name, new Part(supplier, nowNanos)));
    }

    /** Names of the parts that have stood still for too long; none while all is well. */
    public List<String> standing(long nowNanos) {
        List<String> standing = new ArrayList<>();
        parts.forEach((name, part) -> {
            if (part.stands(nowNanos, patienceNanos)) {
                standing.add(name);
            }
        });
        return standing;
    }
}
