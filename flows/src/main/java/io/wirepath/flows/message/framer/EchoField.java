package io.wirepath.flows.message.framer;

import java.nio.ByteBuffer;

/**
 * Where a field stands that responses bring back: a transaction's identifier.
 *
 * @param width in bytes: 8, 4 or 2
 * @param inRequest where it begins: from the begin of the datagram, or, negative, from its end
 * @param inResponse the same of a response
 */
public record EchoField(int width, int inRequest, int inResponse) {

    /** Its value in a request; {@link Piece#IN_ORDER} where the datagram is too short. */
    public long ofRequest(DatagramEnds datagram) {
        return datagram.field(inRequest, width);
    }

    /** Whether a value of it is anywhere in these bytes. A short one does by chance. */
    public boolean isWithin(long value, ByteBuffer bytes, int offset, int length) {
        for (int at = offset; width >= Integer.BYTES && at + width <= offset + length; at++) {
            if (value == (width == Long.BYTES ? bytes.getLong(at) : bytes.getInt(at) & 0xffff_ffffL)) {
                return true;
            }
        }
        return false;
    }

    /** Its value in a response; the same. */
    public long ofResponse(DatagramEnds datagram) {
        return datagram.field(inResponse, width);
    }
}
