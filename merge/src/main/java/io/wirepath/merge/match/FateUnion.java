package io.wirepath.merge.match;

import static io.wirepath.merge.MessageCodec.*;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * What the sightings of a message know together of its outcome and of what TCP did to it. A sniffer sees a
 * retransmission only on one side of the loss, so of counts and waits the largest is the message's, and what its sender
 * waited for is what was waited for longest. Not thread-safe.
 */
final class FateUnion {

    /** What a sender waits for. */
    private static final int WAITS = SightingCodec.FLAG_STREAMED | SightingCodec.FLAG_DELAYED_ACK;

    private int outcome;
    private int resent;
    private int lateResent;
    private int synRetries;
    private long resentWait;
    private long lateResentWait;
    private long wait;
    private int waitFlags;
    private long setUp;

    /** Puts what these sightings know into the message, which has their flags. */
    void put(OpenSightings open, int[] slots, int size, ByteBuffer message) {
        clear();
        for (int i = 0; i < size; i++) {
            add(open, slots[i]);
        }
        message.putShort(OUTCOME_AT, (short) outcome);
        message.put(RESENT_AT, (byte) resent);
        message.put(LATE_RESENT_AT, (byte) lateResent);
        message.putInt(RESENT_WAIT_AT, (int) resentWait);
        message.putInt(LATE_RESENT_WAIT_AT, (int) lateResentWait);
        message.putInt(WAIT_AT, (int) wait);
        message.putShort(FLAGS_AT, (short) (message.getShort(FLAGS_AT) & ~WAITS | waitFlags));
        message.putInt(SET_UP_AT, (int) setUp);
        message.putInt(SYN_RETRIES_AT, synRetries);
    }

    private void clear() {
        outcome = Outcome.UNKNOWN;
        resent = 0;
        lateResent = 0;
        synRetries = 0;
        resentWait = 0;
        lateResentWait = 0;
        wait = 0;
        waitFlags = 0;
        setUp = 0;
    }

    private void add(OpenSightings open, int slot) {
        outcome = Outcome.worse(outcome, open.outcome(slot));
        resent = Math.max(resent, open.resentSegments(slot));
        lateResent = Math.max(lateResent, open.lateResentSegments(slot));
        synRetries = Math.max(synRetries, open.synRetries(slot));
        resentWait = Math.max(resentWait, open.resentWaitMicros(slot));
        lateResentWait = Math.max(lateResentWait, open.lateResentWaitMicros(slot));
        if (open.waitMicros(slot) > wait) {
            wait = open.waitMicros(slot);
            waitFlags = open.flags(slot) & WAITS;
        }
        setUp = Math.max(setUp, open.setUpMicros(slot));
    }
}
