package io.wirepath.analyze.incident;

/**
 * What a change does to the requests from outside that come through its place, or are made to it, of those who see it.
 *
 * @param usualNanos what they take without it, in the middle; NaN where that is not known
 * @param longerNanos how much longer they take with it, like compared with like: in the middle, or on average where
 *     only some requests are slower; less than 0 where they take less
 */
public record RequestDelay(double usualNanos, double longerNanos) {

    /** No such request is known. */
    public static final RequestDelay UNKNOWN = new RequestDelay(Double.NaN, 0);

    /** Whether who sends them notices it, as far as is known. */
    public boolean isFelt() {
        return Double.isNaN(usualNanos) || longerNanos >= Relevance.LITTLE * usualNanos;
    }
}
