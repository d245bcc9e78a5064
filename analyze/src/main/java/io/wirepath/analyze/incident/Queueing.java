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
        return isOfLoad(own, change, atEqualLoad.compared(), atEqualLoad.nanos() / shift.nanos())
                ? Kind.QUEUES
                : Kind.SLOWER;
    }

    /**
     * Whether the mean rises less where as many requests are open: what waits for others in a surge is no tail.
     *
     * @param alike the same, by how many requests were open; {@code own} itself where those tell nothing
     */
    static boolean explains(Observations own, Observations alike, Change change, double rise) {
        return alike != own && isOfLoad(own, change, Shift.of(alike, change).compared(), alike.rise(change) / rise);
    }

    /**
     * Whether it is less of it, or as far as nothing tells that, whether more come.
     *
     * @param compared requests that met as many open ones before
     * @param part of the change that these show
     */
    private static boolean isOfLoad(Observations own, Change change, int compared, double part) {
        if (compared >= ChangeModel.MIN_COMPARED) {
            return part < ChangeModel.MOST;
        }
        double before = own.perSecondElsewhere(change);
        double after = own.perSecond(change);
        return after > before && Relevance.isOtherTraffic(before, after);
    }
}
