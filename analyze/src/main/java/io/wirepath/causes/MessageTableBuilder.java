package io.wirepath.causes;

import io.wirepath.causes.budget.LeftOut;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.Long2LongHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Collects messages in any order and makes a sorted {@link MessageTable} of them.
 *
 * <p>Set the fields of the next message with {@link #add}, optionally {@link #outcome}, {@link #signature} and
 * {@link #typeWord} for the message added last; then {@link #build}. Not thread-safe.
 */
public final class MessageTableBuilder {

    /** The call id of a message that belongs to no call. */
    public static final long NO_CALL = Long.MIN_VALUE;

    private static final int INITIAL_ROWS = 1 << 12;
    private static final int MAX_OPERATIONS = 0xffff;

    final NodeTable nodes;
    int size;
    long[] sentNanos = new long[INITIAL_ROWS];
    long[] receivedNanos = new long[INITIAL_ROWS];
    int[] source = new int[INITIAL_ROWS];
    int[] destination = new int[INITIAL_ROWS];
    int[] sourcePort = new int[INITIAL_ROWS];
    int[] destinationPort = new int[INITIAL_ROWS];
    int[] connection = new int[INITIAL_ROWS];
    byte[] role = new byte[INITIAL_ROWS];
    byte[] protocol = new byte[INITIAL_ROWS];
    byte[] transport = new byte[INITIAL_ROWS];
    int[] partner = new int[INITIAL_ROWS];
    final Int2IntHashMap lastAnswer = new Int2IntHashMap(MessageTable.NONE);
    long[] callId = new long[INITIAL_ROWS];
    long[] lengthBytes = new long[INITIAL_ROWS];
    int[] flags = new int[INITIAL_ROWS];
    short[] outcome = new short[INITIAL_ROWS];
    byte[] resentSegments = new byte[INITIAL_ROWS];
    int[] resentWaitMicros = new int[INITIAL_ROWS];
    int[] waitMicros = new int[INITIAL_ROWS];
    int[] setUpMicros = new int[INITIAL_ROWS];
    private byte[] lateSegments = new byte[INITIAL_ROWS];
    private int[] lateWaitMicros = new int[INITIAL_ROWS];
    private boolean anyLate;
    int[] signature = new int[INITIAL_ROWS * MessageTable.SIGNATURE_HASHES];
    int[] typeWords = new int[INITIAL_ROWS * MessageTable.TYPE_WORDS];
    long[] record = new long[INITIAL_ROWS];
    /** Empty where no message tells it. */
    short[] sniffer = {};

    /** Empty where no message has an operation. */
    short[] operation = {};

    final Map<String, Short> operations = new LinkedHashMap<>();
    private @Nullable LongPolls longPolls;
    LeftOut leftOut = LeftOut.NOTHING;
    List<ConnectionAttempt> attempts = List.of();
    final ConnectionEnds ends = new ConnectionEnds();

    /** Starts an empty table over these nodes. */
    public MessageTableBuilder(NodeTable nodes) {
        this.nodes = nodes;
    }

    /**
     * Adds a message.
     *
     * @param connection number of its connection, dense from 0
     * @param callId the call within the connection that it belongs to, or {@link #NO_CALL}
     * @param record the caller's own identity for it
     */
    public MessageTableBuilder add(
            long sentNanos,
            long receivedNanos,
            int source,
            int sourcePort,
            int destination,
            int destinationPort,
            int connection,
            int transport,
            Role role,
            int protocol,
            long callId,
            long lengthBytes,
            int flags,
            long record) {
        if (size == this.source.length) {
            grow();
        }
        int at = size++;
        this.sentNanos[at] = sentNanos;
        this.receivedNanos[at] = receivedNanos;
        this.source[at] = source;
        this.sourcePort[at] = sourcePort;
        this.destination[at] = destination;
        this.destinationPort[at] = destinationPort;
        this.connection[at] = connection;
        this.transport[at] = (byte) transport;
        this.role[at] = (byte) role.ordinal();
        this.protocol[at] = (byte) protocol;
        this.callId[at] = callId;
        this.lengthBytes[at] = lengthBytes;
        this.flags[at] = flags;
        this.record[at] = record;
        return this;
    }

    /** Long polls are messages of their own, by this and what it knows from before. */
    public void longPolls(LongPolls known) {
        longPolls = known;
    }

    /** Says what there was no room for. */
    public void leftOut(LeftOut what) {
        leftOut = what;
    }

    /** Says which attempts to open connections failed, in order of time. */
    public void attempts(List<ConnectionAttempt> failed) {
        attempts = failed;
    }

    /**
     * Says that a side ended a connection on which a call is open.
     *
     * @param port of who ended it
     * @param opener whether that is known to be who opened it
     * @param oldestCall the call id that is open for longest
     */
    public void end(int connection, long nanos, int port, boolean opener, long oldestCall, boolean reset) {
        ends.add(connection, nanos, port, opener, oldestCall, reset);
    }

    /** Says how the request ended, as the message added last tells ({@link io.wirepath.flows.Outcome}). */
    public void outcome(int code) {
        outcome[size - 1] = (short) code;
    }

    /**
     * Says what TCP did to the message added last; all times are unsigned microseconds.
     *
     * @param resent segments that were sent again, at most 255
     * @param resentWait by how much waiting for them made the message complete later
     * @param wait how long its sender waited, for what the flags name; of what is streamed, how long it was
     * @param setUp how long the handshake took that was made for it; of a response, the way to its sender and back
     */
    public void tcp(int resent, long resentWait, long wait, long setUp) {
        resentSegments[size - 1] = (byte) resent;
        resentWaitMicros[size - 1] = (int) resentWait;
        waitMicros[size - 1] = (int) wait;
        setUpMicros[size - 1] = (int) setUp;
    }

    /** What was resent of the latest message of the other direction before the one added last, as in {@link #tcp}. */
    public void late(int resent, long resentWait) {
        lateSegments[size - 1] = (byte) resent;
        lateWaitMicros[size - 1] = (int) resentWait;
        anyLate |= resent > 0;
    }

    /** Says which sniffer saw the message added last first; of several messages all tell it, or none. */
    public void sniffer(int number) {
        if (sniffer.length < size) {
            sniffer = Arrays.copyOf(sniffer, source.length);
        }
        sniffer[size - 1] = (short) number;
    }

    /** Says what the message added last asks for; at most 65,535 different texts. */
    public void operation(String text) {
        Short number = operations.get(text);
        if (number == null) {
            if (operations.size() == MAX_OPERATIONS) {
                return;
            }
            number = (short) (operations.size() + 1);
            operations.put(text, number);
        }
        if (operation.length < size) {
            operation = Arrays.copyOf(operation, source.length);
        }
        operation[size - 1] = number;
    }

    /** Adds the message in this place once more. */
    void repeat(int at) {
        add(
                sentNanos[at],
                receivedNanos[at],
                source[at],
                sourcePort[at],
                destination[at],
                destinationPort[at],
                connection[at],
                transport[at],
                Role.of(role[at]),
                protocol[at],
                callId[at],
                lengthBytes[at],
                flags[at],
                record[at]);
        for (int i = 0; i < MessageTable.SIGNATURE_HASHES; i++) {
            signature(i, signature[at * MessageTable.SIGNATURE_HASHES + i]);
        }
        for (int i = 0; i < MessageTable.TYPE_WORDS; i++) {
            typeWord(i, typeWords[at * MessageTable.TYPE_WORDS + i]);
        }
        outcome(outcome[at]);
        if (at < sniffer.length) {
            sniffer(sniffer[at]);
        }
        if (at < operation.length && operation[at] != 0) {
            operation = Arrays.copyOf(operation, source.length);
            operation[size - 1] = operation[at];
        }
        tcp(resentSegments[at] & 0xff, resentWaitMicros[at], waitMicros[at], setUpMicros[at]);
    }

    /** Sets hash {@code i} of the content signature of the message added last. */
    public void signature(int i, int hash) {
        signature[(size - 1) * MessageTable.SIGNATURE_HASHES + i] = hash;
    }

    /** Sets type word {@code i} of the message added last. */
    public void typeWord(int i, int hash) {
        typeWords[(size - 1) * MessageTable.TYPE_WORDS + i] = hash;
    }

    /** Sorts the messages by time, pairs the calls, and hands the columns over; the builder is spent. */
    public MessageTable build() {
        MultiplexedRows.rebuild(this);
        permute(TimeOrder.of(sentNanos, receivedNanos, size));
        pairCalls();
        PeerEndpoints.settle(this);
        HandedOn.settle(this);
        if (anyLate) {
            resolveLate();
        }
        if (longPolls != null) {
            longPolls.settle(this);
        }
        return new MessageTable(this);
    }

    private void permute(int[] order) {
        sentNanos = pick(sentNanos, order);
        receivedNanos = pick(receivedNanos, order);
        source = pick(source, order, 1);
        destination = pick(destination, order, 1);
        sourcePort = pick(sourcePort, order, 1);
        destinationPort = pick(destinationPort, order, 1);
        connection = pick(connection, order, 1);
        role = pick(role, order);
        protocol = pick(protocol, order);
        transport = pick(transport, order);
        callId = pick(callId, order);
        lengthBytes = pick(lengthBytes, order);
        flags = pick(flags, order, 1);
        outcome = pick(outcome, order);
        if (sniffer.length > 0) {
            sniffer = pick(Arrays.copyOf(sniffer, source.length), order);
        }
        if (operation.length > 0) {
            operation = pick(Arrays.copyOf(operation, source.length), order);
        }
        resentSegments = pick(resentSegments, order);
        resentWaitMicros = pick(resentWaitMicros, order, 1);
        waitMicros = pick(waitMicros, order, 1);
        setUpMicros = pick(setUpMicros, order, 1);
        if (anyLate) {
            lateSegments = pick(lateSegments, order);
            lateWaitMicros = pick(lateWaitMicros, order, 1);
        }
        signature = pick(signature, order, MessageTable.SIGNATURE_HASHES);
        typeWords = pick(typeWords, order, MessageTable.TYPE_WORDS);
        record = pick(record, order);
    }

    /**
     * A request and the response with its call id on its connection are partners, and so are a delivery and its
     * acknowledgement; ids are small running numbers.
     */
    private void pairCalls() {
        partner = new int[size];
        Arrays.fill(partner, MessageTable.NONE);
        Long2LongHashMap open = new Long2LongHashMap(MessageTable.NONE);
        Long2LongHashMap streams = new Long2LongHashMap(MessageTable.NONE);
        for (int row = 0; row < size; row++) {
            Role own = Role.of(role[row]);
            if (callId[row] == NO_CALL || own == Role.UNKNOWN) {
                continue;
            }
            long key = (long) connection[row] << 32 | callId[row] & 0xffff_ffffL;
            int other = (int) open.get(key);
            if (other == MessageTable.NONE) {
                int asked = (int) streams.get(key);
                if (own == Role.ONE_WAY && asked != MessageTable.NONE) {
                    noteStream(asked, row);
                    continue;
                }
                open.put(key, row);
            } else if (answers(row, other)) {
                partner[other] = row;
                partner[row] = other;
                open.remove(key);
                if (protocol[other] == Protocol.GRPC.ordinal() && Role.of(role[other]) == Role.REQUEST) {
                    streams.put(key, other);
                }
            }
        }
    }

    /** A further message of a call whose server goes on behind its first answer. */
    private void noteStream(int asked, int row) {
        if (source[row] == destination[asked]) {
            lastAnswer.put(asked, row);
        }
    }

    private boolean answers(int row, int other) {
        if (role[row] != role[other]) {
            return Role.of(role[row]) != Role.ONE_WAY && Role.of(role[other]) != Role.ONE_WAY;
        }
        return Role.of(role[row]) == Role.ONE_WAY
                && source[row] == destination[other]
                && (flags[other] & SightingCodec.FLAG_SETUP) == 0
                && (flags[row] & SightingCodec.FLAG_SETUP) != 0;
    }

    /** What a response tells late is of its request; what another message tells is of the latest response before it. */
    private void resolveLate() {
        Int2IntHashMap latest = new Int2IntHashMap(MessageTable.NONE);
        for (int row = 0; row < size; row++) {
            boolean response = Role.of(role[row]) == Role.RESPONSE;
            int of = response ? partner[row] : latest.get(connection[row]);
            if (lateSegments[row] != 0 && of != MessageTable.NONE) {
                int resent = (resentSegments[of] & 0xff) + (lateSegments[row] & 0xff);
                resentSegments[of] = (byte) Math.min(0xff, resent);
                resentWaitMicros[of] = (int) Math.max(
                        Integer.toUnsignedLong(resentWaitMicros[of]), Integer.toUnsignedLong(lateWaitMicros[row]));
            }
            if (response) {
                latest.put(connection[row], row);
            }
        }
    }

    private static long[] pick(long[] from, int[] order) {
        long[] to = new long[order.length];
        for (int i = 0; i < order.length; i++) {
            to[i] = from[order[i]];
        }
        return to;
    }

    private static short[] pick(short[] from, int[] order) {
        short[] to = new short[order.length];
        for (int i = 0; i < order.length; i++) {
            to[i] = from[order[i]];
        }
        return to;
    }

    private static byte[] pick(byte[] from, int[] order) {
        byte[] to = new byte[order.length];
        for (int i = 0; i < order.length; i++) {
            to[i] = from[order[i]];
        }
        return to;
    }

    private static int[] pick(int[] from, int[] order, int width) {
        int[] to = new int[order.length * width];
        for (int i = 0; i < order.length; i++) {
            System.arraycopy(from, order[i] * width, to, i * width, width);
        }
        return to;
    }

    private void grow() {
        int rows = size * 2;
        sentNanos = Arrays.copyOf(sentNanos, rows);
        receivedNanos = Arrays.copyOf(receivedNanos, rows);
        source = Arrays.copyOf(source, rows);
        destination = Arrays.copyOf(destination, rows);
        sourcePort = Arrays.copyOf(sourcePort, rows);
        destinationPort = Arrays.copyOf(destinationPort, rows);
        connection = Arrays.copyOf(connection, rows);
        role = Arrays.copyOf(role, rows);
        protocol = Arrays.copyOf(protocol, rows);
        transport = Arrays.copyOf(transport, rows);
        callId = Arrays.copyOf(callId, rows);
        lengthBytes = Arrays.copyOf(lengthBytes, rows);
        flags = Arrays.copyOf(flags, rows);
        outcome = Arrays.copyOf(outcome, rows);
        resentSegments = Arrays.copyOf(resentSegments, rows);
        resentWaitMicros = Arrays.copyOf(resentWaitMicros, rows);
        waitMicros = Arrays.copyOf(waitMicros, rows);
        setUpMicros = Arrays.copyOf(setUpMicros, rows);
        lateSegments = Arrays.copyOf(lateSegments, rows);
        lateWaitMicros = Arrays.copyOf(lateWaitMicros, rows);
        signature = Arrays.copyOf(signature, rows * MessageTable.SIGNATURE_HASHES);
        typeWords = Arrays.copyOf(typeWords, rows * MessageTable.TYPE_WORDS);
        record = Arrays.copyOf(record, rows);
    }
}
