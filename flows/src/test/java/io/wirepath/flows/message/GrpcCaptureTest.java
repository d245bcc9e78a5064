package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.SightingCodec;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Recorded gRPC: what each call of the client became. */
class GrpcCaptureTest {

    /**
     * Such as {@code request+response}: requests, responses and one-way messages of a call in the order of their kinds.
     */
    private static String shape(int[] counts) {
        return counts[0] + " request, " + counts[1] + " response, " + counts[2] + " one-way";
    }

    @Test
    void callsArePairsAndStreamsAreCutIntoTheirMessages() throws IOException {
        Map<Long, int[]> calls = new TreeMap<>();
        new ShardedCapture(MessageSettings.defaults(), UnaryOperator.identity())
                .run("/captures/grpc-streams.pcap.gz", sighting -> {
                    boolean setup = (sighting.flags() & SightingCodec.FLAG_SETUP) != 0;
                    if (!setup && sighting.callId() != SightingCodec.NO_CALL_ID) {
                        int kind = switch (sighting.role()) {
                            case REQUEST -> 0;
                            case RESPONSE -> 1;
                            default -> 2;
                        };
                        calls.computeIfAbsent(sighting.callId(), call -> new int[3])[kind]++;
                        assertEquals(
                                true, sighting.protocol() == Protocol.GRPC || sighting.protocol() == Protocol.HTTP2);
                    }
                });
        Map<String, Integer> shapes = new TreeMap<>();
        calls.values().forEach(counts -> shapes.merge(shape(counts), 1, Integer::sum));
        assertEquals(
                Map.of(
                        "1 request, 1 response, 0 one-way", 60, // calls of one message a side
                        "1 request, 1 response, 9 one-way", 4, // a stream of the client, three of the server
                        "1 request, 1 response, 18 one-way", 1), // of both: 9 further ones a side
                shapes);
    }
}
