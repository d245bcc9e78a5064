package io.wirepath.merge.match;

import io.wirepath.flows.SightingCodec;
import io.wirepath.nat.NatRules;
import io.wirepath.nat.TranslationDetector;
import java.nio.ByteBuffer;
import org.agrona.collections.Long2LongHashMap;

/**
 * Decides whether two sightings are of one message, by content and corrected time.
 *
 * <p>TCP: same sequence number, length and digest. Where bytes are missing a digest is of those captured, so an equal one says
 * the same (of two captures with one snapshot length), a different one says nothing; then the two must be known to be
 * of one connection, or have the same addresses and ports, or {@link TranslationDetector#PARTIAL_REPEATS} messages of their
 * connections must agree in sequence number and length. UDP: same digest, length and IP identification, nearest in
 * time; two conversations with other addresses or ports become one only after repeated evidence, as
 * {@link TranslationDetector} explains.
 */
final class ContentMatch {

    static final int TCP = 6;

    /** How long a datagram may be under way between two sniffers; contents of datagrams repeat. */
    private static final long MAX_DATAGRAM_NANOS = 300_000_000;

    /** Pairs of conversations under suspicion that are remembered at most; then all are forgotten. */
    private static final int MAX_SUSPECTS = 1 << 16;

    /** Captured bytes of a message whose equality tells no less than that of a whole message. */
    private static final int LEAST_CAPTURED = 8;

    private final NatRules rules;
    private final Long2LongHashMap evidence = new Long2LongHashMap(0);

    ContentMatch(NatRules rules) {
        this.rules = rules;
    }

    /** The message that the sighting belongs to, from the chain that begins with this link of {@link HeadTable}; or NONE. */
    int find(OpenSightings open, long first, long hash, int slot) {
        int best = OpenSightings.NONE;
        long bestAway = Long.MAX_VALUE;
        for (long link = first; HeadTable.leadsOn(link); link = open.chain[HeadTable.slot(link)]) {
            if (HeadTable.fits(link, hash)) {
                int at = HeadTable.slot(link);
                long away = Math.abs(open.first[slot] - open.first[at]);
                if (away < bestAway && isSame(open, at, slot, away)) {
                    best = at;
                    bestAway = away;
                }
            }
        }
        return best;
    }

    private boolean isSame(OpenSightings open, int head, int slot, long awayNanos) {
        ByteBuffer records = open.records;
        int a = OpenSightings.at(head);
        int b = OpenSightings.at(slot);
        if (records.get(a + SightingCodec.TRANSPORT_AT) != records.get(b + SightingCodec.TRANSPORT_AT)
                || records.getLong(a + SightingCodec.BYTES_AT) != records.getLong(b + SightingCodec.BYTES_AT)
                || isSeenBy(open, head, open.viewOf(slot))) {
            return false;
        }
        return records.get(a + SightingCodec.TRANSPORT_AT) == TCP
                ? isSameSegment(open, head, slot, awayNanos)
                : isSameDatagram(open, head, slot, awayNanos);
    }

    private static boolean isSeenBy(OpenSightings open, int head, SightedConnection view) {
        for (int at = head; at != OpenSightings.NONE; at = open.next[at]) {
            if (open.view[at] == view) {
                return true;
            }
        }
        return false;
    }

    private boolean isSameSegment(OpenSightings open, int head, int slot, long awayNanos) {
        ByteBuffer records = open.records;
        int a = OpenSightings.at(head);
        int b = OpenSightings.at(slot);
        if (awayNanos > MergeWindow.WAIT_NANOS
                || records.getInt(a + SightingCodec.SEQUENCE_AT) != records.getInt(b + SightingCodec.SEQUENCE_AT)) {
            return false;
        }
        SightedConnection mine = open.viewOf(slot);
        SightedConnection other = open.viewOf(head);
        long missing = records.getLong(a + SightingCodec.MISSING_AT);
        boolean alike = missing == records.getLong(b + SightingCodec.MISSING_AT)
                && records.getLong(a + SightingCodec.DIGEST_AT) == records.getLong(b + SightingCodec.DIGEST_AT);
        if (!alike && missing == 0 && records.getLong(b + SightingCodec.MISSING_AT) == 0) {
            return false;
        }
        if (mine.of == other.of) {
            return open.sideOf(slot) == open.sideOf(head);
        }
        if (hasSameEnds(records, a, b)) {
            return true;
        }
        boolean telling =
                alike && (missing == 0 || records.getLong(a + SightingCodec.BYTES_AT) - missing >= LEAST_CAPTURED);
        return !isDenied(records, a, b) && (telling || addEvidence(mine, other) >= TranslationDetector.PARTIAL_REPEATS);
    }

    private boolean isSameDatagram(OpenSightings open, int head, int slot, long awayNanos) {
        ByteBuffer records = open.records;
        int a = OpenSightings.at(head);
        int b = OpenSightings.at(slot);
        int idA = records.getShort(a + SightingCodec.IP_ID_AT);
        int idB = records.getShort(b + SightingCodec.IP_ID_AT);
        if (awayNanos > MAX_DATAGRAM_NANOS
                || idA != idB
                || records.getLong(a + SightingCodec.DIGEST_AT) != records.getLong(b + SightingCodec.DIGEST_AT)) {
            return false;
        }
        SightedConnection mine = open.viewOf(slot);
        SightedConnection other = open.viewOf(head);
        if (mine.of == other.of) {
            return open.sideOf(slot) == open.sideOf(head);
        }
        if (hasSameEnds(records, a, b)) {
            return mine.sniffer != other.sniffer;
        }
        int needed = idA == 0 ? TranslationDetector.UDP_REPEATS_WITHOUT_ID : TranslationDetector.UDP_REPEATS;
        return !isDenied(records, a, b) && addEvidence(mine, other) >= needed;
    }

    private long addEvidence(SightedConnection a, SightedConnection b) {
        boolean inOrder = a.sniffer < b.sniffer || a.sniffer == b.sniffer && a.id < b.id;
        SightedConnection first = inOrder ? a : b;
        SightedConnection second = inOrder ? b : a;
        long pair = 31 * first.key + second.key;
        if (evidence.size() >= MAX_SUSPECTS) {
            evidence.clear();
        }
        long count = evidence.get(pair) + 1;
        evidence.put(pair, count);
        return count;
    }

    private static boolean hasSameEnds(ByteBuffer records, int a, int b) {
        for (int i = SightingCodec.SOURCE_AT; i < SightingCodec.SOURCE_PORT_AT; i += Long.BYTES) {
            if (records.getLong(a + i) != records.getLong(b + i)) {
                return false;
            }
        }
        return records.getInt(a + SightingCodec.SOURCE_PORT_AT) == records.getInt(b + SightingCodec.SOURCE_PORT_AT);
    }

    /** Whether the operator says that the ends of two records are no translation of each other. */
    boolean isDenied(ByteBuffer records, int a, int b) {
        return !rules.isEmpty()
                && (isDenied(records, a, b, SightingCodec.SOURCE_AT, SightingCodec.SOURCE_PORT_AT)
                        || isDenied(records, a, b, SightingCodec.DESTINATION_AT, SightingCodec.DESTINATION_PORT_AT));
    }

    private boolean isDenied(ByteBuffer records, int a, int b, int address, int port) {
        return rules.denies(
                SightedConnection.endpoint(records, a + address, a + port),
                SightedConnection.endpoint(records, b + address, b + port));
    }
}
