package io.wirepath.causes.fanin;

import java.util.List;

/**
 * The requests of one path that came to one node.
 *
 * @param tasks the requests, at least two
 * @param usual whether it consists of what groups of the node usually consist of
 */
record TaskGroup(List<GroupTask> tasks, boolean usual) {

    long lastArrivalNanos() {
        return tasks.stream().mapToLong(GroupTask::arrivalNanos).max().orElseThrow();
    }

    /** Latest departure among the other tasks. */
    // Two tasks of a group may agree in everything, and are still two.
    @SuppressWarnings("ReferenceEquality")
    long lastOtherDepartureNanos(GroupTask task) {
        return tasks.stream()
                .filter(other -> other != task)
                .mapToLong(GroupTask::departureNanos)
                .max()
                .orElseThrow();
    }

    /** Whether a task came last or left last. */
    boolean isLast(GroupTask task) {
        return task.arrivalNanos() == lastArrivalNanos() || task.departureNanos() >= lastOtherDepartureNanos(task);
    }

    /**
     * The place of a task in its group, from 0 to 7: whether it came last, left last, and the group is the usual one.
     */
    int place(GroupTask task) {
        boolean cameLast = task.arrivalNanos() == lastArrivalNanos();
        boolean leftLast = task.departureNanos() >= lastOtherDepartureNanos(task);
        return (cameLast ? 1 : 0) + (leftLast ? 2 : 0) + (usual ? 4 : 0);
    }
}
