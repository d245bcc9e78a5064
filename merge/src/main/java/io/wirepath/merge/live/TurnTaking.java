package io.wirepath.merge.live;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.merge.MergeCounter;
import io.wirepath.merge.live.MergeStatus.State;
import io.wirepath.merge.match.Lane;
import io.wirepath.merge.match.MergeRun;
import io.wirepath.merge.match.SightingPlace;
import io.wirepath.merge.order.TimedRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2IntHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Holds the records of all sniffers until the watermark has passed them, and hands them to the merge in the order of
 * their corrected times. Not thread-safe.
 */
final class TurnTaking {

    private static final int NO_LANE = -1;

    private final HeldSightings held;
    private final int halfFull;
    private final int nearlyFull;
    private final MergeRun run;
    private final RollingClocks clocks;
    private final List<LiveSniffer> sniffers = new ArrayList<>();

    /** Latest lane of which a record left, by number of the sniffer. */
    private final Int2IntHashMap laneAtHand = new Int2IntHashMap(NO_LANE);

    private long releasedNanos = Long.MIN_VALUE;

    TurnTaking(int maxHeld, MergeRun run, RollingClocks clocks) {
        held = new HeldSightings(maxHeld);
        halfFull = maxHeld / 2;
        nearlyFull = maxHeld / 4 * 3;
        this.run = run;
        this.clocks = clocks;
    }

    LiveSniffer join(int number, String name, long spanNanos) {
        LiveSniffer sniffer = new LiveSniffer(number, name, held, spanNanos);
        sniffers.add(sniffer);
        return sniffer;
    }

    int held() {
        return held.size();
    }

    boolean isNearlyFull() {
        return held.size() >= nearlyFull;
    }

    /** Whether a sniffer alone has so much in memory that others may lack it. */
    boolean holdsMany(LiveSniffer sniffer) {
        return sniffer.held.size() >= nearlyFull / 3;
    }

    /** Whether there is no room, but will be when everything up to this corrected time is handed over. */
    boolean isFullOfPast(long watermarkNanos) {
        if (!held.isFull()) {
            return false;
        }
        LiveSniffer least = least(false);
        return least != null && least.firstHeldNanos <= watermarkNanos;
    }

    /** Takes a record; where there is no room, the earliest one leaves before its turn. */
    void take(LiveSniffer sniffer, Lane lane, long number, boolean consumed, ByteBuffer records, int at) {
        if (held.isFull()) {
            run.counters().increment(MergeCounter.RELEASED_EARLY);
            LiveSniffer least = least(true);
            if (least != null) {
                release(least, least.held.first());
                least.held.removeFirst();
                settleFirst(least);
            }
        }
        sniffer.held.add(held.take(lane, number, consumed, records, at));
        settleFirst(sniffer);
    }

    private void settleFirst(LiveSniffer sniffer) {
        if (!sniffer.held.isEmpty()) {
            sniffer.firstHeldNanos = clocks.model().correct(sniffer.number, held.rawNanos[sniffer.held.first()]);
        }
    }

    /** Clocks were learnt again. */
    void learnt() {
        sniffers.forEach(this::settleFirst);
    }

    private @Nullable LiveSniffer least(boolean any) {
        LiveSniffer least = null;
        for (int i = 0; i < sniffers.size(); i++) {
            LiveSniffer sniffer = sniffers.get(i);
            boolean may = !sniffer.held.isEmpty() && (any || sniffer.state != State.WARMING);
            if (may && (least == null || sniffer.firstHeldNanos < least.firstHeldNanos)) {
                least = sniffer;
            }
        }
        return least;
    }

    /**
     * Hands over everything up to this corrected time; at the end of time, also of sniffers whose clock is not known.
     */
    void release(long watermarkNanos) {
        boolean all = watermarkNanos == Long.MAX_VALUE;
        LiveSniffer least = least(all);
        while (least != null && least.firstHeldNanos <= watermarkNanos) {
            releaseFirst(least);
            least = least(all);
        }
        releasedNanos = Math.max(releasedNanos, watermarkNanos);
        if (!all) {
            run.advance(watermarkNanos);
        }
    }

    /**
     * Hands over what comes first before it was held for its time, until half of the memory is free.
     *
     * @param atMostNanos corrected time up to which all have come
     * @return corrected time up to which everything was handed over; {@link Long#MIN_VALUE} if nothing was
     */
    long makeRoom(long atMostNanos) {
        long reached = Long.MIN_VALUE;
        LiveSniffer least = least(false);
        while (held.size() > halfFull && least != null && least.firstHeldNanos <= atMostNanos) {
            reached = Math.max(reached, least.firstHeldNanos);
            releaseFirst(least);
            run.counters().increment(MergeCounter.HELD_SHORTER);
            least = least(false);
        }
        releasedNanos = Math.max(releasedNanos, reached);
        return reached;
    }

    private void releaseFirst(LiveSniffer least) {
        int slot = least.held.first();
        least.late += least.firstHeldNanos < releasedNanos && !held.consumed[slot] ? 1 : 0;
        run.advance(least.firstHeldNanos);
        release(least, slot);
        least.held.removeFirst();
        settleFirst(least);
    }

    /**
     * Hands over what a sniffer brought before its clock was set, while its old correction is known. Of what came since
     * its latest progress, the clock may have been set already: that is kept where it is nearer to the new time.
     */
    void releaseBeforeStep(LiveSource source, long stepToNanos) {
        LiveSniffer sniffer = source.sniffer;
        List<Integer> after = new ArrayList<>();
        while (!sniffer.held.isEmpty()) {
            int slot = sniffer.held.first();
            sniffer.held.removeFirst();
            long raw = held.rawNanos[slot];
            boolean latest = held.laneOf(slot).equals(source.lane()) && held.number[slot] > source.progressAt();
            if (latest && Math.abs(raw - stepToNanos) < Math.abs(raw - sniffer.progressNanos)) {
                after.add(slot);
            } else {
                release(sniffer, slot);
            }
        }
        after.forEach(sniffer.held::add);
        settleFirst(sniffer);
    }

    private void release(LiveSniffer sniffer, int slot) {
        Lane lane = held.laneOf(slot);
        int before = laneAtHand.get(sniffer.number);
        if (before < lane.number()) {
            laneAtHand.put(sniffer.number, lane.number());
            if (before != NO_LANE) {
                run.endLane(before);
            }
        }
        int at = HeldSightings.at(slot);
        long first = clocks.model().correct(sniffer.number, TimedRecord.timeNanos(held.records, at));
        run.take(lane, held.number[slot], held.consumed[slot], held.records, at, first);
        held.release(slot);
    }

    /** Calls back with every held sighting that is part of no message yet. */
    void forEachHeld(SightingPlace each) {
        for (LiveSniffer sniffer : sniffers) {
            for (int i = 0; i < sniffer.held.size(); i++) {
                int slot = sniffer.held.slot(i);
                if (!held.consumed[slot] && !ConnectionEnd.isAt(held.records, HeldSightings.at(slot))) {
                    each.accept(held.laneOf(slot).number(), held.number[slot]);
                }
            }
        }
    }
}
