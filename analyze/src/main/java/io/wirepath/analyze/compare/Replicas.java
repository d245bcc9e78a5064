package io.wirepath.analyze.compare;

import io.wirepath.analyze.sum.BinnedDelays;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.ComparedPlace.Sort;
import io.wirepath.analyze.sum.DelayTrack;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.causes.KeyNumbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.agrona.collections.Int2IntCounterMap;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * How long the replicas of one role take in the same time, compared with each other as two runs are: like requests of
 * the same callers, by ranks, with the spread that blocks of time show. So who asks one replica alone says nothing of
 * it. Callers that ask little are taken together. A delay takes eight bytes, whatever it is like; a role's comparisons
 * cost a bound of delays in all, however many replicas there are. Not thread-safe while it is filled.
 */
public final class Replicas {

    /** Fewest delays of each side. */
    private static final int MIN = 30;

    /** Delays of the others that one is compared with, at most about twice this: a thousand replicas cost no hour. */
    private static final int MAX_OTHERS = 20_000;

    /** The same for all comparisons of a role together. */
    private static final int MAX_OTHERS_OF_A_ROLE = 100 * MAX_OTHERS;

    /** Fewest delays of a caller that is compared by itself. */
    private static final int MIN_OF_A_CALLER = 100;

    /** Fibonacci hashing: those that take turns are not left out in turn. */
    private static final int SCATTER = 0x9e37_79b9;

    private final long firstNanos;
    private final double blockNanos;
    private final Map<Integer, Replica> replicas = new TreeMap<>();
    private final KeyNumbers kinds = new KeyNumbers();
    /** Numbers of the likes, by caller and number of their kind. */
    private final KeyNumbers numbers = new KeyNumbers();

    private final List<Like> likes = new ArrayList<>();

    /**
     * What is compared with its like.
     *
     * @param caller node that asks
     * @param kind any number that is the same for like requests
     */
    private record Like(int caller, long kind) {
        static final int LIGHT = -1;
    }

    /** The delays of one node: what each is like, and its block and bin. */
    private static final class Replica {
        final IntArrayList like = new IntArrayList();
        final IntArrayList bins = new IntArrayList();
        final Int2IntCounterMap callers = new Int2IntCounterMap(0);
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
        int block = (int) ((atNanos - firstNanos) / blockNanos);
        int like = numbers.of(KeyNumbers.pair(caller, kinds.of(kind)));
        if (like == likes.size()) {
            likes.add(new Like(caller, kind));
        }
        own.like.addInt(like);
        own.bins.addInt(BinnedDelays.placed(Math.max(0, Math.min(Sums.BLOCKS - 1, block)), nanos));
        own.callers.incrementAndGet(caller);
    }

    /** The replicas of one role, each of which is compared with the others. */
    public Peers peers(List<Integer> nodes) {
        return new Peers(nodes);
    }

    /** Replicas of one role, once all was added. */
    public final class Peers {
        private final Map<Integer, Replica> own = new TreeMap<>();

        /** How often each caller asks any of them. */
        private final Map<Integer, Integer> asked = new TreeMap<>();

        private int all;

        private Peers(List<Integer> nodes) {
            for (int node : nodes) {
                Replica replica = replicas.get(node);
                if (replica != null) {
                    own.put(node, replica);
                    replica.callers.forEach((caller, number) -> asked.merge(caller, number, Integer::sum));
                    all += replica.bins.size();
                }
            }
        }

        /** How far one node lies above others by all callers; null where too few delays of one kind can be compared. */
        public @Nullable OfCallers contrast(int node) {
            return contrast(node, Set.of());
        }

        /**
         * The same without the caller on whose requests it rests most: what a single one alone sees is no matter of
         * the replica's; null where there is no other.
         */
        public @Nullable OfCallers withoutHeaviest(int node, OfCallers of) {
            Integer heaviest = of.callers().stream()
                    .max(Comparator.comparingInt((Integer caller) -> asked.getOrDefault(caller, 0)))
                    .orElseThrow();
            return contrast(node, Set.of(heaviest));
        }

        private @Nullable OfCallers contrast(int node, Set<Integer> without) {
            Replica replica = own.get(node);
            if (replica == null || replica.bins.size() < MIN || all - replica.bins.size() < MIN) {
                return null;
            }
            Set<Integer> callers = callers(replica, without);
            List<DelayTrack> mine = tracks(Map.of(node, replica), replica.bins.size(), callers);
            if (size(mine) < MIN) {
                return null;
            }
            Map<Integer, Replica> others = new TreeMap<>(own);
            others.remove(node);
            List<DelayTrack> theirs = tracks(others, all - replica.bins.size(), callers);
            if (size(theirs) < MIN) {
                return null;
            }
            Contrast contrast = DelayContrast.ofSameTime(theirs, mine);
            return contrast == null ? null : new OfCallers(contrast, callers);
        }

        /** Those that ask much where they ask both, and all others together where some of them ask either. */
        private Set<Integer> callers(Replica replica, Set<Integer> without) {
            Set<Integer> callers = new TreeSet<>();
            Set<Integer> light = new TreeSet<>();
            boolean here = false;
            boolean there = false;
            for (Map.Entry<Integer, Integer> each : asked.entrySet()) {
                int caller = each.getKey();
                int those = replica.callers.get(caller);
                if (without.contains(caller)) {
                    continue;
                }
                if (!isHeavy(caller)) {
                    light.add(caller);
                    here |= those > 0;
                    there |= those < each.getValue();
                } else if (those > 0 && those < each.getValue()) {
                    callers.add(caller);
                }
            }
            if (here && there) {
                callers.addAll(light);
            }
            return callers;
        }

        private boolean isHeavy(int caller) {
            return asked.getOrDefault(caller, 0) >= MIN_OF_A_CALLER;
        }

        /** The delays that the callers saw at these: of each that asks much, and of all others together. */
        private List<DelayTrack> tracks(Map<Integer, Replica> of, int delays, Set<Integer> callers) {
            int most = Math.min(MAX_OTHERS, Math.max(MIN * Sums.BLOCKS, MAX_OTHERS_OF_A_ROLE / own.size()));
            int step = Math.max(1, delays / most);
            Map<Like, IntArrayList> bins = new HashMap<>();
            IntArrayList leftOut = new IntArrayList();
            Int2ObjectHashMap<IntArrayList> binsOf = new Int2ObjectHashMap<>();
            int skipped = 0;
            for (Replica each : of.values()) {
                int size = each.bins.size();
                int from = skipped;
                for (; from < size; from += step) {
                    int at = step == 1 ? from : Math.min(size - 1, from + (from * SCATTER >>> Short.SIZE) % step);
                    binsOf.computeIfAbsent(each.like.getInt(at), number -> {
                                Like like = likes.get(number);
                                Like compared = isHeavy(like.caller()) ? like : new Like(Like.LIGHT, like.kind());
                                return callers.contains(like.caller())
                                        ? bins.computeIfAbsent(compared, unseen -> new IntArrayList())
                                        : leftOut;
                            })
                            .addInt(each.bins.getInt(at));
                }
                skipped = from - size;
            }
            ComparedPlace place = new ComparedPlace(Sort.NODE, of.keySet().toString(), "");
            List<DelayTrack> tracks = new ArrayList<>();
            bins.forEach((like, delaysOf) -> tracks.add(new DelayTrack(
                    place,
                    Measure.DURATION,
                    like.caller() + " " + like.kind(),
                    BinnedDelays.ofPlaced(delaysOf.toIntArray(), Sums.BLOCKS))));
            tracks.sort(Comparator.comparing(DelayTrack::kind));
            return tracks;
        }
    }

    private static int size(List<DelayTrack> tracks) {
        return tracks.stream().mapToInt(DelayTrack::size).sum();
    }
}
