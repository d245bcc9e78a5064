package io.wirepath.analyze.path;

import java.util.HashMap;
import java.util.Map;

/** What a node calls and what calls it, counted by group, against the calls it served. */
final class RoleProfile {

    /** Absence tells something only where this many calls would be expected: chance leaves out e^(−8), one in 3000. */
    static final double TELLING_CALLS = 8;

    /** Fewer than one in this many of the expected calls is as good as none. */
    private static final double AS_GOOD_AS_NONE = 20;

    private static final double MAX = 0.5;

    /** Is set in the keys of calls that the node gets. */
    static final int CALLED = 1;

    private double served;
    private final Map<Long, Long> calls = new HashMap<>();

    /** A node that served this many calls. */
    RoleProfile(double served) {
        this.served = served;
    }

    /** Counts a request by each of what it is like: what it asks for, how long it is, where in a task it comes. */
    void countRequest(int... like) {
        served++;
        for (int i = 0; i < like.length; i++) {
            count((long) i << Integer.SIZE | like[i] & 0xffff_ffffL, 1);
        }
    }

    /**
     * Counts calls between the node and a group; {@code key} tells the group and, by {@link #CALLED}, the direction.
     */
    void count(long key, long number) {
        calls.merge(key, number, Long::sum);
    }

    /** Puts another node's calls to this one's. */
    void add(RoleProfile other) {
        served += other.served;
        other.calls.forEach(this::count);
    }

    /** Whether neither lacks a call that the other makes so often that it should be there. */
    boolean agreesWith(RoleProfile other) {
        return lackedOf(other) == 0 && other.lackedOf(this) == 0;
    }

    /** Whether neither lacks most of the calls that the other makes, whoever calls them. */
    boolean callsMostlyLike(RoleProfile other) {
        return made().lackedOf(other.made()) <= MAX && other.made().lackedOf(made()) <= MAX;
    }

    private RoleProfile made() {
        RoleProfile made = new RoleProfile(served);
        calls.forEach((key, number) -> made.count(key, (key & CALLED) == 0 ? number : 0));
        return made;
    }

    /** Share of the calls of another node that should be here and are not. */
    private double lackedOf(RoleProfile other) {
        double all = 0;
        double lacked = 0;
        for (Map.Entry<Long, Long> theirs : other.calls.entrySet()) {
            double expected = surely(theirs.getValue()) / Math.max(1, other.served) * Math.max(1, served);
            long here = calls.getOrDefault(theirs.getKey(), 0L);
            all += theirs.getValue();
            lacked += expected >= TELLING_CALLS && here * AS_GOOD_AS_NONE < expected ? theirs.getValue() : 0;
        }
        return all == 0 ? 0 : lacked / all;
    }

    /** A count less two of its standard deviations, so that few calls promise nothing. */
    private static double surely(long count) {
        return Math.max(0, count - 2 * Math.sqrt((double) count));
    }
}
