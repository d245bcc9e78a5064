package io.wirepath.causes;

import io.wirepath.causes.budget.LeftOut;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.List;
import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The messages of an analysis as primitive columns, sorted by the time they were sent (by the time received where
 * nobody saw the sending), ties by connection and place in the stream.
 *
 * <p>Row numbers are the identity of a message everywhere in the analysis. Immutable once built; safe to share.
 * Build one with {@link MessageTableBuilder}.
 */
public final class MessageTable {

    /** A time that nobody was there to see (WAP5 §4). */
    public static final long NIL = Long.MIN_VALUE;

    /** No such row. */
    public static final int NONE = -1;

    /**
     * Flag beside those of {@link io.wirepath.flows.SightingCodec}: the sending and the receipt were seen by two
     * sniffers, so their difference is a network delay and not the time one sniffer took to see the message pass.
     */
    public static final int FLAG_TWO_SNIFFERS = 1 << 16;

    /** Flag beside those: it answered a request that was held until there was news, and is a message of its own. */
    public static final int FLAG_HELD = 1 << 17;

    /** What a sender waits for, where it is no closed window. */
    private static final int WAITS = FLAG_HELD | SightingCodec.FLAG_STREAMED | SightingCodec.FLAG_DELAYED_ACK;

    public static final int SIGNATURE_HASHES = 8;
    public static final int TYPE_WORDS = 6;

    private static final long NANOS_PER_MICRO = 1000;

    final NodeTable nodes;
    final int size;
    final long[] sentNanos;
    final long[] receivedNanos;
    final int[] source;
    final int[] destination;
    final int[] sourcePort;
    final int[] destinationPort;
    final int[] connection;
    final byte[] role;
    final byte[] protocol;
    final byte[] transport;
    final int[] partner;
    /** Of the request of a call that is answered by several messages, the row of the last of them. */
    final Int2IntHashMap lastAnswer;

    final long[] lengthBytes;
    final int[] flags;
    final short[] outcome;
    final byte[] resentSegments;
    final int[] resentWaitMicros;
    final int[] waitMicros;
    final int[] setUpMicros;
    final int[] signature;
    final int[] typeWords;
    final long[] record;
    final short[] sniffer;
    final short[] operation;
    final List<String> operations;
    final LeftOut leftOut;
    final List<ConnectionAttempt> attempts;
    final Int2ObjectHashMap<CallEnd> callEnds;

    MessageTable(MessageTableBuilder from) {
        nodes = from.nodes;
        size = from.size;
        sentNanos = from.sentNanos;
        receivedNanos = from.receivedNanos;
        source = from.source;
        destination = from.destination;
        sourcePort = from.sourcePort;
        destinationPort = from.destinationPort;
        connection = from.connection;
        role = from.role;
        protocol = from.protocol;
        transport = from.transport;
        partner = from.partner;
        lastAnswer = from.lastAnswer;
        lengthBytes = from.lengthBytes;
        flags = from.flags;
        outcome = from.outcome;
        resentSegments = from.resentSegments;
        resentWaitMicros = from.resentWaitMicros;
        waitMicros = from.waitMicros;
        setUpMicros = from.setUpMicros;
        signature = from.signature;
        typeWords = from.typeWords;
        record = from.record;
        sniffer = from.sniffer;
        operation = from.operation;
        operations = List.copyOf(from.operations.keySet());
        leftOut = from.leftOut;
        attempts = from.attempts;
        callEnds = from.ends.ofRequests(this, from.callId);
    }

    /** Number of messages. */
    public int size() {
        return size;
    }

    /** The nodes that {@link #source} and {@link #destination} number. */
    public NodeTable nodes() {
        return nodes;
    }

    /** What there was no room for. */
    public LeftOut leftOut() {
        return leftOut;
    }

    /** Attempts to open connections that failed, in order of time; beside the messages. */
    public List<ConnectionAttempt> attempts() {
        return attempts;
    }

    /** How a request ended that has no answer; null of others, and where no end was seen. */
    public @Nullable CallEnd callEnd(int row) {
        return callEnds.get(row);
    }

    /** When the message left its sender, ns since the epoch; {@link #NIL} if nobody was there. */
    public long sentNanos(int row) {
        return sentNanos[row];
    }

    /**
     * When the message had reached its receiver, of an answer that is streamed its first part; {@link #NIL} if nobody
     * was there.
     */
    public long receivedNanos(int row) {
        return receivedNanos[row];
    }

    /** {@link #sentNanos}, or the time received where that is nil: the one time every row has. */
    public long timeNanos(int row) {
        return sentNanos[row] != NIL ? sentNanos[row] : receivedNanos[row];
    }

    /**
     * How long the message was on its way, ns: between two sniffers, or as both ends tell, with waits in their hosts;
     * {@link #NIL} where neither is known.
     */
    public long transitNanos(int row) {
        boolean known = (flags[row] & (FLAG_TWO_SNIFFERS | SightingCodec.FLAG_BOTH_ENDS)) != 0
                && sentNanos[row] != NIL
                && receivedNanos[row] != NIL;
        return known ? receivedNanos[row] - sentNanos[row] : NIL;
    }

    public int source(int row) {
        return source[row];
    }

    public int destination(int row) {
        return destination[row];
    }

    public int sourcePort(int row) {
        return sourcePort[row];
    }

    public int destinationPort(int row) {
        return destinationPort[row];
    }

    /** Number of the connection, dense from 0. */
    public int connection(int row) {
        return connection[row];
    }

    public Role role(int row) {
        return Role.of(role[row]);
    }

    public Protocol protocol(int row) {
        return Protocol.of(protocol[row]);
    }

    /** IP protocol number: 6 TCP, 17 UDP. */
    public int transport(int row) {
        return transport[row];
    }

    /**
     * Row of the other message of the call: the response of a request, the request of a response, the acknowledgement
     * of a delivery, the delivery that is acknowledged; or {@link #NONE}.
     */
    public int partner(int row) {
        return partner[row];
    }

    /**
     * Row of the last message with which a request is answered: where its server streams, not the response; or
     * {@link #NONE}.
     */
    public int lastAnswer(int row) {
        int last = lastAnswer.get(row);
        return last == NONE ? partner[row] : last;
    }

    public long lengthBytes(int row) {
        return lengthBytes[row];
    }

    /** The FLAG_ bits of {@link io.wirepath.flows.SightingCodec}, and those beside them. */
    public int flags(int row) {
        return flags[row];
    }

    /** Whether no packet of it was seen: another message implies it. */
    public boolean isUnseen(int row) {
        return (flags[row] & SightingCodec.FLAG_UNSEEN) != 0;
    }

    /** How the request ended, as the message says: see {@link io.wirepath.flows.Outcome}; 0 where it does not. */
    public int outcome(int row) {
        return outcome[row] & 0xffff;
    }

    /** Segments of it that had to be sent again, at most 255. */
    public int resentSegments(int row) {
        return resentSegments[row] & 0xff;
    }

    /** By how much waiting for segments that were sent again made the message complete later; 0 where none was. */
    public long resentWaitNanos(int row) {
        return NANOS_PER_MICRO * (resentWaitMicros[row] & 0xffff_ffffL);
    }

    /** How long the receiver's window was closed while the message was sent. */
    public long zeroWindowNanos(int row) {
        return (flags[row] & WAITS) == 0 ? waitNanos(row) : 0;
    }

    /** How long the sender, at most, held a part of it back until a delayed acknowledgment came; 0 of others. */
    public long acknowledgmentWaitNanos(int row) {
        return (flags[row] & WAITS) == SightingCodec.FLAG_DELAYED_ACK ? waitNanos(row) : 0;
    }

    /** How long after its first byte an answer that is streamed ended; 0 of others. */
    public long streamedNanos(int row) {
        return (flags[row] & (FLAG_HELD | SightingCodec.FLAG_STREAMED)) == SightingCodec.FLAG_STREAMED
                ? waitNanos(row)
                : 0;
    }

    /** How long a request was held until this answered it ({@link LongPolls}); 0 of others. */
    public long heldNanos(int row) {
        return (flags[row] & FLAG_HELD) == 0 ? 0 : waitNanos(row);
    }

    /** How long the message's sender waited, for whatever its flags name. */
    public long waitNanos(int row) {
        return NANOS_PER_MICRO * (waitMicros[row] & 0xffff_ffffL);
    }

    /** How long the handshake took that was made for the message; 0 where its connection was open before. */
    public long setUpNanos(int row) {
        return role(row) == Role.RESPONSE ? 0 : NANOS_PER_MICRO * (setUpMicros[row] & 0xffff_ffffL);
    }

    /**
     * Of a response, how long the way from who saw it to its sender takes at least, there and back; 0 where nothing
     * tells, and of other messages.
     */
    public long wayNanos(int row) {
        return role(row) == Role.RESPONSE ? NANOS_PER_MICRO * (setUpMicros[row] & 0xffff_ffffL) : 0;
    }

    /** Hash {@code i} of the content signature; 0 where unused. */
    public int signature(int row, int i) {
        return signature[row * SIGNATURE_HASHES + i];
    }

    /** Type word {@code i}; 0 where unused. */
    public int typeWord(int row, int i) {
        return typeWords[row * TYPE_WORDS + i];
    }

    /** Number of the sniffer that saw the message first, or {@link #NONE} where that is not known. */
    public int sniffer(int row) {
        return sniffer.length == 0 ? NONE : sniffer[row];
    }

    /**
     * What a request asks for, arguments left out: {@code GET /item/*}; empty where that is not known or not wanted.
     */
    public String operation(int row) {
        int number = operationNumber(row);
        return number == 0 ? "" : operations.get(number - 1);
    }

    /** A number for each text of {@link #operation} that is not empty, from 1; 0 for the empty one. */
    public int operationNumber(int row) {
        return operation.length == 0 ? 0 : operation[row] & 0xffff;
    }

    /** What the caller gave as this message's identity, for example its index in the store. */
    public long record(int row) {
        return record[row];
    }
}
