package io.wirepath.flows.message.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SipHashTest {

    private static final DigestKey KEY =
            DigestKey.of(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});

    private static long of(byte[] bytes) {
        SipHash hash = new SipHash(KEY);
        hash.update(ByteBuffer.wrap(bytes), 0, bytes.length);
        return hash.value();
    }

    private static byte[] counting(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    /** The published values of the authors' reference for key and message 00 01 02 …. */
    @Test
    void givesTheValuesOfItsAuthors() {
        assertEquals(0x726fdb47dd0e0e31L, of(counting(0)));
        assertEquals(0x74f839c593dc67fdL, of(counting(1)));
        assertEquals(0x93f5f5799a932462L, of(counting(8)));
        assertEquals(0xa129ca6149be45e5L, of(counting(15)));
    }

    @Test
    void isTheSameForAnySegmentation() {
        Random random = new Random(3);
        for (int round = 0; round < 500; round++) {
            byte[] bytes = new byte[random.nextInt(100)];
            random.nextBytes(bytes);
            SipHash hash = new SipHash(KEY);
            int most = 1 + random.nextInt(30);
            for (int at = 0; at < bytes.length; ) {
                int count = Math.min(bytes.length - at, random.nextInt(most + 1));
                hash.update(ByteBuffer.wrap(bytes), at, count);
                at += count;
            }
            assertEquals(of(bytes), hash.value(), "round " + round);
        }
    }

    @Test
    void everyBitOfTheKeyCounts() {
        for (int bit = 0; bit < 128; bit++) {
            byte[] key = new byte[DigestKey.BYTES];
            key[bit >> 3] = (byte) (1 << (bit & 7));
            DigestKey other = DigestKey.of(key);
            assertNotEquals(SipHash.ofWord(0, 0, 5), SipHash.ofWord(other.low(), other.high(), 5), "bit " + bit);
        }
    }
}
