package io.wirepath.merge.match;

import io.wirepath.merge.sample.ContentKey;

/**
 * What names a message among those of the past: as {@link ContentKey}, but a message of which bytes are missing can be
 * told to be the same as a whole one.
 *
 * <pre>
 *  TCP   hash of sequence number and length (40)             digest (24), 0 where bytes are missing
 *  UDP   hash of IP identification, length and digest (40)   digest (24)
 * </pre>
 *
 * <p>Two messages of which one is not whole have equal keys with a chance of 2^-40; they must be near in time besides.
 */
public final class PastKey {

    private static final int DIGEST_BITS = 24;
    private static final long DIGEST = (1L << DIGEST_BITS) - 1;
    private static final long DATAGRAM = 1L << 40;

    private PastKey() {}

    /** The key of a TCP message. */
    static long ofSegments(int sequence, long lengthBytes, long missingBytes, long digest) {
        long place = ContentKey.mix(lengthBytes + 31 * ContentKey.mix(sequence));
        return of(place, missingBytes == 0, digest);
    }

    /** The key of a datagram. */
    static long ofDatagram(int ipId, long lengthBytes, long digest) {
        long place = ContentKey.mix(digest + 31 * ContentKey.mix((ipId | DATAGRAM) << 20 ^ lengthBytes));
        return of(place, true, digest);
    }

    private static long of(long place, boolean whole, long digest) {
        return place & ~DIGEST | (whole ? 1 + Long.remainderUnsigned(ContentKey.mix(digest), DIGEST) : 0);
    }

    /** What keys of the same message have in common: tables go by it. */
    public static long place(long key) {
        return key >>> DIGEST_BITS;
    }

    /** Whether two keys can be of one message. */
    public static boolean areAlike(long a, long b) {
        boolean whole = (a & DIGEST) != 0 && (b & DIGEST) != 0;
        return place(a) == place(b) && (!whole || a == b);
    }
}
