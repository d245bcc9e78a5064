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

    /** What is said at the end alone tells them apart, and the real one is shorter. */
    @Test
    void takesAShorterOneThatBeginsAlike() {
        handshake();
        client(101, 501).tcp("GET");
        server(501, 104).tcp("HTTP/1.1 200 OK Server: some Content-Length: 99999 and");
        server(501, 104).tcp("HTTP/1.1 200 OK Server: some Content-Length: 2 of");
        client(104, 550).tcp("GET");
        run();
        assertEquals(List.of(0L), takenBack);
        assertEquals(1, count(ReassemblyCounter.OVERLAP_CONFLICTS));
    }

    private void expectStreams(String ofClient, String ofServer) {
        Transcript bytes = seen.ofBytesOnly();
        shard = new FlowShard(TcpSettings.defaults(), UdpSettings.defaults(), bytes);
        run();
        assertEquals(ofClient, bytes.stream(0));
        assertEquals(ofServer, bytes.stream(1));
        assertEquals(0, count(ReassemblyCounter.MISSING_BYTES));
    }

    /** Part of it lies in front of one that somebody sent behind a hole. */
    @Test
    void takesWhatTheReceiverAcknowledgesAndNotWhatIsHeld() {
        handshake();
        client(111, 501).tcp("decoy of many bytes");
        client(101, 501).tcp("GET /a of some");
        server(501, 115).tcp("200");
        client(115, 504).tcp("GET /b");
        expectStreams("GET /a of someGET /b", "200");
        assertEquals(19, count(ReassemblyCounter.LEFT_OUT_BYTES));
    }

    /** One that acknowledges more than was said waits for that. */
    @Test
    void takesWhatTheReceiverAcknowledgesAndNotWhatWaitsForTheOther() {
        handshake();
        client(101, 20_501).tcp("decoy of many bytes");
        client(101, 501).tcp("GET /a");
        server(501, 107).tcp("200");
        client(107, 504).tcp("GET /b");
        expectStreams("GET /aGET /b", "200");
    }

    /** Who has a connection open challenges a SYN, and takes nothing that it brings (RFC 5961 §4). */
    @Test
    void aSynAndItsDataDoNotChangeAnOpenConnection() {
        handshake();
        client(101, 501).tcp("GET /a");
        server(501, 107).tcp("200");
        client(107, 504).flags("S").tcp("decoy of many bytes");
        server(504, 107).flags("SA").tcp("decoy of many bytes");
        client(107, 504).tcp("GET /b");
        server(504, 113).tcp("404");
        client(113, 507).tcp("GET /c");
        expectStreams("GET /aGET /bGET /c", "200404");
        assertEquals(0, count(ReassemblyCounter.REUSED));
    }

    @Test
    void aSynThatIsAcceptedOpensAnOpenConnectionAnew() {
        handshake();
        client(101, 501).tcp("GET /a");
        server(501, 107).tcp("200");
        client(9000, 0).flags("S").tcp("");
        server(7000, 9001).flags("SA").tcp("");
        client(9001, 7001).tcp("GET /b");
        run();
        assertEquals(1, count(ReassemblyCounter.REUSED));
        assertEquals(0, count(ReassemblyCounter.MISSING_BYTES));
    }

    /** The client acknowledged where the server begins. */
    @Test
    void aSecondAnswerToASynMovesNoBeginning() {
        handshake();
        client(101, 501).tcp("GET /a");
        server(501, 107).flags("SA").tcp("decoy of many bytes");
        server(501, 107).tcp("200");
        client(107, 504).tcp("GET /b");
        expectStreams("GET /aGET /b", "200");
    }
}
