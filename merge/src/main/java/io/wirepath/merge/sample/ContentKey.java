package io.wirepath.merge.sample;

import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * A hash of what a message keeps wherever it is seen: transport, length, digest, and its sequence number (TCP) or IP
 * identification (UDP). Addresses, ports, time to live and times are left out, because routers and translators
 * change them. Equal keys of two different messages are as likely as equal sequence numbers of equal contents.
 *
 * <p>The digest of a TCP message of which bytes are missing is left out too, because it depends on what was captured: its key is
 * of sequence number and length, so two messages of one length have the same with a chance of 2^-32.
 */
public final class ContentKey {

    private static final int TCP = 6;

    private ContentKey() {}

    /** The key of the sighting at {@code at}. */
    public static long of(ByteBuffer records, int at) {
        boolean tcp = records.get(at + SightingCodec.TRANSPORT_AT) == TCP;
        long place = tcp
                ? records.getInt(at + SightingCodec.SEQUENCE_AT)
                : ofDatagram(records.getShort(at + SightingCodec.IP_ID_AT) & 0xffff);
        boolean partial = tcp && records.getLong(at + SightingCodec.MISSING_AT) != 0;
        long digest = partial ? 0 : records.getLong(at + SightingCodec.DIGEST_AT);
        return of(place, records.getLong(at + SightingCodec.BYTES_AT), digest);
    }

    /**
     * The key of a sighting with this place.
     *
     * @param place its sequence number (TCP), or {@link #ofDatagram}
     * @param digest 0 for a part of a stream that was not captured whole
     */
    public static long of(long place, long lengthBytes, long digest) {
        return mix(digest + 31 * mix(place << 24 ^ lengthBytes));
    }

    /** The place of a datagram with this IP identification. */
    public static long ofDatagram(int ipId) {
        return ipId | 1L << 40;
    }

    /** The finaliser of MurmurHash3: every bit of the value changes half of the bits of the hash. */
    public static long mix(long value) {
        long hash = value;
        hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
        return hash ^ hash >>> 33;
    }
}
