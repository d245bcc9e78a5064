package io.wirepath.analyze.incident;

/**
 * Which changes matter: sure is not large.
 *
 * @param leastNanos least change of a delay
 */
record Relevance(double leastNanos) {

    /** A change by less than this share of something is no change of it. */
    static final double LITTLE = 0.2;

    private static final double SHARE_OF_A_REQUEST = 0.03;

    /** A leap is so many times as large as what matters. */
    private static final double LEAP = 3;

    private static final double MIN_NANOS = 50_000;

    /** Share of requests or messages by which a share must rise. */
    private static final double MIN_RISE = 0.002;

    /** So many services or nodes may stand for all. */
    static final int MIN_TOGETHER = 3;

    /** What is asked, how often and of whom, changed from this factor on, … */
    private static final double MIN_FACTOR_OF_TRAFFIC = 1.5;

    /** … and what a replica gets of it from this factor and this difference on. */
    private static final double MIN_FACTOR_OF_SHARE = 1.3;

    static final double MIN_RISE_OF_SHARE = 0.05;

    /** Whether it matters that traffic which was so much becomes so much. */
    static boolean isOtherTraffic(double before, double after) {
        return Math.max(before, after) >= MIN_FACTOR_OF_TRAFFIC * Math.min(before, after);
    }

    /** Whether it matters that one share of traffic is larger than another. */
    static boolean isLargerShare(double small, double large) {
        return large - small >= MIN_RISE_OF_SHARE && large >= MIN_FACTOR_OF_SHARE * small;
    }

    /** A delay matters from a twentieth of a millisecond, and a thirtieth of what a request usually takes, on. */
    static Relevance of(double requestNanos) {
        return new Relevance(Math.max(MIN_NANOS, SHARE_OF_A_REQUEST * requestNanos));
    }

    /** Whether it matters that a delay of this median changes by so much. */
    boolean isLarge(double nanos, double medianNanos) {
        return Math.abs(nanos) >= leastNanos && Math.abs(nanos) >= LITTLE * medianNanos;
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
        return after - before >= MIN_RISE && after >= MIN_FACTOR_OF_TRAFFIC * before;
    }
}
