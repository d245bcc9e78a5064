package io.wirepath.report;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.causes.MessageTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The times of all calls of a window, as records of one size: whatever stretch of time is asked for, none but these
 * bytes are looked at. A call's number is its place. Big-endian; times in nanoseconds, waits in microseconds, both at
 * most what the field holds.
 *
 * <pre>
 *    0  u32  "WPCL"          4  u32  form, 1       8  u32  bytes of names, n     12  u32  calls
 *   16  ...  names of nodes: a JSON array of strings, filled up with spaces to a multiple of 8
 *  16+n, for each call, 88 bytes: each {@link CallField} in turn, and 4 bytes that are 0
 * </pre>
 *
 * <p>{@link #read} checks all lengths and places once; the accessors then trust. Safe to share.
 */
public final class CallRecords {

    /** It begins in the core of the window: of all windows, one counts it. */
    public static final int FLAG_COUNTED = 1;

    /** Nobody waits for an answer. */
    public static final int FLAG_ONE_WAY = 2;

    /** A reset ended the request or the answer. */
    public static final int FLAG_RESET = 4;

    /** An answer would have been seen, and none was. */
    public static final int FLAG_UNANSWERED = 8;

    /** The number at its cause is a score, and no probability. */
    public static final int FLAG_SCORE = 16;

    static final int MAGIC = 0x5750434c;
    static final int FORM = 1;
    static final int HEADER = 16;
    static final int RECORD = 88;
    static final double CERTAIN_TREE = 50_000;

    private static final long NANOS_PER_MICRO = 1000;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Where each field begins. */
    private static final int[] AT = places();

    // pictures look at millions of records: these are read without a look at what the field is
    private static final int BEGIN = at(CallField.BEGIN);
    private static final int TOOK = at(CallField.TOOK);
    private static final int FROM = at(CallField.FROM);
    private static final int TO = at(CallField.TO);
    private static final int ROOT = at(CallField.ROOT);
    private static final int FLAGS = at(CallField.FLAGS);
    private static final int REQUEST_RESENT = at(CallField.REQUEST_RESENT);
    private static final int ANSWER_RESENT = at(CallField.ANSWER_RESENT);
    private static final int REQUEST_CLOSED = at(CallField.REQUEST_CLOSED);
    private static final int ANSWER_CLOSED = at(CallField.ANSWER_CLOSED);

    private final ByteBuffer bytes;
    private final int start;
    private final int size;
    private final List<String> names;

    private CallRecords(ByteBuffer bytes, int start, int size, List<String> names) {
        this.bytes = bytes;
        this.start = start;
        this.size = size;
        this.names = names;
    }

    /** Reads what {@link CallRecordWriter} wrote; empty where it is anything else. The bytes must not change. */
    public static Optional<CallRecords> read(ByteBuffer bytes) {
        if (bytes.limit() < HEADER || bytes.getInt(0) != MAGIC || bytes.getInt(4) != FORM) {
            return Optional.empty();
        }
        int nameBytes = bytes.getInt(8);
        int size = bytes.getInt(12);
        long wanted = HEADER + (long) nameBytes + (long) size * RECORD;
        if (nameBytes < 0 || size < 0 || wanted != bytes.limit()) {
            return Optional.empty();
        }
        byte[] text = new byte[nameBytes];
        bytes.get(HEADER, text);
        try {
            List<String> names = List.copyOf(JSON.readValue(text, new TypeReference<List<String>>() {}));
            CallRecords records = new CallRecords(bytes, HEADER + nameBytes, size, names);
            return records.isSound() ? Optional.of(records) : Optional.empty();
        } catch (IOException | NullPointerException e) {
            return Optional.empty();
        }
    }

    /** Whether all places that records name are there. */
    private boolean isSound() {
        for (int call = 0; call < size; call++) {
            if (!isWithin(from(call), names.size())
                    || !isWithin(to(call), names.size())
                    || !isWithin(root(call), size)
                    || parent(call) < MessageTable.NONE
                    || parent(call) >= size) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWithin(int place, int size) {
        return place >= 0 && place < size;
    }

    private static int[] places() {
        int[] at = new int[CallField.values().length];
        for (int i = 1; i < at.length; i++) {
            at[i] = at[i - 1] + CallField.values()[i - 1].form.bytes;
        }
        return at;
    }

    private static int at(CallField field) {
        return AT[field.ordinal()];
    }

    /** Number of calls. */
    public int size() {
        return size;
    }

    /** Names of the nodes that {@link #from} and {@link #to} number. */
    public List<String> names() {
        return names;
    }

    private int record(int call) {
        return start + call * RECORD;
    }

    /** What a field says of a call. */
    public long of(int call, CallField field) {
        int at = record(call) + at(field);
        return switch (field.form) {
            case LONG -> bytes.getLong(at);
            case SIGNED -> bytes.getInt(at);
            case UNSIGNED -> Integer.toUnsignedLong(bytes.getInt(at));
            case MICROS -> NANOS_PER_MICRO * Integer.toUnsignedLong(bytes.getInt(at));
            case SHORT -> Short.toUnsignedLong(bytes.getShort(at));
            case BYTE -> Byte.toUnsignedLong(bytes.get(at));
        };
    }

    /** Puts a value into the bytes of a record, at most what the field holds. */
    static void put(ByteBuffer record, CallField field, long value) {
        long held = field.form.held(value);
        int at = at(field);
        switch (field.form) {
            case LONG -> record.putLong(at, held);
            case SIGNED, UNSIGNED -> record.putInt(at, (int) held);
            case MICROS -> record.putInt(at, (int) (held / NANOS_PER_MICRO));
            case SHORT -> record.putShort(at, (short) held);
            case BYTE -> record.put(at, (byte) held);
        }
    }

    /** When the request was sent, ns since the epoch. */
    public long beginNanos(int call) {
        return bytes.getLong(record(call) + BEGIN);
    }

    /** From then until the answer had come; -1 without an answer. */
    public long tookNanos(int call) {
        return bytes.getLong(record(call) + TOOK);
    }

    /** The caller's place in {@link #names}. */
    public int from(int call) {
        return bytes.getInt(record(call) + FROM);
    }

    /** The callee's place in {@link #names}. */
    public int to(int call) {
        return bytes.getInt(record(call) + TO);
    }

    /** The call that it was made for, or {@link MessageTable#NONE}. */
    public int parent(int call) {
        return (int) of(call, CallField.PARENT);
    }

    /** The call at the top of its request. */
    public int root(int call) {
        return bytes.getInt(record(call) + ROOT);
    }

    /** Whether a FLAG_ bit is set. */
    public boolean is(int call, int flag) {
        return (bytes.get(record(call) + FLAGS) & flag) != 0;
    }

    /** Whether anything was sent again, waited for an open window, was reset or stayed unanswered. */
    public boolean isTroubled(int call) {
        int at = record(call);
        return bytes.get(at + REQUEST_RESENT) != 0
                || bytes.get(at + ANSWER_RESENT) != 0
                || bytes.getInt(at + REQUEST_CLOSED) != 0
                || bytes.getInt(at + ANSWER_CLOSED) != 0
                || is(call, FLAG_RESET | FLAG_UNANSWERED);
    }

    /** Probability of its cause, 0 to 1. */
    public double probability(int call) {
        return Float.intBitsToFloat((int) of(call, CallField.PROBABILITY));
    }

    /** That the tree of this root is whole and right, 0 to 1. */
    public double treeProbability(int root) {
        return of(root, CallField.TREE) / CERTAIN_TREE;
    }
}
