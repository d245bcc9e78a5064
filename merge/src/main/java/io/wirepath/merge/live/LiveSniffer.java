package io.wirepath.merge.live;

import io.wirepath.merge.live.MergeStatus.SnifferStatus;
import io.wirepath.merge.live.MergeStatus.State;
import io.wirepath.merge.result.ClockLine;
import org.jspecify.annotations.Nullable;

/** What a live merge knows of a sniffer. Not thread-safe. */
final class LiveSniffer {

    static final long NEVER = Long.MIN_VALUE;

    /** A sighting is complete so long after its last byte at most. */
    private static final long LONGEST_PAUSE_NANOS = 60_000_000_000L;

    final int number;
    final String name;
    final HeldOrder held;
    final RollingSample sample;

    State state = State.WARMING;

    /** Whether its clock was ever known. */
    boolean wasPlaced;

    /** Number of the source that it came by last. */
    int latestSource;

    /** By the clock of advance; {@link #NEVER} until the first advance after it came. */
    long heardNanos = NEVER;

    boolean heard;
    boolean ended;

    /** Whether its clock was not known for so long that it is put among the others by when its news arrive. */
    boolean apart;

    /** Whether it is apart because all had ended before its clock was known. */
    boolean apartByEnd;

    /** Since when its clock has not been known; {@link #NEVER} while it is. */
    long warmingSinceNanos = NEVER;

    /** Whether the next progress may be far from the last without a step of the clock. */
    boolean interrupted = true;

    /** Corrected time of the first held record; valid while there is one. */
    long firstHeldNanos;

    /** By its own clock. */
    long progressNanos = NEVER;

    /** Its first progress by that clock. */
    long begunNanos = NEVER;

    long runStartNanos = NEVER;

    /** Since when it has been too far behind the foremost; {@link #NEVER} while it is not. */
    long behindSinceNanos = NEVER;

    /** Its progress when clocks were learnt last; {@link #NEVER} before. */
    long learntAtNanos = NEVER;

    long behindNanos;
    long sightings;
    long late;
    long missing;
    long runs;
    long clockSteps;
    /** How far it had come by its clock before that was set last; {@link #NEVER} where it was not. */
    long oldClockNanos = NEVER;

    /** What made corrected times of that clock's. */
    long oldCorrectionNanos;

    /** How far its clock seems ahead by when its news arrive; counts only where no traffic tells. */
    long arrivalOffsetNanos;

    /** Whether it came faster than time went by: what it brings is old, and its arrival tells nothing of its clock. */
    boolean bringsOld;

    LiveSniffer(int number, String name, HeldSightings held, long spanNanos) {
        this.number = number;
        this.name = name;
        this.held = new HeldOrder(held);
        sample = new RollingSample(spanNanos);
    }

    boolean hasProgress() {
        return progressNanos != NEVER;
    }

    /** The capture is complete up to this moment of its clock. */
    void progressTo(long nanos) {
        if (!hasProgress() || runStartNanos == NEVER) {
            runStartNanos = nanos;
        }
        begunNanos = hasProgress() ? begunNanos : nanos;
        progressNanos = Math.max(progressNanos, nanos);
        sample.progress(nanos);
    }

    /** Its clock was set: what was learnt of it is gone, and its time begins again. */
    void restartClock() {
        clockSteps++;
        progressNanos = NEVER;
        runStartNanos = NEVER;
        sample.clear();
        state = State.WARMING;
        behindSinceNanos = NEVER;
        warmingSinceNanos = NEVER;
        apart = false;
        apartByEnd = false;
        bringsOld = false;
    }

    /** It is at work again: what was given up because nothing more could come is waited for again. */
    void restart() {
        runs++;
        ended = false;
        interrupted = true;
        runStartNanos = NEVER;
        if (apartByEnd) {
            apart = false;
            apartByEnd = false;
            warmingSinceNanos = NEVER;
        }
    }

    /**
     * Whether a sighting can only be by the clock as it was before it was set: one that was complete some seconds after
     * its last byte. Steps that are no longer than that are left to the samples.
     */
    boolean isByOldClock(long lastByteNanos) {
        return oldClockNanos != NEVER
                && hasProgress()
                && Math.abs(progressNanos - oldClockNanos) > 2 * LONGEST_PAUSE_NANOS
                && Math.abs(lastByteNanos - oldClockNanos) < LONGEST_PAUSE_NANOS;
    }

    /** Whether its first clock is being learnt; not for ever. */
    boolean isJoining() {
        return state == State.WARMING && !wasPlaced && !apart;
    }

    /**
     * How it stands.
     *
     * @param clock against the reference's; null where nothing ties it
     */
    SnifferStatus status(@Nullable ClockLine clock) {
        return new SnifferStatus(
                number,
                name,
                state,
                heardNanos,
                progressNanos,
                behindNanos,
                sightings,
                late,
                missing,
                runs,
                clock,
                clockSteps);
    }
}
