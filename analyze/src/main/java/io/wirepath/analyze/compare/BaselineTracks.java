package io.wirepath.analyze.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.agrona.collections.IntArrayList;

/** Fills the tracks of a {@link Baseline}, block by block. Not thread-safe. */
final class BaselineTracks {

    /** Places of each measure that are kept: those with the most requests. */
    private static final int MOST_PLACES = 200;

    /** Kinds of requests of a place that are kept. */
    private static final int MOST_KINDS = 20;

    private static final double SECOND = 1e9;

    private final long firstNanos;
    private final double blockNanos;
    private final Map<Key, Map<String, IntArrayList[]>> delays = new HashMap<>();
    private final Map<Key, double[][]> shares = new HashMap<>();
    private double[] paths = new double[Baseline.BLOCKS];

    private record Key(ComparedPlace place, Measure measure) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byMeasure = measure.compareTo(other.measure);
            return byMeasure != 0 ? byMeasure : place.compareTo(other.place);
        }
    }

    BaselineTracks(long firstNanos, long lastNanos) {
        this.firstNanos = firstNanos;
        blockNanos = Math.max(1, (lastNanos - firstNanos + 1) / (double) Baseline.BLOCKS);
    }

    private int block(long nanos) {
        return (int) Math.max(0, Math.min(Baseline.BLOCKS - 1, (long) ((nanos - firstNanos) / blockNanos)));
    }

    void delay(ComparedPlace place, Measure measure, String kind, long at, long nanos) {
        IntArrayList[] blocks = delays.computeIfAbsent(new Key(place, measure), key -> new HashMap<>())
                .computeIfAbsent(kind, key -> {
                    IntArrayList[] empty = new IntArrayList[Baseline.BLOCKS];
                    Arrays.setAll(empty, block -> new IntArrayList());
                    return empty;
                });
        blocks[block(at)].addInt(BinnedDelays.of(nanos));
    }

    /** Counts a trial, and the event if it happened. */
    void count(ComparedPlace place, Measure measure, long at, int happened) {
        double[][] its = shares.computeIfAbsent(new Key(place, measure), key -> new double[2][Baseline.BLOCKS]);
        its[0][block(at)] += happened;
        its[1][block(at)]++;
    }

    /** Counts a request of a rate. */
    void rate(ComparedPlace place, long at) {
        shares.computeIfAbsent(new Key(place, Measure.LOAD), key -> {
            double[] seconds = new double[Baseline.BLOCKS];
            Arrays.fill(seconds, blockNanos / SECOND);
            return new double[][] {new double[Baseline.BLOCKS], seconds};
        })[0][block(at)]++;
    }

    /** The moments at which all paths began: what the frequencies of patterns are shares of. */
    void trials(long[] nanos) {
        paths = new double[Baseline.BLOCKS];
        for (long at : nanos) {
            paths[block(at)]++;
        }
    }

    /** Counts a path of this pattern. */
    void path(ComparedPlace pattern, long at) {
        shares.computeIfAbsent(new Key(pattern, Measure.FREQUENCY), key ->
                new double[][] {new double[Baseline.BLOCKS], paths})[0][block(at)]++;
    }

    Baseline baseline(long first, long last, long requests) {
        List<DelayTrack> delayTracks = new ArrayList<>();
        new TreeMap<>(delays)
                .forEach((key, kinds) -> kinds.entrySet().stream()
                        .map(kind -> track(key, kind.getKey(), kind.getValue()))
                        .sorted(Comparator.comparingInt((DelayTrack track) -> -track.size())
                                .thenComparing(DelayTrack::kind))
                        .limit(MOST_KINDS)
                        .forEach(delayTracks::add));
        List<ShareTrack> shareTracks = new ArrayList<>();
        new TreeMap<>(shares)
                .forEach((key, its) -> shareTracks.add(new ShareTrack(key.place(), key.measure(), its[0], its[1])));
        return new Baseline(first, last, requests, bounded(delayTracks), most(shareTracks));
    }

    private static DelayTrack track(Key key, String kind, IntArrayList[] blocks) {
        List<BinnedDelays> binned = Arrays.stream(blocks)
                .map(bins -> BinnedDelays.ofBins(bins.toIntArray(), bins.size()))
                .toList();
        return new DelayTrack(key.place(), key.measure(), kind, binned);
    }

    private static List<DelayTrack> bounded(List<DelayTrack> tracks) {
        Map<Key, Integer> size = new TreeMap<>();
        tracks.forEach(track -> size.merge(new Key(track.place(), track.measure()), track.size(), Integer::sum));
        Set<Key> kept = largest(size.entrySet().stream()
                .map(its -> Map.entry(its.getKey(), (double) its.getValue()))
                .toList());
        return tracks.stream()
                .filter(track -> kept.contains(new Key(track.place(), track.measure())))
                .toList();
    }

    private static List<ShareTrack> most(List<ShareTrack> tracks) {
        Set<Key> kept = largest(tracks.stream()
                .map(track -> Map.entry(
                        new Key(track.place(), track.measure()),
                        track.measure() == Measure.LOAD || track.measure() == Measure.FREQUENCY
                                ? track.allEvents()
                                : track.allTrials()))
                .toList());
        return tracks.stream()
                .filter(track -> kept.contains(new Key(track.place(), track.measure())))
                .toList();
    }

    /** Of each measure the places with most of it. */
    private static Set<Key> largest(List<Map.Entry<Key, Double>> sizes) {
        Set<Key> kept = new HashSet<>();
        for (Measure measure : Measure.values()) {
            sizes.stream()
                    .filter(its -> its.getKey().measure() == measure)
                    .sorted(Map.Entry.<Key, Double>comparingByValue().reversed())
                    .limit(MOST_PLACES)
                    .forEach(its -> kept.add(its.getKey()));
        }
        return kept;
    }
}
