package io.wirepath.flows.message.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ContentSignatureTest {

    private final ContentSignature signatures = new ContentSignature(DigestKey.ofSeed(42));

    private Sighting of(byte[] bytes, int port) {
        ByteBuffer record = ByteBuffer.allocate(SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        signatures.write(0, 1, port, true, bytes, bytes.length, record, 0);
        return new Sighting().wrap(record, 0);
    }

    private Sighting of(String text, int port) {
        return of(text.getBytes(StandardCharsets.ISO_8859_1), port);
    }

    private static Set<Integer> hashes(Sighting sighting) {
        Set<Integer> hashes = new TreeSet<>();
        for (int i = 0; i < SightingCodec.SIGNATURE_HASHES; i++) {
            if (sighting.signature(i) != 0) {
                hashes.add(sighting.signature(i));
            }
        }
        return hashes;
    }

    private static Set<Integer> shared(Sighting a, Sighting b) {
        Set<Integer> shared = hashes(a);
        shared.retainAll(hashes(b));
        return shared;
    }

    @Test
    void messagesOfDifferentLinksShareTheirRareTokens() {
        String constant = "GET /item HTTP/1.1 host app accept all encoding gzip agent node keep alive x y z id ";
        for (int i = 0; i < 200; i++) {
            of(constant + "user" + i, 80);
            of("select name from items where key = 'user" + i + "' limit one and more words of the query", 5432);
        }
        Sighting request = of(constant + "user4711", 80);
        assertFalse(shared(request, of("select name from items where key = 'user4711' limit one", 5432))
                .isEmpty());
        Sighting other = of("select name from items where key = 'user4712' limit one", 5432);
        assertTrue(shared(request, other).isEmpty());
    }

    @Test
    void partsOfJoinedRunsAndTrailingDigitsAreTokensToo() {
        Sighting sighting = of("a1b2-cart_u177", 80);
        for (String token : new String[] {"a1b2-cart_u177", "a1b2", "cart", "u177", "177"}) {
            assertFalse(shared(sighting, of(token, 81)).isEmpty(), token);
        }
        assertTrue(shared(sighting, of("b2", 81)).isEmpty());
        assertTrue(shared(sighting, of("art", 81)).isEmpty());
    }

    @Test
    void binaryMessagesThatCarryTheSameFieldShareAnNgram() {
        Random random = new Random(5);
        byte[] key = new byte[16];
        random.nextBytes(key);
        byte[] a = new byte[60];
        byte[] b = new byte[48];
        random.nextBytes(a);
        random.nextBytes(b);
        assertTrue(shared(of(a, 80), of(b, 81)).isEmpty());
        System.arraycopy(key, 0, a, 31, key.length);
        System.arraycopy(key, 0, b, 8, key.length);
        assertFalse(shared(of(a, 80), of(b, 81)).isEmpty());
    }

    @Test
    void typeWordsAreTheWordsOfTheFirstBytesInOrder() {
        Sighting one = of("GET /item/4711 x HTTP/1.1 behind the limit", 80);
        Sighting two = of("GET /item/8 HTTP/1.1", 81);
        assertEquals(one.typeWord(0), two.typeWord(0));
        assertEquals(one.typeWord(1), two.typeWord(1));
        assertEquals(one.typeWord(2), two.typeWord(2));
        assertNotEquals(0, one.typeWord(2));
        assertNotEquals(one.typeWord(0), one.typeWord(1));
        assertEquals(0, two.typeWord(3));
    }

    @Test
    void aWordThatTheLimitCutsIsLeftOut() {
        assertEquals(0, of("x".repeat(33), 80).typeWord(0));
        assertNotEquals(0, of("x".repeat(32), 80).typeWord(0));
        assertNotEquals(0, of("x".repeat(32) + " y", 80).typeWord(0));
    }

    @Test
    void hashesDependOnTheSalt() {
        Sighting here = of("abcdef", 80);
        ByteBuffer record = ByteBuffer.allocate(SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        new ContentSignature(DigestKey.ofSeed(43))
                .write(0, 1, 80, true, "abcdef".getBytes(StandardCharsets.US_ASCII), 6, record, 0);
        assertNotEquals(here.signature(0), new Sighting().wrap(record, 0).signature(0));
    }
}
