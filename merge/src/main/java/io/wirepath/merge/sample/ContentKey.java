package io.wirepath.merge.sample;

import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * A hash of what a message keeps wherever it is seen: transport, length, digest, and its sequence number (TCP) or IP
 * identification (UDP). Addresses, ports, time to live and times are left out, because routers and translators
 * change them. Equal keys of two different messages are as likely as equal sequence numbers of equal contents.
 *
 * <p>The digest of a TCP message of which bytes are missing is left out too, because it depends on what was captured:
 * its key is of sequence number and length, so two messages of one length have the same with a chance of 2^-32.
 */
public final class ContentKey {

    private ContentKey() {}

    /** The key of the sighting at {@code at}. */
    public static long of(ByteBuffer records, int at) {
        long length = records.getLong(at + SightingCodec.BYTES_AT);
        long digest = records.getLong(at + SightingCodec.DIGEST_AT);
        return records.get(at + SightingCodec.TRANSPORT_AT) == IpProtocol.TCP
                ? ofSegments(
                        records.getInt(at + SightingCodec.SEQUENCE_AT),
                        length,
                        records.getLong(at + SightingCodec.MISSING_AT),
                        digest)
                : ofDatagram(records.getShort(at + SightingCodec.IP_ID_AT) & 0xffff, length, digest);
    }

    /** The key of a TCP message. */
    public static long ofSegments(int sequence, long lengthBytes, long missingBytes, long digest) {
        return of(sequence, lengthBytes, missingBytes == 0 ? digest : 0);
    }

    /** The key of a datagram. */
    public static long ofDatagram(int ipId, long lengthBytes, long digest) {
        return of(ipId | 1L << 40, lengthBytes, digest);
    }

    private static long of(long place, long lengthBytes, long digest) {
        return mix(digest + 31 * mix(place << 24 ^ lengthBytes));
    }

    /** The finaliser of MurmurHash3: every bit of the value changes half of the bits of the hash. */
    public static long mix(long value) {
        long hash = value;
        hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
        return hash ^ hash >>> 33;
    }
}
