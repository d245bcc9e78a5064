package io.wirepath.analyze.path;

import java.util.HashMap;
import java.util.Map;

/** What a node calls and what calls it, counted by group, against the calls it served. */
final class RoleProfile {

    /** Absence tells something only where this many calls would be expected: chance leaves out e^(−8), one in 3000. */
    static final double TELLING_CALLS = 8;

    /** Fewer than one in this many of the expected calls is as good as none. */
    private static final double AS_GOOD_AS_NONE = 20;

    private double served;
    private final Map<Integer, Long> calls = new HashMap<>();

    /** A node that served this many calls. */
    RoleProfile(long served) {
        this.served = Math.max(1, served);
    }

    /** Counts calls between the node and a group; {@code key} tells the group and the direction. */
    void count(int key, long number) {
        calls.merge(key, number, Long::sum);
    }

    /** Puts another node's calls to this one's. */
    void add(RoleProfile other) {
        served += other.served;
        other.calls.forEach(this::count);
    }

    /** Whether neither lacks a call that the other makes so often that it should be there. */
    boolean agreesWith(RoleProfile other) {
        return lacksNothingOf(other) && other.lacksNothingOf(this);
    }

    private boolean lacksNothingOf(RoleProfile other) {
        for (Map.Entry<Integer, Long> theirs : other.calls.entrySet()) {
            double expected = surely(theirs.getValue()) / other.served * served;
            long here = calls.getOrDefault(theirs.getKey(), 0L);
            if (expected >= TELLING_CALLS && here * AS_GOOD_AS_NONE < expected) {
                return false;
            }
        }
        return true;
    }

    /** A count less two of its standard deviations, so that few calls promise nothing. */
    private static double surely(long count) {
        return Math.max(0, count - 2 * Math.sqrt((double) count));
    }
}
