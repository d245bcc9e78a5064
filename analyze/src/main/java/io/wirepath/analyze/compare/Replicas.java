package io.wirepath.analyze.compare;

import io.wirepath.analyze.sum.BinnedDelays;
import io.wirepath.analyze.sum.ComparedPlace.Sort;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.DelayTrack;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Sums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * How long the replicas of one role take in the same time, compared with each other as two runs are: like with like, by
 * ranks, with the spread that blocks of time show. Not thread-safe while it is filled.
 */
public final class Replicas {

    /** Fewest delays of each side. */
    private static final int LEAST = 30;

    /** Delays of the others that one is compared with, at most about twice this: a thousand replicas cost no hour. */
    private static final int MOST_OTHERS = 20_000;

    private final long firstNanos;
    private final double blockNanos;
    private final Map<Integer, Replica> replicas = new TreeMap<>();

    /** The delays of one node, by kind and block, as bins. */
    private static final class Replica {
        final Map<Long, IntArrayList[]> kinds = new TreeMap<>();
        int size;
    }

    /** Those that began in this time, ns since the epoch, both ends included. */
    public Replicas(long firstNanos, long lastNanos) {
        this.firstNanos = firstNanos;
        blockNanos = Math.max(1, (lastNanos - firstNanos + 1) / (double) Sums.BLOCKS);
    }

    /** Adds a delay of a node. */
    public void add(int node, long atNanos, long kind, long nanos) {
        Replica its = replicas.computeIfAbsent(node, unseen -> new Replica());
        IntArrayList[] blocks = its.kinds.computeIfAbsent(kind, unseen -> {
            IntArrayList[] empty = new IntArrayList[Sums.BLOCKS];
            Arrays.setAll(empty, block -> new IntArrayList());
            return empty;
        });
        int block = (int) ((atNanos - firstNanos) / blockNanos);
        blocks[Math.max(0, Math.min(Sums.BLOCKS - 1, block))].addInt(BinnedDelays.of(nanos));
        its.size++;
    }

    /** How far one node lies above others, in nanoseconds; null where too few delays of one kind can be compared. */
    public @Nullable Contrast contrast(int node, List<Integer> others) {
        List<DelayTrack> mine = tracks(List.of(node));
        List<DelayTrack> theirs = tracks(others);
        return size(mine) < LEAST || size(theirs) < LEAST ? null : DelayContrast.ofSameTime(theirs, mine);
    }

    private static int size(List<DelayTrack> tracks) {
        return tracks.stream().mapToInt(DelayTrack::size).sum();
    }

    private List<DelayTrack> tracks(List<Integer> nodes) {
        List<Replica> its = new ArrayList<>();
        nodes.stream().filter(replicas::containsKey).forEach(node -> its.add(replicas.get(node)));
        int step = Math.max(1, its.stream().mapToInt(replica -> replica.size).sum() / MOST_OTHERS);
        Map<Long, IntArrayList[]> kinds = new TreeMap<>();
        for (Replica replica : its) {
            replica.kinds.forEach((kind, blocks) -> {
                IntArrayList[] to = kinds.computeIfAbsent(kind, unseen -> new IntArrayList[Sums.BLOCKS]);
                for (int block = 0; block < to.length; block++) {
                    to[block] = to[block] == null ? new IntArrayList() : to[block];
                    for (int i = 0; i < blocks[block].size(); i += step) {
                        to[block].addInt(blocks[block].getInt(i));
                    }
                }
            });
        }
        ComparedPlace place = new ComparedPlace(Sort.NODE, nodes.toString(), "");
        List<DelayTrack> tracks = new ArrayList<>();
        kinds.forEach((kind, blocks) -> tracks.add(new DelayTrack(
                place,
                Measure.DURATION,
                Long.toString(kind),
                Arrays.stream(blocks)
                        .map(bins -> BinnedDelays.ofBins(bins.toIntArray()))
                        .toList())));
        return tracks;
    }
}
