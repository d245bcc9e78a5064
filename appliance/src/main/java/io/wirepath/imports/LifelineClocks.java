package io.wirepath.imports;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How far the clocks of hosts are apart that log events of the same identities, roughly: enough to put the events of an
 * identity in order. A host whose events are a second or more from those of all others, in each identity, has a clock
 * of its own, as no network takes as long at least. Its events lie in the middle of the longest pause of a host that
 * waited as long, at the same distance of clocks in most of several identities: the one whose pause is the least too
 * long. Where none did, its times are taken as they are. Not thread-safe.
 */
final class LifelineClocks {

    private static final long MAX_LEAST_DELAY = 1_000_000_000;
    private static final double MOSTLY = 0.9;

    /** Of an identity that more hosts share, nobody looks who was busy longer. */
    private static final int MAX_TOGETHER = 32;

    /** When a host logged events of an identity, the first and the last, and its longest pause. */
    private record Part(long firstNanos, long lastNanos, long pauseFromNanos, long pauseUntilNanos) {

        static Part of(List<Long> nanos) {
            long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
            int longest = 0;
            for (int i = 1; i + 1 < sorted.length; i++) {
                longest = sorted[i + 1] - sorted[i] > sorted[longest + 1] - sorted[longest] ? i : longest;
            }
            return new Part(
                    sorted[0],
                    sorted[sorted.length - 1],
                    sorted[longest],
                    sorted[Math.min(longest + 1, sorted.length - 1)]);
        }

        long lengthNanos() {
            return lastNanos - firstNanos;
        }

        /** How much longer the pause is than the other's events take; negative where they do not fit. */
        long slackNanos(Part other) {
            return pauseUntilNanos - pauseFromNanos - other.lengthNanos();
        }

        /** How far the other is from it, where its clock is so much ahead. */
        long distanceNanos(Part other, long aheadNanos) {
            return Math.max(other.firstNanos - aheadNanos - lastNanos, firstNanos - (other.lastNanos - aheadNanos));
        }

        /** How far the other's clock is ahead if its events are in the middle of the pause. */
        long aheadNanos(Part other) {
            return other.firstNanos + other.lengthNanos() / 2 - pauseFromNanos - (pauseUntilNanos - pauseFromNanos) / 2;
        }
    }

    /** Of each host its parts, by identity. */
    private final Map<String, Map<String, List<Long>>> told = new HashMap<>();

    void add(String identity, String host, long nanos) {
        told.computeIfAbsent(host, unseen -> new HashMap<>())
                .computeIfAbsent(identity, unseen -> new ArrayList<>())
                .add(nanos);
    }

    /** How far each host's clock is ahead of the others', those that are apart alone. */
    Map<String, Long> ahead() {
        Map<String, Map<String, Part>> parts = new HashMap<>();
        told.forEach((host, of) -> {
            Map<String, Part> own = new HashMap<>();
            of.forEach((identity, nanos) -> own.put(identity, Part.of(nanos)));
            parts.put(host, own);
        });
        List<String> hosts = new ArrayList<>(parts.keySet());
        hosts.sort(Comparator.comparingDouble((String host) -> -meanLength(parts.getOrDefault(host, Map.of())))
                .thenComparing(host -> host));
        hosts = outerFirst(hosts, parts);
        Map<String, Long> ahead = new HashMap<>();
        Map<String, List<Integer>> placed = new HashMap<>();
        for (int at = 0; at < hosts.size(); at++) {
            Map<String, Part> own = parts.getOrDefault(hosts.get(at), Map.of());
            SortedSet<Integer> others = new TreeSet<>();
            own.keySet().forEach(identity -> others.addAll(placed.getOrDefault(identity, List.of())));
            long best = Long.MAX_VALUE;
            long found = 0;
            for (int other : others) {
                long theirs = ahead.getOrDefault(hosts.get(other), 0L);
                List<Part[]> both = both(parts.getOrDefault(hosts.get(other), Map.of()), own);
                if (isNear(both)) {
                    found = theirs;
                    break;
                } else if (slack(both) < best && areNear(both, middle(both))) {
                    best = slack(both);
                    found = theirs + middle(both);
                }
            }
            ahead.put(hosts.get(at), found);
            for (String identity : own.keySet()) {
                placed.computeIfAbsent(identity, unseen -> new ArrayList<>()).add(at);
            }
        }
        ahead.values().removeIf(nanos -> nanos == 0);
        return ahead;
    }

    private static double meanLength(Map<String, Part> of) {
        return of.values().stream().mapToLong(Part::lengthNanos).average().orElse(0);
    }

    /**
     * Hosts in an order in which each is behind those that were busy longer in the identities they share: of all its
     * identities, a host that is asked now and then may be busy longer than who asks it.
     */
    private static List<String> outerFirst(List<String> hosts, Map<String, Map<String, Part>> parts) {
        Map<String, List<String>> sharing = new LinkedHashMap<>();
        hosts.forEach(host -> parts.getOrDefault(host, Map.of())
                .keySet()
                .forEach(identity -> sharing.computeIfAbsent(identity, unseen -> new ArrayList<>())
                        .add(host)));
        Map<String, Map<String, Long>> longer = new HashMap<>();
        sharing.forEach((identity, together) -> {
            for (String one : together.size() <= MAX_TOGETHER ? together : List.<String>of()) {
                for (String other : together) {
                    if (!one.equals(other)) {
                        long more = length(parts, other, identity) - length(parts, one, identity);
                        longer.computeIfAbsent(one, unseen -> new LinkedHashMap<>())
                                .merge(other, more, Long::sum);
                    }
                }
            }
        });
        Set<String> ordered = new LinkedHashSet<>();
        Set<String> waiting = new HashSet<>();
        Deque<String> next = new ArrayDeque<>();
        for (String host : hosts) {
            next.push(host);
            while (!next.isEmpty()) {
                String inner = next.element();
                if (waiting.add(inner)) {
                    longer.getOrDefault(inner, Map.of()).forEach((outer, more) -> {
                        if (more > 0 && !waiting.contains(outer)) {
                            next.push(outer);
                        }
                    });
                } else {
                    ordered.add(next.pop());
                }
            }
        }
        return List.copyOf(ordered);
    }

    private static long length(Map<String, Map<String, Part>> parts, String host, String identity) {
        Part part = parts.getOrDefault(host, Map.of()).get(identity);
        return part == null ? 0 : part.lengthNanos();
    }

    /** The parts of two hosts in the same identities. */
    private static List<Part[]> both(Map<String, Part> outer, Map<String, Part> inner) {
        List<Part[]> both = new ArrayList<>();
        inner.forEach((identity, part) -> {
            Part other = outer.get(identity);
            if (other != null) {
                both.add(new Part[] {other, part});
            }
        });
        return both;
    }

    /** Whether some events are within a second of each other's, with clocks that are alike. */
    private static boolean isNear(List<Part[]> both) {
        return both.stream().anyMatch(pair -> pair[0].distanceNanos(pair[1], 0) < MAX_LEAST_DELAY);
    }

    /** Whether most are: what comes hours later by one clock does so always, and what lay in a queue does not. */
    private static boolean areNear(List<Part[]> both, long aheadNanos) {
        boolean isOnce = both.size() == 1; // whenever it came, some clock would be as far ahead
        return !isOnce
                && both.stream()
                                .filter(pair -> pair[0].distanceNanos(pair[1], aheadNanos) < MAX_LEAST_DELAY)
                                .count()
                        >= MOSTLY * both.size();
    }

    /** By how much pauses are too long, the median; beyond all where most are too short. */
    private static long slack(List<Part[]> both) {
        long[] slack = both.stream()
                .mapToLong(pair -> pair[0].slackNanos(pair[1]))
                .sorted()
                .toArray();
        boolean fits = slack.length > 0 && slack[(int) ((1 - MOSTLY) * slack.length)] >= 0;
        return fits ? slack[slack.length / 2] : Long.MAX_VALUE;
    }

    private static long middle(List<Part[]> both) {
        long[] ahead =
                both.stream().mapToLong(pair -> pair[0].aheadNanos(pair[1])).toArray();
        Arrays.sort(ahead);
        return ahead[ahead.length / 2];
    }
}
