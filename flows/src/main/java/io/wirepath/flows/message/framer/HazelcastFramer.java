package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.framer.Signature.Verdict;
import java.nio.ByteBuffer;

/**
 * Hazelcast's protocol of clients: calls by correlation id; events are one-way. What lets a client in and tells it of
 * the cluster is set-up. A message is one frame or several, the last of which says so; a large one comes in fragments.
 *
 * <pre>
 *   C P 2                                       the client, first
 *   0        4       6      10               18
 *   │ size 4 │ flags │ type │ correlation id │ …      the first frame of a message; little-endian
 *   flags: 8000 begins a fragment, 4000 ends it, 2000 last frame, 200 event, 80 of a backup
 *   type: 0, service, method, kind; an exception has none
 * </pre>
 *
 * Source: Hazelcast, "Open Binary Client Protocol 2", chapters 2 and 6.
 */
final class HazelcastFramer extends LengthFramer {

    private static final byte[] OPENING = {'C', 'P', '2'};
    private static final int HEADER = 6;
    private static final int TYPE = 6;
    private static final int CORRELATION = 10;

    /** Up to the correlation id, and one byte behind it. */
    private static final int FIRST = 19;

    /** In the answer to a log-in, behind one byte of how many backups there are. */
    private static final int LOG_IN_STATUS = 19;

    private static final int MAX_SIZE = 1 << 28;

    private static final int BEGINS = 0x8000;
    private static final int ENDS = 0x4000;
    private static final int WHOLE = BEGINS | ENDS;
    private static final int LAST = 0x2000;
    private static final int EVENT = 0x200;
    private static final int OF_BACKUP = 0x80;
    private static final int NO_FLAGS = 0x7f;

    private static final int LOGS_IN = 0x101;
    private static final int LOGS_IN_OTHERWISE = 0x201;
    private static final int EXCEPTION = 4;

    /** What a direction reads next. */
    private enum Next {
        FIRST_FRAME,
        /** The first frame of the first fragment only numbered it. */
        FIRST_OF_FRAGMENT,
        FRAME
    }

    private final Next[] next = new Next[2];

    /** Whether a message ends with the last frame of this fragment. */
    private final boolean[] fragmentEnds = new boolean[2];

    HazelcastFramer() {
        super(Protocol.HAZELCAST, OPENING.length);
    }

    @Override
    protected void onReset() {
        onLose(0);
        onLose(1);
    }

    @Override
    protected void onLose(int direction) {
        next[direction] = Next.FIRST_FRAME;
        fragmentEnds[direction] = true;
    }

    @Override
    public boolean knowsLength(int direction, int seen) {
        return seen >= HEADER;
    }

    @Override
    protected boolean mayBeSplit() {
        return true;
    }

    @Override
    protected boolean mayResume(int direction, ByteBuffer bytes, int offset, boolean fresh) {
        return bytes.limit() - offset >= HEADER && (flags(bytes, offset) & BEGINS) != 0;
    }

    private static int flags(ByteBuffer bytes, int offset) {
        return Short.reverseBytes(bytes.getShort(offset + 4)) & 0xffff;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        if (isOpening(bytes, offset)) {
            piece.role = Role.ONE_WAY;
            piece.flags = SightingCodec.FLAG_SETUP;
            return message(direction, OPENING.length);
        }
        long total = measure(direction, bytes, offset, length);
        if (total == NO_FRAME) {
            return piece.giveUp();
        }
        if (total == MORE) {
            return piece.need(HEADER);
        }
        int flags = flags(bytes, offset);
        if (next[direction] == Next.FIRST_FRAME && (flags & WHOLE) != WHOLE) {
            return fragment(direction, flags, total);
        }
        if (next[direction] != Next.FRAME) {
            if (total < FIRST) {
                return piece.giveUp();
            }
            int seen = (int) Math.min(total, LOG_IN_STATUS + 1);
            if (length < seen) {
                return piece.need(seen);
            }
            read(asks(direction), flags, bytes, offset, seen, piece);
            next[direction] = Next.FRAME;
        }
        if ((flags & LAST) == 0) {
            return part(direction, total);
        }
        next[direction] = Next.FIRST_FRAME;
        boolean ends = fragmentEnds[direction];
        fragmentEnds[direction] = true;
        return ends ? message(direction, total) : part(direction, total);
    }

    /** The frame that numbers a fragment; the first one has the beginning of the message behind it. */
    private long fragment(int direction, int flags, long total) {
        next[direction] = (flags & BEGINS) != 0 ? Next.FIRST_OF_FRAGMENT : Next.FRAME;
        fragmentEnds[direction] = (flags & ENDS) != 0;
        return part(direction, total);
    }

    private static void read(boolean asks, int flags, ByteBuffer bytes, int offset, int seen, Piece piece) {
        int type = Integer.reverseBytes(bytes.getInt(offset + TYPE));
        boolean event = (flags & EVENT) != 0;
        piece.role = event ? Role.ONE_WAY : asks ? Role.REQUEST : Role.RESPONSE;
        piece.key = Long.reverseBytes(bytes.getLong(offset + CORRELATION));
        boolean exception = type == 0 && !asks && !event;
        boolean setUp = (type & 0xff_0000) == 0 && !exception || (flags & OF_BACKUP) != 0;
        piece.flags = setUp ? SightingCodec.FLAG_SETUP : 0;
        if (piece.role == Role.RESPONSE) {
            boolean logIn = (type == LOGS_IN || type == LOGS_IN_OTHERWISE) && seen > LOG_IN_STATUS;
            int code = exception ? EXCEPTION : logIn ? bytes.get(offset + LOG_IN_STATUS) : 0;
            piece.outcome = Outcome.of(Outcome.Kind.HAZELCAST, code);
        }
    }

    private static boolean isOpening(ByteBuffer bytes, int offset) {
        return Ascii.agreement(bytes, offset, OPENING.length, OPENING) == OPENING.length;
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        if (length < HEADER) {
            return MORE;
        }
        int size = Integer.reverseBytes(bytes.getInt(offset));
        boolean fits = size >= HEADER && size <= MAX_SIZE && (bytes.get(offset + 4) & NO_FLAGS) == 0;
        if (!fits || next[direction] != Next.FIRST_FRAME || (flags(bytes, offset) & WHOLE) != WHOLE) {
            return fits ? size : NO_FRAME;
        }
        return length >= FIRST && !isFirst(bytes, offset, size) ? NO_FRAME : size;
    }

    /** Whether type and correlation id are such as messages have. */
    private static boolean isFirst(ByteBuffer bytes, int offset, int size) {
        return size >= FIRST && bytes.get(offset + TYPE + 3) == 0 && bytes.get(offset + CORRELATION + 7) >= 0;
    }

    /** What the client says first; in the middle, the first frame of a message in one piece. */
    static Verdict begins(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        boolean asks = direction == context.requester();
        int agreement = asks ? Ascii.agreement(bytes, offset, length, OPENING) : -1;
        if (agreement > 0) {
            return agreement == OPENING.length ? Verdict.YES : Verdict.MORE;
        }
        if (context.fromStart() || length > 3 && bytes.get(offset + 3) != 0) {
            return Verdict.NO;
        }
        if (length < FIRST) {
            return length > 5 && (bytes.get(offset + 5) & 0xc0) != 0xc0 ? Verdict.NO : Verdict.MORE;
        }
        boolean first = (flags(bytes, offset) & WHOLE) == WHOLE
                && (bytes.get(offset + 4) & NO_FLAGS) == 0
                && Long.reverseBytes(bytes.getLong(offset + CORRELATION)) >>> Integer.SIZE == 0
                && bytes.get(offset + 2) == 0;
        return first && isFirst(bytes, offset, Integer.reverseBytes(bytes.getInt(offset))) ? Verdict.YES : Verdict.NO;
    }
}
