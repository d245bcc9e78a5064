package io.wirepath.causes.fanin;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How much better the calls made for a request are explained when its place in its group is known. */
final class GroupPlans {

    private static final double BACK_OFF_TO_KIND = 1;
    private static final double BACK_OFF_TO_PLACE = 5;

    private GroupPlans() {}

    /** The gain in nats over all tasks. */
    static double gain(List<TaskGroup> groups) {
        Map<List<Object>, Integer> count = new HashMap<>();
        for (TaskGroup group : groups) {
            for (GroupTask task : group.tasks()) {
                int place = group.place(task);
                for (List<Object> key : keys(task, place)) {
                    count.merge(key, 1, Integer::sum);
                }
            }
        }
        double gain = 0;
        for (TaskGroup group : groups) {
            for (GroupTask task : group.tasks()) {
                gain += gain(count, keys(task, group.place(task)));
            }
        }
        return gain;
    }

    /** Each plan count is followed by the count that it is a share of: by kind, by place, by both. */
    private static List<List<Object>> keys(GroupTask task, int place) {
        return List.of(
                List.of("kind", task.kind(), task.plan()),
                List.of("kind", task.kind()),
                List.of("place", place, task.plan()),
                List.of("place", place),
                List.of("both", task.kind(), place, task.plan()),
                List.of("both", task.kind(), place));
    }

    private static double gain(Map<List<Object>, Integer> count, List<List<Object>> keys) {
        double[] n = keys.stream().mapToDouble(count::get).toArray();
        double byKind = n[0] / n[1];
        double byPlace = (n[2] + BACK_OFF_TO_KIND * byKind) / (n[3] + BACK_OFF_TO_KIND);
        double byBoth = (n[4] + BACK_OFF_TO_PLACE * byPlace) / (n[5] + BACK_OFF_TO_PLACE);
        return Math.log(byBoth / byKind);
    }
}
