package io.wirepath.flows.decode;

/**
 * The log of OpenBSD's packet filter: IP after a header of a length that has changed over the years.
 *
 * <pre>
 *   0 length of the header, without its padding to a multiple of 4   1 address family   2 ...
 * </pre>
 */
final class PflogLayer implements Layer {

    private static final int SHORTEST = 4;
    private static final Layer IP = new IpLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(SHORTEST)) {
            return cursor.tooShort(SHORTEST);
        }
        int length = cursor.u8(0) + 3 & ~3;
        if (length < SHORTEST) {
            return cursor.end(DecodeCounter.BAD_HEADER_LENGTH);
        }
        if (!cursor.has(length)) {
            return cursor.tooShort(length);
        }
        cursor.skip(length);
        return IP;
    }
}
