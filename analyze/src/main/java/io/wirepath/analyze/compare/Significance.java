package io.wirepath.analyze.compare;

import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Measure.Form;
import java.util.Comparator;
import java.util.List;

/** Which differences matter, and which matter most: sure is not large. */
final class Significance {

    private static final double MIN_NANOS = 50_000;

    /** Share of the longer of both delays by which they must differ: machines are not equally fast each day. */
    private static final double MIN_OF_A_DELAY = 0.2;

    /** Share of what a request of a client usually takes. */
    private static final double MIN_OF_A_REQUEST = 0.03;

    private static final double MIN_SHARE = 0.002;

    /** Factor between two shares or rates. */
    private static final double MIN_FACTOR = 1.3;

    private static final double MS = 1e6;

    /** Place of what is slower of itself, after failures. */
    private static final int OF_ITSELF = 2;

    /** Place of what is slower because of something else. */
    private static final int WAITING = 4;

    private Significance() {}

    /**
     * Whether the difference is large enough to be told.
     *
     * @param requestNanos what a request of a client usually takes; 0 where that is not known
     */
    static boolean matters(Contrast own, double requestNanos) {
        double size = Math.abs(own.effect());
        if (own.measure().form() == Form.DELAY) {
            return size >= Math.max(MIN_NANOS, MIN_OF_A_REQUEST * requestNanos)
                    && size >= MIN_OF_A_DELAY * Math.max(own.before(), own.after())
                    && size > own.halfWidth();
        }
        double low = Math.min(own.before(), own.after());
        double high = Math.max(own.before(), own.after());
        return high >= MIN_FACTOR * low && (own.measure().form() == Form.RATE || size >= MIN_SHARE);
    }

    /**
     * Whether a difference that is large enough to be told is ruled out: neither end of the 95 % interval of the effect
     * is one.
     *
     * @param requestNanos what a request of a client usually takes; 0 where that is not known
     */
    static boolean isRuledOut(Contrast own, double requestNanos) {
        double most = Math.abs(own.effect()) + own.halfWidth();
        if (own.measure().form() == Form.DELAY) {
            double least = MIN_OF_A_DELAY * Math.max(own.before(), own.after());
            return most < Math.max(least, Math.max(MIN_NANOS, MIN_OF_A_REQUEST * requestNanos));
        }
        double low = own.before() + own.effect() - own.halfWidth();
        double high = own.before() + own.effect() + own.halfWidth();
        boolean isSmall = own.measure().form() == Form.SHARE && most < MIN_SHARE;
        return isSmall || high < MIN_FACTOR * own.before() && own.before() < MIN_FACTOR * low;
    }

    /**
     * Failures first, then what is slower of itself by the time in all, then what that explains, then how often paths
     * are taken, then load.
     *
     * @param told all that is told
     */
    static Comparator<Contrast> order(List<Contrast> told) {
        return Comparator.comparingInt((Contrast own) -> isOfItself(own, told) ? OF_ITSELF : rank(own))
                .thenComparing(Comparator.comparingDouble(Significance::weight).reversed())
                .thenComparing(Contrast::place)
                .thenComparing(Contrast::kind);
    }

    /** Whether a call takes longer, and nothing that is told of its way, its server or what that calls explains it. */
    static boolean isOfItself(Contrast call, List<Contrast> told) {
        String server = call.place().peer();
        return call.measure() == Measure.CALL
                && call.effect() > 0
                && told.stream()
                        .filter(own -> own.effect() > 0)
                        .noneMatch(own ->
                                own.measure() == Measure.WAY && own.place().equals(call.place())
                                        || (own.measure() == Measure.OWN || own.measure() == Measure.CALL)
                                                && own.place().name().equals(server));
    }

    private static int rank(Contrast own) {
        return switch (own.measure()) {
            case FAILED, UNANSWERED, UNREACHED -> own.place().sort() == ComparedPlace.Sort.SYSTEM ? 1 : 0;
            case OWN, WAY, SERVICE -> own.effect() <= 0 ? 6 : own.mayWaitFor().isEmpty() ? OF_ITSELF : WAITING;
            case RESENT -> 3;
            case CALL, DURATION -> own.effect() > 0 ? WAITING : 7;
            case FREQUENCY -> 5;
            case REFUSED -> 8;
            case LOAD -> 9;
        };
    }

    private static double weight(Contrast own) {
        return own.measure().form() == Form.DELAY
                ? Math.abs(own.effect()) / MS * own.countAfter()
                : Math.abs(own.effect());
    }
}
