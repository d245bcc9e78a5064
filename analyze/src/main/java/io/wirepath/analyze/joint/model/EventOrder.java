package io.wirepath.analyze.joint.model;

import io.wirepath.analyze.TimeOrder;
import io.wirepath.analyze.joint.scene.Scene;

/**
 * The order of all sends and receipts of a scene, so that the sampler can sort a task's events by small numbers.
 *
 * <p>At one instant a receipt comes before a send, because it can have caused it; only the receipt of a call that took
 * no time comes after its own sending.
 */
final class EventOrder {

    private static final int LAST_RANK = 2;

    /** Place in time of the sending of each call. */
    final int[] ofSend;
    /** Place in time of the receipt of each call's response. */
    final int[] ofReceipt;
    /** What happens at each place: {@code 2 * call} is a sending, {@code 2 * call + 1} a receipt. */
    final int[] event;

    EventOrder(Scene scene) {
        int[] unsorted = byRank(scene);
        long[] time = new long[unsorted.length];
        for (int x = 0; x < time.length; x++) {
            time[x] = time(scene, unsorted[x]);
        }
        int[] order = TimeOrder.of(time);
        ofSend = new int[scene.calls];
        ofReceipt = new int[scene.calls];
        event = new int[order.length];
        for (int place = 0; place < order.length; place++) {
            int e = unsorted[order[place]];
            event[place] = e;
            if (isSend(e)) {
                ofSend[e >> 1] = place;
            } else {
                ofReceipt[e >> 1] = place;
            }
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

    static boolean isSend(int event) {
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
