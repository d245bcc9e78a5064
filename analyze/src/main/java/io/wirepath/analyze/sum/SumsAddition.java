package io.wirepath.analyze.sum;

import io.wirepath.causes.TimeSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Adds up tracks, block by block, and keeps the places and kinds with most requests. Used once; not thread-safe. */
final class SumsAddition {

    /** The place of a block that is left out. */
    static final int NOWHERE = -1;

    /** Places of each measure that are kept: those with the most requests. */
    private static final int MAX_PLACES = 200;

    /** Kinds of requests of a place that are kept. */
    private static final int MAX_KINDS = 20;

    private final List<TimeSpan> blocks;
    private final Map<Key, Map<String, BinnedDelays[]>> delays = new HashMap<>();
    private final Map<Key, double[]> events = new HashMap<>();
    private final Map<Key, double[]> trials = new HashMap<>();

    /** Of measures whose trials are those of the whole system, wherever the events are. */
    private final Map<Measure, double[]> ofAll = new EnumMap<>(Measure.class);

    private record Key(ComparedPlace place, Measure measure) implements Comparable<Key> {

        // those that a record has by itself are slow, and each call of a run is counted at ten places
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && measure == key.measure && place.equals(key.place);
        }

        @Override
        public int hashCode() {
            return 31 * place.hashCode() + measure.ordinal();
        }

        @Override
        public int compareTo(Key other) {
            int byMeasure = measure.compareTo(other.measure);
            return byMeasure != 0 ? byMeasure : place.compareTo(other.place);
        }
    }

    SumsAddition(List<TimeSpan> blocks) {
        this.blocks = blocks;
    }

    /** Adds sums: each block to the one at its place. */
    void add(Sums sums, int[] places) {
        for (DelayTrack track : sums.delays()) {
            BinnedDelays[] to = delays(track.place(), track.measure(), track.kind());
            for (int i = 0; i < places.length; i++) {
                if (places[i] != NOWHERE) {
                    to[places[i]] = to[places[i]].plus(track.blocks().get(i));
                }
            }
        }
        Set<Measure> counted = new HashSet<>();
        for (ShareTrack track : sums.shares()) {
            Key key = new Key(track.place(), track.measure());
            add(track.events(), places, events.computeIfAbsent(key, unseen -> new double[blocks.size()]));
            if (!track.measure().isOfAll()) {
                add(track.trials(), places, trials.computeIfAbsent(key, unseen -> new double[blocks.size()]));
            } else if (counted.add(track.measure())) {
                add(track.trials(), places, trialsOfAll(track.measure()));
            }
        }
    }

    private static void add(double[] numbers, int[] places, double[] to) {
        for (int i = 0; i < places.length; i++) {
            if (places[i] != NOWHERE) {
                to[places[i]] += numbers[i];
            }
        }
    }

    /** The delays of a kind, to be filled. */
    BinnedDelays[] delays(ComparedPlace place, Measure measure, String kind) {
        return delays.computeIfAbsent(new Key(place, measure), key -> new HashMap<>())
                .computeIfAbsent(kind, unseen -> {
                    BinnedDelays[] empty = new BinnedDelays[blocks.size()];
                    Arrays.fill(empty, BinnedDelays.NONE);
                    return empty;
                });
    }

    /** The events of a place, to be filled. */
    double[] events(ComparedPlace place, Measure measure) {
        return events.computeIfAbsent(new Key(place, measure), key -> new double[blocks.size()]);
    }

    /** The trials of a place, to be filled; of a measure that has those of the whole system, these. */
    double[] trials(ComparedPlace place, Measure measure) {
        return measure.isOfAll()
                ? trialsOfAll(measure)
                : trials.computeIfAbsent(new Key(place, measure), key -> new double[blocks.size()]);
    }

    /** The trials of the whole system, to be filled. */
    double[] trialsOfAll(Measure measure) {
        return ofAll.computeIfAbsent(measure, unseen -> new double[blocks.size()]);
    }

    /** What was added. */
    Sums sums(long first, long last) {
        List<DelayTrack> delayTracks = new ArrayList<>();
        Map<Key, Double> sizes = new TreeMap<>();
        new TreeMap<>(delays).forEach((key, kinds) -> {
            List<Sized> kept = kinds.entrySet().stream()
                    .map(kind -> Sized.of(
                            new DelayTrack(key.place(), key.measure(), kind.getKey(), List.of(kind.getValue()))))
                    .filter(track -> track.size > 0)
                    .sorted()
                    .limit(MAX_KINDS)
                    .toList();
            kept.forEach(track -> delayTracks.add(track.of));
            sizes.put(key, kept.stream().mapToDouble(Sized::size).sum());
        });
        Set<Key> largest = largest(sizes);
        delayTracks.removeIf(track -> !largest.contains(new Key(track.place(), track.measure())));
        return new Sums(first, last, blocks, List.copyOf(delayTracks), shares());
    }

    /** A kind, and how many delays it has; the largest first. */
    private record Sized(DelayTrack of, int size) implements Comparable<Sized> {

        static Sized of(DelayTrack track) {
            return new Sized(track, track.size());
        }

        @Override
        public int compareTo(Sized other) {
            int bySize = Integer.compare(other.size, size);
            return bySize != 0 ? bySize : of.kind().compareTo(other.of.kind());
        }
    }

    private List<ShareTrack> shares() {
        List<ShareTrack> tracks = new ArrayList<>();
        Map<Key, Double> sizes = new TreeMap<>();
        new TreeMap<>(events).forEach((key, happened) -> {
            ShareTrack track = new ShareTrack(key.place(), key.measure(), happened, trials(key.place(), key.measure()));
            double size = key.measure().isOfAll() ? track.allEvents() : track.allTrials();
            if (size > 0) {
                tracks.add(track);
                sizes.put(key, size);
            }
        });
        Set<Key> largest = largest(sizes);
        tracks.removeIf(track -> !largest.contains(new Key(track.place(), track.measure())));
        return List.copyOf(tracks);
    }

    /** Of each measure the places with most of it. */
    private static Set<Key> largest(Map<Key, Double> sizes) {
        Set<Key> kept = new HashSet<>();
        for (Measure measure : Measure.values()) {
            sizes.entrySet().stream()
                    .filter(size -> size.getKey().measure() == measure)
                    .sorted(Map.Entry.<Key, Double>comparingByValue().reversed())
                    .limit(MAX_PLACES)
                    .forEach(size -> kept.add(size.getKey()));
        }
        return kept;
    }
}
