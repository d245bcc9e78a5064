package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.Change;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that a reader should see first.
 *
 * @param severity how much it matters
 * @param kind stable name of the detector, for machines: {@code slow-replica}, {@code capture-loss}, …
 * @param title one sentence that says what was found, with the figures
 * @param detail how it was found, on how many samples, with what uncertainty, and on how many callers it rests
 * @param nodes names of the nodes concerned
 * @param effectNanos size of the effect in nanoseconds, or 0 where it is no time
 * @param uncertaintyNanos half-width of the 95 % interval of the effect
 * @param change when it began and ended; null where it is no change
 * @param incident all that is known of a change while the capture ran; null where it is none
 * @param callers nodes whose requests it rests on, of which a stranger may be one; 0 where it is not of requests, or
 *     where nobody knows whose they are
 * @param delayedShare share of the clients' requests that it delays; 0 where that is not counted
 */
public record Finding(
        Severity severity,
        String kind,
        String title,
        String detail,
        List<String> nodes,
        double effectNanos,
        double uncertaintyNanos,
        @Nullable Change change,
        @Nullable ToldIncident incident,
        int callers,
        double delayedShare) {

    /** A finding that is no change. */
    public Finding(
            Severity severity,
            String kind,
            String title,
            String detail,
            List<String> nodes,
            double effectNanos,
            double uncertaintyNanos) {
        this(severity, kind, title, detail, nodes, effectNanos, uncertaintyNanos, null, null, 0, 0);
    }

    @Override
    public String detail() {
        return callers == 0
                ? detail
                : detail + " It rests on " + (callers == 1 ? "one caller." : callers + " callers.");
    }

    /** How it was found, without the callers. */
    String how() {
        return detail;
    }

    /** The same, found so. */
    Finding withHow(String other) {
        return new Finding(
                severity,
                kind,
                title,
                other,
                nodes,
                effectNanos,
                uncertaintyNanos,
                change,
                incident,
                callers,
                delayedShare);
    }

    /** The same, resting on so many callers. */
    Finding restingOn(int number) {
        return new Finding(
                severity,
                kind,
                title,
                detail,
                nodes,
                effectNanos,
                uncertaintyNanos,
                change,
                incident,
                number,
                delayedShare);
    }

    /** How much a finding matters. */
    public enum Severity {
        PROBLEM,
        NOTICE,
        FACT
    }
}
