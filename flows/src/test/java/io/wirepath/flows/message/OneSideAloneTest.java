package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Sighting;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of a connection of which one direction alone is captured, its numbers tell what the other one said. */
class OneSideAloneTest {

    private static final int CALLS = 40;

    private final BlocksOfPackets traffic = new BlocksOfPackets();

    private static String text(Sighting sighting) {
        return "%s %s %d %d of call %d"
                .formatted(
                        sighting.protocol(),
                        sighting.role(),
                        sighting.lengthBytes(),
                        sighting.missingBytes(),
                        sighting.callId());
    }

    @Test
    void answersAloneAreAnswersToRequestsOfTheLengthThatTheyAcknowledge() {
        List<String> wanted = new ArrayList<>();
        traffic.packets
                .from("10.0.0.2", 6379)
                .to("10.0.1.1", 33_001)
                .seq(1)
                .flags("SA")
                .ack(1001)
                .tcp("");
        String answer = "$20\r\n" + "x".repeat(20) + "\r\n";
        int asked = 1001;
        for (int i = 0; i < CALLS; i++) {
            asked += 20 + i;
            traffic.after(100)
                    .flags("PA")
                    .seq(2 + answer.length() * i)
                    .ack(asked)
                    .tcp(answer);
            wanted.add("REDIS REQUEST %d %d of call %d".formatted(20 + i, 20 + i, i));
            wanted.add("REDIS RESPONSE 27 0 of call " + i);
        }

        assertEquals(wanted, traffic.messages(OneSideAloneTest::text));
    }

    @Test
    void requestsAloneHaveAnswersOfTheLengthThatTheNextOneAcknowledges() {
        String asks = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
        List<String> wanted = new ArrayList<>();
        traffic.packets
                .from("10.0.1.1", 33_001)
                .to("10.0.0.2", 8080)
                .seq(1000)
                .flags("S")
                .tcp("");
        int answered = 5001;
        for (int i = 0; i < CALLS; i++) {
            traffic.after(100)
                    .flags("PA")
                    .seq(1001 + asks.length() * i)
                    .ack(answered)
                    .tcp(asks);
            answered += 300 + i;
            wanted.add("HTTP1 REQUEST %d 0 of call %d".formatted(asks.length(), i));
            wanted.add("HTTP1 RESPONSE %d %d of call %d".formatted(300 + i, 300 + i, i));
        }
        traffic.after(1)
                .seq(1001 + asks.length() * CALLS)
                .flags("A")
                .ack(answered)
                .tcp("");
        traffic.after(100);

        assertEquals(wanted, traffic.messages(OneSideAloneTest::text));
    }
}
