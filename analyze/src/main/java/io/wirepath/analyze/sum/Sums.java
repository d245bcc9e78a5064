package io.wirepath.analyze.sum;

import io.wirepath.analyze.delay.KeptForm;
import io.wirepath.causes.TimeSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * What a time of a system was like: what each place did, block of time by block of time. Everything that is compared,
 * whether runs, windows, or stretches of one of them, is compared by this. The blocks tell how far a time differs from
 * itself, which two times of one system do at least.
 *
 * <p>A monoid over times that do not overlap: {@link #NOTHING}, {@link #merge}, and its reverse {@link #cut}.
 * Immutable.
 *
 * @param firstNanos when its first request began, ns since the epoch
 * @param lastNanos when its last one did
 * @param blocks the blocks of time, in their order; every track has an element for each
 * @param delays the delays that were measured, by measure and place
 * @param shares what was counted, by measure and place
 */
public record Sums(
        long firstNanos, long lastNanos, List<TimeSpan> blocks, List<DelayTrack> delays, List<ShareTrack> shares) {

    /** Blocks of a run. */
    public static final int BLOCKS = 32;

    /** Of a time without requests. */
    public static final Sums NOTHING = new Sums(0, 0, List.of(), List.of(), List.of());

    private static final Comparator<TimeSpan> BY_TIME =
            Comparator.comparingLong(TimeSpan::fromNanos).thenComparingLong(TimeSpan::toNanos);

    /** The blocks of a run. */
    public static List<TimeSpan> blocks(long firstNanos, long lastNanos) {
        long block = Math.max(1, (lastNanos - firstNanos + 1) / BLOCKS);
        List<TimeSpan> blocks = new ArrayList<>();
        for (int i = 0; i < BLOCKS; i++) {
            long to = firstNanos + (i + 1) * block;
            blocks.add(new TimeSpan(firstNanos + i * block, i == BLOCKS - 1 ? Math.max(to, lastNanos + 1) : to));
        }
        return List.copyOf(blocks);
    }

    /**
     * These sums as they are kept, or those that stand there.
     *
     * @throws IllegalArgumentException where these are damaged
     */
    public Sums keep(KeptForm form) {
        Sums kept = new Sums(
                form.whole(firstNanos),
                form.whole(lastNanos),
                form.records(TimeSpan.class, blocks),
                form.records(DelayTrack.class, delays),
                form.records(ShareTrack.class, shares));
        int size = kept.blocks.size();
        if (kept.delays.stream().anyMatch(track -> track.blocks().size() != size)
                || kept.shares.stream()
                        .anyMatch(track -> track.events().length != size || track.trials().length != size)) {
            throw new IllegalArgumentException("a track of more or fewer than " + size + " blocks");
        }
        return kept;
    }

    /** Whether there was no request. */
    public boolean isEmpty() {
        return blocks.isEmpty();
    }

    /** Requests of clients. */
    public long requests() {
        return shares.stream()
                .filter(track ->
                        track.measure() == Measure.LOAD && track.place().equals(ComparedPlace.SYSTEM))
                .mapToLong(track -> Math.round(track.allEvents()))
                .sum();
    }

    /** This and another time together. */
    public Sums merge(Sums other) {
        return merged(List.of(this, other));
    }

    /** Times together that do not overlap, in any order. */
    public static Sums merged(Collection<Sums> all) {
        return merged(all, Integer.MAX_VALUE);
    }

    /** Times together that do not overlap, in any order, in at most so many blocks: neighbours are added up. */
    public static Sums merged(Collection<Sums> all, int most) {
        List<Sums> some = all.stream().filter(sums -> !sums.isEmpty()).toList();
        if (some.size() < 2) {
            return some.isEmpty() ? NOTHING : some.get(0).condensed(most);
        }
        List<TimeSpan> blocks = some.stream()
                .flatMap(sums -> sums.blocks.stream())
                .sorted(BY_TIME)
                .toList();
        int[] wide = condensing(blocks.size(), most);
        SumsAddition addition = new SumsAddition(together(blocks, wide));
        for (Sums sums : some) {
            int from = 0;
            int[] places = new int[sums.blocks.size()];
            for (int i = 0; i < places.length; i++) {
                from += blocks.subList(from, blocks.size()).indexOf(sums.blocks.get(i));
                places[i] = wide[from];
            }
            addition.add(sums, places);
        }
        return addition.sums(
                some.stream().mapToLong(Sums::firstNanos).min().orElseThrow(),
                some.stream().mapToLong(Sums::lastNanos).max().orElseThrow());
    }

    /** The blocks whose middle lies within a time. */
    public Sums cut(TimeSpan span) {
        int[] places = new int[blocks.size()];
        List<TimeSpan> kept = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            TimeSpan block = blocks.get(i);
            boolean within = span.holds(block.fromNanos() + (block.toNanos() - block.fromNanos()) / 2);
            places[i] = within ? kept.size() : SumsAddition.NOWHERE;
            if (within) {
                kept.add(block);
            }
        }
        return kept.size() == places.length ? this : rearranged(kept, places);
    }

    /** The same in at most so many blocks: neighbours are added up. */
    public Sums condensed(int most) {
        if (blocks.size() <= most) {
            return this;
        }
        int[] places = condensing(blocks.size(), most);
        return rearranged(together(blocks, places), places);
    }

    /** Where each of so many blocks goes, in at most so many. */
    private static int[] condensing(int size, int most) {
        int[] places = new int[size];
        Arrays.setAll(places, i -> (int) ((long) i * Math.min(most, size) / size));
        return places;
    }

    /** The blocks that these are at these places, in their order. */
    private static List<TimeSpan> together(List<TimeSpan> blocks, int[] places) {
        List<TimeSpan> wide = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            long from = blocks.get(i).fromNanos();
            if (places[i] == wide.size() - 1) {
                from = wide.remove(wide.size() - 1).fromNanos();
            }
            wide.add(new TimeSpan(from, blocks.get(i).toNanos()));
        }
        return List.copyOf(wide);
    }

    private Sums rearranged(List<TimeSpan> to, int[] places) {
        if (to.isEmpty()) {
            return NOTHING;
        }
        SumsAddition addition = new SumsAddition(List.copyOf(to));
        addition.add(this, places);
        return addition.sums(
                Math.max(firstNanos, to.get(0).fromNanos()),
                Math.min(lastNanos, to.get(to.size() - 1).toNanos() - 1));
    }

    /** How long it lasted, ns. */
    public long spanNanos() {
        return lastNanos - firstNanos;
    }
}
