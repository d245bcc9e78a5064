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

    /** A caller with fewer calls may be concerned although none of its calls is. */
    private static final int MIN_CALLS = 30;

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
        Calls its = callers.computeIfAbsent(caller, unseen -> new Calls());
        its.all++;
        its.concerned += isConcerned ? 1 : 0;
    }

    /** Counts the calls of another tally. */
    void add(CallerTally other) {
        other.callers.forEach((caller, its) ->
                callers.computeIfAbsent(caller, unseen -> new Calls()).add(its));
    }

    /** The calls of all whom it concerns. */
    Calls concerned() {
        Calls sum = new Calls();
        callers.values().stream().filter(CallerTally::mayBeConcerned).forEach(sum::add);
        return sum;
    }

    /** How many callers have calls that it concerns. */
    long callers() {
        return callers.values().stream().filter(its -> its.concerned > 0).count();
    }

    /** Calls of all callers, whomever it concerns. */
    int all() {
        return callers.values().stream().mapToInt(Calls::all).sum();
    }

    /** Calls of this caller. */
    Calls of(int caller) {
        return callers.getOrDefault(caller, new Calls());
    }

    private static boolean mayBeConcerned(Calls its) {
        return its.concerned > 0 || its.all < MIN_CALLS;
    }

    /**
     * The one client whose matter it is alone: there are enough others, and it is no usual one. Other servers are no
     * strangers, nor is who makes most of the calls where only clients call.
     *
     * @param isClient whether a caller works for nobody
     */
    Optional<Integer> stranger(IntPredicate isClient) {
        return callers.entrySet().stream()
                .filter(its -> isClient.test(its.getKey()))
                .max(Comparator.comparingInt(its -> its.getValue().concerned))
                .map(Map.Entry::getKey)
                .filter(client -> isStranger(client, isClient));
    }

    private boolean isStranger(int client, IntPredicate isClient) {
        Calls its = of(client);
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
        boolean isUsual = servers.all < MIN_CALLS && its.all > others.all;
        return others.concerned == 0 && others.all >= MIN_CALLS && !isUsual;
    }
}
