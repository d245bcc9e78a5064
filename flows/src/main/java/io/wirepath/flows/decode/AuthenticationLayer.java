package io.wirepath.flows.decode;

/**
 * The IP authentication header (RFC 4302 §2), which leaves the payload readable: skipped.
 *
 * <pre>
 *   0 next header   1 length in units of 4 bytes, two not counted   4 security parameters   8 sequence   12 check value
 * </pre>
 */
final class AuthenticationLayer implements Layer {

    private static final int HEADER_BYTES = 12;

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        int nextHeader = cursor.u8(0);
        int length = (cursor.u8(1) + 2) << 2;
        if (length < HEADER_BYTES) {
            return cursor.end(DecodeCounter.BAD_HEADER_LENGTH);
        }
        if (!cursor.has(length)) {
            return cursor.tooShort(length);
        }
        cursor.skip(length);
        return IpProtocols.next(cursor, nextHeader);
    }
}
