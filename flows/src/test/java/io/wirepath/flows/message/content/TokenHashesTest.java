package io.wirepath.flows.message.content;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TokenHashesTest {

    private static final Pattern RUN = Pattern.compile("[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*");
    private static final Pattern DIGITS_AT_END = Pattern.compile("[A-Za-z0-9]*[A-Za-z]([0-9]+)");
    private static final String ALPHABET = "abcXYZ0123456789-_-_ /.\r\n\"";

    private final TokenHashes tokens = new TokenHashes(DigestKey.ofSeed(7));

    @Test
    void theTokensOfATextAreItsRunsTheirPartsAndTheDigitsAtTheirEnds() {
        Random random = new Random(1);
        for (int round = 0; round < 5000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(60); i > 0; i--) {
                text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
            tokens.begin();
            tokens.addText(bytes, 0, bytes.length, 2);
            Set<Integer> found = new LinkedHashSet<>();
            for (int i = 0; i < tokens.count(); i++) {
                found.add(tokens.sealed(i));
            }
            assertEquals(expected(text.toString()), found, text.toString());
        }
    }

    private Set<Integer> expected(String text) {
        Set<Integer> hashes = new LinkedHashSet<>();
        Matcher runs = RUN.matcher(text);
        while (runs.find()) {
            for (String part : runs.group().split("[-_]", -1)) {
                add(part, hashes);
                Matcher digits = DIGITS_AT_END.matcher(part);
                if (digits.matches()) {
                    add(digits.group(1), hashes);
                }
            }
            add(runs.group(), hashes);
        }
        return hashes;
    }

    private void add(String token, Set<Integer> hashes) {
        byte[] bytes = token.getBytes(StandardCharsets.US_ASCII);
        if (bytes.length >= 2) {
            hashes.add(tokens.wordHash(bytes, 0, bytes.length));
        }
    }

    /** Five words would leave no room in a signature for what else the message says. */
    @Test
    void anIdentifierIsOneWord() {
        String uuid = "e429b146-2ecc-4bd2-b0ac-aeb1def74f2f";
        byte[] text = ("id " + uuid + " of").getBytes(StandardCharsets.US_ASCII);
        tokens.begin();
        tokens.addText(text, 0, text.length, 2);
        assertEquals(3, tokens.count());
        assertEquals(uuid.length(), tokens.length(1));
    }

    /** What was unpacked is not kept beside what it says. */
    @Test
    void whatIsEncodedIsNoWordBesideWhatItSays() {
        byte[] text = "auth dXNlciBBMTEwMDAwMSBvZiBtYW55 end".getBytes(StandardCharsets.US_ASCII);
        tokens.begin();
        new EncodedText(tokens).read(text, 0, text.length, 2);
        int longest = 0;
        for (int i = 0; i < tokens.count(); i++) {
            longest = Math.max(longest, tokens.length(i));
        }
        assertEquals("A1100001".length(), longest);
    }

    @Test
    void contentIsTextWhenThreeOfFiveBytesArePrintable() {
        Random random = new Random(2);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(300)];
            int odd = random.nextInt(100);
            int printable = 0;
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (random.nextInt(100) < odd ? random.nextInt(256) : ' ' + random.nextInt(0x5f));
                boolean isPrintable = bytes[i] >= ' ' && bytes[i] <= '~' || "\t\r\n".indexOf(bytes[i]) >= 0;
                printable += i < 256 && isPrintable ? 1 : 0;
            }
            boolean text = 5 * printable >= 3 * Math.min(256, bytes.length);
            assertEquals(text, TokenHashes.isText(bytes, 0, bytes.length));
        }
    }
}
