package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.incident.Incident.Kind;

/** Whether what takes longer waits for others: requests that met as many open ones take as long as before. */
final class Queueing {

    private Queueing() {}

    /** How most requests changed. Where none met as many open ones, a higher rate makes it a queue. */
    static Kind kind(Observations own, Change change, Shift shift) {
        if (shift.nanos() < 0) {
            return Kind.FASTER;
        }
        Shift atEqualLoad = Shift.of(own.byLoad(), change);
        boolean queues = atEqualLoad.compared() >= ChangeModel.MIN_COMPARED
                ? atEqualLoad.nanos() < ChangeModel.MOST * shift.nanos()
                : comesMoreOften(own, change);
        return queues ? Kind.QUEUES : Kind.SLOWER;
    }

    /**
     * Whether the mean rises less where as many requests are open: what waits for others in a surge is no tail.
     *
     * @param alike the same, by how many requests were open; {@code own} itself where those tell nothing
     */
    static boolean explains(Observations own, Observations alike, Change change, double rise) {
        return alike != own
                && (Shift.of(alike, change).compared() >= ChangeModel.MIN_COMPARED
                        ? alike.rise(change) < ChangeModel.MOST * rise
                        : comesMoreOften(own, change));
    }

    private static boolean comesMoreOften(Observations own, Change change) {
        double before = own.perSecondElsewhere(change);
        double after = own.perSecond(change);
        return after > before && Relevance.isOtherTraffic(before, after);
    }
}
