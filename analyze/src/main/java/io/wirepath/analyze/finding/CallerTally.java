package io.wirepath.analyze.finding;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * How many calls of each caller there were, and of how many the matter is. A share is one of the calls of those whom it
 * concerns: who asks for other things, such as a health checker, changes nothing of it. Not thread-safe.
 */
final class CallerTally {

    /** Calls of one caller. */
    static final class Calls {
        private int all;
        private int concerned;

        int all() {
            return all;
        }

        int concerned() {
            return concerned;
        }

        private void add(Calls other) {
            all += other.all;
            concerned += other.concerned;
        }
    }

    private final Map<Integer, Calls> callers = new TreeMap<>();

    /** Counts a call. */
    void count(int caller, boolean isConcerned) {
        Calls own = callers.computeIfAbsent(caller, unseen -> new Calls());
        own.all++;
        own.concerned += isConcerned ? 1 : 0;
    }

    /** Counts the calls of another tally. */
    void add(CallerTally other) {
        other.callers.forEach((caller, own) ->
                callers.computeIfAbsent(caller, unseen -> new Calls()).add(own));
    }

    /** The calls of all whom it concerns. */
    Calls concerned() {
        Calls sum = new Calls();
        callers.values().stream().filter(CallerTally::mayBeConcerned).forEach(sum::add);
        return sum;
    }

    /** How many callers these calls are of. */
    int asked() {
        return (int)
                callers.values().stream().filter(CallerTally::mayBeConcerned).count();
    }

    /** {@code one caller}, {@code 200 callers}: those whose calls these are. */
    String whose() {
        return asked() == 1 ? "one caller" : asked() + " callers";
    }

    /** How many callers have calls that it concerns. */
    int callers() {
        return (int) callers.values().stream().filter(own -> own.concerned > 0).count();
    }

    /** Calls of all callers, whomever it concerns. */
    int all() {
        return callers.values().stream().mapToInt(Calls::all).sum();
    }

    /** Calls of this caller. */
    Calls of(int caller) {
        return callers.getOrDefault(caller, new Calls());
    }

    private static boolean mayBeConcerned(Calls own) {
        return own.concerned > 0 || own.all < DetectorInput.MIN_CALLS;
    }

    /**
     * The one client whose matter it is alone: there are enough others, and it is no usual one. Other servers are no
     * strangers, nor is who makes most of the calls where only clients call.
     *
     * @param isClient whether a caller works for nobody
     */
    Optional<Integer> stranger(IntPredicate isClient) {
        return callers.entrySet().stream()
                .filter(own -> isClient.test(own.getKey()))
                .max(Comparator.comparingInt(own -> own.getValue().concerned))
                .map(Map.Entry::getKey)
                .filter(client -> isStranger(client, isClient));
    }

    private boolean isStranger(int client, IntPredicate isClient) {
        Calls own = of(client);
        Calls others = new Calls();
        Calls servers = new Calls();
        callers.forEach((caller, calls) -> {
            if (caller != client) {
                others.add(calls);
            }
            if (!isClient.test(caller)) {
                servers.add(calls);
            }
        });
        boolean isUsual = servers.all < DetectorInput.MIN_CALLS && own.all > others.all;
        return others.concerned == 0 && others.all >= DetectorInput.MIN_CALLS && !isUsual;
    }
}
