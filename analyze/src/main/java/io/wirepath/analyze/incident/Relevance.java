package io.wirepath.analyze.incident;

/**
 * Which changes matter: sure is not large.
 *
 * @param leastNanos least change of a delay
 */
record Relevance(double leastNanos) {

    private static final double MIN_SHARE = 0.2;
    private static final double SHARE_OF_A_REQUEST = 0.03;

    /** A leap is so many times as large as what matters. */
    private static final double LEAP = 3;

    private static final double MIN_NANOS = 50_000;

    /** Share of requests or messages by which a share must rise, and the factor. */
    private static final double MIN_RISE = 0.002;

    private static final double MIN_FACTOR = 2;

    /** A delay matters from a twentieth of a millisecond, and a thirtieth of what a request usually takes, on. */
    static Relevance of(double requestNanos) {
        return new Relevance(Math.max(MIN_NANOS, SHARE_OF_A_REQUEST * requestNanos));
    }

    /** Whether it matters that a delay of this median changes by so much. */
    boolean isLarge(double nanos, double medianNanos) {
        return Math.abs(nanos) >= leastNanos && Math.abs(nanos) >= MIN_SHARE * medianNanos;
    }

    /** Whether a delay of this median grows so much that few requests show it: beside many, small ones are noise. */
    boolean isLeap(double nanos, double medianNanos) {
        return isLarge(nanos / LEAP, medianNanos);
    }

    /** The least leap that matters, whatever is usual. */
    double leastLeapNanos() {
        return LEAP * leastNanos;
    }

    /** Whether it matters that a share of failures rises so. */
    static boolean isLargeShare(double before, double after) {
        return after - before >= MIN_RISE && after >= MIN_FACTOR * before;
    }
}
