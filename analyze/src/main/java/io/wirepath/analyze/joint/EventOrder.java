package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * The order of all sends and receipts of a scene, so that the sampler can sort a task's events by small numbers.
 *
 * <p>At one instant a receipt comes before a send, because it can have caused it; only the receipt of a call that took
 * no time comes after its own sending.
 */
final class EventOrder {

    /** Place in time of the sending of each call. */
    final int[] ofSend;
    /** Place in time of the receipt of each call's response. */
    final int[] ofReceipt;
    /** What happens at each place: {@code 2 * call} is a sending, {@code 2 * call + 1} a receipt. */
    final int[] event;

    EventOrder(Scene scene) {
        int events = 2 * scene.calls;
        Integer[] order = new Integer[events];
        Arrays.setAll(order, e -> e);
        Arrays.sort(order, (x, y) -> {
            int byTime = Long.compare(time(scene, x), time(scene, y));
            return byTime != 0 ? byTime : Integer.compare(rank(scene, x), rank(scene, y));
        });
        ofSend = new int[scene.calls];
        ofReceipt = new int[scene.calls];
        event = new int[events];
        for (int place = 0; place < events; place++) {
            int e = order[place];
            event[place] = e;
            if (isSend(e)) {
                ofSend[e >> 1] = place;
            } else {
                ofReceipt[e >> 1] = place;
            }
        }
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
        return scene.received[event >> 1] == scene.sent[event >> 1] ? 2 : 0;
    }
}
