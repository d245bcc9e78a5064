package io.wirepath.bench.accuracy;

import io.wirepath.analyze.truth.PathForest;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds for each call of a capture the call of the truth that it is: on the same connection, by the real or the virtual
 * address, sent or answered at the same time within a millisecond, the nearest by both first, one to one. A request
 * that was longer on its way than is usual between the two may be seen anywhere on that way. Both times count, because
 * an application may say that it sends long before it does, and sends several requests at one time on one connection.
 *
 * <p>The clocks of truth and capture may differ: what is constant or steady between a caller and a callee is taken out
 * first ({@link ClockFit}), as known by the connections on which both have equally many calls.
 */
final class TruthMatch {

    private static final double TOLERANCE_MICROS = 1000;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final int NO_MATCH = -1;

    private record Seen(int call, String key, String pair, double micros, double answeredMicros) {}

    private record Pairing(double away, int call, int truth) {}

    private final List<TrueCallLine> truth;
    private final Map<String, List<Integer>> truthOf = new HashMap<>();
    private final Map<String, List<Seen>> seenOf = new HashMap<>();
    private final Map<String, Double> usualWay = new HashMap<>();

    private TruthMatch(List<TrueCallLine> truth) {
        this.truth = truth;
        Map<String, List<ClockFit.Sample>> ways = new HashMap<>();
        for (TrueCallLine line : truth) {
            ways.computeIfAbsent(line.label(), label -> new ArrayList<>())
                    .add(new ClockFit.Sample(0, line.receivedMicros() - line.sentMicros()));
        }
        ways.forEach(
                (label, samples) -> usualWay.put(label, ClockFit.of(samples).aheadMicros()));
        for (int i = 0; i < truth.size(); i++) {
            TrueCallLine line = truth.get(i);
            truthOf.computeIfAbsent(line.source() + '>' + line.destination(), key -> new ArrayList<>())
                    .add(i);
            if (!line.virtualDestination().equals(line.destination())) {
                truthOf.computeIfAbsent(line.source() + '>' + line.virtualDestination(), key -> new ArrayList<>())
                        .add(i);
            }
        }
        truthOf.values()
                .forEach(list ->
                        list.sort(Comparator.comparingLong(i -> truth.get(i).sentMicros())));
    }

    /** The answer as trees, in which a call that is in the truth has its identity there. */
    static PathForest forest(List<TrueCallLine> truth, MessageTable messages, CallTable calls) {
        int[] match = new TruthMatch(truth).match(messages, calls);
        TiedCalls.settle(messages, calls, match, TrueCallLine.forest(truth).parent());
        PathForest forest = new PathForest(new long[match.length], calls.parent(), new String[match.length]);
        for (int i = 0; i < match.length; i++) {
            forest.id()[i] = match[i] == NO_MATCH ? -2L - i : match[i];
            forest.label()[i] =
                    match[i] == NO_MATCH ? "unknown" : truth.get(match[i]).label();
        }
        return forest;
    }

    private int[] match(MessageTable messages, CallTable calls) {
        for (int call = 0; call < calls.size(); call++) {
            Seen seen = seen(messages, calls, call);
            seenOf.computeIfAbsent(seen.key(), key -> new ArrayList<>()).add(seen);
        }
        seenOf.values().forEach(list -> list.sort(Comparator.comparingDouble(Seen::micros)));
        Map<String, ClockFit> fits = fits();
        List<Pairing> pairings = new ArrayList<>();
        seenOf.forEach((key, list) -> {
            for (Seen seen : list) {
                ClockFit fit = fits.getOrDefault(seen.pair(), new ClockFit(0, 0, 0));
                addPairings(seen, fit, truthOf.getOrDefault(key, List.of()), pairings);
            }
        });
        pairings.sort(Comparator.comparingDouble(Pairing::away)
                .thenComparingInt(Pairing::call)
                .thenComparingInt(Pairing::truth));
        int[] match = new int[calls.size()];
        Arrays.fill(match, NO_MATCH);
        boolean[] taken = new boolean[truth.size()];
        for (Pairing each : pairings) {
            if (match[each.call()] == NO_MATCH && !taken[each.truth()]) {
                match[each.call()] = each.truth();
                taken[each.truth()] = true;
            }
        }
        return match;
    }

    private void addPairings(Seen seen, ClockFit fit, List<Integer> candidates, List<Pairing> to) {
        for (int i : candidates) {
            TrueCallLine line = truth.get(i);
            double sent = line.sentMicros();
            double longer = line.receivedMicros() - sent - usualWay.getOrDefault(line.label(), 0.0);
            double late = seen.micros() - sent - fit.ahead(sent);
            double away = late < 0 ? -late : Math.max(0, late - Math.max(0, longer));
            double answer = line.answeredMicros() <= 0 || Double.isNaN(seen.answeredMicros())
                    ? TOLERANCE_MICROS
                    : Math.abs(seen.answeredMicros() - line.answeredMicros() - fit.ahead(sent));
            if (Math.min(away, answer) < TOLERANCE_MICROS) {
                double both = Math.min(away, TOLERANCE_MICROS) + Math.min(answer, TOLERANCE_MICROS);
                to.add(new Pairing(both, seen.call(), i));
            }
        }
    }

    /** A line for each caller's address and callee; a pair without samples gets none. */
    private Map<String, ClockFit> fits() {
        Map<String, List<ClockFit.Sample>> samples = new HashMap<>();
        seenOf.forEach((key, list) -> {
            List<Integer> known = truthOf.getOrDefault(key, List.of());
            if (known.size() == list.size()) {
                for (int i = 0; i < list.size(); i++) {
                    double sent = truth.get(known.get(i)).sentMicros();
                    samples.computeIfAbsent(list.get(i).pair(), pair -> new ArrayList<>())
                            .add(new ClockFit.Sample(sent, list.get(i).micros() - sent));
                }
            }
        });
        Map<String, ClockFit> fits = new HashMap<>();
        samples.forEach((pair, list) -> fits.put(pair, ClockFit.of(list)));
        return fits;
    }

    private static Seen seen(MessageTable messages, CallTable calls, int call) {
        int row = calls.request()[call];
        int response = calls.response()[call];
        double answered = Double.NaN;
        if (response != MessageTable.NONE) {
            long received = messages.receivedNanos(response);
            answered = (received == MessageTable.NIL ? messages.timeNanos(response) : received) / NANOS_PER_MICRO;
        }
        String caller = messages.nodes().get(messages.source(row)).address();
        String callee = messages.nodes().get(messages.destination(row)).address() + ':' + messages.destinationPort(row);
        return new Seen(
                call,
                caller + ':' + messages.sourcePort(row) + '>' + callee,
                caller + '>' + callee,
                messages.timeNanos(row) / NANOS_PER_MICRO,
                answered);
    }
}
