package io.wirepath.flows.message.framer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.wirepath.flows.CloseReason;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.message.MessageCounter;
import io.wirepath.flows.message.MessageSettings;
import io.wirepath.flows.message.TalkingConnection;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * The fuzzer's target for every framer: the beginning of a conversation from the framers' table, or none, and then any
 * bytes, both ways, in any pieces, with holes, pauses and ends. Every byte and every hole is in exactly one message of
 * its direction. Runs over the kept inputs in an ordinary build, and searches for new ones with {@code JAZZER_FUZZ=1}.
 */
@Tag("slow")
class FramerFuzzTest {

    private static final List<FramerCase> CASES = FramerTest.cases().toList();
    private static final int MAX_STEPS = 64;

    private final Sighting sighting = new Sighting();
    private final long[] sent = new long[2];
    private final long[] found = new long[2];
    private long messages;
    private long datagrams;

    @FuzzTest(maxDuration = "90s")
    void everyByteOfAnyConversationIsInOneMessage(FuzzedDataProvider data) {
        FramerCase begun = data.pickValue(CASES);
        TalkingConnection connection = connect(IpProtocol.TCP, data);
        connection.midstream = begun.midstream();
        connection.openerKnown = !begun.midstream();
        connection.open();
        int steps = data.consumeInt(0, begun.steps().size());
        for (String step : begun.steps().subList(0, steps)) {
            sendInPieces(connection, TalkingConnection.directionOf(step), TalkingConnection.bytesOf(step), data);
        }
        for (int i = 0; i < MAX_STEPS && data.remainingBytes() > 0; i++) {
            act(connection, begun, data);
        }
        close(connection, data);
        assertEquals(sent[0], found[0], "bytes of direction 0");
        assertEquals(sent[1], found[1], "bytes of direction 1");
    }

    @FuzzTest(maxDuration = "90s")
    void everyDatagramIsOneMessageUnlessItIsEmptyOrRepeatsAQuery(FuzzedDataProvider data) {
        TalkingConnection connection = connect(IpProtocol.UDP, data).open();
        for (int i = 0; i < MAX_STEPS && data.remainingBytes() > 0; i++) {
            byte[] bytes = data.consumeBytes(data.consumeInt(0, 256));
            datagrams += bytes.length > 0 ? 1 : 0;
            connection.send(data.consumeInt(0, 1), bytes);
        }
        close(connection, data);
        assertEquals(
                datagrams,
                messages + connection.assembler.counters().get(MessageCounter.DNS_QUERIES_REPEATED),
                "datagrams");
    }

    private TalkingConnection connect(int transport, FuzzedDataProvider data) {
        Arrays.fill(sent, 0);
        Arrays.fill(found, 0);
        messages = 0;
        datagrams = 0;
        TalkingConnection connection = new TalkingConnection(
                MessageSettings.defaults().withContent(data.consumeBoolean()).withOperations(data.consumeBoolean()));
        connection.transport = transport;
        return connection;
    }

    private void act(TalkingConnection connection, FramerCase begun, FuzzedDataProvider data) {
        int direction = data.consumeInt(0, 1);
        switch (data.consumeInt(0, 9)) {
            case 0 -> lose(connection, direction, data.consumeInt(1, 100_000));
            case 1 -> connection.pause(data.consumeInt(0, 7) * 1_000_000_000L);
            case 2 -> connection.finish(direction);
            case 3 -> count(connection);
            case 4, 5 -> {
                String step = data.pickValue(begun.steps());
                sendInPieces(connection, TalkingConnection.directionOf(step), TalkingConnection.bytesOf(step), data);
            }
            default -> sendInPieces(connection, direction, data.consumeBytes(data.consumeInt(0, 200)), data);
        }
    }

    private void sendInPieces(TalkingConnection connection, int direction, byte[] bytes, FuzzedDataProvider data) {
        int most = data.consumeInt(1, 64);
        for (int at = 0; at < bytes.length; ) {
            int to = Math.min(bytes.length, at + data.consumeInt(1, most));
            connection.send(direction, Arrays.copyOfRange(bytes, at, to));
            at = to;
        }
        sent[direction] += bytes.length;
    }

    private void lose(TalkingConnection connection, int direction, int length) {
        connection.lose(direction, length);
        sent[direction] += length;
    }

    private void close(TalkingConnection connection, FuzzedDataProvider data) {
        connection.assembler.onClose(connection, data.pickValue(CloseReason.values()), connection.nowNanos);
        assertEquals(1, connection.batch.endCount());
        count(connection);
        assertEquals(connection.assembler.counters().get(MessageCounter.MESSAGES), messages, "messages");
    }

    /** Counts what was found, and begins a new block. */
    private void count(TalkingConnection connection) {
        for (int i = 0; i < connection.batch.count(); i++) {
            connection.batch.wrap(i, sighting);
            messages++;
            found[sighting.sourcePort() == connection.sourcePort ? 0 : 1] += sighting.lengthBytes();
            assertTrue(sighting.firstByteNanos() <= sighting.lastByteNanos(), "a message that ends before it begins");
            long callId = sighting.callId();
            assertTrue(callId >= 0 || callId == SightingCodec.NO_CALL_ID, "no call id");
        }
        connection.batch.reset();
    }
}
