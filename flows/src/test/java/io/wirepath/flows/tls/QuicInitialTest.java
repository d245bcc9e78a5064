package io.wirepath.flows.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.message.framer.QuicHeader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QuicInitialTest {

    private static byte[] datagram() throws IOException {
        try (InputStream in = Objects.requireNonNull(
                QuicInitialTest.class.getResourceAsStream("/captures/quic-initial.bin"), "test datagram")) {
            return in.readAllBytes();
        }
    }

    @Test
    void opensTheHelloOfARealClient() throws IOException {
        byte[] datagram = datagram();
        ByteBuffer bytes = ByteBuffer.wrap(datagram);
        assertTrue(QuicHeader.isVersioned(bytes, 0, datagram.length));
        assertTrue(QuicHeader.isInitial(bytes, 0));
        QuicInitial initial = new QuicInitial();
        assertTrue(initial.take(bytes, 0, datagram.length));
        ByteBuffer hello = initial.hello();
        assertEquals(1, hello.get(0));
        byte[] text = new byte[hello.remaining()];
        hello.get(hello.position(), text);
        assertTrue(new String(text, StandardCharsets.ISO_8859_1).contains("ssl.gstatic.com"));
    }

    @Test
    void whatWasChangedIsNotOpened() throws IOException {
        Random random = new Random(1);
        for (int i = 0; i < 300; i++) {
            byte[] datagram = datagram();
            datagram[25 + random.nextInt(200)] ^= (byte) (1 + random.nextInt(255));
            assertFalse(new QuicInitial().take(ByteBuffer.wrap(datagram), 0, datagram.length));
        }
    }
}
