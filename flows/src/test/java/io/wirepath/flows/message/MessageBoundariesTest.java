package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Recorded traffic against what the applications say they did. */
class MessageBoundariesTest {

    /** Log-ins to PostgreSQL in the capture: exchanges that no RPC of the truth describes. */
    private static final int LOG_INS = 22;

    private record Message(
            String from, String to, long connection, Role role, long call, long end, long lastMicros, int flags) {
        static Message of(Sighting s) {
            return new Message(
                    AddressText.endpoint(s.sourceHigh(), s.sourceLow(), s.sourcePort()),
                    AddressText.endpoint(s.destinationHigh(), s.destinationLow(), s.destinationPort()),
                    s.connection(),
                    s.role(),
                    s.callId(),
                    s.streamOffset() + s.lengthBytes(),
                    s.lastByteNanos() / 1000,
                    s.flags());
        }

        boolean isSetup() {
            return (flags & SightingCodec.FLAG_SETUP) != 0;
        }
    }

    @Test
    void everyPipelinedRedisCommandIsOneRequestAndOneResponse() throws IOException {
        Map<String, Long> ends = new HashMap<>();
        for (Message message : run("/captures/redis-pipelined.pcap.gz", UnaryOperator.identity())) {
            ends.put(message.role() + " " + message.call(), message.end());
        }
        List<String[]> truth = rows("/captures/redis-pipelined.csv");
        for (int call = 0; call < truth.size(); call++) {
            assertEquals(Long.parseLong(truth.get(call)[0]), ends.get("REQUEST " + call), "request " + call);
            assertEquals(Long.parseLong(truth.get(call)[1]), ends.get("RESPONSE " + call), "response " + call);
        }
        assertEquals(2 * truth.size(), ends.size());
    }

    @Test
    void everyRpcOfTheLabIsOneRequestAndOneResponse() throws IOException {
        List<Message> left = assertEveryRpcIsFound(UnaryOperator.identity());
        assertTrue(left.stream().allMatch(Message::isSetup), () -> "not in the truth: " + left);
        assertEquals(2 * LOG_INS, left.size());
    }

    @Test
    void turnsAloneFindEveryRpcUnderOpaquePayload() throws IOException {
        List<Message> left = assertEveryRpcIsFound(OpaquePayload::new);
        assertEquals(2 * LOG_INS, left.size(), "log-ins look like calls where nothing can be read");
    }

    private static List<Message> assertEveryRpcIsFound(UnaryOperator<ConnectionListener> before) throws IOException {
        List<Message> messages = run("/captures/offl-sw-data.pcap.gz", before);
        Map<String, Message> byEnd = new HashMap<>();
        for (Message message : messages) {
            byEnd.put(message.role() + message.from() + message.to() + message.lastMicros(), message);
        }
        Set<Message> found = new HashSet<>();
        for (String[] rpc : rows("/captures/offl-sw-data.csv")) {
            Message request = byEnd.get(Role.REQUEST + rpc[2] + rpc[3] + rpc[0]);
            Message response = byEnd.get(Role.RESPONSE + rpc[3] + rpc[2] + rpc[1]);
            String name = String.join(",", rpc);
            assertTrue(request != null && found.add(request), () -> "no request for " + name);
            assertTrue(response != null && found.add(response), () -> "no response for " + name);
            assertEquals(request.call(), response.call(), name);
            assertEquals(request.connection(), response.connection(), name);
        }
        List<Message> left = new ArrayList<>(messages);
        left.removeAll(found);
        return left;
    }

    private static List<Message> run(String capture, UnaryOperator<ConnectionListener> before) throws IOException {
        List<Message> messages = new ArrayList<>();
        new ShardedCapture(MessageSettings.defaults(), before)
                .run(capture, sighting -> messages.add(Message.of(sighting)));
        return messages;
    }

    private static List<String[]> rows(String resource) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(MessageBoundariesTest.class.getResourceAsStream(resource), resource)) {
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return text.lines().skip(1).map(line -> line.split(",", -1)).toList();
        }
    }
}
