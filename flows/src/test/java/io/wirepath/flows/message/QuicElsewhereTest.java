package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Of a connection of QUIC that goes on at another address, or began before the capture, no datagram is a call. */
class QuicElsewhereTest {

    private static final int LARGE = 1200;

    private final BlocksOfPackets traffic = new BlocksOfPackets();

    private static String text(Sighting sighting) {
        boolean setUp = (sighting.flags() & SightingCodec.FLAG_SETUP) != 0;
        return sighting.protocol() + " " + sighting.role() + " " + sighting.lengthBytes() + (setUp ? " setup" : "");
    }

    /** A Handshake packet of version 1, with IDs of eight bytes. */
    private static byte[] handshake() {
        byte[] packet = new byte[LARGE];
        packet[0] = (byte) 0xe3;
        packet[4] = 1;
        packet[5] = 8;
        packet[14] = 8;
        return packet;
    }

    private static byte[] hidden(int length) {
        byte[] packet = new byte[length];
        packet[0] = 0x55;
        return packet;
    }

    private void exchange(String client, int port, int serverPort) {
        traffic.after(10).from(client, port).to("10.0.0.2", serverPort).udp(hidden(300));
        for (int i = 0; i < 3; i++) {
            traffic.after(1).from("10.0.0.2", serverPort).to(client, port).udp(hidden(LARGE));
        }
        traffic.after(1).from(client, port).to("10.0.0.2", serverPort).udp(hidden(35));
    }

    @Test
    void aClientThatMoves() {
        traffic.packets.from("10.0.1.1", 33_001).to("10.0.0.2", 4433).udp(handshake());
        traffic.after(1).turn().udp(handshake());
        exchange("10.0.1.1", 33_001, 4433);
        exchange("10.9.1.1", 44_001, 4433);
        assertEquals(
                List.of(
                        "QUIC ONE_WAY 1200 setup",
                        "QUIC ONE_WAY 1235 setup",
                        "QUIC ONE_WAY 35 setup",
                        "QUIC REQUEST 300",
                        "QUIC REQUEST 300",
                        "QUIC RESPONSE 3600",
                        "QUIC RESPONSE 3600"),
                traffic.messages(QuicElsewhereTest::text).stream().sorted().toList());
    }

    /** The hello of a real client, which offers HTTP/3, says what the exchanges behind it are. */
    @Test
    void theClientsOfferNamesWhatIsSpoken() throws IOException {
        byte[] hello;
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/captures/quic-initial.bin"))) {
            hello = in.readAllBytes();
        }
        traffic.packets.from("10.0.1.1", 33_001).to("10.0.0.2", 443).udp(hello);
        traffic.after(1).turn().udp(handshake());
        exchange("10.0.1.1", 33_001, 443);
        assertEquals(
                List.of("HTTP3 REQUEST 300", "HTTP3 RESPONSE 3600"),
                traffic.messages(QuicElsewhereTest::text).stream()
                        .filter(message -> !message.endsWith("setup"))
                        .sorted()
                        .toList());
    }

    @Test
    void aConnectionFromTheMiddleAtTheUsualPort() {
        exchange("10.0.1.1", 33_001, 443);
        assertEquals(
                List.of("QUIC ONE_WAY 35 setup", "QUIC REQUEST 300", "QUIC RESPONSE 3600"),
                traffic.messages(QuicElsewhereTest::text).stream().sorted().toList());
    }
}
