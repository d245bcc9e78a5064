package io.wirepath.flows.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the first words may be of several protocols, the server's port tells of which. */
class UsualPortTest {

    private final BlocksOfPackets traffic = new BlocksOfPackets();
    private int asked = 1001;
    private int answered = 5001;

    private static String text(Sighting sighting) {
        boolean setUp = (sighting.flags() & SightingCodec.FLAG_SETUP) != 0;
        return sighting.protocol() + " " + sighting.role() + " " + sighting.lengthBytes() + (setUp ? " setup" : "");
    }

    private List<String> says(int port, String... steps) {
        traffic.packets
                .from("10.0.1.1", 33_001)
                .to("10.0.0.2", port)
                .seq(1000)
                .flags("S")
                .tcp("");
        traffic.packets.turn().seq(5000).flags("SA").ack(1001).tcp("");
        traffic.packets.turn().flags("PA");
        for (String step : steps) {
            byte[] bytes = step.substring(1).getBytes(ISO_8859_1);
            if (step.charAt(0) == '>') {
                traffic.after(1).seq(asked).ack(answered).tcp(bytes);
                asked += bytes.length;
            } else {
                traffic.after(1).turn().seq(answered).ack(asked).tcp(bytes);
                traffic.packets.turn();
                answered += bytes.length;
            }
        }
        return traffic.messages(UsualPortTest::text);
    }

    @Test
    void commandsOfRedisInLines() {
        assertEquals(
                List.of(
                        "REDIS REQUEST 9",
                        "REDIS RESPONSE 5",
                        "REDIS ONE_WAY 11 setup",
                        "REDIS ONE_WAY 18",
                        "REDIS REQUEST 7",
                        "REDIS RESPONSE 7"),
                says(
                        6379,
                        ">SET k v\r\n",
                        "<+OK\r\n",
                        ">BLPOP q 0\r\n",
                        "<*2\r\n$1\r\nq\r\n$1\r\nv\r\n",
                        ">GET k\r\n",
                        "<$1\r\nv\r\n"));
    }

    @Test
    void aGreetingOfAMailServerThatDoesNotNameIt() {
        assertEquals(
                List.of("SMTP ONE_WAY 14 setup", "SMTP REQUEST 8 setup", "SMTP RESPONSE 8 setup"),
                says(25, "<220 mx ready\r\n", ">HELO a\r\n", "<250 ok\r\n"));
    }

    @Test
    void aGreetingOfAFileServerThatDoesNotNameIt() {
        assertEquals(
                List.of("FTP ONE_WAY 14 setup", "FTP REQUEST 8 setup", "FTP RESPONSE 8 setup"),
                says(21, "<220 it ready\r\n", ">USER a\r\n", "<331 ok\r\n"));
    }

    @Test
    void theSameElsewhereIsNothing() {
        assertEquals(List.of("UNKNOWN ONE_WAY 14"), says(4711, "<220 mx ready\r\n"));
    }
}
