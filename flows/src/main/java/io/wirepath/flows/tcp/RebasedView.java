package io.wirepath.flows.tcp;

import io.wirepath.flows.SplitMix64;

/**
 * The second view of a connection that the capture holds on both sides of a device that re-bases sequence numbers, such
 * as a firewall: the same packets, their numbers moved by a constant in each direction.
 *
 * <pre>
 *   client ──── 1001 ────► firewall ──── 1500001001 ────► server        offset of this direction: 1500000000
 *                     ▲                         ▲
 *                     └──────── the mirror ─────┘
 * </pre>
 *
 * <p>A packet that brings other numbers than its connection has come to, and is else the same as one of the last of its
 * direction (IP identification, flags, length, first bytes), shows the offsets. From then on the numbers of the second
 * view are moved back, which makes each of its packets a mirror copy; of what one view lost, the other still tells. A
 * packet belongs to the view in which both of its numbers lie nearer to where the connection stands.
 */
final class RebasedView {

    private static final int REMEMBERED = 8;

    /** Segments of one view that look alike are not so far apart where they were reordered. */
    private static final int MIN_OFFSET = 1 << 16;

    private final int[][] prints = new int[2][REMEMBERED];
    private final int[][] sequences = new int[2][REMEMBERED];
    private final int[][] acknowledgments = new int[2][REMEMBERED];
    private final int[] next = new int[2];
    private final int[] offset = new int[2];
    private final boolean[] offsetKnown = new boolean[2];

    void reset() {
        for (int direction = 0; direction < 2; direction++) {
            next[direction] = 0;
            offset[direction] = 0;
            offsetKnown[direction] = false;
        }
    }

    /**
     * Moves a segment of the second view to where the first has it, if it is one.
     *
     * @return whether this is the segment that shows that there is a second view
     */
    boolean take(TcpConnection connection, int direction, Segment s) {
        boolean showed = false;
        if (offsetKnown[direction] || offsetKnown[1 - direction]) {
            translate(connection, direction, s);
        } else if (isElsewhere(connection.flow(direction), s)) {
            showed = learn(direction, s);
        }
        remember(direction, s);
        return showed;
    }

    private static boolean isElsewhere(TcpFlow flow, Segment s) {
        return flow.hasPosition()
                && s.sequence != flow.nextSequence
                && s.context.ipId != 0
                && (s.span() > 0 || s.has(TcpFlags.SYN));
    }

    private boolean learn(int direction, Segment s) {
        int at = find(direction, s);
        if (at < 0 || Math.abs((long) s.sequence - sequences[direction][at]) < MIN_OFFSET) {
            return false;
        }
        boolean acknowledges = s.has(TcpFlags.ACK);
        offset[direction] = s.sequence - sequences[direction][at];
        offsetKnown[direction] = true;
        if (acknowledges) {
            offset[1 - direction] = s.acknowledgment - acknowledgments[direction][at];
            offsetKnown[1 - direction] = true;
        }
        move(direction, s);
        return true;
    }

    private void translate(TcpConnection connection, int direction, Segment s) {
        boolean acknowledges = s.has(TcpFlags.ACK);
        if (!offsetKnown[direction]) {
            int at = acknowledges ? find(direction, s) : -1;
            if (at < 0 || s.acknowledgment - offset[1 - direction] != acknowledgments[direction][at]) {
                return;
            }
            offset[direction] = s.sequence - sequences[direction][at];
            offsetKnown[direction] = true;
        }
        TcpFlow flow = connection.flow(direction);
        TcpFlow other = connection.flow(1 - direction);
        long here = away(s.sequence, flow);
        long there = away(s.sequence - offset[direction], flow);
        if (acknowledges && offsetKnown[1 - direction]) {
            here = Math.max(here, away(s.acknowledgment, other));
            there = Math.max(there, away(s.acknowledgment - offset[1 - direction], other));
        }
        if (there < here) {
            move(direction, s);
        }
    }

    private static long away(int sequence, TcpFlow flow) {
        return flow.hasPosition() ? Math.abs((long) SequenceNumber.distance(sequence, flow.nextSequence)) : 0;
    }

    private void move(int direction, Segment s) {
        s.sequence -= offset[direction];
        if (s.has(TcpFlags.ACK)) {
            s.acknowledgment -= offset[1 - direction];
        }
    }

    private int find(int direction, Segment s) {
        int print = print(s);
        int count = Math.min(next[direction], REMEMBERED);
        for (int i = 0; i < count; i++) {
            if (prints[direction][i] == print) {
                return i;
            }
        }
        return -1;
    }

    /** Remembers a segment of the first view, to know it again in the second. */
    void remember(int direction, Segment s) {
        if (s.span() == 0 && !s.has(TcpFlags.SYN)) {
            return;
        }
        int at = next[direction]++ & REMEMBERED - 1;
        next[direction] = next[direction] == Integer.MAX_VALUE ? REMEMBERED : next[direction];
        prints[direction][at] = print(s);
        sequences[direction][at] = s.sequence;
        acknowledgments[direction][at] = s.acknowledgment;
    }

    private static int print(Segment s) {
        long head = s.length >= Long.BYTES ? s.bytes.getLong(s.offset) : s.length > 0 ? s.bytes.get(s.offset) : 0;
        long print = (head ^ (long) s.context.ipId << 32 ^ (long) s.flags << 24 ^ (long) s.window << 40 ^ s.span())
                * SplitMix64.STEP;
        return (int) (print >>> 32);
    }
}
