package io.wirepath.flows;

import io.wirepath.sniffer.Counter;

/**
 * What reassembly counts. Two sums hold at the end of a capture:
 *
 * <pre>
 *  PAYLOAD_BYTES = DELIVERED_BYTES + RETRANSMITTED_BYTES + MIRROR_COPY_BYTES + KEEP_ALIVE_BYTES + BEFORE_PICK_UP_BYTES
 *                + STRAY_BYTES
 *  CONNECTIONS   = FINISHED + RESET + REUSED + IDLE + EVICTED + AT_END
 * </pre>
 */
public enum ReassemblyCounter implements Counter {
    SEGMENTS("TCP segments that reached reassembly.", Kind.FLOW),
    DATAGRAMS("UDP datagrams that reached the conversation table.", Kind.FLOW),
    PAYLOAD_BYTES("Payload bytes of all segments and datagrams.", Kind.FLOW),
    DELIVERED_BYTES("Payload bytes handed on, each once and in order.", Kind.FLOW),
    CONNECTIONS("TCP connections found.", Kind.FLOW),
    CONVERSATIONS("UDP conversations found.", Kind.FLOW),
    FINISHED("TCP connections that both sides ended with FIN.", Kind.FLOW),
    RESET("TCP connections ended by RST.", Kind.FLOW),
    REUSED("TCP connections whose 4-tuple was opened anew before their end was seen.", Kind.DIRT),
    IDLE("TCP connections that were silent for the idle limit.", Kind.FLOW),
    EVICTED("TCP connections given up to keep within the bound on their number.", Kind.LOSS),
    CONVERSATIONS_EVICTED(
            "UDP conversations given up to keep within the bound on their number; nothing is lost by it.", Kind.DIRT),
    AT_END("TCP connections that were open when the capture ended.", Kind.FLOW),
    MIDSTREAM("TCP connections picked up in the middle.", Kind.DIRT),
    ONE_DIRECTION("TCP connections with payload of which the packets of one direction alone were captured.", Kind.LOSS),
    WITHOUT_CONNECTION(
            "Segments without payload that belong to no connection known; nothing is lost by them.", Kind.DIRT),
    MIRROR_COPIES(
            "Segments and datagrams that the mirror delivered more than once; the copies were dropped.", Kind.DIRT),
    MIRROR_COPY_BYTES("Payload bytes of mirror copies.", Kind.DIRT),
    RETRANSMITTED_SEGMENTS("Segments with payload that had been seen before, wholly or in part.", Kind.DIRT),
    RETRANSMITTED_BYTES("Payload bytes that had been seen before.", Kind.DIRT),
    SYN_RETRANSMISSIONS("SYN segments that were sent again.", Kind.DIRT),
    REORDERED_SEGMENTS("Segments that arrived before an earlier one and were held back.", Kind.DIRT),
    WAITED_FOR_OTHER_DIRECTION(
            "Segments held back because they acknowledge bytes of the other direction not yet captured.", Kind.DIRT),
    OVERLAP_CONFLICTS("Segments whose bytes differ from those that came first; the first were used.", Kind.DIRT),
    KEEP_ALIVES("Keep-alive probes.", Kind.DIRT),
    KEEP_ALIVE_BYTES("Payload bytes of keep-alive probes, which belong to no stream.", Kind.DIRT),
    ZERO_WINDOW_PROBES("Single bytes sent into a closed window.", Kind.DIRT),
    BEFORE_PICK_UP_BYTES("Payload bytes from before the point where a connection was picked up.", Kind.LOSS),
    AFTER_FIN_BYTES("Bytes sent behind a FIN; they are used, since one of the two is forged.", Kind.DIRT),
    STRAY_SEGMENTS("Segments with payload too far from their stream's position to belong to it.", Kind.DIRT),
    STRAY_BYTES("Payload bytes of stray segments.", Kind.LOSS),
    HOLES("Holes in streams that were given up.", Kind.LOSS),
    HOLES_ACKNOWLEDGED("Holes whose bytes the receiver acknowledged: the capture lost them.", Kind.LOSS),
    HOLES_FOR_MEMORY("Holes given up early to keep within a memory bound.", Kind.LOSS),
    MISSING_BYTES("Bytes in the holes that were given up.", Kind.LOSS),
    CUT_BYTES("Payload bytes cut off by the snapshot length of the capture.", Kind.LOSS);

    private final String sentence;
    private final Kind kind;

    ReassemblyCounter(String sentence, Kind kind) {
        this.sentence = sentence;
        this.kind = kind;
    }

    /** The counter of connections that ended like this. */
    public static ReassemblyCounter of(CloseReason reason) {
        return switch (reason) {
            case FINISHED -> FINISHED;
            case RESET -> RESET;
            case REUSED -> REUSED;
            case IDLE -> IDLE;
            case EVICTED -> EVICTED;
            case END_OF_CAPTURE -> AT_END;
        };
    }

    @Override
    public String sentence() {
        return sentence;
    }

    @Override
    public Kind kind() {
        return kind;
    }
}
