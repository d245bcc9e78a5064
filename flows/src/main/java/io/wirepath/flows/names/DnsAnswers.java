package io.wirepath.flows.names;

import io.wirepath.flows.SightingSink.NameOrigin;
import java.nio.ByteBuffer;

/**
 * Reads the names of addresses from DNS responses (RFC 1035 §4.1, RFC 3596): each A and AAAA record gives its address
 * the name that was asked for, also at the end of a chain of CNAMEs; a PTR record gives the address that was asked for
 * the name it holds. Cut or hostile messages give what was read before. Not thread-safe; keeps nothing between
 * messages.
 *
 * <pre>
 *   header 12 │ question: name, type 2, class 2 │ answers: name, type 2, class 2, ttl 4, length 2, data
 *   name: labels (length, bytes) to a 0, or a pointer 0xc000 | offset from the start of the message
 * </pre>
 */
public final class DnsAnswers {

    private static final int HEADER = 12;
    private static final int RECORD_FIXED = 10;
    private static final int TYPE_A = 1;
    private static final int TYPE_PTR = 12;
    private static final int TYPE_AAAA = 28;
    private static final int CLASS_IN = 1;
    private static final int MAX_RECORDS = 64;
    private static final int MAX_NAME = 255;
    private static final int MAX_POINTERS = 16;
    private static final long V4_PREFIX = 0xffffL << 32;

    private final ByteBuffer question = ByteBuffer.allocate(MAX_NAME + 1);
    private final ByteBuffer held = ByteBuffer.allocate(MAX_NAME + 1);
    private final ReverseName reverse = new ReverseName();
    private NameOrigin origin = NameOrigin.DNS_UNASKED;

    /**
     * Reads a response that begins at {@code start} and tells the names in it.
     *
     * @param asked whether the query that it answers was seen
     */
    public void read(ByteBuffer bytes, int start, int end, boolean asked, NameSink sink) {
        origin = asked ? NameOrigin.DNS_ANSWER : NameOrigin.DNS_UNASKED;
        boolean failed = end - start < HEADER || (bytes.get(start + 3) & 0xf) != 0;
        if (failed || bytes.getShort(start + 4) != 1) {
            return;
        }
        int askedLength = name(bytes, start, start + HEADER, end, question);
        int at = skipName(bytes, start + HEADER, end) + 4;
        int records = Math.min(MAX_RECORDS, bytes.getShort(start + 6) & 0xffff);
        if (askedLength <= 0) {
            return;
        }
        for (int i = 0; i < records; i++) {
            at = skipName(bytes, at, end);
            if (at + RECORD_FIXED > end) {
                return;
            }
            int data = at + RECORD_FIXED;
            int length = bytes.getShort(at + 8) & 0xffff;
            if (data + length > end) {
                return;
            }
            if (bytes.getShort(at + 2) == CLASS_IN) {
                record(bytes, start, end, bytes.getShort(at), data, length, askedLength, sink);
            }
            at = data + length;
        }
    }

    private void record(
            ByteBuffer bytes, int start, int end, int type, int data, int length, int askedLength, NameSink sink) {
        if (type == TYPE_A && length == 4) {
            long low = V4_PREFIX | bytes.getInt(data) & 0xffff_ffffL;
            sink.onName(0, low, question, 0, askedLength, origin);
        } else if (type == TYPE_AAAA && length == 16) {
            sink.onName(bytes.getLong(data), bytes.getLong(data + 8), question, 0, askedLength, origin);
        } else if (type == TYPE_PTR && reverse.read(question, askedLength)) {
            int heldLength = name(bytes, start, data, end, held);
            if (heldLength > 0) {
                sink.onName(reverse.high(), reverse.low(), held, 0, heldLength, origin);
            }
        }
    }

    /** Writes the dotted name at {@code from} into {@code into}; returns its length, 0 if it is no name. */
    private static int name(ByteBuffer bytes, int start, int from, int end, ByteBuffer into) {
        int at = from;
        int written = 0;
        int pointers = 0;
        while (at < end) {
            int length = bytes.get(at) & 0xff;
            if (length == 0) {
                return written;
            }
            if (length >= 0xc0) {
                if (at + 2 > end || ++pointers > MAX_POINTERS) {
                    return 0;
                }
                at = start + (bytes.getShort(at) & 0x3fff);
                continue;
            }
            int dot = written > 0 ? 1 : 0;
            if (length > 63 || at + 1 + length > end || written + dot + length > MAX_NAME) {
                return 0;
            }
            if (dot > 0) {
                into.put(written++, (byte) '.');
            }
            into.put(written, bytes, at + 1, length);
            written += length;
            at += 1 + length;
        }
        return 0;
    }

    /** Where the name at {@code from} ends; {@code end} if it does not. */
    private static int skipName(ByteBuffer bytes, int from, int end) {
        int at = from;
        while (at < end) {
            int length = bytes.get(at) & 0xff;
            if (length == 0) {
                return at + 1;
            }
            if (length >= 0xc0) {
                return Math.min(end, at + 2);
            }
            at += 1 + length;
        }
        return end;
    }
}
