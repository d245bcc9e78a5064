package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.SplitMix64;
import java.nio.ByteBuffer;

/**
 * The header of a DNS message (RFC 1035 §4.1.1) and the name that its question begins with.
 *
 * <pre>
 *   0  id      2  QR(1) opcode(4) AA TC RD RA Z AD CD rcode(4)
 *   4  questions   6  answers   8  authorities   10  additionals   12  question: labels, type, class
 * </pre>
 */
public final class DnsHeader {

    /** Length of the header. */
    public static final int LENGTH = 12;

    private static final int MAX_OPCODE = 6;

    private DnsHeader() {}

    /** Whether these bytes, at least {@link #LENGTH}, can begin a DNS message. */
    public static boolean isPlausible(ByteBuffer bytes, int at) {
        int flags = bytes.getShort(at + 2) & 0xffff;
        int opcode = flags >>> 11 & 0xf;
        int questions = bytes.getShort(at + 4) & 0xffff;
        int answers = bytes.getShort(at + 6) & 0xffff;
        boolean response = flags >>> 15 != 0;
        boolean reserved = (flags & 0x40) != 0;
        if (reserved || opcode > MAX_OPCODE || opcode == 3 || questions > 1) {
            return false;
        }
        if (!response) {
            return (flags & 0xf) == 0 && (questions == 1 || opcode != 0) && answers <= 16;
        }
        return questions == 1 || answers > 0;
    }

    /** Id of the transaction. */
    public static int id(ByteBuffer bytes, int at) {
        return bytes.getShort(at) & 0xffff;
    }

    /** The id and the question, which the response repeats: an id may be used again for another question. */
    public static long key(ByteBuffer bytes, int at, int end) {
        long hash = 0;
        if (bytes.getShort(at + 4) != 0) {
            int i = at + LENGTH;
            for (; i < end && bytes.get(i) != 0; i++) {
                hash = (hash + bytes.get(i)) * SplitMix64.STEP;
            }
            // behind the end of the name the type: A and AAAA are often asked for at once
            hash += i + 3 <= end ? bytes.getShort(i + 1) : 0;
        }
        return (hash * SplitMix64.STEP & 0xffff_ffff_0000L) | id(bytes, at);
    }

    /** Whether the message is a response. */
    public static boolean isResponse(ByteBuffer bytes, int at) {
        return bytes.get(at + 2) < 0;
    }

    /** How a response ended ({@link Outcome}); unknown for a query. */
    public static int outcome(ByteBuffer bytes, int at) {
        return isResponse(bytes, at) ? Outcome.of(Outcome.Kind.DNS, bytes.get(at + 3) & 0xf) : Outcome.UNKNOWN;
    }

    /** Whether the question, if there is one, lies in well-formed labels before {@code end}. */
    public static boolean isWellFormed(ByteBuffer bytes, int at, int end) {
        if (bytes.getShort(at + 4) == 0) {
            return true;
        }
        int label = at + LENGTH;
        while (label < end) {
            int length = bytes.get(label) & 0xff;
            if (length == 0) {
                return label + 5 <= end;
            }
            if (length > 63) {
                return false;
            }
            label += 1 + length;
        }
        return false;
    }
}
