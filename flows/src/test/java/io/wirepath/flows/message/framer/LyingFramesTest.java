package io.wirepath.flows.message.framer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SiteId;
import io.wirepath.flows.message.MessageSettings;
import io.wirepath.flows.message.TalkingConnection;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Conversations of every protocol, made up and recorded, in which frames lie: a length, a count, an offset or a digit
 * is another, parts are repeated or cut off, steps come again and bytes are missing. Every byte is in one message all
 * the same.
 *
 * <p>Property {@code wirepath.lies}: draws of each conversation, from seed {@code wirepath.lie} on.
 */
class LyingFramesTest {

    private static final int SEEDS = Integer.getInteger("wirepath.lies", 6);
    private static final int FIRST_SEED = Integer.getInteger("wirepath.lie", 0);
    private static final int MAX_STEPS = 40;
    private static final int MAX_BYTES = 1 << 16;
    private static final int HEADER = 24;
    private static final int[] WIDTHS = {1, 2, 3, 4, 8};
    private static final long[] NUMBERS = {
        0,
        1,
        2,
        -1,
        -2,
        Byte.MAX_VALUE,
        0x80,
        Short.MAX_VALUE,
        0x8000,
        0xffff,
        Integer.MAX_VALUE,
        0x80000000L,
        Long.MAX_VALUE
    };
    private static final String[] DIGITS = {"0", "-1", "99999999999", "2147483647", "4294967296", "1e9"};

    static Stream<AnyCutTest.Talk> talks() throws IOException {
        return AnyCutTest.talks();
    }

    @ParameterizedTest
    @MethodSource("talks")
    void everyByteIsInAMessageWhateverFramesSayOfThemselves(AnyCutTest.Talk talk) {
        for (int seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            lie(talk, seed);
        }
    }

    private static void lie(AnyCutTest.Talk talk, int seed) {
        Random random = new Random(seed);
        TalkingConnection connection = new TalkingConnection(MessageSettings.defaults()
                .withContent(random.nextBoolean())
                .withOperations(random.nextBoolean())
                .withIds(random.nextBoolean() ? SiteId.Keeping.JOINED : SiteId.Keeping.NONE));
        connection.destinationPort = talk.port();
        connection.midstream = talk.midstream() || random.nextInt(4) == 0;
        connection.openerKnown = !connection.midstream;
        connection.open();
        int steps = Math.min(talk.steps().size(), MAX_STEPS);
        int liar = random.nextInt(steps);
        int often = 1 + random.nextInt(steps);
        boolean loses = random.nextInt(3) == 0;
        long sent = 0;
        for (int i = 0; i < steps && sent < MAX_BYTES; i++) {
            AnyCutTest.Step step = talk.steps().get(i);
            boolean lies = i == liar || random.nextInt(often) == 0;
            int times = i == liar ? 1 + random.nextInt(20) : 1;
            byte[] bytes = Arrays.copyOf(step.bytes(), Math.min(step.bytes().length, MAX_BYTES));
            for (int time = 0; time < times; time++) {
                byte[] said = lies ? changed(bytes, random) : bytes;
                int lost = loses && random.nextInt(8) == 0 ? 1 + random.nextInt(2 * said.length + 1) : 0;
                connection.lose(step.direction(), lost);
                send(connection, step.direction(), said, random);
                sent += said.length + lost;
            }
        }
        connection.assembler.onClose(connection, CloseReason.END_OF_CAPTURE, connection.nowNanos);
        assertEquals(sent, found(connection), "bytes of seed " + seed);
    }

    private static void send(TalkingConnection connection, int direction, byte[] bytes, Random random) {
        int most = random.nextInt(4) == 0 ? 1 : 1 + random.nextInt(1 << random.nextInt(13));
        for (int at = 0; at < bytes.length; ) {
            int to = Math.min(bytes.length, at + 1 + random.nextInt(most));
            connection.send(direction, Arrays.copyOfRange(bytes, at, to));
            at = to;
        }
    }

    private static long found(TalkingConnection connection) {
        Sighting sighting = new Sighting();
        long found = 0;
        for (int i = 0; i < connection.batch.count(); i++) {
            found += connection.batch.wrap(i, sighting).lengthBytes();
        }
        return found;
    }

    private static byte[] changed(byte[] bytes, Random random) {
        int at = random.nextInt(random.nextInt(3) == 0 ? bytes.length : Math.min(bytes.length, HEADER));
        return switch (random.nextInt(6)) {
            case 0 -> Arrays.copyOf(bytes, at + 1);
            case 1 -> repeated(bytes, at, Math.min(bytes.length - at, 1 + random.nextInt(16)), random.nextInt(200));
            case 2 -> withDigits(bytes, at, DIGITS[random.nextInt(DIGITS.length)]);
            default -> withNumber(bytes, at, random);
        };
    }

    /** A length of its own, or another limit, either byte order. */
    private static byte[] withNumber(byte[] bytes, int at, Random random) {
        byte[] changed = bytes.clone();
        int width = Math.min(WIDTHS[random.nextInt(WIDTHS.length)], bytes.length - at);
        int near = bytes.length - at - width + random.nextInt(5) - 2;
        long value = random.nextInt(3) == 0 ? near : NUMBERS[random.nextInt(NUMBERS.length)];
        boolean isLittle = random.nextBoolean();
        for (int i = 0; i < width; i++) {
            changed[at + i] = (byte) (value >>> Byte.SIZE * (isLittle ? i : width - 1 - i));
        }
        return changed;
    }

    /** Another number in place of the first digit from there on. */
    private static byte[] withDigits(byte[] bytes, int at, String digits) {
        for (int i = at; i < bytes.length; i++) {
            if (Character.isDigit(bytes[i])) {
                byte[] changed = new byte[bytes.length + digits.length() - 1];
                System.arraycopy(bytes, 0, changed, 0, i);
                for (int j = 0; j < digits.length(); j++) {
                    changed[i + j] = (byte) digits.charAt(j);
                }
                System.arraycopy(bytes, i + 1, changed, i + digits.length(), bytes.length - i - 1);
                return changed;
            }
        }
        return bytes;
    }

    private static byte[] repeated(byte[] bytes, int at, int length, int times) {
        byte[] changed = new byte[bytes.length + times * length];
        System.arraycopy(bytes, 0, changed, 0, at);
        for (int i = 0; i <= times; i++) {
            System.arraycopy(bytes, at, changed, at + i * length, length);
        }
        System.arraycopy(bytes, at + length, changed, at + (times + 1) * length, bytes.length - at - length);
        return changed;
    }
}
