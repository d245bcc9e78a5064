package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.incident.Incident;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.causes.CallTable;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Whom a node answers later: a mean over callers of whom some see it and others do not is that of nobody. */
final class ByCaller {

    private static final int MIN_REQUESTS = 20;
    private static final int MAX_NAMED = 3;

    /** Callers differ by so much of the whole effect. */
    private static final double UNLIKE = 0.5;

    /** Own times at the node, for one role of callers. */
    private static final class Times {
        private final List<Long> within = new ArrayList<>();
        private final List<Long> elsewhere = new ArrayList<>();

        boolean isEnough() {
            return Math.min(within.size(), elsewhere.size()) >= MIN_REQUESTS;
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

    /** {@code : app 29 ms, auth no later}; empty where they are alike, or there is one. */
    static String words(Incident own, DetectorInput input) {
        return own.callers().isEmpty() ? ofRoles(own, input) : ofCallers(own, input);
    }

    /** {@code : web1, web2 51 ms, 200 others no later}: those whom it concerns, and those whom it surely does not. */
    private static String ofCallers(Incident own, DetectorInput input) {
        Map<String, Set<Integer>> asking = new TreeMap<>();
        for (int call = 0; call < input.calls().size(); call++) {
            if (isOf(own, input, call)) {
                int caller = input.messages().source(input.calls().request()[call]);
                asking.computeIfAbsent(input.role(caller), unseen -> new TreeSet<>())
                        .add(caller);
            }
        }
        return ": " + who(asking, own.callers(), "callers", input) + " " + DelayText.of(own.effectNanos()) + ", "
                + who(asking, own.others(), "others", input) + " no later";
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

    private static String ofRoles(Incident own, DetectorInput input) {
        CallTable calls = input.calls();
        Map<String, Times> byRole = new TreeMap<>();
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            if (isOf(own, input, call)) {
                long at = input.messages().timeNanos(request);
                Times times =
                        byRole.computeIfAbsent(input.role(input.messages().source(request)), unseen -> new Times());
                if (own.change().isWithin(at)) {
                    times.within.add(input.served().ownNanos(call));
                } else if (own.change().isReference(at)) {
                    times.elsewhere.add(input.served().ownNanos(call));
                }
            }
        }
        byRole.values().removeIf(times -> !times.isEnough());
        Map<String, Double> more = new TreeMap<>();
        byRole.forEach((role, times) -> more.put(role, times.more(own.kind() == Kind.SLOWER_TAIL)));
        DoubleSummaryStatistics all =
                more.values().stream().mapToDouble(each -> each).summaryStatistics();
        if (more.size() < 2 || all.getMax() - all.getMin() <= UNLIKE * Math.abs(own.effectNanos())) {
            return "";
        }
        List<String> later = more.entrySet().stream()
                .filter(role -> isLater(role.getValue(), own))
                .map(role -> role.getKey() + " " + DelayText.of(role.getValue()))
                .toList();
        List<String> others = more.entrySet().stream()
                .filter(role -> !isLater(role.getValue(), own))
                .map(Map.Entry::getKey)
                .toList();
        if (later.isEmpty() || others.isEmpty()) {
            return later.isEmpty() ? "" : ": " + String.join(", ", later);
        }
        String those = others.size() == 1 ? others.get(0) : others.size() + " others";
        return ": " + String.join(", ", later) + ", " + those + " no later";
    }

    private static boolean isLater(double nanos, Incident own) {
        return nanos >= UNLIKE / 2 * own.effectNanos();
    }
}
