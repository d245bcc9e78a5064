package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Recorded HTTP/2 inside TLS without keys: the first request of a connection stands behind the preface, in a record of
 * its own or in the same one, and is told from what sets up.
 */
class Http2InsideTlsTest {

    /** Of the 32 requests of Node.js one stands in a record that could as well hold settings alone. */
    @ParameterizedTest
    @CsvSource({"curl, 20, 20", "java, 36, 36", "chromium, 5, 5", "node, 32, 31"})
    void theFirstRequestOfEachConnectionIsSeen(String client, int made, int seen) throws IOException {
        int[] messages = new int[2];
        new ShardedCapture(MessageSettings.defaults(), UnaryOperator.identity())
                .run("/captures/http2-tls-" + client + ".pcap.gz", sighting -> {
                    boolean asks = (sighting.flags() & SightingCodec.FLAG_FROM_OPENER) != 0;
                    boolean setUp = (sighting.flags() & SightingCodec.FLAG_SETUP) != 0;
                    boolean farewell = !asks && sighting.lengthBytes() < 30;
                    if (!setUp && !farewell && (asks || sighting.role() != Role.REQUEST)) {
                        messages[asks ? 0 : 1]++;
                    }
                });
        assertEquals(seen, messages[0], "requests");
        assertEquals(made, messages[1], "responses");
    }
}
