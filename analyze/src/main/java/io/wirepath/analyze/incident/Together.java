package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.incident.Culprits.Grouped;
import io.wirepath.analyze.incident.Incident.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Puts servers of several services that became slower at one moment, all of their requests or some, into one incident
 * where none is slower because of another: what they share is slow. It is told of the one that costs most of it, or
 * else of all.
 */
final class Together {

    private Together() {}

    static List<Grouped> of(List<Grouped> cases, int[] roleOf) {
        List<Grouped> most = List.of();
        for (Grouped each : cases) {
            List<Grouped> with =
                    cases.stream().filter(other -> isWith(each, other)).toList();
            most = isSlow(each.cause()) && with.size() > most.size() ? with : most;
        }
        List<Incident> effects = new ArrayList<>();
        for (Grouped each : most) {
            effects.add(each.cause());
            effects.addAll(each.effects());
        }
        long services = most.stream()
                .flatMap(each -> each.cause().nodes().stream())
                .map(node -> roleOf[node])
                .distinct()
                .count();
        if (most.size() < Relevance.MIN_TOGETHER || services < 2) {
            return cases;
        }
        List<Grouped> all = new ArrayList<>();
        cases.stream().filter(own -> !effects.contains(own.cause())).forEach(all::add);
        double cost = effects.stream().mapToDouble(Incident::costNanos).sum();
        Incident greatest = Collections.max(
                        most, Comparator.comparingDouble(own -> own.cause().costNanos()))
                .cause();
        if (greatest.costNanos() >= ChangeModel.MOST * cost) {
            effects.remove(greatest);
            all.add(new Grouped(greatest, effects));
        } else {
            all.add(new Grouped(common(most.get(0).cause(), effects, cost), effects));
        }
        all.sort(Comparator.comparing(Grouped::cause, Culprits.ORDER));
        return all;
    }

    private static boolean isSlow(Incident own) {
        return own.isSlower() || own.kind() == Kind.QUEUES;
    }

    private static boolean isWith(Grouped one, Grouped other) {
        return isSlow(other.cause()) && other.cause().beginsWith(one.cause());
    }

    private static Incident common(Incident first, List<Incident> effects, double cost) {
        int number = effects.stream().mapToInt(Incident::observations).sum();
        return new Incident(
                Kind.ALL_SLOWER,
                effects.stream()
                        .filter(Together::isSlow)
                        .flatMap(own -> own.nodes().stream())
                        .distinct()
                        .sorted()
                        .toList(),
                List.of(),
                first.change(),
                first.before(),
                first.after(),
                cost / Math.max(1, number),
                0,
                number,
                cost);
    }
}
