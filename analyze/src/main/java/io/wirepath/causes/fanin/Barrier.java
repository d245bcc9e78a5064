package io.wirepath.causes.fanin;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much better the time of the first call of a task is explained by its group than by the task's own arrival.
 *
 * <pre>
 *  others    ├──────┤        ├────────┤ D = last other departure
 *  task           ├──────────────────────────┤
 *                            A = last arrival  ▲ first call: late where before D, and then timed from A;
 *                                                else timed from the later of A and D
 * </pre>
 */
final class Barrier {

    private static final int SPREADS = 6;
    private static final int LATE = SPREADS;
    private static final double BACK_OFF = 1;

    private final long[] spreadEdges;
    private final GapHistogram[] bySpread = new GapHistogram[SPREADS + 1];
    private final GapHistogram byGroup = new GapHistogram();
    private final Map<Long, GapHistogram> byOwn = new HashMap<>();
    private final Map<Integer, GapHistogram> byCall = new HashMap<>();
    private int late;
    private int all;

    private Barrier(List<TaskGroup> groups) {
        Arrays.setAll(bySpread, s -> new GapHistogram());
        long[] spreads = groups.stream()
                .flatMapToLong(group -> group.tasks().stream()
                        .filter(GroupTask::makesCalls)
                        .mapToLong(task -> group.lastOtherDepartureNanos(task) - group.lastArrivalNanos()))
                .sorted()
                .toArray();
        spreadEdges = new long[SPREADS - 1];
        for (int s = 0; s + 1 < SPREADS && spreads.length > 0; s++) {
            spreadEdges[s] = spreads[(s + 1) * spreads.length / SPREADS];
        }
    }

    /** The gain in nats over all tasks that make calls. */
    static double gain(List<TaskGroup> groups) {
        Barrier barrier = new Barrier(groups);
        for (TaskGroup group : groups) {
            group.tasks().stream().filter(GroupTask::makesCalls).forEach(task -> barrier.count(group, task));
        }
        double gain = 0;
        for (TaskGroup group : groups) {
            for (GroupTask task : group.tasks()) {
                gain += task.makesCalls() ? barrier.gain(group, task) : 0;
            }
        }
        return gain;
    }

    private void count(TaskGroup group, GroupTask task) {
        int own = GapHistogram.bin(task.firstCallNanos() - task.arrivalNanos());
        ownTable(task).add(own);
        callTable(task).add(own);
        int since = sinceBarrier(group, task);
        bySpread[spread(group, task)].add(since);
        byGroup.add(since);
        late += isLate(group, task) ? 1 : 0;
        all++;
    }

    private GapHistogram ownTable(GroupTask task) {
        return byOwn.computeIfAbsent((long) task.kind() << Integer.SIZE | task.firstCall(), key -> new GapHistogram());
    }

    private GapHistogram callTable(GroupTask task) {
        return byCall.computeIfAbsent(task.firstCall(), c -> new GapHistogram());
    }

    private static boolean isLate(TaskGroup group, GroupTask task) {
        return group.lastOtherDepartureNanos(task) >= task.firstCallNanos();
    }

    private static int sinceBarrier(TaskGroup group, GroupTask task) {
        long arrival = group.lastArrivalNanos();
        long barrier = isLate(group, task) ? arrival : Math.max(arrival, group.lastOtherDepartureNanos(task));
        return GapHistogram.bin(task.firstCallNanos() - barrier);
    }

    private int spread(TaskGroup group, GroupTask task) {
        if (isLate(group, task)) {
            return LATE;
        }
        long spread = group.lastOtherDepartureNanos(task) - group.lastArrivalNanos();
        int at = 0;
        while (at < spreadEdges.length && spread >= spreadEdges[at]) {
            at++;
        }
        return at;
    }

    private double gain(TaskGroup group, GroupTask task) {
        int own = GapHistogram.bin(task.firstCallNanos() - task.arrivalNanos());
        double single = backedOff(ownTable(task), callTable(task), own);
        int since = sinceBarrier(group, task);
        double joined = backedOff(bySpread[spread(group, task)], byGroup, since);
        double isLate = (late + 0.5) / (all + 1.0);
        return Math.log((isLate(group, task) ? isLate : 1 - isLate) * joined / single);
    }

    private static double backedOff(GapHistogram near, GapHistogram far, int bin) {
        double flat = GapHistogram.flat(bin);
        double wide = (far.samples() * far.density(bin) + BACK_OFF * flat) / (far.samples() + BACK_OFF);
        return (near.samples() * near.density(bin) + BACK_OFF * wide) / (near.samples() + BACK_OFF);
    }
}
