package io.wirepath.flows.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Connection;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.Transcript;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.udp.UdpSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A segment that the receiver dropped came before the one that it took. */
class ReadingsTest extends MadeConnection {

    private final List<Long> takenBack = new ArrayList<>();

    @BeforeEach
    void listen() {
        Transcript transcript = new Transcript() {
            @Override
            public boolean takesBack(Connection connection, int direction, long streamOffset) {
                takenBack.add(streamOffset);
                ((long[]) connection.attachment)[direction] = streamOffset;
                return true;
            }
        };
        shard = new FlowShard(TcpSettings.defaults(), UdpSettings.defaults(), transcript);
    }

    private void run() {
        packets.replay(shard::onPacket);
        shard.onEndOfCapture((long) (millis * 1e6));
    }

    @Test
    void takesWhatTheReceiverAcknowledges() {
        handshake();
        client(101, 501).tcp("decoy of many bytes");
        client(101, 501).tcp("GET");
        server(501, 104).tcp("200");
        client(104, 504).tcp("PUT");
        run();
        assertEquals(List.of(0L), takenBack);
        assertEquals(1, count(ReassemblyCounter.READINGS_TAKEN_BACK));
        assertEquals(1, count(ReassemblyCounter.OVERLAP_CONFLICTS));
    }

    @Test
    void keepsWhatTheReceiverAcknowledges() {
        handshake();
        client(101, 501).tcp("GET");
        client(101, 501).tcp("decoy of many bytes");
        server(501, 104).tcp("200");
        run();
        assertEquals(List.of(), takenBack);
        assertEquals(1, count(ReassemblyCounter.OVERLAP_CONFLICTS));
    }

    /** A decoy of many segments, in nothing else unlike the real one, is taken back whole. */
    @Test
    void takesBackManySegments() {
        handshake();
        for (int at = 101; at < 161; at += 10) {
            client(at, 501).tcp("decoy of 9");
        }
        client(101, 501).tcp("GET");
        server(501, 104).tcp("200");
        client(104, 504).tcp("PUT");
        run();
        assertEquals(List.of(0L), takenBack);
        assertEquals(0, count(ReassemblyCounter.MISSING_BYTES));
    }

    /** A longer one after the real one adds nothing to it. */
    @Test
    void nothingOfAContradictionIsPutBehindWhatWasHandedOn() {
        handshake();
        client(101, 501).tcp("GET");
        client(101, 501).tcp("PUT and more");
        client(104, 501).tcp(" /a");
        server(501, 107).tcp("200");
        run();
        assertEquals(List.of(), takenBack);
        assertEquals(6 + 3, count(ReassemblyCounter.DELIVERED_BYTES));
    }

    /** More segments than are compared: the end tells that the receiver did not take all that was handed on. */
    @Test
    void bytesThatNobodyAcknowledgedAreTold() {
        handshake();
        for (int at = 101; at < 501; at += 10) {
            client(at, 501).tcp("decoy of 9");
        }
        client(101, 501).tcp("GET");
        server(501, 104).tcp("200");
        client(104, 504).flags("FA").tcp("");
        server(504, 105).flags("FA").tcp("");
        client(105, 505).tcp("");
        run();
        assertEquals(List.of(), takenBack);
        assertEquals(501 - 105, count(ReassemblyCounter.UNACKNOWLEDGED_BYTES)); // the FIN took one number
    }

    @Test
    void aRetransmissionIsNoOtherReading() {
        handshake();
        client(101, 501).tcp("GET /item HTTP/1.1");
        client(101, 501).tcp("GET /item");
        server(501, 110).tcp("200");
        run();
        assertEquals(List.of(), takenBack);
        assertEquals(0, count(ReassemblyCounter.OVERLAP_CONFLICTS));
    }

    /** What a SYN brings is not taken by who acknowledges the SYN alone; of as many other bytes these are. */
    @Test
    void takesWhatComesBehindDataOfASynThatWasNotTaken() {
        client(100, 0).flags("S").tcp("GET /a");
        server(500, 101).flags("SA").tcp("");
        client(101, 501).tcp("GET /b");
        server(501, 107).tcp("200");
        run();
        assertEquals(List.of(0L), takenBack);
    }

    @Test
    void keepsDataOfASynThatWasTaken() {
        client(100, 0).flags("S").tcp("GET /a");
        server(500, 107).flags("SA").tcp("");
        client(101, 501).tcp("GET /b");
        server(501, 107).tcp("200");
        run();
        assertEquals(List.of(), takenBack);
    }
}
