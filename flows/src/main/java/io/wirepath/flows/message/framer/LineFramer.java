package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/**
 * The common part of framers whose protocol consists of lines, behind which so many bytes may follow as the line says.
 *
 * <pre>
 *   set key 0 0 5\r\n   hello\r\n        a message is a line, a line and its bytes, or several of them
 *   └ line(): what it is, and how many bytes follow
 * </pre>
 *
 * Of a line that is longer than {@value #LINE} bytes only these are looked at, as if they were all.
 */
abstract class LineFramer extends ProtocolFramer {

    /** Most bytes of a line that are seen in one piece. */
    static final int LINE = 1024;

    /** What {@link #line} returns where no line of the protocol begins like this. */
    protected static final long NO_LINE = -1;

    private final Flow[] flows = {new Flow(), new Flow()};

    LineFramer(Protocol protocol) {
        super(protocol);
    }

    @Override
    protected final void onBegin() {
        flows[0].reset();
        flows[1].reset();
        onReset();
    }

    /** Forgets what the subclass keeps of the connection. */
    protected abstract void onReset();

    /**
     * Reads a line: fills in role, key and flags, and clears {@link Piece#ends} where more lines of the message follow.
     *
     * @param from where it begins
     * @param end where it ends, without the characters that end a line
     * @param whole whether all of the line is there
     * @return how many bytes follow the line, or {@link #NO_LINE}
     */
    protected abstract long line(int direction, ByteBuffer bytes, int from, int end, boolean whole, Piece piece);

    @Override
    public final int next(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        Flow flow = flows[direction];
        if (flow.block > 0) {
            return (int) flow.takeBlock(length, piece);
        }
        int newline = Ascii.indexOf(bytes, (byte) '\n', offset, offset + length);
        if (flow.inLine) {
            flow.inLine = newline < 0;
            int count = flow.inLine ? length : newline + 1 - offset;
            piece.ends = !flow.inLine && flow.block == 0 && flow.ends;
            flow.block = flow.inLine ? 0 : flow.blockBehindLine;
            piece.ends &= flow.block == 0;
            return count;
        }
        boolean whole = newline >= 0 && newline - offset < LINE;
        if (!whole && length < LINE) {
            return piece.need(length + 1);
        }
        int end = whole ? newline : offset + LINE;
        end -= end > offset && bytes.get(end - 1) == '\r' ? 1 : 0;
        piece.ends = true;
        long block = line(direction, bytes, offset, end, whole, piece);
        flow.ends = piece.ends;
        if (block < 0) {
            piece.ends = false;
            return piece.giveUp();
        }
        flow.inLine = !whole;
        flow.block = whole ? block : 0;
        flow.blockBehindLine = whole ? 0 : block;
        piece.ends = whole && block == 0 && flow.ends;
        piece.handsOver &= piece.ends;
        return whole ? newline + 1 - offset : LINE;
    }

    @Override
    public final boolean beginsCut(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        boolean known = line(direction, bytes, offset, offset + length, /* whole= */ false, piece) != NO_LINE;
        piece.ends = false;
        piece.handsOver = false;
        return known;
    }

    @Override
    public final long skip(int direction, long length, Piece piece) {
        Flow flow = flows[direction];
        return flow.block == 0 ? 0 : flow.takeBlock(length, piece);
    }

    @Override
    public final void lose(int direction) {
        flows[direction].reset();
        onLose(direction);
    }

    /** Forgets what the subclass keeps of where a direction stands. */
    protected void onLose(int direction) {}

    /**
     * Whether a line that begins like this can begin a message; {@code fresh} as for {@link #find}.
     *
     * @param first whether a packet begins with it
     */
    protected abstract boolean mayResume(
            int direction, ByteBuffer bytes, int from, int end, boolean first, boolean fresh);

    @Override
    public final int find(int direction, ByteBuffer bytes, int offset, int length, boolean fresh, Piece piece) {
        int end = offset + length;
        for (int at = offset; at < end; ) {
            if (mayResume(direction, bytes, at, end, at == offset, fresh && at == offset)) {
                piece.splits = true;
                return at - offset;
            }
            int newline = Ascii.indexOf(bytes, (byte) '\n', at, end);
            at = newline < 0 ? end : newline + 1;
        }
        return length;
    }

    /** The end of the word at {@code from}. */
    protected static int wordEnd(ByteBuffer bytes, int from, int end) {
        int at = from;
        while (at < end && bytes.get(at) != ' ' && bytes.get(at) != '\t') {
            at++;
        }
        return at;
    }

    /** Where the word with this number begins, from 0; {@code end} if there are not so many. */
    protected static int word(ByteBuffer bytes, int from, int end, int number) {
        int at = Ascii.skipBlanks(bytes, from, end);
        for (int i = 0; i < number; i++) {
            at = Ascii.skipBlanks(bytes, wordEnd(bytes, at, end), end);
        }
        return at;
    }

    /** How many words there are. */
    protected static int words(ByteBuffer bytes, int from, int end) {
        int count = 0;
        int at = Ascii.skipBlanks(bytes, from, end);
        while (at < end) {
            count++;
            at = Ascii.skipBlanks(bytes, wordEnd(bytes, at, end), end);
        }
        return count;
    }

    /** The number that is the word with this number, or -1. */
    protected static long number(ByteBuffer bytes, int from, int end, int word) {
        int at = word(bytes, from, end, word);
        return Ascii.decimal(bytes, at, wordEnd(bytes, at, end));
    }

    /** One direction. */
    private static final class Flow {
        private boolean inLine;
        private boolean ends;
        private long block;
        private long blockBehindLine;

        void reset() {
            inLine = false;
            ends = false;
            block = 0;
            blockBehindLine = 0;
        }

        long takeBlock(long available, Piece piece) {
            long count = Math.min(available, block);
            block -= count;
            piece.ends = block == 0 && ends;
            return count;
        }
    }
}
