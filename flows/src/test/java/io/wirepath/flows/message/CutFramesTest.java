package io.wirepath.flows.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Sighting;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of frames that the snapshot length cut, what is left of them tells what they are. */
class CutFramesTest {

    private final BlocksOfPackets traffic = new BlocksOfPackets();

    private static String text(Sighting sighting) {
        return "%s %s %d %d"
                .formatted(sighting.protocol(), sighting.role(), sighting.lengthBytes(), sighting.missingBytes());
    }

    @Test
    void aResponseThatSwitchesTellsWebSocketThoughItsHeadIsCut() {
        traffic.packets
                .from("10.0.1.1", 33_001)
                .to("10.0.0.2", 9000)
                .seq(1000)
                .flags("S")
                .tcp("");
        traffic.packets.turn().seq(5000).flags("SA").ack(1001).tcp("");
        String asks = "GET /chat HTTP/1.1\r\nHost: a";
        traffic.after(1).turn().flags("PA").seq(1001).ack(5001).cut(200).tcp(asks);
        int asked = 1001 + asks.length() + 200;
        String answers = "HTTP/1.1 101 Switching Pro";
        traffic.after(1).turn().seq(5001).ack(asked).cut(150).tcp(answers);
        int answered = 5001 + answers.length() + 150;
        String says = new String(new char[] {0x81, 0x80 | 50, 1, 2, 3, 4, 'h' ^ 1, 'i' ^ 2}, 0, 8);
        traffic.after(1).turn().seq(asked).ack(answered).cut(48).tcp(says.getBytes(ISO_8859_1));

        assertEquals(
                List.of("HTTP1 REQUEST 227 200", "HTTP1 RESPONSE 176 150", "WEBSOCKET ONE_WAY 56 48"),
                traffic.messages(CutFramesTest::text));
    }

    @Test
    void aFrameWhoseEndIsCutIsReadAsFarAsItGoes() {
        traffic.packets
                .from("10.0.1.1", 33_001)
                .to("10.0.0.2", 5672)
                .seq(1000)
                .flags("S")
                .tcp("");
        traffic.packets.turn().seq(5000).flags("SA").ack(1001).tcp("");
        traffic.after(1)
                .turn()
                .flags("PA")
                .seq(1001)
                .ack(5001)
                .tcp(HexFormat.of().parseHex("414d515000000901"));
        // queue.declare, whose bit "no-wait" stands behind the name
        byte[] declares = HexFormat.of().parseHex("0100010000001e0032000a0000107175657565");
        traffic.after(1).seq(1009).cut(38 - declares.length).tcp(declares);
        traffic.after(1)
                .turn()
                .seq(5001)
                .ack(1009 + 38)
                .cut(0)
                .tcp(HexFormat.of().parseHex("010001000000040032000bce"));

        assertEquals(
                List.of("AMQP ONE_WAY 8 0", "AMQP REQUEST 38 19", "AMQP RESPONSE 12 0"),
                traffic.messages(CutFramesTest::text));
    }
}
