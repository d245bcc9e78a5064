package io.wirepath.causes.joint.model;

import io.wirepath.causes.TimeOrder;
import io.wirepath.causes.joint.scene.Scene;
import java.util.Arrays;

/**
 * The order of all sends and receipts of a scene, so that the sampler can sort a task's events by small numbers.
 *
 * <p>At one instant a receipt comes before a send, because it can have caused it; only the receipt of a call that took
 * no time comes after its own sending.
 */
final class EventOrder {

    private static final int LAST_RANK = 2;

    /** Place of each event in time: {@code 2 * call} is the sending of a call, {@code 2 * call + 1} the receipt. */
    final int[] placeOf;

    EventOrder(Scene scene) {
        int[] unsorted = byRank(scene);
        long[] times = new long[unsorted.length];
        Arrays.setAll(times, x -> time(scene, unsorted[x]));
        int[] order = TimeOrder.of(times);
        placeOf = new int[order.length];
        for (int place = 0; place < order.length; place++) {
            placeOf[unsorted[order[place]]] = place;
        }
    }

    /** All events as they are to stand where times are equal. */
    private static int[] byRank(Scene scene) {
        int[] events = new int[2 * scene.calls];
        int count = 0;
        for (int rank = 0; rank <= LAST_RANK; rank++) {
            for (int e = 0; e < events.length; e++) {
                if (rank(scene, e) == rank) {
                    events[count++] = e;
                }
            }
        }
        return events;
    }

    private static boolean isSend(int event) {
        return (event & 1) == 0;
    }

    private static long time(Scene scene, int event) {
        return isSend(event) ? scene.sent[event >> 1] : scene.received[event >> 1];
    }

    private static int rank(Scene scene, int event) {
        if (isSend(event)) {
            return 1;
        }
        return scene.received[event >> 1] == scene.sent[event >> 1] ? LAST_RANK : 0;
    }
}
