package io.wirepath.flows;

import io.wirepath.sniffer.Counter;

/**
 * What reassembly counts. Two sums hold at the end of a capture:
 *
 * <pre>
 *  PAYLOAD_BYTES = DELIVERED_BYTES + RETRANSMITTED_BYTES + MIRROR_COPY_BYTES + KEEP_ALIVE_BYTES + BEFORE_PICK_UP_BYTES
 *                + STRAY_BYTES + LEFT_OUT_BYTES
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
    REUSED("TCP connections whose 4-tuple was reused before their end was seen.", Kind.ANOMALY),
    IDLE("TCP connections closed after the idle timeout.", Kind.FLOW),
    EVICTED("TCP connections discarded to stay within the limit on their number.", Kind.LOSS),
    CONVERSATIONS_EVICTED(
            "UDP conversations discarded to stay within the limit on their number; nothing is lost.", Kind.ANOMALY),
    AT_END("TCP connections that were open when the capture ended.", Kind.FLOW),
    MIDSTREAM("TCP connections picked up in the middle.", Kind.ANOMALY),
    ONE_DIRECTION("TCP connections with payload that were captured in one direction only.", Kind.LOSS),
    ONE_DIRECTION_MISSING_BYTES(
            "Bytes of the missing ones that were sent in the direction of those connections that was not captured.",
            Kind.LOSS),
    WITHOUT_CONNECTION("Segments without payload of unknown connections; nothing is lost.", Kind.ANOMALY),
    MIRROR_COPIES(
            "Segments and datagrams that the mirror delivered more than once; the copies were dropped.", Kind.ANOMALY),
    MIRROR_COPY_BYTES("Payload bytes of mirror copies.", Kind.ANOMALY),
    REBASED_VIEWS(
            "TCP connections captured on both sides of a device that re-bases sequence numbers: what was seen on the"
                    + " other side counts as mirror copies.",
            Kind.ANOMALY),
    RETRANSMITTED_SEGMENTS("Retransmitted segments: payload seen before, wholly or in part.", Kind.ANOMALY),
    RETRANSMITTED_BYTES("Retransmitted payload bytes.", Kind.ANOMALY),
    SYN_RETRANSMISSIONS("Retransmitted SYN segments.", Kind.ANOMALY),
    REORDERED_SEGMENTS("Segments that arrived before an earlier one and were held back.", Kind.ANOMALY),
    WAITED_FOR_OTHER_DIRECTION(
            "Segments held back because they acknowledge bytes of the other direction not yet captured.", Kind.ANOMALY),
    OVERLAP_CONFLICTS(
            "Overlapping segments with different bytes, of which the receiver took one: the first bytes are used,"
                    + " unless it is known to have taken the others.",
            Kind.LOSS),
    READINGS_TAKEN_BACK(
            "Segments whose bytes were taken back for those of a later one, since the receiver acknowledged that or the"
                    + " first came another way.",
            Kind.ANOMALY),
    BAD_CHECKSUMS(
            "Segments and datagrams whose checksum is wrong, and right in what else their sender sent.", Kind.ANOMALY),
    DOUBTFUL_SEGMENTS(
            "Segments that differ from the others of their direction in checksum, hops or time stamps, or acknowledge"
                    + " nothing possible: they wait until the receiver acknowledges them; and those far ahead that lie"
                    + " behind where their stream then ended.",
            Kind.ANOMALY),
    LEFT_OUT_BYTES(
            "Payload bytes of such segments that the receiver did not acknowledge, or took others for, and of"
                    + " datagrams whose checksum is wrong.",
            Kind.LOSS),
    ACKNOWLEDGMENTS_TAKEN_BACK(
            "Acknowledgments of more than their sender acknowledged afterwards: somebody forged them.", Kind.ANOMALY),
    CAME_AFTER_ALL_BYTES(
            "Bytes in skipped gaps of which the sender then sent the first: the acknowledgment of them was forged.",
            Kind.ANOMALY),
    UNACKNOWLEDGED_BYTES(
            "Bytes handed on that their receiver had not acknowledged when both sides had ended the connection, or that"
                    + " were in doubt when nothing more came from it.",
            Kind.LOSS),
    KEEP_ALIVES("Keep-alive probes.", Kind.ANOMALY),
    KEEP_ALIVE_BYTES("Payload bytes of keep-alive probes, which belong to no stream.", Kind.ANOMALY),
    ZERO_WINDOW_PROBES("Window probes: single bytes sent into a closed window.", Kind.ANOMALY),
    BEFORE_PICK_UP_BYTES("Payload bytes from before the point where a connection was picked up.", Kind.LOSS),
    AFTER_FIN_BYTES("Bytes after a FIN; they are used, since one of the two is forged.", Kind.ANOMALY),
    STRAY_SEGMENTS("Stray segments: payload too far from their stream's position.", Kind.ANOMALY),
    STRAY_BYTES("Payload bytes of stray segments.", Kind.LOSS),
    HOLES("Gaps in streams that were skipped.", Kind.LOSS),
    HOLES_ACKNOWLEDGED("Gaps whose bytes the receiver acknowledged: lost by the capture.", Kind.LOSS),
    HOLES_FOR_MEMORY("Gaps skipped early to stay within a memory limit.", Kind.LOSS),
    MISSING_BYTES("Bytes in skipped gaps.", Kind.LOSS),
    CUT_BYTES("Payload bytes cut off by the snapshot length of the capture.", Kind.LOSS);

    private final Meaning meaning;

    ReassemblyCounter(String sentence, Kind kind) {
        meaning = new Meaning(kind, sentence);
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
    public Meaning meaning() {
        return meaning;
    }
}
