package io.wirepath.flows.message.content;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The key of everything that a sighting says about content: 128 bits. A reader of records without the key cannot try
 * words against it; records under different keys cannot be compared.
 *
 * @param low the first eight bytes, little-endian, as SipHash counts them
 * @param high the other eight
 */
public record DigestKey(long low, long high) {

    /** Length of a key in bytes. */
    public static final int BYTES = 16;

    /** The key that is the first bytes of this array. */
    public static DigestKey of(byte[] bytes) {
        ByteBuffer key = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return new DigestKey(key.getLong(), key.getLong());
    }

    /**
     * A key that everybody can work out who has the seed: for records that never leave the process, so that the same
     * input gives the same output.
     */
    public static DigestKey ofSeed(long seed) {
        return new DigestKey(SipHash.ofWord(seed, ~seed, 0), SipHash.ofWord(seed, ~seed, 1));
    }

    /** The key is not shown. */
    @Override
    public String toString() {
        return "DigestKey[…]";
    }
}
