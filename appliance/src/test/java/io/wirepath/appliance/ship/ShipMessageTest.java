package io.wirepath.appliance.ship;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.ship.ShipMessage.Hello;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class ShipMessageTest {

    private static final Hello HELLO = new Hello(1, new UUID(7, -9), 42, "höst/eth0", "wirepath 0.1");

    private static byte[] documents(String... texts) {
        ByteBuffer filling = ByteBuffer.allocate(1000).order(ByteOrder.LITTLE_ENDIAN);
        filling.position(ShipMessage.DOCUMENTS_AT);
        for (String text : texts) {
            filling.putInt(text.length());
            filling.put(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        }
        return ShipMessage.documents(filling, texts.length);
    }

    private static List<String> read(byte[] message) {
        List<String> got = new ArrayList<>();
        ShipMessage.forEachDocument(message, document -> {
            byte[] bytes = new byte[document.remaining()];
            document.get(bytes);
            got.add(new String(bytes, java.nio.charset.StandardCharsets.US_ASCII));
        });
        return got;
    }

    @Test
    void aHelloComesBackAsItWasSaid() {
        assertEquals(HELLO, Hello.decode(HELLO.encode()));
    }

    @Test
    void documentsComeBackInOrder() {
        assertEquals(List.of("one", "two", "three"), read(documents("one", "two", "three")));
    }

    @Test
    void aNumberComesBackByItsKind() {
        byte[] message = ShipMessage.number(ShipMessage.KEPT, Long.MAX_VALUE - 3);
        assertEquals(Long.MAX_VALUE - 3, ShipMessage.numberOf(message, ShipMessage.KEPT));
        assertThrows(IllegalArgumentException.class, () -> ShipMessage.numberOf(message, ShipMessage.RESUME));
    }

    @Test
    void aCutMessageGivesItsFirstDocumentsAndThenAnError() {
        byte[] whole = documents("one", "two");
        List<String> got = new ArrayList<>();
        byte[] cut = Arrays.copyOf(whole, whole.length - 1);
        assertThrows(IllegalArgumentException.class, () -> ShipMessage.forEachDocument(cut, d -> got.add("one")));
        assertEquals(List.of("one"), got);
    }

    @Test
    void noBytesWhateverThrowAnythingElseThanARefusal() {
        Random random = new Random(11);
        int good = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] message = i % 2 == 0 ? documents("abc", "defg") : HELLO.encode();
            for (int change = random.nextInt(4); change > 0; change--) {
                message[random.nextInt(message.length)] = (byte) random.nextInt(256);
            }
            byte[] hostile = Arrays.copyOf(message, random.nextInt(message.length + 1));
            try {
                if (i % 2 == 0) {
                    read(hostile);
                } else {
                    Hello.decode(hostile);
                }
                good++;
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().startsWith("the shipping protocol was broken"), e::getMessage);
            }
        }
        assertTrue(good > 100, "some messages were left as they were: " + good);
    }

    @Test
    void aMessageBeginsWithItsKindAndCount() {
        assertArrayEquals(new byte[] {2, 1, 0, 0, 0, 1, 0, 0, 0, 'x'}, documents("x"));
    }
}
