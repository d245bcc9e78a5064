package io.wirepath.analyze.finding;

import java.util.List;

/**
 * Something that a reader should see first.
 *
 * @param severity how much it matters
 * @param kind stable name of the detector, for machines: {@code slow-replica}, {@code capture-loss}, …
 * @param title one sentence that says what was found, with the figures
 * @param detail how it was found, on how many samples, and with what uncertainty
 * @param nodes names of the nodes concerned
 * @param effectNanos size of the effect in nanoseconds, or 0 where it is no time
 * @param uncertaintyNanos half-width of the 95 % interval of the effect
 */
public record Finding(
        Severity severity,
        String kind,
        String title,
        String detail,
        List<String> nodes,
        double effectNanos,
        double uncertaintyNanos) {

    /** How much a finding matters. */
    public enum Severity {
        PROBLEM,
        NOTICE,
        FACT
    }
}
