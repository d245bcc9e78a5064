package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.incident.Incident;
import io.wirepath.analyze.incident.Incident.Kind;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Whom a node answers later: a mean over callers of whom some see it and others do not is that of nobody. */
final class ByCaller {

    private static final int MAX_NAMED = 3;

    /** Own times at the node, for one role of callers. */
    private static final class Times {
        private final List<Long> within = new ArrayList<>();
        private final List<Long> elsewhere = new ArrayList<>();

        void add(Incident own, DetectorInput input, int call) {
            long at = input.messages().timeNanos(input.calls().request()[call]);
            if (own.change().isWithin(at)) {
                within.add(input.served().ownNanos(call));
            } else if (own.change().isReference(at)) {
                elsewhere.add(input.served().ownNanos(call));
            }
        }

        boolean isEnough() {
            return Math.min(within.size(), elsewhere.size()) >= ChangeModel.MIN_COMPARED;
        }

        /** By how much more they take: of a tail in the mean, else in the middle. */
        double more(boolean isTail) {
            return isTail ? mean(within) - mean(elsewhere) : Shift.between(sorted(within), sorted(elsewhere));
        }

        private static double mean(List<Long> nanos) {
            return nanos.stream().mapToDouble(Long::doubleValue).average().orElse(0);
        }

        private static double[] sorted(List<Long> nanos) {
            return nanos.stream().mapToDouble(Long::doubleValue).sorted().toArray();
        }
    }

    private ByCaller() {}

    /**
     * {@code : app 29 ms, auth no later}; where it is known whom it concerns and whom it surely does not, those:
     * {@code : web1, web2 51 ms, 200 others no later}. Roles that see unlike times are told one by one. Empty where all
     * are alike, or there is one.
     */
    static String words(Incident own, DetectorInput input) {
        Map<String, Times> byRole = new TreeMap<>();
        Map<String, Set<Integer>> asking = new TreeMap<>();
        for (int call = 0; call < input.calls().size(); call++) {
            if (isOf(own, input, call)) {
                int caller = input.messages().source(input.calls().request()[call]);
                String role = input.role(caller);
                asking.computeIfAbsent(role, unseen -> new TreeSet<>()).add(caller);
                if (own.isSeenBy(caller)) {
                    byRole.computeIfAbsent(role, unseen -> new Times()).add(own, input, call);
                }
            }
        }
        byRole.values().removeIf(times -> !times.isEnough());
        Map<String, Double> more = new TreeMap<>();
        byRole.forEach((role, times) -> more.put(role, times.more(own.kind() == Kind.SLOWER_TAIL)));
        DoubleSummaryStatistics all =
                more.values().stream().mapToDouble(each -> each).summaryStatistics();
        boolean areUnlike =
                more.size() > 1 && all.getMax() - all.getMin() > ChangeModel.MOST * Math.abs(own.effectNanos());
        if (own.callers().isEmpty()) {
            return areUnlike ? ofRoles(own, more) : "";
        }
        String later = areUnlike
                ? each(more, role -> who(Map.of(role, asking.get(role)), own.callers(), "callers", input))
                : who(asking, own.callers(), "callers", input) + " " + DelayText.of(own.effectNanos());
        return ": " + later + ", " + who(asking, own.others(), "others", input) + " no later";
    }

    /** Each of these roles with its own time. */
    private static String each(Map<String, Double> more, UnaryOperator<String> name) {
        return more.entrySet().stream()
                .map(role -> name.apply(role.getKey()) + " " + DelayText.of(role.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String ofRoles(Incident own, Map<String, Double> more) {
        Map<String, Double> later = new TreeMap<>(more);
        later.values().removeIf(nanos -> nanos < ChangeModel.MOST / 2 * own.effectNanos());
        if (later.isEmpty()) {
            return "";
        }
        Set<String> others = new TreeSet<>(more.keySet());
        others.removeAll(later.keySet());
        String those = others.size() > 1 ? others.size() + " others" : String.join("", others);
        return ": " + each(later, role -> role) + (others.isEmpty() ? "" : ", " + those + " no later");
    }

    /** The roles all of whose nodes that ask are among these, and of other roles those nodes, or how many they are. */
    private static String who(Map<String, Set<Integer>> asking, Set<Integer> these, String many, DetectorInput input) {
        List<String> names = new ArrayList<>();
        asking.forEach((role, nodes) -> {
            List<Integer> own = nodes.stream().filter(these::contains).toList();
            if (own.size() == nodes.size()) {
                names.add(role);
            } else if (own.size() > MAX_NAMED) {
                names.add(own.size() + " " + many);
            } else {
                own.stream().map(input::name).sorted().forEach(names::add);
            }
        });
        return String.join(", ", names);
    }

    private static boolean isOf(Incident own, DetectorInput input, int call) {
        return own.nodes().contains(input.messages().destination(input.calls().request()[call]))
                && input.surroundings().isEvidence(call)
                && input.served().isTimed(call);
    }
}
