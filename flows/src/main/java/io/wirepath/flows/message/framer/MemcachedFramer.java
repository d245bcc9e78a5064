package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * memcached's text and meta commands: calls in order. Quiet meta commands, which may get no answer, and the command
 * behind them are one request; what is answered up to that command's answer is one response.
 *
 * <pre>
 *   set KEY FLAGS EXPIRES BYTES [noreply] ⏎ so many bytes ⏎        get KEY… ⏎        delete KEY [noreply] ⏎
 *   VALUE KEY FLAGS BYTES [CAS] ⏎ so many bytes ⏎ … END ⏎          STAT … ⏎ … END ⏎   STORED ⏎
 *   ms KEY BYTES FLAG… ⏎ so many bytes ⏎        mg, md, ma KEY FLAG… ⏎   mn ⏎         flag q: quiet
 *   VA BYTES FLAG… ⏎ so many bytes ⏎            HD, EN, NF, NS, EX … ⏎   MN ⏎
 * </pre>
 *
 * Source: memcached, "protocol.txt".
 */
final class MemcachedFramer extends LineFramer {

    /** The commands; answers are too short to tell the protocol. */
    static final LineSignature BEGINNING = LineSignature.of(
            "get· gets· gat· gats· set· add· replace· append· prepend· cas· delete· incr· decr· touch·"
                    + " mg· ms· md· ma· me· mn⏎ stats⏎ stats· version⏎ flush·all",
            "");

    private static final LineSignature ANSWERS = LineSignature.of(
            "", "VALUE· STAT· END⏎ STORED⏎ NOT_STORED⏎ NOT_FOUND⏎ DELETED⏎ EXISTS⏎ TOUCHED⏎ VA· HD EN⏎ NS⏎ NF⏎");
    private static final int LINE_END = 2;
    private static final byte[] NO_REPLY = "noreply".getBytes(US_ASCII);
    private static final int VALUE_BYTES = 3;
    private static final int STORED_BYTES = 4;

    private boolean quiet;

    /** Answers of which each ends what was answered to a batch of quiet commands. */
    private int batches;

    MemcachedFramer() {
        super(Protocol.MEMCACHED);
    }

    @Override
    protected void onReset() {
        quiet = false;
        batches = 0;
    }

    @Override
    protected long line(int direction, ByteBuffer bytes, int from, int end, boolean whole, Piece piece) {
        int letters = wordEnd(bytes, from, end) - from;
        if (asks(direction)) {
            piece.role = Role.REQUEST;
            return letters == 2 && bytes.get(from) == 'm'
                    ? meta(bytes, from, end, whole, piece)
                    : command(bytes, from, end, whole, piece);
        }
        piece.role = Role.RESPONSE;
        // a line ends in two characters, or no word of an error fits
        piece.outcome = MemcachedError.outcome(bytes, from, whole ? end + LINE_END : end);
        return answer(letters, bytes, from, end, whole, piece);
    }

    private static long command(ByteBuffer bytes, int from, int end, boolean whole, Piece piece) {
        int first = bytes.get(from);
        if (first < 'a' || first > 'w') {
            return NO_LINE;
        }
        int lastAt = end;
        while (lastAt > from && bytes.get(lastAt - 1) != ' ') {
            lastAt--;
        }
        boolean noReply = end - lastAt == NO_REPLY.length
                && Ascii.agreement(bytes, lastAt, NO_REPLY.length, NO_REPLY) == NO_REPLY.length;
        if (noReply) {
            piece.role = Role.ONE_WAY;
        }
        if (is(bytes, from, "quit")) {
            piece.role = Role.ONE_WAY;
            piece.flags = SightingCodec.FLAG_SETUP;
        }
        if (!stores(bytes, from)) {
            return 0;
        }
        long length = whole ? number(bytes, from, end, STORED_BYTES) : NO_LINE;
        return length < 0 ? NO_LINE : length + LINE_END;
    }

    private static boolean stores(ByteBuffer bytes, int from) {
        return is(bytes, from, "set ")
                || is(bytes, from, "add ")
                || is(bytes, from, "cas ")
                || is(bytes, from, "replace ")
                || is(bytes, from, "append ")
                || is(bytes, from, "prepend ");
    }

    private long meta(ByteBuffer bytes, int from, int end, boolean whole, Piece piece) {
        if (!whole) {
            return NO_LINE;
        }
        int kind = bytes.get(from + 1);
        boolean stores = kind == 's';
        boolean isQuiet = false;
        for (int at = word(bytes, from, end, stores ? 3 : 2); at < end; ) {
            int next = wordEnd(bytes, at, end);
            isQuiet |= bytes.get(at) == 'q' && next == at + 1;
            at = Ascii.skipBlanks(bytes, next, end);
        }
        piece.ends = !isQuiet;
        if (!isQuiet && quiet && kind == 'n') {
            batches++;
        }
        quiet = isQuiet;
        if (!stores) {
            return 0;
        }
        long length = number(bytes, from, end, 2);
        return length < 0 ? NO_LINE : length + LINE_END;
    }

    private long answer(int letters, ByteBuffer bytes, int from, int end, boolean whole, Piece piece) {
        long length = 0;
        if (is(bytes, from, "VALUE ")) {
            piece.ends = false;
            length = LINE_END + number(bytes, from, end, VALUE_BYTES);
        } else if (is(bytes, from, "STAT ") || is(bytes, from, "ITEM ")) {
            piece.ends = false;
        } else if (letters == 2) {
            boolean endsBatch = is(bytes, from, "MN");
            piece.ends = batches == 0 || endsBatch;
            batches -= endsBatch && batches > 0 ? 1 : 0;
            length = is(bytes, from, "VA ") ? LINE_END + number(bytes, from, end, 1) : 0;
        }
        return length == LINE_END + NO_LINE || !whole ? NO_LINE : length;
    }

    private static boolean is(ByteBuffer bytes, int from, String word) {
        for (int i = 0; i < word.length(); i++) {
            if (from + i >= bytes.limit() || bytes.get(from + i) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean answersInOrder() {
        return true;
    }

    @Override
    protected void onLose(int direction) {
        quiet = false;
        batches = 0;
    }

    @Override
    protected boolean mayResume(int direction, ByteBuffer bytes, int from, int end, boolean first, boolean fresh) {
        if (asks(direction)) {
            return first && BEGINNING.begins(true, bytes, from, end);
        }
        return fresh || first && ANSWERS.begins(false, bytes, from, end);
    }
}
