package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.message.content.DigestKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ContentDigestTest {

    private static long whole(byte[] bytes) {
        ContentDigest digest = new ContentDigest(DigestKey.ofSeed(7));
        digest.reset();
        digest.update(ByteBuffer.wrap(bytes), 0, bytes.length);
        return digest.value();
    }

    @Test
    void isTheSameForAnySegmentation() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            ContentDigest digest = new ContentDigest(DigestKey.ofSeed(7));
            digest.reset();
            int most = 1 + random.nextInt(30);
            for (int at = 0; at < bytes.length; ) {
                int count = Math.min(bytes.length - at, random.nextInt(most + 1));
                digest.update(ByteBuffer.wrap(bytes), at, count);
                at += count;
            }
            assertEquals(whole(bytes), digest.value(), "seed " + seed);
        }
    }

    @Test
    void differsForMessagesThatDifferInOneBitOrInLength() {
        Set<Long> seen = new HashSet<>();
        byte[] bytes = new byte[64];
        assertTrue(seen.add(whole(bytes)));
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            assertTrue(seen.add(whole(bytes)), "bit " + bit);
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
        for (int length = 0; length < 64; length++) {
            assertTrue(seen.add(whole(new byte[length])), "length " + length);
        }
    }

    @Test
    void aShortMessageGivesNothingButItsLength() {
        assertEquals(whole(new byte[] {'s', 'e', 'c', 'r', 'e', 't', '1'}), whole(new byte[7]));
        assertNotEquals(whole(new byte[6]), whole(new byte[7]));
        assertNotEquals(whole(new byte[] {'s', 'e', 'c', 'r', 'e', 't', '1', '2'}), whole(new byte[8]));
    }

    @Test
    void nobodyWithoutTheKeyKnowsWhatItIs() {
        byte[] word = "password".getBytes(StandardCharsets.US_ASCII);
        ContentDigest other = new ContentDigest(new DigestKey(1, 2));
        other.update(ByteBuffer.wrap(word), 0, word.length);
        assertNotEquals(whole(word), other.value());
    }

    @Test
    void spreadsOverAllBits() {
        int[] ones = new int[64];
        for (int i = 0; i < 4096; i++) {
            long hash = whole(ByteBuffer.allocate(8).putLong(i).array());
            for (int bit = 0; bit < 64; bit++) {
                ones[bit] += (int) (hash >>> bit & 1);
            }
        }
        for (int bit = 0; bit < 64; bit++) {
            assertTrue(Math.abs(ones[bit] - 2048) < 200, "bit " + bit + " is set " + ones[bit] + " times of 4096");
        }
    }
}
