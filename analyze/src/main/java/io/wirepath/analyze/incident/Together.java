package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.incident.Culprits.CauseWithEffects;
import io.wirepath.analyze.incident.Incident.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Puts servers of several services that became slower at one moment, all of their requests or some, into one incident
 * where none is slower because of another: what they share is slow. What comes and goes does so with each of them. It
 * is told of the one that costs most of it, or else of all.
 */
final class Together {

    private Together() {}

    static List<CauseWithEffects> of(List<CauseWithEffects> cases, int[] roleOf) {
        List<CauseWithEffects> most = List.of();
        List<CauseWithEffects> slow =
                cases.stream().filter(own -> isSlow(own.cause())).toList();
        for (CauseWithEffects each : slow) {
            List<CauseWithEffects> with = slow.stream()
                    .filter(other -> other.cause().beginsWith(each.cause())
                            && other.cause().change().comesAgainAs(each.cause().change()))
                    .toList();
            most = with.size() > most.size() ? with : most;
        }
        List<Incident> effects = new ArrayList<>();
        for (CauseWithEffects each : most) {
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
        List<CauseWithEffects> all = new ArrayList<>();
        cases.stream().filter(own -> !effects.contains(own.cause())).forEach(all::add);
        double cost = effects.stream().mapToDouble(Incident::costNanos).sum();
        Incident greatest = Collections.max(
                        most, Comparator.comparingDouble(own -> own.cause().costNanos()))
                .cause();
        if (greatest.costNanos() >= ChangeModel.MOST * cost) {
            effects.remove(greatest);
            all.add(new CauseWithEffects(greatest, effects));
        } else {
            all.add(new CauseWithEffects(common(most.get(0).cause(), effects, cost), effects));
        }
        all.sort(Comparator.comparing(CauseWithEffects::cause, Culprits.ORDER));
        return all;
    }

    private static boolean isSlow(Incident own) {
        return own.isSlower() || own.kind() == Kind.QUEUES;
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
