package io.wirepath.flows.message.content;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.zip.Deflater;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Compressed messages of a WebSocket are read in order, as long as nothing of their direction is missing. */
final class WebSocketContentTest {

    private static final String FIRST = "{\"symbol\":\"ACME\",\"price\":\"125.50\",\"note\":\"opening of the day\"}";
    private static final String SECOND =
            "{\"symbol\":\"INITECH\",\"price\":\"125.50\",\"note\":\"opening of the day\"}";

    private final WebSocketContent content = new WebSocketContent();
    private final DeflateContext context = new DeflateContext(true);
    private Deflater deflater;

    @BeforeEach
    void open() {
        deflater = new Deflater(Deflater.BEST_COMPRESSION, /* nowrap= */ true);
    }

    /** Payload of a message, which refers to those before it. */
    private byte[] deflated(byte[] plain) {
        deflater.setInput(plain);
        byte[] out = new byte[plain.length + 64];
        int length = deflater.deflate(out, 0, out.length, Deflater.SYNC_FLUSH);
        return Arrays.copyOf(out, length - 4);
    }

    private static void frame(ByteArrayOutputStream to, int first, byte[] payload, int from, int end) {
        int size = end - from;
        to.write(first);
        if (size < 126) {
            to.write(0x80 | size);
        } else {
            to.write(0x80 | 126);
            to.write(size >> 8);
            to.write(size);
        }
        byte[] mask = {7, 11, 13, 17};
        to.writeBytes(mask);
        for (int i = 0; i < size; i++) {
            to.write(payload[from + i] ^ mask[i & 3]);
        }
    }

    private byte[] message(String plain) {
        byte[] payload = deflated(plain.getBytes(US_ASCII));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        frame(out, 0xc1, payload, 0, payload.length);
        return out.toByteArray();
    }

    private String read(byte[] message) {
        int length = content.read(context, message, message.length, true);
        return new String(content.bytes(), 0, length, US_ASCII);
    }

    @Test
    void readsMessagesThatReferToEarlierOnes() {
        assertEquals(FIRST, read(message(FIRST)));
        byte[] second = message(SECOND);
        assertEquals(true, second.length < 40, "it says little by itself");
        assertEquals(SECOND, read(second));
    }

    @Test
    void putsFragmentsTogether() {
        byte[] payload = deflated(FIRST.getBytes(US_ASCII));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        frame(out, 0x41, payload, 0, 20);
        frame(out, 0x80, payload, 20, payload.length);
        assertEquals(FIRST, read(out.toByteArray()));
        assertEquals(SECOND, read(message(SECOND)));
    }

    @Test
    void readsNothingBehindAMessageThatIsNotWhole() {
        byte[] first = message(FIRST);
        assertEquals(0, content.read(context, first, first.length - 3, false));
        assertEquals("", read(message(SECOND)));
    }

    @Test
    void readsNothingOfADirectionThatBeganBefore() {
        message(FIRST);
        byte[] second = message(SECOND);
        assertEquals(0, content.read(new DeflateContext(false), second, second.length, true));
    }

    @Test
    void keepsTheBeginningOfALongMessageAndGoesOn() {
        String longer = FIRST.repeat(100);
        assertEquals(longer.substring(0, Unpacking.LIMIT), read(message(longer)));
        assertEquals(SECOND, read(message(SECOND)));
    }

    @Test
    void givesUpWhatUnpacksToFarMoreThanItHolds() {
        byte[] zeros = new byte[1 << 20];
        byte[] payload = deflated(zeros);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        frame(out, 0xc2, payload, 0, payload.length);
        assertEquals("", read(out.toByteArray()));
        assertEquals("", read(message(FIRST)));
    }

    @Test
    void readsNoMoreDirectionsAtATimeThanItMay() {
        for (int i = 0; i < WebSocketContent.MAX; i++) {
            open();
            byte[] message = message(FIRST);
            assertEquals(FIRST.length(), content.read(new DeflateContext(true), message, message.length, true));
        }
        open();
        assertEquals("", read(message(FIRST)));
    }

    @Test
    void aDirectionThatIsOverMakesRoomForAnother() {
        for (int i = 0; i < 2 * WebSocketContent.MAX; i++) {
            open();
            DeflateContext each = new DeflateContext(true);
            byte[] message = message(FIRST);
            assertEquals(FIRST.length(), content.read(each, message, message.length, true));
            content.lose(each);
        }
    }
}
