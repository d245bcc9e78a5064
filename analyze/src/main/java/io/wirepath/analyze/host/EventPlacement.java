package io.wirepath.analyze.host;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * On which calls' lifelines the events of applications lie: on one that the host had open at that time, as likely as
 * the moment, with its uncertainty, lies within each, and on one of several as likely as on another. Events of one host
 * with the same identity lie on the same call, those of several hosts on calls of the same request. Where a host served
 * nothing then, it is one of the calls that it waited for.
 */
public final class EventPlacement {

    /** More open calls than this are too many to choose one of them. */
    private static final int MAX_CALLS = 64;

    private static final double NORMAL_95 = 1.96;
    private static final double FAR = 4;
    private static final double MIN = 1e-3;

    /**
     * A call that an event may lie on.
     *
     * @param call its number
     * @param probability that the event lies on it
     */
    public record Place(int call, double probability) {}

    private final HostNodes nodes;
    private final Map<Integer, CallsAtNode> served = new HashMap<>();
    private final Map<Integer, CallsAtNode> made = new HashMap<>();

    private EventPlacement(MessageTable messages, CallTable calls) {
        nodes = new HostNodes(messages.nodes());
        long[] workEnd = CallsAtNode.workEnds(messages, calls);
        Map<Integer, List<long[]>> in = new HashMap<>();
        Map<Integer, List<long[]>> out = new HashMap<>();
        for (int call = 0; call < calls.size(); call++) {
            int row = calls.request()[call];
            long[] stretch = {call, messages.timeNanos(row), workEnd[call]};
            in.computeIfAbsent(messages.destination(row), unseen -> new ArrayList<>())
                    .add(stretch);
            out.computeIfAbsent(messages.source(row), unseen -> new ArrayList<>())
                    .add(stretch);
        }
        in.forEach((node, own) -> served.put(node, CallsAtNode.of(own)));
        out.forEach((node, own) -> made.put(node, CallsAtNode.of(own)));
    }

    /**
     * Places events.
     *
     * @return for each event the calls that it may lie on, the likeliest first; none where its host had no call open
     */
    public static List<List<Place>> of(MessageTable messages, CallTable calls, List<HostRecord> events) {
        List<List<Place>> places = new ArrayList<>();
        if (events.isEmpty()) {
            return places;
        }
        EventPlacement placement = new EventPlacement(messages, calls);
        Map<List<String>, Map<Integer, Double>> shared = new HashMap<>();
        List<Map<Integer, Double>> alone = new ArrayList<>();
        for (HostRecord event : events) {
            Map<Integer, Double> own = placement.weights(event);
            alone.add(own);
            if (!event.id().isEmpty() && !own.isEmpty()) {
                shared.merge(key(event), own, EventPlacement::both);
            }
        }
        acrossHosts(shared, calls.root());
        for (int at = 0; at < events.size(); at++) {
            Map<Integer, Double> group = shared.getOrDefault(key(events.get(at)), Map.of());
            places.add(shares(alone.get(at), group));
        }
        return places;
    }

    /**
     * One identity on several hosts is one object on its way through them (NetLogger's lifeline): of the calls that fit
     * at a host, those fit that are of a request of which calls fit at the others too.
     */
    private static void acrossHosts(Map<List<String>, Map<Integer, Double>> shared, int[] rootOf) {
        Map<String, List<Map<Integer, Double>>> byIdentity = new HashMap<>();
        shared.forEach((key, weights) -> byIdentity
                .computeIfAbsent(key.get(1), unseen -> new ArrayList<>())
                .add(byRoot(weights, rootOf)));
        shared.replaceAll((key, weights) -> {
            List<Map<Integer, Double>> hosts = byIdentity.getOrDefault(key.get(1), List.of());
            if (hosts.size() < 2) {
                return weights;
            }
            Map<Integer, Double> roots =
                    hosts.stream().reduce(EventPlacement::both).orElse(Map.of());
            Map<Integer, Double> here = byRoot(weights, rootOf);
            Map<Integer, Double> fitting = new LinkedHashMap<>();
            weights.forEach((call, weight) -> {
                double elsewhere = roots.getOrDefault(rootOf[call], 0.0) / here.getOrDefault(rootOf[call], 1.0);
                if (elsewhere > 0) {
                    fitting.put(call, weight * elsewhere);
                }
            });
            return fitting.isEmpty() ? weights : fitting;
        });
    }

    private static Map<Integer, Double> byRoot(Map<Integer, Double> weights, int[] rootOf) {
        Map<Integer, Double> roots = new LinkedHashMap<>();
        weights.forEach((call, weight) -> roots.merge(rootOf[call], weight, Double::sum));
        return roots;
    }

    private static List<String> key(HostRecord event) {
        return List.of(event.host(), event.id());
    }

    /** What fits both; where nothing does, the identity tells nothing, and the first stands. */
    private static Map<Integer, Double> both(Map<Integer, Double> one, Map<Integer, Double> other) {
        Map<Integer, Double> product = new LinkedHashMap<>();
        one.forEach((call, weight) -> {
            double own = weight * other.getOrDefault(call, 0.0);
            if (own > 0) {
                product.put(call, own);
            }
        });
        return product.isEmpty() ? one : product;
    }

    /** Shares of the calls that fit; of them together no more than that one of them fits. */
    private static List<Place> shares(Map<Integer, Double> alone, Map<Integer, Double> group) {
        double fits = Math.min(
                1, alone.values().stream().mapToDouble(weight -> weight).sum());
        Map<Integer, Double> weights = group.isEmpty() ? alone : group;
        double all = weights.values().stream().mapToDouble(weight -> weight).sum();
        return weights.entrySet().stream()
                .map(each -> new Place(each.getKey(), fits * each.getValue() / all))
                .filter(place -> place.probability() >= MIN)
                .sorted(Comparator.comparingDouble(Place::probability)
                        .reversed()
                        .thenComparingInt(Place::call))
                .toList();
    }

    private Map<Integer, Double> weights(HostRecord event) {
        Map<Integer, Double> weights = new LinkedHashMap<>();
        for (int node : nodes.of(event.host())) {
            weigh(event, served.get(node), weights);
        }
        if (weights.isEmpty()) {
            for (int node : nodes.of(event.host())) {
                weigh(event, made.get(node), weights);
            }
        }
        return weights;
    }

    private static void weigh(HostRecord event, @Nullable CallsAtNode at, Map<Integer, Double> to) {
        if (at == null) {
            return;
        }
        double deviation = event.uncertaintyNanos() / NORMAL_95;
        long reach = Math.round(FAR * deviation);
        for (int each = at.lastBeginning(event.nanos() + reach);
                at.isOpenBefore(each, event.nanos() - reach) && to.size() < MAX_CALLS;
                each--) {
            double weight = at.weight(each, event.nanos(), deviation);
            if (weight > MIN) {
                to.merge(at.call(each), weight, Math::max);
            }
        }
    }
}
