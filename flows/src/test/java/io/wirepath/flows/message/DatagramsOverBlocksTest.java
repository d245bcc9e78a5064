package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Sighting;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How frames are cut into blocks, by the kernel's ring and its time, changes nothing of what they say. */
class DatagramsOverBlocksTest {

    private final BlocksOfPackets traffic = new BlocksOfPackets();

    private static String text(Sighting sighting) {
        return sighting.role() + " " + sighting.lengthBytes();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFirstRequestIsOneThoughItsAnswerComesInAnotherBlock(boolean oneBlock) {
        traffic.packets
                .from("10.0.1.1", 33_001)
                .to("10.0.0.2", 7000)
                .udp("asks")
                .udp("again");
        if (!oneBlock) {
            traffic.endBlock();
        }
        traffic.after(300).turn().udp("answers").udp("twice here");

        assertEquals(
                List.of("REQUEST 4", "REQUEST 5", "RESPONSE 7", "RESPONSE 10"),
                traffic.messages(DatagramsOverBlocksTest::text));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 40})
    void whoIsNeverAnsweredDoesNotAsk(int perBlock) {
        traffic.packets.from("10.0.1.1", 33_001).to("10.0.0.2", 514);
        for (int i = 0; i < 40; i++) {
            traffic.after(10).udp("<13>one");
            if (i % perBlock == 0) {
                traffic.endBlock();
            }
        }

        assertEquals(
                Stream.generate(() -> "ONE_WAY 7").limit(40).toList(), traffic.messages(DatagramsOverBlocksTest::text));
    }

    @Test
    void whatWaitsForAnAnswerDoesSoForFiveSecondsAtMost() {
        traffic.packets.from("10.0.1.1", 33_001).to("10.0.0.2", 7000).udp("asks");
        traffic.endBlock();
        for (int i = 0; i < 6; i++) {
            traffic.after(1000).from("10.0.1.9", 33_009).to("10.0.0.9", 7000).udp("other" + i);
            traffic.endBlock();
        }
        traffic.after(1).from("10.0.0.2", 7000).to("10.0.1.1", 33_001).udp("answers");

        List<String> messages = traffic.messages(DatagramsOverBlocksTest::text);
        assertEquals(List.of("ONE_WAY 4", "ONE_WAY 7"), List.of(messages.get(0), messages.get(1)));
    }
}
