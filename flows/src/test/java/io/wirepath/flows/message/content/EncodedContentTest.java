package io.wirepath.flows.message.content;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.SightingCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same word, or number, in one message as plain text and in another in some other form: they meet, and others do
 * not.
 */
class EncodedContentTest {

    private static final byte[] NOISE = new byte[24];

    static {
        new Random(3).nextBytes(NOISE);
    }

    private static final Map<String, Function<String, byte[]>> WORDS = new LinkedHashMap<>();
    private static final Map<String, Function<Long, byte[]>> NUMBERS = new LinkedHashMap<>();

    static {
        WORDS.put("behind its length", word -> binary(prefixed(word)));
        WORDS.put(
                "behind its length, and a letter that is none of it", word -> binary(join(prefixed(word), text("B"))));
        WORDS.put("behind a length of four bytes", word -> binary(join(little(word.length(), 4), text(word + "B"))));
        WORDS.put("behind a length that is a letter", word -> binary(prefixed(word + " and more than thirty letters")));
        WORDS.put("in a field of a message", word -> join(new byte[] {0x0a}, prefixed(word), new byte[] {0x10, 0x01}));
        WORDS.put("in two bytes a letter", word -> binary((word + " x").getBytes(UTF_16LE)));
        WORDS.put("in two bytes a letter, the high one first", word -> binary((word + " x").getBytes(UTF_16BE)));
        WORDS.put("escaped", word -> text("GET /cart?skus=X9%2C" + word + "%2CX7 HTTP/1.1"));
        WORDS.put("in base64", word -> text("auth " + base64("user " + word + " of many") + " end"));
        WORDS.put("in hexadecimal digits", word -> text("x " + HexFormat.of().formatHex(text(word + " or so")) + " y"));
        WORDS.put("in a body that gzip made", word -> join(head(), gzip("and then " + word + " again")));
        WORDS.put(
                "in a chunk that gzip made", word -> join(head(), text("2f\r\n"), gzip("and then " + word + " again")));
        WORDS.put("in a body that zlib made", word -> join(head(), deflate("and then " + word + " again", false)));
        WORDS.put("behind a WebSocket's mask", word -> frame(0x81, text("for " + word)));
        WORDS.put("deflated behind a WebSocket's mask", word -> frame(0xc1, deflate("for " + word + "!", true)));

        NUMBERS.put("in digits", value -> text("where id = " + value + " limit 1"));
        NUMBERS.put("as varint of a message", value -> join(new byte[] {0x08}, varint(value), new byte[] {0x10, 0x01}));
        NUMBERS.put("as varint of a message behind gRPC's prefix", value -> {
            byte[] field = join(new byte[] {0x18}, varint(value));
            return binary(join(new byte[] {0, 0, 0, 0, (byte) field.length}, field));
        });
        NUMBERS.put("as varint of a message in a message", value -> {
            byte[] field = join(new byte[] {0x18}, varint(value));
            return join(new byte[] {0x08, 0x01, 0x12, (byte) field.length}, field);
        });
        NUMBERS.put("as four bytes", value -> binary(little(value, 4)));
        NUMBERS.put("as four bytes, the high one first", value -> binary(reverse(little(value, 4))));
        NUMBERS.put("as eight bytes", value -> binary(little(value, 8)));
        NUMBERS.put("as eight bytes, the high one first", value -> binary(reverse(little(value, 8))));
        NUMBERS.put("as eight bytes of a message", value -> join(new byte[] {0x19}, little(value, 8)));
    }

    static Stream<String> words() {
        return WORDS.keySet().stream();
    }

    static Stream<String> numbers() {
        return NUMBERS.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("words")
    void aWordMeetsItself(String form) {
        Function<String, byte[]> encode = WORDS.get(form);
        byte[] plain = text("sku='S1472'");
        assertTrue(shares(plain, encode.apply("S1472")));
        assertFalse(shares(plain, encode.apply("S1473")));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void aNumberMeetsItself(String form) {
        Function<Long, byte[]> encode = NUMBERS.get(form);
        byte[] plain = text("order 482913.");
        assertTrue(shares(plain, encode.apply(482913L)));
        assertFalse(shares(plain, encode.apply(482914L)));
    }

    @Test
    void nothingBreaksIt() {
        ContentTokens content = new ContentTokens(new TokenHashes(DigestKey.ofSeed(1)));
        Random random = new Random(9);
        byte[][] seeds = Stream.concat(
                        WORDS.values().stream().map(form -> form.apply("S1472")),
                        NUMBERS.values().stream().map(form -> form.apply(482913L)))
                .toArray(byte[][]::new);
        for (int round = 0; round < 200_000; round++) {
            byte[] bytes = seeds[random.nextInt(seeds.length)].clone();
            for (int i = random.nextInt(4); i > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            content.read(bytes, random.nextInt(bytes.length + 1));
        }
    }

    @Test
    void whatUnpacksToMuchIsReadUpToTheBound() {
        byte[] large = gzip("a b ".repeat(1 << 20));
        ContentTokens content = new ContentTokens(new TokenHashes(DigestKey.ofSeed(1)));
        content.read(large, Math.min(large.length, Unpacking.LIMIT));
    }

    /** Whether two messages of different servers keep a hash in common. */
    private static boolean shares(byte[] one, byte[] other) {
        ContentSignature signatures = new ContentSignature(DigestKey.ofSeed(42));
        Set<Integer> first = hashes(signatures, one, 1);
        first.retainAll(hashes(signatures, other, 2));
        return !first.isEmpty();
    }

    private static Set<Integer> hashes(ContentSignature signatures, byte[] bytes, int port) {
        ByteBuffer record = ByteBuffer.allocate(SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        signatures.write(0, 1, port, true, bytes, bytes.length, record, 0);
        Set<Integer> hashes = new TreeSet<>();
        for (int i = 0; i < SightingCodec.SIGNATURE_HASHES; i++) {
            hashes.add(record.getInt(SightingCodec.SIGNATURE_AT + 4 * i));
        }
        hashes.remove(0);
        return hashes;
    }

    private static byte[] binary(byte[] content) {
        return join(Arrays.copyOf(NOISE, 12), content, Arrays.copyOfRange(NOISE, 12, 24));
    }

    private static byte[] text(String text) {
        return text.getBytes(US_ASCII);
    }

    private static byte[] head() {
        return text("HTTP/1.1 200 OK\r\nContent-Type: x/y\r\n\r\n");
    }

    private static byte[] prefixed(String word) {
        return join(new byte[] {(byte) word.length()}, text(word));
    }

    private static byte[] little(long value, int width) {
        return Arrays.copyOf(
                ByteBuffer.allocate(8)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(value)
                        .array(),
                width);
    }

    private static byte[] reverse(byte[] bytes) {
        byte[] turned = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            turned[i] = bytes[bytes.length - 1 - i];
        }
        return turned;
    }

    private static byte[] varint(long value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long left = value;
        for (; left > 0x7f; left >>>= 7) {
            out.write((int) (left & 0x7f | 0x80));
        }
        out.write((int) left);
        return out.toByteArray();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text(text));
    }

    private static byte[] gzip(String text) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
                gzip.write(text(text));
            }
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] deflate(String text, boolean raw) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, raw);
        deflater.setInput(text(text));
        byte[] out = new byte[200];
        int length = deflater.deflate(out, 0, out.length, Deflater.SYNC_FLUSH);
        deflater.end();
        // a WebSocket leaves the four bytes of the flush away
        return Arrays.copyOf(out, raw ? length - 4 : length);
    }

    private static byte[] frame(int first, byte[] payload) {
        byte[] frame = join(new byte[] {(byte) first, (byte) (0x80 | payload.length), 9, 8, 7, 6}, payload);
        for (int i = 0; i < payload.length; i++) {
            frame[6 + i] ^= frame[2 + (i & 3)];
        }
        return frame;
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
