package io.wirepath.merge.live;

import io.wirepath.merge.live.MergeStatus.State;
import java.util.List;

/**
 * Up to when sightings may be merged, and for which sniffers that waits.
 *
 * <pre>
 *  WARMING ── clock known, or warm-up over ──► ON_TIME ── far behind the foremost for long ──► LATE
 *     ▲                                          ▲ └──── not heard of for long ──► SILENT       │
 *     └── clock set                              └────────── heard of again, caught up ─────────┘
 * </pre>
 *
 * <p>A sniffer is silent, and not waited for, only while others are heard of. When none is heard of, the way to all of
 * them is cut: time stands, and when one is heard of again, all have the full time again.
 *
 * <p>While a sniffer that is new is warming, the watermark waits for it, as it does at the start for all: else what it
 * brings in its first seconds would be late. For one whose clock was set it does not.
 *
 * Not thread-safe.
 */
final class Watermark {

    /** Progress on time comes in steps of this size. */
    private static final long UNEVEN_NANOS = 1_000_000_000L;

    private final LiveMergeSettings.Patience patience;
    private final RollingClocks clocks;
    private boolean warming = true;
    private long nanos = Long.MIN_VALUE;
    private long comeNanos = Long.MIN_VALUE;
    private long foremostNanos = Long.MIN_VALUE;

    /** When any sniffer was heard of last, by the clock of advance. */
    private long heardNanos = LiveSniffer.NEVER;

    Watermark(LiveMergeSettings.Patience patience, RollingClocks clocks) {
        this.patience = patience;
        this.clocks = clocks;
    }

    /** Corrected time up to which everything that is not late has come; {@link Long#MIN_VALUE} while warming. */
    long nanos() {
        return nanos;
    }

    /**
     * Corrected time up to which everything has come that is complete at once; the watermark is behind it by the hold.
     */
    long comeNanos() {
        return comeNanos;
    }

    /** Memory did not allow to hold what is from before this. */
    void reach(long passedNanos) {
        nanos = Math.max(nanos, passedNanos);
    }

    boolean isWarming() {
        return warming;
    }

    /** Ends the warm-up whatever is known. */
    void endWarmUp() {
        warming = false;
    }

    /**
     * Looks at all sniffers.
     *
     * @return whether clocks were given up that nothing tells, and so are to be learnt again
     */
    boolean update(List<LiveSniffer> sniffers, long nowNanos, boolean full) {
        foremostNanos = Long.MIN_VALUE;
        for (LiveSniffer sniffer : sniffers) {
            if (sniffer.hasProgress() && clocks.isPlaced(sniffer.number)) {
                foremostNanos = Math.max(foremostNanos, progressOf(sniffer));
            }
        }
        boolean anyWarming = false;
        boolean anyProgress = false;
        boolean givenUp = false;
        boolean joining = false;
        boolean over = isOver(sniffers);
        listen(sniffers, nowNanos);
        for (LiveSniffer sniffer : sniffers) {
            givenUp |= isToBeGivenUp(sniffer, nowNanos, over);
            sniffer.state = state(sniffer, nowNanos);
            anyWarming |= sniffer.state == State.WARMING;
            joining |= sniffer.isJoining();
            anyProgress |= sniffer.hasProgress();
        }
        warming &= !full && (anyWarming || !anyProgress);
        if (!warming && (full || !joining)) {
            long quiet = heardNanos == LiveSniffer.NEVER ? 0 : nowNanos - heardNanos;
            comeNanos = least(sniffers, over ? quiet : 0);
            nanos = comeNanos == Long.MIN_VALUE ? nanos : Math.max(nanos, comeNanos - patience.holdNanos());
        }
        return givenUp;
    }

    /** Notes which sniffers are heard of; a time in which none was makes none silent. */
    private void listen(List<LiveSniffer> sniffers, long nowNanos) {
        boolean any = false;
        for (LiveSniffer sniffer : sniffers) {
            any |= sniffer.heard || sniffer.heardNanos == LiveSniffer.NEVER;
        }
        if (!any) {
            return;
        }
        boolean wasCut = heardNanos != LiveSniffer.NEVER && nowNanos - heardNanos > patience.silentNanos();
        for (LiveSniffer sniffer : sniffers) {
            if (sniffer.heard || wasCut || sniffer.heardNanos == LiveSniffer.NEVER) {
                sniffer.heard = false;
                sniffer.heardNanos = nowNanos;
            }
        }
        heardNanos = nowNanos;
    }

    private static boolean isOver(List<LiveSniffer> sniffers) {
        for (LiveSniffer sniffer : sniffers) {
            if (!sniffer.ended) {
                return false;
            }
        }
        return true;
    }

    /** Whether a clock that is not known is to be taken as it is: for too long nothing told it, or nothing will. */
    private boolean isToBeGivenUp(LiveSniffer sniffer, long nowNanos, boolean over) {
        if (sniffer.hasProgress() && clocks.isPlaced(sniffer.number)) {
            sniffer.warmingSinceNanos = LiveSniffer.NEVER;
            return false;
        }
        if (sniffer.warmingSinceNanos == LiveSniffer.NEVER) {
            sniffer.warmingSinceNanos = nowNanos;
        }
        if (sniffer.hasProgress() && foremostNanos != Long.MIN_VALUE) {
            sniffer.arrivalOffsetNanos = sniffer.progressNanos - foremostNanos;
        }
        long came = sniffer.hasProgress() ? sniffer.progressNanos - sniffer.begunNanos : 0;
        sniffer.bringsOld |= came > 2 * (nowNanos - sniffer.warmingSinceNanos) + UNEVEN_NANOS;
        if (sniffer.apart) {
            return false;
        }
        sniffer.apart = over || nowNanos - sniffer.warmingSinceNanos > patience.warmUpNanos();
        sniffer.apartByEnd = over;
        return sniffer.apart && sniffer.hasProgress();
    }

    private long progressOf(LiveSniffer sniffer) {
        return clocks.model().correct(sniffer.number, sniffer.progressNanos);
    }

    private State state(LiveSniffer sniffer, long nowNanos) {
        if (sniffer.ended) {
            return State.ENDED;
        }
        if (nowNanos - sniffer.heardNanos > patience.silentNanos()) {
            return State.SILENT;
        }
        if (!sniffer.hasProgress() || !clocks.isPlaced(sniffer.number)) {
            return State.WARMING;
        }
        sniffer.wasPlaced = true;
        sniffer.behindNanos = foremostNanos - progressOf(sniffer);
        return isLate(sniffer, nowNanos) ? State.LATE : State.ON_TIME;
    }

    /** Far behind for a while: a source that is read faster than another is ahead of it for a moment only. */
    private boolean isLate(LiveSniffer sniffer, long nowNanos) {
        long limit = sniffer.state == State.LATE ? patience.lateNanos() / 2 : patience.lateNanos();
        if (sniffer.behindNanos <= limit) {
            sniffer.behindSinceNanos = LiveSniffer.NEVER;
            return false;
        }
        if (sniffer.behindSinceNanos == LiveSniffer.NEVER) {
            sniffer.behindSinceNanos = nowNanos;
        }
        return sniffer.state == State.LATE || nowNanos - sniffer.behindSinceNanos > patience.silentNanos();
    }

    /** Whether it is waited for: it is on time, or as silent as all. */
    private boolean holds(LiveSniffer sniffer) {
        boolean cutOff = sniffer.state == State.SILENT && heardNanos - sniffer.heardNanos <= patience.silentNanos();
        return sniffer.state == State.ON_TIME || cutOff && sniffer.hasProgress() && clocks.isPlaced(sniffer.number);
    }

    /** Where nobody is waited for, time goes on beyond the foremost. */
    private long least(List<LiveSniffer> sniffers, long beyondNanos) {
        long least = Long.MAX_VALUE;
        for (LiveSniffer sniffer : sniffers) {
            least = holds(sniffer) ? Math.min(least, progressOf(sniffer)) : least;
        }
        if (least == Long.MAX_VALUE) {
            if (foremostNanos == Long.MIN_VALUE) {
                return Long.MIN_VALUE;
            }
            least = foremostNanos + Math.max(0, beyondNanos);
        }
        return least;
    }
}
