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
 *  16+n, for each call:
 *    0  i64  begin, ns since the epoch            8  i64  until the answer's end; -1 without an answer
 *   16  u32  the request's way, ns               20  u32  the answer's way, ns       0 where not two sniffers saw it
 *   24  i32  caller                              28  i32  callee                     places in names
 *   32  i32  calling call, -1 without            36  i32  first call of its request
 *   40  u16  port of the caller                  42  u16  port of the callee
 *   44  u8   protocol                            45  u8   flags (FLAG_*)             46  u16  outcome
 *   48  u32  bytes of the request                52  u32  bytes of the answer
 *   56  f32  certainty of its cause              60  u8   segments sent again, request   61  u8  answer   62  u16  of a root: certainty of its tree, / 50000
 *   64  u32  wait for those of the request, µs   68  u32  of the answer
 *   72  u32  wait for a closed window, request   76  u32  answer
 *   80  u32  setting up the connection, µs       84  u32  0
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
    static final int BEGIN = 0;
    static final int TOOK = 8;
    static final int REQUEST_WAY = 16;
    static final int ANSWER_WAY = 20;
    static final int FROM = 24;
    static final int TO = 28;
    static final int PARENT = 32;
    static final int ROOT = 36;
    static final int FROM_PORT = 40;
    static final int TO_PORT = 42;
    static final int PROTOCOL = 44;
    static final int FLAGS = 45;
    static final int OUTCOME = 46;
    static final int REQUEST_BYTES = 48;
    static final int ANSWER_BYTES = 52;
    static final int PROBABILITY = 56;

    static final int TREE = 62;

    static final double CERTAIN_TREE = 50_000;
    static final int REQUEST_RESENT = 60;
    static final int ANSWER_RESENT = 61;
    static final int REQUEST_RESENT_WAIT = 64;
    static final int ANSWER_RESENT_WAIT = 68;
    static final int REQUEST_CLOSED = 72;
    static final int ANSWER_CLOSED = 76;
    static final int SET_UP = 80;

    private static final long MASK = 0xffff_ffffL;
    private static final long NANOS_PER_MICRO = 1000;
    private static final ObjectMapper JSON = new ObjectMapper();

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

    private int at(int call, int field) {
        return start + call * RECORD + field;
    }

    private long unsigned(int call, int field) {
        return bytes.getInt(at(call, field)) & MASK;
    }

    private long micros(int call, int field) {
        return NANOS_PER_MICRO * unsigned(call, field);
    }

    /** Number of calls. */
    public int size() {
        return size;
    }

    /** Names of the nodes that {@link #from} and {@link #to} number. */
    public List<String> names() {
        return names;
    }

    /** When the request was sent, ns since the epoch. */
    public long beginNanos(int call) {
        return bytes.getLong(at(call, BEGIN));
    }

    /** From then until the answer had come; -1 without an answer. */
    public long tookNanos(int call) {
        return bytes.getLong(at(call, TOOK));
    }

    /** How long the request was on its way between two sniffers; 0 where that is not known. */
    public long requestWayNanos(int call) {
        return unsigned(call, REQUEST_WAY);
    }

    /** How long the answer was on its way. */
    public long answerWayNanos(int call) {
        return unsigned(call, ANSWER_WAY);
    }

    /** The caller's place in {@link #names}. */
    public int from(int call) {
        return bytes.getInt(at(call, FROM));
    }

    /** The callee's place in {@link #names}. */
    public int to(int call) {
        return bytes.getInt(at(call, TO));
    }

    /** The call that it was made for, or {@link MessageTable#NONE}. */
    public int parent(int call) {
        return bytes.getInt(at(call, PARENT));
    }

    /** The call at the top of its request. */
    public int root(int call) {
        return bytes.getInt(at(call, ROOT));
    }

    public int fromPort(int call) {
        return bytes.getShort(at(call, FROM_PORT)) & 0xffff;
    }

    public int toPort(int call) {
        return bytes.getShort(at(call, TO_PORT)) & 0xffff;
    }

    /** Number of the {@link io.wirepath.flows.Protocol}. */
    public int protocol(int call) {
        return bytes.get(at(call, PROTOCOL)) & 0xff;
    }

    /** Whether a FLAG_ bit is set. */
    public boolean is(int call, int flag) {
        return (bytes.get(at(call, FLAGS)) & flag) != 0;
    }

    /** How it ended, see {@link io.wirepath.flows.Outcome}. */
    public int outcome(int call) {
        return bytes.getShort(at(call, OUTCOME)) & 0xffff;
    }

    public long requestBytes(int call) {
        return unsigned(call, REQUEST_BYTES);
    }

    public long answerBytes(int call) {
        return unsigned(call, ANSWER_BYTES);
    }

    /** Probability of its cause, 0 to 1. */
    public double probability(int call) {
        return bytes.getFloat(at(call, PROBABILITY));
    }

    /** That the tree of this root is whole and right, 0 to 1. */
    public double treeProbability(int root) {
        return (bytes.getShort(at(root, TREE)) & 0xffff) / CERTAIN_TREE;
    }

    public int requestResent(int call) {
        return bytes.get(at(call, REQUEST_RESENT)) & 0xff;
    }

    public int answerResent(int call) {
        return bytes.get(at(call, ANSWER_RESENT)) & 0xff;
    }

    /** By how much segments that were sent again made the request complete later. */
    public long requestResentWaitNanos(int call) {
        return micros(call, REQUEST_RESENT_WAIT);
    }

    public long answerResentWaitNanos(int call) {
        return micros(call, ANSWER_RESENT_WAIT);
    }

    /** How long the receiver's window was closed while the request was sent. */
    public long requestClosedNanos(int call) {
        return micros(call, REQUEST_CLOSED);
    }

    public long answerClosedNanos(int call) {
        return micros(call, ANSWER_CLOSED);
    }

    /** How long the handshake took that was made for the request; 0 where the connection was open. */
    public long setUpNanos(int call) {
        return micros(call, SET_UP);
    }
}
