package io.wirepath.causes.fanin;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.linking.OwnerLinks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds nodes that call others once the last of several requests of one path has come.
 *
 * <p>Two terms are compared with what single causes explain. First, which of the requests of a group makes calls
 * depends on its place in the group ({@link GroupPlans}). That holds at many nodes, join or not. So second, and
 * decisive, the time of the first call must be explained better by the last arrival or departure of the group than by
 * the task's own arrival ({@link Barrier}). Where the task that makes the calls is always the one that came last, both
 * are the same time; then it is a join if that is now this request, now that ({@link #whoeverIsLast}).
 */
final class FanInDetector {

    private static final int MIN_GROUPS = 20;
    private static final double MIN_GAIN = 20;
    private static final double MIN_GAIN_A_GROUP = 0.05;
    private static final double NEARLY_ALL = 0.9;
    private static final double NOT_ALWAYS = 0.8;

    private final MessageTable messages;
    private final CallTable calls;
    private final Kinds kinds;
    private final int[][] made;

    private FanInDetector(MessageTable messages, CallTable calls, Kinds kinds) {
        this.messages = messages;
        this.calls = calls;
        this.kinds = kinds;
        made = callsMade(calls);
    }

    static List<Join> detect(MessageTable messages, CallTable calls, Kinds kinds) {
        FanInDetector detector = new FanInDetector(messages, calls, kinds);
        Map<Integer, List<Integer>> served = new TreeMap<>();
        for (int call = 0; call < calls.size(); call++) {
            served.computeIfAbsent(messages.destination(calls.request()[call]), n -> new ArrayList<>())
                    .add(call);
        }
        List<Join> joins = new ArrayList<>();
        served.forEach((node, list) -> detector.judge(node, list, joins));
        return joins;
    }

    private static int[][] callsMade(CallTable calls) {
        int[] size = new int[calls.size()];
        for (int parent : calls.parent()) {
            if (parent >= 0) {
                size[parent]++;
            }
        }
        int[][] made = new int[size.length][];
        Arrays.setAll(made, call -> new int[size[call]]);
        Arrays.fill(size, 0);
        for (int call = 0; call < size.length; call++) {
            int parent = calls.parent()[call];
            if (parent >= 0) {
                made[parent][size[parent]++] = call;
            }
        }
        return made;
    }

    private void judge(int node, List<Integer> served, List<Join> to) {
        Map<Integer, List<GroupTask>> byRoot = new TreeMap<>();
        boolean anyMade = false;
        for (int call : served) {
            byRoot.computeIfAbsent(calls.root()[call], r -> new ArrayList<>()).add(task(call));
            anyMade |= made[call].length > 0;
        }
        byRoot.values().removeIf(group -> group.size() < 2);
        if (!anyMade || byRoot.size() < MIN_GROUPS) {
            return;
        }
        Map<List<Integer>, Integer> compositions = new HashMap<>();
        byRoot.values().forEach(group -> compositions.merge(composition(group), 1, Integer::sum));
        Map.Entry<List<Integer>, Integer> usual = compositions.entrySet().stream()
                .max(Map.Entry.<List<Integer>, Integer>comparingByValue()
                        .thenComparing(entry -> entry.getKey().toString()))
                .orElseThrow();
        if (usual.getValue() < MIN_GROUPS) {
            return;
        }
        List<TaskGroup> groups = byRoot.values().stream()
                .map(group -> new TaskGroup(group, composition(group).equals(usual.getKey())))
                .toList();
        double byPlace = GroupPlans.gain(groups);
        double byBarrier = Barrier.gain(groups);
        boolean byTimes = byBarrier > MIN_GAIN + MIN_GAIN_A_GROUP * usual.getValue();
        if (byPlace > MIN_GAIN && (byTimes || whoeverIsLast(groups))) {
            List<String> names =
                    usual.getKey().stream().map(kinds::name).sorted().toList();
            double gain = byPlace + Math.max(0, byBarrier);
            to.add(new Join(node, Join.Kind.FAN_IN, names, names.size(), 0, usual.getValue(), gain));
        }
    }

    /**
     * Whether one task of each usual group makes the calls, the last one to come or to leave, and not always that of
     * the same sender. Requests that follow each other in a fixed order, of which the last does most, are no join.
     */
    private static boolean whoeverIsLast(List<TaskGroup> groups) {
        Map<Integer, Integer> byKind = new HashMap<>();
        int usual = 0;
        int last = 0;
        for (TaskGroup group : groups) {
            List<GroupTask> owners =
                    group.tasks().stream().filter(GroupTask::makesCalls).toList();
            usual += group.usual() ? 1 : 0;
            if (group.usual() && owners.size() == 1) {
                byKind.merge(owners.get(0).kind(), 1, Integer::sum);
                last += group.isLast(owners.get(0)) ? 1 : 0;
            }
        }
        int most = byKind.values().stream().max(Integer::compare).orElse(0);
        return last >= NEARLY_ALL * usual && most <= NOT_ALWAYS * usual;
    }

    private static List<Integer> composition(List<GroupTask> group) {
        return group.stream().map(GroupTask::kind).sorted().toList();
    }

    private GroupTask task(int call) {
        int request = calls.request()[call];
        int response = calls.response()[call];
        long arrival = OwnerLinks.receivedNanos(messages, request);
        long departure = response == MessageTable.NONE ? arrival : messages.timeNanos(response);
        int first = MessageTable.NONE;
        List<Integer> plan = new ArrayList<>();
        for (int child : made[call]) {
            int row = calls.request()[child];
            plan.add(kinds.sent(row));
            first = first == MessageTable.NONE || messages.timeNanos(row) < messages.timeNanos(first) ? row : first;
        }
        plan.sort(null);
        boolean calledAny = first != MessageTable.NONE;
        return new GroupTask(
                kinds.received(request),
                arrival,
                departure,
                plan,
                calledAny ? kinds.sent(first) : GroupTask.NO_CALL,
                calledAny ? messages.timeNanos(first) : 0);
    }
}
