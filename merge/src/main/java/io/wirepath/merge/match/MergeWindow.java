package io.wirepath.merge.match;

import io.wirepath.merge.MergeCounter;
import io.wirepath.sniffer.CounterSet;
import java.nio.ByteBuffer;

/**
 * Finds the sightings of one message among those of all sniffers, which come in the order of their corrected first
 * byte.
 *
 * <p>A sighting joins a message by content ({@link ContentMatch}). A message waits {@link #WAIT_NANOS} after its last
 * byte for further sightings; then, if a sniffer that knows the connection has not seen it as it is, it is compared by
 * its place in the stream with the open messages of the connection ({@link StreamCluster}), and given out.
 *
 * <p>Where a middlebox re-bases sequence numbers ({@link RebaseWatch}), those of one side are shifted to the other's
 * ({@link SequenceBases}).
 *
 * <p>Memory is bounded: at most {@code maxOpen} sightings wait. Not thread-safe.
 */
final class MergeWindow {

    /** How long a message waits for further sightings: retransmission after a loss between two sniffers, and errors. */
    static final long WAIT_NANOS = 2_000_000_000L;

    /** How often messages are looked at that wait longer than those do that are complete. */
    private static final long LOOK_AGAIN_NANOS = 250_000_000L;

    /** How often messages are looked at that may be due. */
    private static final long LOOK_NANOS = 1_000_000;

    private final OpenSightings open;
    private final HeadTable heads;
    private final ClassRegister classes;
    private final ContentMatch match;
    private final StreamCluster cluster;
    private final SequenceBases bases;
    private final RebaseWatch rebases;
    private final MessageComposer composer;
    private final CopyWatch copies;
    private final CounterSet<MergeCounter> counters;

    /**
     * How long a message waits that every sniffer has seen which knows its connection. Also how long a connection stays
     * that ended and of which no message is open: nothing can join it any more, but an end may come a little before the
     * last sighting.
     */
    private final long completeNanos;

    /** Messages that may soon be complete, in the order of their coming. */
    private final HeadQueue young = new HeadQueue();

    /** Those that were not in that time. */
    private final HeadQueue old = new HeadQueue();

    private long watermark = Long.MIN_VALUE;
    private long nextLook = Long.MIN_VALUE;
    private long nextLookAtOld = Long.MIN_VALUE;

    MergeWindow(
            MergeLimits limits,
            ClassRegister classes,
            ContentMatch match,
            MessageComposer composer,
            CopyWatch copies,
            CounterSet<MergeCounter> counters) {
        open = new OpenSightings(limits.maxOpen());
        completeNanos = limits.completeNanos();
        this.classes = classes;
        this.match = match;
        this.composer = composer;
        this.copies = copies;
        this.counters = counters;
        heads = new HeadTable(open);
        bases = new SequenceBases(open);
        rebases = new RebaseWatch(open, bases);
        cluster = new StreamCluster(open);
    }

    /**
     * Takes a sighting; those of files come after {@link #advance} to their first byte.
     *
     * @param lane where it comes from
     * @param number its number there
     * @param consumed whether it is part of a message that was given out before
     * @param records holds the record at {@code at}
     * @param firstNanos corrected time of its first byte, not before that of the sighting before unless it is late
     * @param lastNanos corrected time of its last byte
     */
    void add(Lane lane, long number, boolean consumed, ByteBuffer records, int at, long firstNanos, long lastNanos) {
        boolean late = Math.max(firstNanos, lastNanos) + completeNanos < watermark;
        counters.increment(consumed ? MergeCounter.SIGHTINGS_AGAIN : MergeCounter.SIGHTINGS);
        counters.add(MergeCounter.LATE, late && !consumed ? 1 : 0);
        if (open.isFull()) {
            closeOldest();
        }
        SightedConnection view = classes.of(lane, records, at);
        int end = view.endOfSource(records, at);
        view.noteTimeToLive(end, records, at);
        int slot = open.take(view, end, consumed, records, at, firstNanos, lastNanos);
        open.number[slot] = number;
        // what comes before its turn, with a time of a clock that was set, must not make those behind it wait for that
        // time
        boolean early = firstNanos > watermark && watermark != Long.MIN_VALUE;
        open.setUntil(slot, (early ? watermark : Math.max(firstNanos, lastNanos)) + WAIT_NANOS);
        bases.enter(slot);
        int hash = heads.hash(slot);
        int head = match.find(open, heads, hash, slot);
        if (head != OpenSightings.NONE) {
            open.join(head, slot);
            unite(head, slot);
            bases.unite(head, slot);
            if (open.count[head] >= view.of.size) {
                open.setUntil(head, open.until(head) - WAIT_NANOS + completeNanos);
            }
            counters.add(MergeCounter.SIGHTINGS_JOINED, consumed ? 0 : 1);
        } else if (copies.isCopy(open, slot, late)) {
            composer.passOver(open, slot);
            open.release(slot);
        } else {
            enlist(slot, hash);
            int rebased = rebases.note(slot);
            if (rebased != OpenSightings.NONE && !match.isDenied(open, rebased, slot)) {
                bases.align(rebased, slot);
                unite(rebased, slot);
            }
        }
        ClassRegister.touch(view.of, lastNanos);
    }

    private void unite(int head, int slot) {
        SightedConnection mine = open.viewOf(slot);
        SightedConnection other = open.viewOf(head);
        if (mine.of == other.of) {
            return;
        }
        counters.increment(MergeCounter.CONNECTIONS_JOINED);
        boolean opposite = open.sideOf(slot) != open.sideOf(head);
        ConnectionClass goes = mine.of.number < other.of.number ? other.of : mine.of;
        ConnectionClass stays = classes.unite(mine.of, other.of, opposite);
        int moved = goes.firstOpen;
        while (moved != OpenSightings.NONE) {
            int after = open.peer[moved];
            enlistInClass(moved, stays);
            moved = after;
        }
        goes.firstOpen = OpenSightings.NONE;
    }

    private void enlist(int head, int hash) {
        heads.add(head, hash);
        enlistInClass(head, open.viewOf(head).of);
        young.add(head);
    }

    private void enlistInClass(int head, ConnectionClass c) {
        open.peer[head] = c.firstOpen;
        open.peerBefore[head] = OpenSightings.NONE;
        if (c.firstOpen != OpenSightings.NONE) {
            open.peerBefore[c.firstOpen] = head;
        }
        c.firstOpen = head;
    }

    /** Takes a message out of its chain and out of the list of its class. */
    private void delist(int head) {
        heads.remove(head);
        int peerBefore = open.peerBefore[head];
        int peer = open.peer[head];
        if (peerBefore == OpenSightings.NONE) {
            open.viewOf(head).of.firstOpen = peer;
        } else {
            open.peer[peerBefore] = peer;
        }
        if (peer != OpenSightings.NONE) {
            open.peerBefore[peer] = peerBefore;
        }
    }

    /** Says that nothing that starts before this moment can come any more. */
    void advance(long nanos) {
        if (watermark == Long.MIN_VALUE) {
            begin(nanos);
        }
        watermark = Math.max(watermark, nanos);
        if (watermark < nextLook) {
            return;
        }
        nextLook = watermark + LOOK_NANOS;
        while (!young.isEmpty() && isTimeFor(young.first())) {
            closeIfDue(young.poll());
        }
        if (watermark >= nextLookAtOld) {
            nextLookAtOld = watermark + LOOK_AGAIN_NANOS;
            for (int left = old.size(); left > 0; left--) {
                closeIfDue(old.poll());
            }
        }
        classes.retireBefore(watermark - completeNanos);
    }

    /** What came before any time was known, by clocks that may be wrong, waits from now on, and holds up nothing. */
    private void begin(long nanos) {
        for (int left = young.size(); left > 0; left--) {
            int head = young.poll();
            open.setUntil(head, Math.min(open.until(head), nanos + WAIT_NANOS));
            young.add(head);
        }
    }

    private boolean isTimeFor(int head) {
        return open.isEmitted(head) || Math.min(open.firstNanos(head) + completeNanos, open.until(head)) < watermark;
    }

    private void closeIfDue(int head) {
        if (open.isEmitted(head)) {
            open.release(head);
        } else if (open.until(head) >= watermark || !close(head, false)) {
            old.add(head);
        }
    }

    /** Calls back with every sighting that waits and is part of no message yet. */
    void forEachOpen(SightingPlace each) {
        open.forEachUnconsumed(each);
    }

    /** How many sightings wait. */
    int size() {
        return open.size();
    }

    private void closeOldest() {
        counters.increment(MergeCounter.CLOSED_EARLY);
        while (open.isFull()) {
            closeNow(old.isEmpty() ? young.poll() : old.poll());
        }
    }

    private void closeNow(int head) {
        if (open.isEmitted(head)) {
            open.release(head);
        } else {
            close(head, true);
        }
    }

    /** Gives a message out; says no when another that overlaps it must be waited for. */
    private boolean close(int head, boolean now) {
        SightedConnection view = open.viewOf(head);
        if (open.count[head] >= view.of.size || cluster.gather(head) == 1) {
            delist(head);
            noteAhead(head);
            composer.compose(open, head);
            open.releaseAllButHead(head);
            open.release(head);
            return true;
        }
        if (!now && cluster.until() >= watermark) {
            open.setUntil(head, cluster.until());
            return false;
        }
        int emitted = cluster.compose(composer);
        int sightings = 0;
        for (int i = 0; i < cluster.size(); i++) {
            int member = cluster.head(i);
            sightings++;
            noteAhead(member);
            delist(member);
            open.releaseAllButHead(member);
            if (member == head) {
                open.release(member);
            } else {
                open.setEmitted(member);
            }
        }
        counters.add(MergeCounter.JOINED_BY_POSITION, sightings - emitted);
        counters.add(MergeCounter.SIGHTINGS_JOINED, sightings - emitted);
        return true;
    }

    /** Where memory is full, a message is given out while sightings of it may still come in their turn. */
    private void noteAhead(int head) {
        long nanos = open.completeNanos(head);
        if (nanos + completeNanos >= watermark) {
            copies.gaveAhead(nanos);
        }
    }

    /** Gives out everything that waits. */
    void flush() {
        watermark = Long.MAX_VALUE;
        while (!old.isEmpty()) {
            closeNow(old.poll());
        }
        while (!young.isEmpty()) {
            closeNow(young.poll());
        }
        classes.retireAll();
    }
}
