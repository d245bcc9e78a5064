package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.incident.Incident;
import io.wirepath.causes.CallTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Whom a node answers later: a mean over callers of whom some see it and others do not is that of nobody. */
final class ByCaller {

    private static final int MIN_REQUESTS = 20;

    /** Callers differ by so much of the whole effect. */
    private static final double UNLIKE = 0.5;

    /** Own times at the node, for one role of callers. */
    private static final class Times {
        private final List<Long> within = new ArrayList<>();
        private final List<Long> elsewhere = new ArrayList<>();

        boolean isEnough() {
            return Math.min(within.size(), elsewhere.size()) >= MIN_REQUESTS;
        }

        double more() {
            return Shift.between(sorted(within), sorted(elsewhere));
        }

        private static double[] sorted(List<Long> nanos) {
            return nanos.stream().mapToDouble(Long::doubleValue).sorted().toArray();
        }
    }

    private ByCaller() {}

    /** {@code : app 29 ms, auth no later}; empty where they are alike, or there is one. */
    static String words(Incident own, DetectorInput input) {
        CallTable calls = input.calls();
        Map<String, Times> byRole = new TreeMap<>();
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            if (own.nodes().contains(input.messages().destination(request))
                    && input.served().isTimed(call)) {
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
        double[] more =
                byRole.values().stream().mapToDouble(Times::more).sorted().toArray();
        boolean unlike = more.length > 1 && more[more.length - 1] - more[0] > UNLIKE * Math.abs(own.effectNanos());
        return unlike
                ? byRole.entrySet().stream()
                        .map(role -> role.getKey() + " " + later(role.getValue().more(), own.effectNanos()))
                        .collect(Collectors.joining(", ", ": ", ""))
                : "";
    }

    private static String later(double nanos, double whole) {
        return nanos < UNLIKE / 2 * whole ? "no later" : DelayText.of(nanos);
    }
}
