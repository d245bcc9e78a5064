package io.wirepath.analyze.compare;

import static java.util.stream.Collectors.toSet;

import io.wirepath.analyze.sum.BinnedDelays;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.ComparedPlace.Sort;
import io.wirepath.analyze.sum.DelayTrack;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Sums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * How long the replicas of one role take in the same time, compared with each other as two runs are: like requests of
 * the same callers, by ranks, with the spread that blocks of time show. So who asks one replica alone says nothing of
 * it. Callers that ask little are taken together. Not thread-safe while it is filled.
 */
public final class Replicas {

    /** Fewest delays of each side. */
    private static final int LEAST = 30;

    /** Delays of the others that one is compared with, at most about twice this: a thousand replicas cost no hour. */
    private static final int MAX_OTHERS = 20_000;

    private final long firstNanos;
    private final double blockNanos;
    private final Map<Integer, Replica> replicas = new TreeMap<>();

    /** Fewest delays of a caller that is compared by itself. */
    private static final int MIN_OF_A_CALLER = 100;

    /**
     * What is compared with its like.
     *
     * @param caller node that asks
     * @param kind any number that is the same for like requests
     */
    private record Like(int caller, long kind) {
        static final int LIGHT = -1;
    }

    /** The delays of one node, by what is alike and block, as bins. */
    private static final class Replica {
        final Map<Like, IntArrayList[]> kinds = new HashMap<>();
        final Map<Integer, Integer> callers = new HashMap<>();
    }

    /**
     * How far one node lies above others.
     *
     * @param contrast the difference, in nanoseconds
     * @param callers nodes on whose requests it rests
     */
    public record OfCallers(Contrast contrast, Set<Integer> callers) {}

    /** Those that began in this time, ns since the epoch, both ends included. */
    public Replicas(long firstNanos, long lastNanos) {
        this.firstNanos = firstNanos;
        blockNanos = Math.max(1, (lastNanos - firstNanos + 1) / (double) Sums.BLOCKS);
    }

    /** Adds a delay of a node. */
    public void add(int node, long atNanos, int caller, long kind, long nanos) {
        Replica own = replicas.computeIfAbsent(node, unseen -> new Replica());
        IntArrayList[] blocks = own.kinds.computeIfAbsent(new Like(caller, kind), unseen -> {
            IntArrayList[] empty = new IntArrayList[Sums.BLOCKS];
            Arrays.setAll(empty, block -> new IntArrayList());
            return empty;
        });
        int block = (int) ((atNanos - firstNanos) / blockNanos);
        blocks[Math.max(0, Math.min(Sums.BLOCKS - 1, block))].addInt(BinnedDelays.of(nanos));
        own.callers.merge(caller, 1, Integer::sum);
    }

    /** How far one node lies above others by all callers; null where too few delays of one kind can be compared. */
    public @Nullable OfCallers contrast(int node, List<Integer> others) {
        return contrast(node, others, Set.of());
    }

    /**
     * The same without the caller on whose requests it rests most: what a single one alone sees is no matter of the
     * replica's; null where there is no other.
     */
    public @Nullable OfCallers withoutHeaviest(int node, List<Integer> others, OfCallers all) {
        Map<Integer, Integer> asked = asked(node, others);
        Integer heaviest = all.callers().stream()
                .max(Comparator.comparingInt((Integer caller) -> asked.getOrDefault(caller, 0)))
                .orElseThrow();
        return contrast(node, others, Set.of(heaviest));
    }

    private @Nullable OfCallers contrast(int node, List<Integer> others, Set<Integer> without) {
        Set<Integer> here = callers(List.of(node));
        Set<Integer> there = callers(others);
        Set<Integer> callers = new TreeSet<>(here);
        callers.addAll(there);
        callers.removeAll(without);
        Map<Integer, Integer> asked = asked(node, others);
        Set<Integer> heavy = callers.stream()
                .filter(caller -> asked.getOrDefault(caller, 0) >= MIN_OF_A_CALLER)
                .collect(toSet());
        callers.removeIf(caller -> heavy.contains(caller) && !(here.contains(caller) && there.contains(caller)));
        // those that ask little are compared together, where some of them ask both
        Set<Integer> light = new TreeSet<>(callers);
        light.removeAll(heavy);
        if (Collections.disjoint(light, here) || Collections.disjoint(light, there)) {
            callers.removeAll(light);
        }
        List<DelayTrack> mine = tracks(List.of(node), callers, heavy);
        List<DelayTrack> theirs = tracks(others, callers, heavy);
        if (size(mine) < LEAST || size(theirs) < LEAST) {
            return null;
        }
        Contrast contrast = DelayContrast.ofSameTime(theirs, mine);
        return contrast == null ? null : new OfCallers(contrast, callers);
    }

    private Set<Integer> callers(List<Integer> nodes) {
        return all(nodes).flatMap(own -> own.callers.keySet().stream()).collect(toSet());
    }

    /** How often each caller asks one of these nodes. */
    private Map<Integer, Integer> asked(int node, List<Integer> others) {
        Map<Integer, Integer> asked = new HashMap<>();
        Stream.concat(all(List.of(node)), all(others))
                .forEach(own -> own.callers.forEach((caller, number) -> asked.merge(caller, number, Integer::sum)));
        return asked;
    }

    private Stream<Replica> all(List<Integer> nodes) {
        return nodes.stream().filter(replicas::containsKey).map(replicas::get);
    }

    private static int size(List<DelayTrack> tracks) {
        return tracks.stream().mapToInt(DelayTrack::size).sum();
    }

    /** The delays that the callers saw at these nodes: of each that asks much, and of all others together. */
    private List<DelayTrack> tracks(List<Integer> nodes, Set<Integer> callers, Set<Integer> heavy) {
        Map<Like, IntArrayList[]> kinds = new HashMap<>();
        int all = all(nodes)
                .flatMap(own -> own.callers.values().stream())
                .mapToInt(Integer::intValue)
                .sum();
        int step = Math.max(1, all / MAX_OTHERS);
        all(nodes)
                .forEach(own -> own.kinds.forEach((like, blocks) -> {
                    if (!callers.contains(like.caller())) {
                        return;
                    }
                    Like of = heavy.contains(like.caller()) ? like : new Like(Like.LIGHT, like.kind());
                    IntArrayList[] to = kinds.computeIfAbsent(of, unseen -> new IntArrayList[Sums.BLOCKS]);
                    for (int block = 0; block < to.length; block++) {
                        to[block] = to[block] == null ? new IntArrayList() : to[block];
                        for (int i = 0; i < blocks[block].size(); i += step) {
                            to[block].addInt(blocks[block].getInt(i));
                        }
                    }
                }));
        ComparedPlace place = new ComparedPlace(Sort.NODE, nodes.toString(), "");
        List<DelayTrack> tracks = new ArrayList<>();
        kinds.forEach((like, blocks) -> tracks.add(new DelayTrack(
                place,
                Measure.DURATION,
                like.caller() + " " + like.kind(),
                Arrays.stream(blocks)
                        .map(bins -> BinnedDelays.ofBins(bins.toIntArray()))
                        .toList())));
        tracks.sort(Comparator.comparing(DelayTrack::kind));
        return tracks;
    }
}
