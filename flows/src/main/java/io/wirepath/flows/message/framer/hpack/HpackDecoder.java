package io.wirepath.flows.message.framer.hpack;

import io.wirepath.flows.message.framer.hpack.HeaderFields.Field;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the header blocks of one direction of an HTTP/2 connection (RFC 7541 §6).
 *
 * <pre>
 *   1xxxxxxx  a field with name and value from the tables
 *   01xxxxxx  a field that becomes an entry; its name from the tables, or as a text
 *   001xxxxx  the size of the dynamic table
 *   000xxxxx  a field that does not become an entry
 * </pre>
 *
 * Work and memory are proportional to the bytes of the block: a reference copies nothing. Not thread-safe.
 */
public final class HpackDecoder {

    /** Bytes of a text that are kept. */
    private static final int TEXT_KEPT = 512;

    private static final int MAX_INTEGER_BYTES = 5;
    private static final int MAX_DIGITS = 4;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final HpackTable table = new HpackTable();
    private final byte[] text = new byte[TEXT_KEPT];
    private ByteBuffer bytes = NOTHING;
    private int at;
    private int end;
    private boolean failed;

    /** Whether no field of the block was read before. */
    private boolean isFirst;

    private boolean texts;
    private boolean identifiers;

    /**
     * Starts on a new connection. Where neither is wanted, nothing is allocated for a block.
     *
     * @param keepsTexts whether methods and paths are wanted
     * @param keepsIdentifiers whether identifiers of a site's own tracing are
     */
    public void reset(boolean keepsTexts, boolean keepsIdentifiers) {
        texts = keepsTexts;
        identifiers = keepsIdentifiers;
        table.reset();
        bytes = NOTHING;
    }

    /** A block, or a part of one, was not seen: what its entries were is unknown. */
    public void lose() {
        table.forget();
    }

    /** Perhaps a block was not seen: where the entries of before stand now is not sure. */
    public void doubt() {
        table.doubt();
    }

    /**
     * Reads a whole header block.
     *
     * @return false where it is malformed; what was read before the fault stands in {@code fields}
     */
    public boolean decode(ByteBuffer block, int from, int to, HeaderFields fields) {
        fields.clear();
        bytes = block;
        at = from;
        end = to;
        failed = false;
        isFirst = true;
        while (at < end && !failed) {
            readField(fields);
        }
        if (failed) {
            lose();
        }
        return !failed;
    }

    private void readField(HeaderFields fields) {
        int first = bytes.get(at);
        if (first < 0) {
            int index = integer(7);
            failed |= index == 0;
            indexed(index, fields);
        } else if ((first & 0x40) != 0) {
            literal(integer(6), true, fields);
        } else if ((first & 0x20) != 0) {
            table.limit(integer(5));
            return;
        } else {
            literal(integer(4), false, fields);
        }
        isFirst = false;
    }

    private void indexed(int index, HeaderFields fields) {
        boolean known = table.knows(index);
        if (known && !table.isSure(index) && isElsewhere(table.field(index), fields)) {
            table.forgetDoubtful();
            fields.clear();
            known = false;
        }
        if (known) {
            fields.set(table.field(index), table.value(index), table.number(index));
        } else {
            fields.set(Field.UNKNOWN, null, HeaderFields.NONE);
        }
    }

    /** Whether this cannot stand here: a status comes first, and nothing of a request twice (RFC 9113 §8.3). */
    private boolean isElsewhere(Field field, HeaderFields fields) {
        return switch (field) {
            case STATUS -> !isFirst;
            case METHOD -> fields.method() != null;
            case PATH -> fields.path() != null;
            default -> false;
        };
    }

    private void literal(int index, boolean becomesEntry, HeaderFields fields) {
        Field field = Field.UNKNOWN;
        int nameLength = 0;
        boolean known = true;
        if (index == 0) {
            nameLength = text();
            field = failed || nameLength > TEXT_KEPT ? Field.OTHER : Field.of(text, nameLength);
        } else if (table.knows(index)) {
            field = table.field(index);
            nameLength = table.nameLength(index);
        } else {
            known = false;
        }
        int valueLength = failed ? 0 : text();
        if (failed) {
            return;
        }
        int number = field.isNumber() ? number(valueLength) : HeaderFields.NONE;
        @Nullable String value = isWanted(field) ? kept(valueLength) : null;
        fields.set(field, value, number);
        if (becomesEntry) {
            // the length of an unknown name is taken as 0: the table then forgets too late, which does no harm
            table.add(field, known ? nameLength : 0, valueLength, value, number);
        }
    }

    private boolean isWanted(Field field) {
        return field.isIdentifier() ? identifiers : texts && field.isOfOperation() && !field.isNumber();
    }

    /** The text as a decimal number; {@link HeaderFields#NONE} if it is none. */
    private int number(int length) {
        int number = length > 0 && length <= MAX_DIGITS ? 0 : HeaderFields.NONE;
        for (int i = 0; i < length && number >= 0; i++) {
            int digit = text[i] - '0';
            number = digit >= 0 && digit <= 9 ? 10 * number + digit : HeaderFields.NONE;
        }
        return number;
    }

    private String kept(int length) {
        return new String(text, 0, Math.min(length, TEXT_KEPT), StandardCharsets.ISO_8859_1);
    }

    /** An integer whose first bits stand in the rest of a byte (§5.1). */
    private int integer(int prefixBits) {
        int mask = (1 << prefixBits) - 1;
        long value = bytes.get(at++) & mask;
        if (value < mask) {
            return (int) value;
        }
        for (int i = 0; i < MAX_INTEGER_BYTES; i++) {
            if (at == end) {
                failed = true;
                return 0;
            }
            int next = bytes.get(at++);
            value += (long) (next & 0x7f) << 7 * i;
            if (next >= 0) {
                failed |= value > Integer.MAX_VALUE;
                return failed ? 0 : (int) value;
            }
        }
        failed = true;
        return 0;
    }

    /** Reads a text (§5.2), of which the first bytes go into {@link #text}; returns its length. */
    private int text() {
        if (at == end) {
            failed = true;
            return 0;
        }
        boolean coded = bytes.get(at) < 0;
        int length = integer(7);
        if (failed || length > end - at) {
            failed = true;
            return 0;
        }
        int from = at;
        at += length;
        if (!coded) {
            bytes.get(from, text, 0, Math.min(length, TEXT_KEPT));
            return length;
        }
        int decoded = HuffmanCode.decode(bytes, from, at, text);
        failed = decoded < 0;
        return Math.max(0, decoded);
    }
}
