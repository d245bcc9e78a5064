package io.wirepath.causes.joint.scene;

import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.Places;
import io.wirepath.causes.TimeOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.agrona.collections.IntArrayList;

/**
 * Which calls were sent as soon as another had its answer, because no more than k of them can be open: who waits for a
 * place in a pool goes on when anybody leaves one. When such a call is sent tells nothing of what its task took, and
 * the answer that it follows is often that of another task.
 *
 * <pre>
 *  open calls   k ├───────────────┤ answer ├── k          sent soon after an answer: handed over
 *                                           sent
 *  tasks that have no call open    ┄┄┄┄┄┄┄┄               so many would have sent theirs while k were open
 * </pre>
 *
 * <p>It is a pool where the tasks without an open call would have made {@value #EVIDENCE} calls more while k were open,
 * by how soon such tasks make one while there is room (Poisson), and where places are taken soon after they are left
 * far more often than a little later. Nothing of causes is known yet.
 */
final class HandedOver {

    /** Calls expected while k are open of which none came, and so nats (Poisson). */
    private static final double EVIDENCE = 20;

    /** Of the calls that take a place which another left, those that are handed over, at least. */
    private static final double HANDED_OVER = 0.1;

    /** What is sent soon is compared with what is sent within so many times as long. */
    private static final int LATER = 10;

    /** Of those that are sent soon, those before which the node answers nothing: else they wait for its threads. */
    private static final double SENT_ALONE = 0.75;

    private final Scene scene;
    private final int[] calls;
    private final long[] sent;
    private final long[] answered;
    private final Places places;
    private final long[] arrivals;
    private final long[] departures;

    private HandedOver(Scene scene, int[] calls, Tasks tasks) {
        this.scene = scene;
        this.calls = calls;
        arrivals = tasks.arrivals;
        departures = tasks.departures;
        sent = IntStream.of(calls).mapToLong(call -> scene.sent[call]).toArray();
        answered = IntStream.of(calls)
                .mapToLong(call -> Math.max(scene.received[call], scene.sent[call] + 1))
                .toArray();
        places = new Places(sent, answered);
    }

    /** Marks them among the calls of each node to each port of another. */
    static void mark(Scene scene, MessageTable messages) {
        Map<Long, IntArrayList> groups = new HashMap<>();
        for (int j = 0; j < scene.calls; j++) {
            if (scene.callNode[j] != Scene.ANY && scene.received[j] != Scene.NEVER) {
                int row = scene.callRequest[j];
                long server = KeyNumbers.pair(messages.destination(row), messages.destinationPort(row));
                groups.computeIfAbsent(server * Integer.MAX_VALUE + scene.callNode[j], of -> new IntArrayList())
                        .addInt(j);
            }
        }
        Map<Integer, IntArrayList> tasks = new HashMap<>();
        for (int i = 0; i < scene.tasks; i++) {
            tasks.computeIfAbsent(scene.taskNode[i], of -> new IntArrayList()).addInt(i);
        }
        Map<Integer, Tasks> sorted = new HashMap<>();
        for (IntArrayList own : groups.values()) {
            if (own.size() >= Priors.FEW) {
                Tasks ofNode = sorted.computeIfAbsent(
                        scene.callNode[own.getInt(0)],
                        node -> Tasks.of(scene, tasks.getOrDefault(node, new IntArrayList())));
                new HandedOver(scene, own.toIntArray(), ofNode)
                        .mark(own.intStream()
                                .map(j -> messages.connection(scene.callRequest[j]))
                                .toArray());
            }
        }
    }

    /** When the tasks of a node come and end, both rising. */
    private record Tasks(long[] arrivals, long[] departures) {

        static Tasks of(Scene scene, IntArrayList tasks) {
            return new Tasks(sorted(tasks, scene.arrival), sorted(tasks, scene.departure));
        }

        private static long[] sorted(IntArrayList tasks, long[] times) {
            return tasks.intStream().mapToLong(i -> times[i]).sorted().toArray();
        }
    }

    private void mark(int[] connection) {
        int k = places.most(Priors.FEW);
        if (k == 0 || missed(k) < EVIDENCE) {
            return;
        }
        long[] free = places.free(places.taken(k, connection));
        long[] sorted = LongStream.of(free)
                .filter(ticks -> ticks != Long.MAX_VALUE)
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            return;
        }
        long soon = Places.SOON * Math.max(1, sorted[(int) (HANDED_OVER * sorted.length)]);
        int sentSoon = TimeOrder.before(sorted, soon + 1);
        int sentLater = TimeOrder.before(sorted, LATER * soon + 1) - sentSoon;
        boolean isPeak = sentSoon * (LATER - 1) >= Places.SOON * sentLater;
        long alone = IntStream.range(0, free.length)
                .filter(x -> free[x] <= soon && isFreeOf(departures, sent[x] - free[x], sent[x]))
                .count();
        for (int x = 0; isPeak && alone >= SENT_ALONE * sentSoon && x < free.length; x++) {
            scene.handedOver[calls[x]] = free[x] <= soon;
        }
    }

    private static boolean isFreeOf(long[] times, long since, long until) {
        return TimeOrder.before(times, since) == TimeOrder.before(times, until);
    }

    /** How many calls should have been sent while k were open, beyond those that were. */
    private double missed(int k) {
        long[] ends = answered.clone();
        Arrays.sort(ends);
        double idleWithRoom = 0;
        double idleWithout = 0;
        double made = 0;
        int above = 0;
        int came = 0;
        int left = 0;
        int ended = 0;
        int begun = 0;
        long now = 0;
        while (begun < sent.length) {
            int open = begun - ended;
            int idle = Math.max(0, came - left - open);
            long then =
                    Math.min(Math.min(at(arrivals, came), at(departures, left)), Math.min(ends[ended], sent[begun]));
            idleWithRoom += open < k ? idle * (double) (then - now) : 0;
            idleWithout += open < k ? 0 : idle * (double) (then - now);
            now = then;
            if (at(arrivals, came) == then) {
                came++;
            } else if (ends[ended] == then) {
                ended++;
            } else if (sent[begun] == then) {
                made += idle > 0 && open < k ? 1 : 0;
                above += open < k ? 0 : 1;
                begun++;
            } else {
                left++;
            }
        }
        return idleWithRoom == 0 ? 0 : idleWithout * made / idleWithRoom - above;
    }

    private static long at(long[] times, int place) {
        return place < times.length ? times[place] : Scene.NEVER;
    }
}
