package io.wirepath.flows.tcp;

import io.wirepath.flows.decode.InternetChecksum;

/**
 * What the segments of one direction have in common, by which one is told that an observer alone was meant to see: its
 * checksum is wrong, it dies on its way, its time stamp is stale (PAWS, RFC 7323 §5), or it acknowledges nothing (RFC
 * 9293 §3.10.7.4). A receiver drops it.
 *
 * <p>None of these proves it: paths change, and a capture on a host shows checksums that the network card has yet to
 * fill in, or that went when it joined segments. So {@link DoubtfulSegments} has such a segment wait for the word of
 * its receiver, and what that acknowledged is usual from then on.
 */
final class Habits {

    private static final int UNKNOWN = -1;

    private int right;
    private int wrong;
    private int wrongTaken;

    /** Right ones of segments with payload: some hosts fill in those of others themselves. */
    private int rightOfPayload;

    private int partialTaken;
    private int ttl;
    private boolean stamps;
    private int stamp;

    Habits() {
        reset();
    }

    void reset() {
        right = 0;
        wrong = 0;
        wrongTaken = 0;
        rightOfPayload = 0;
        partialTaken = 0;
        ttl = UNKNOWN;
        stamps = false;
    }

    /** Whether a wrong checksum is an error: this direction has right ones, and not by chance. */
    boolean areSummed() {
        return InternetChecksum.isKept(right, wrong);
    }

    /** Whether a segment departs from what is usual; if not, what it has is usual from now on. */
    boolean departs(Segment segment) {
        count(segment);
        boolean departs = segment.sum == Segment.Sum.WRONG && right > wrongTaken
                || segment.sum == Segment.Sum.PARTIAL && rightOfPayload > partialTaken
                || ttl != UNKNOWN && segment.context.ttl != ttl
                || stamps && (!segment.stamped || segment.stamp - stamp < 0)
                || !segment.has(TcpFlags.SYN | TcpFlags.ACK);
        if (!departs) {
            ttl = segment.context.ttl;
            stamps |= segment.stamped;
            stamp = segment.stamp;
        }
        return departs;
    }

    private void count(Segment segment) {
        if (segment.sum == Segment.Sum.RIGHT) {
            right++;
            rightOfPayload += segment.span() > 0 ? 1 : 0;
        } else if (segment.sum == Segment.Sum.WRONG) {
            wrong++;
        }
    }

    /** The receiver acknowledged a segment that departed from what was usual. */
    void takes(HeldSegment segment) {
        ttl = segment.context.ttl;
        wrongTaken += segment.sum == Segment.Sum.WRONG ? 1 : 0;
        partialTaken += segment.sum == Segment.Sum.PARTIAL ? 1 : 0;
        stamps = false;
    }
}
