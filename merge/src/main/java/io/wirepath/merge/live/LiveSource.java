package io.wirepath.merge.live;

import io.wirepath.merge.match.Lane;
import io.wirepath.merge.sample.ContentKey;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.agrona.collections.LongArrayList;
import org.jspecify.annotations.Nullable;

/** One incarnation of a sniffer's spool, and how far it was read. Not thread-safe. */
final class LiveSource {

    /** Places remembered to go back to, one a second at most; where they would be more, every second one. */
    private static final int MAX_PLACES = 1 << 10;

    private static final long BETWEEN_PLACES_NANOS = 1_000_000_000L;

    final int number;
    final LiveSniffer sniffer;
    final UUID incarnation;

    /** Numbers of sightings that are part of no message yet, collected for a checkpoint. */
    final LongArrayList open = new LongArrayList();

    private final Checkpoint.@Nullable Source before;
    private final Deque<Place> places = new ArrayDeque<>();
    private long position;
    private long progressAt;
    private long run;
    private Lane lane;

    /** A document from which reading can begin, with the run that it is in. */
    private record Place(long number, long run, long nanos) {}

    LiveSource(int number, LiveSniffer sniffer, UUID incarnation, Checkpoint.@Nullable Source before, int firstLane) {
        this.number = number;
        this.sniffer = sniffer;
        this.incarnation = incarnation;
        this.before = before;
        run = before == null ? 0 : before.run();
        position = before == null ? 0 : before.replayFrom() - 1;
        lane = lane(firstLane);
        places.add(new Place(position + 1, run, Long.MIN_VALUE));
    }

    private Lane lane(int laneNumber) {
        long identity = ContentKey.mix(incarnation.getMostSignificantBits()
                ^ ContentKey.mix(incarnation.getLeastSignificantBits() + ContentKey.mix(run + 1)));
        return new Lane(laneNumber, sniffer.number, identity == Lane.IN_ORDER ? 1 : identity);
    }

    Lane lane() {
        return lane;
    }

    /** A run begins with this document. */
    void start(long startNumber, int newLane) {
        run = startNumber;
        lane = lane(newLane);
    }

    /** Whether no other spool of its sniffer came after this one. */
    boolean isLatest() {
        return sniffer.latestSource == number;
    }

    /** Number of the latest document that was told of; those before the first to read count as told. */
    long position() {
        return position;
    }

    /** Documents up to this one will not come. */
    void skip(long documentNumber) {
        position = Math.max(position, documentNumber);
    }

    /** The document at hand has this number; numbers rise. */
    void reach(long documentNumber) {
        if (documentNumber <= position) {
            throw new IllegalArgumentException(
                    sniffer.name + ": document " + documentNumber + " after document " + position);
        }
        position = documentNumber;
    }

    /** Number of the latest document that told of progress. */
    long progressAt() {
        return progressAt;
    }

    /** The document at hand told of progress: remembers the next as one to go back to. */
    void notePlace(long nanos) {
        progressAt = position;
        Place last = places.getLast();
        if (last.nanos == Long.MIN_VALUE || Math.abs(nanos - last.nanos) >= BETWEEN_PLACES_NANOS) {
            places.add(new Place(position + 1, run, nanos));
            if (places.size() > MAX_PLACES) {
                thin();
            }
        }
    }

    /**
     * Leaves every second place. The first stays: a late sniffer may be read for hours of its time while the first of
     * what it brought still waits, and a resume must go back that far.
     */
    private void thin() {
        List<Place> all = List.copyOf(places);
        places.clear();
        for (int i = 0; i < all.size(); i += 2) {
            places.add(all.get(i));
        }
    }

    /** Whether a sighting is part of a message that was given out before the merge was resumed. */
    boolean isConsumed(long sightingNumber) {
        return before != null && before.isConsumed(sightingNumber);
    }

    /** Number of the first document that is not consumed; {@link #open} holds what waits. */
    private long floor() {
        long least = position + 1;
        for (long waits : open) {
            least = Math.min(least, waits);
        }
        return least;
    }

    /**
     * By its sniffer's clock, up to when everything of this source is consumed; Long.MIN_VALUE where that is not known.
     */
    long floorNanos() {
        long floor = floor();
        long nanos = Long.MIN_VALUE;
        for (Place place : places) {
            nanos = place.number <= floor ? place.nanos : nanos;
        }
        return nanos;
    }

    /**
     * How far this source is consumed; empties {@link #open}.
     *
     * @param backToNanos a resume goes back to this time of its sniffer's clock at least, if it is remembered
     */
    Checkpoint.Source checkpoint(long backToNanos) {
        long next = position + 1;
        Place place = placeBefore(floor(), backToNanos);
        long[] beyond = {};
        if (before != null) {
            next = Math.max(next, before.next());
            for (long number : before.openAfter(position)) {
                open.addLong(number);
            }
            beyond = before.markedFrom(next);
        }
        long[] sorted = open.toLongArray();
        Arrays.sort(sorted);
        open.clear();
        return new Checkpoint.Source(
                sniffer.number, incarnation, place.number, place.run, next, sorted, Checkpoint.Source.marks(beyond));
    }

    /** The latest place at or before a time and a document; forgets those that lie farther back. */
    private Place placeBefore(long floor, long backToNanos) {
        long floorNanos = floorNanos();
        while (places.size() > 1) {
            Place first = places.remove();
            Place second = places.element();
            boolean enough = second.number <= floor
                    && second.nanos != Long.MIN_VALUE
                    && floorNanos != Long.MIN_VALUE
                    && (second.nanos <= backToNanos || floorNanos < second.nanos);
            if (!enough) {
                places.addFirst(first);
                return first;
            }
        }
        return places.element();
    }
}
