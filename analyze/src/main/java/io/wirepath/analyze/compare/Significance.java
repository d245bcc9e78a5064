package io.wirepath.analyze.compare;

import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.Measure.Form;
import java.util.Comparator;

/** Which differences matter, and which matter most: sure is not large. */
final class Significance {

    private static final double LEAST_NANOS = 50_000;

    /** Share of the longer of both delays by which they must differ: machines are not equally fast each day. */
    private static final double LEAST_OF_A_DELAY = 0.2;

    /** Share of what a request of a client usually takes. */
    private static final double LEAST_OF_A_REQUEST = 0.03;

    private static final double LEAST_SHARE = 0.002;

    /** Factor between two shares or rates. */
    private static final double LEAST_FACTOR = 1.3;

    private static final double MS = 1e6;

    /** Failures first, then delays by the time in all, then how often paths are taken, then load. */
    static final Comparator<Contrast> ORDER = Comparator.comparingInt(Significance::rank)
            .thenComparing(Comparator.comparingDouble(Significance::weight).reversed())
            .thenComparing(Contrast::place)
            .thenComparing(Contrast::kind);

    private Significance() {}

    /**
     * Whether the difference is large enough to be told.
     *
     * @param requestNanos what a request of a client usually takes; 0 where that is not known
     */
    static boolean matters(Contrast its, double requestNanos) {
        double size = Math.abs(its.effect());
        if (its.measure().form() == Form.DELAY) {
            return size >= Math.max(LEAST_NANOS, LEAST_OF_A_REQUEST * requestNanos)
                    && size >= LEAST_OF_A_DELAY * Math.max(its.before(), its.after());
        }
        double low = Math.min(its.before(), its.after());
        double high = Math.max(its.before(), its.after());
        return high >= LEAST_FACTOR * low && (its.measure().form() == Form.RATE || size >= LEAST_SHARE);
    }

    private static int rank(Contrast its) {
        return switch (its.measure()) {
            case FAILED, UNANSWERED, UNREACHED -> its.place().sort() == ComparedPlace.Sort.SYSTEM ? 1 : 0;
            case OWN, WAY, SERVICE, CALL -> its.effect() > 0 ? 2 : 6;
            case RESENT -> 3;
            case DURATION -> its.effect() > 0 ? 4 : 7;
            case FREQUENCY -> 5;
            case REFUSED -> 8;
            case LOAD -> 9;
        };
    }

    private static double weight(Contrast its) {
        return its.measure().form() == Form.DELAY
                ? Math.abs(its.effect()) / MS * its.countAfter()
                : Math.abs(its.effect());
    }
}
