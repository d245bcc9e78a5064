package io.wirepath.flows.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.ReassemblyCounter;
import org.junit.jupiter.api.Test;

/** Where reassembly sees a connection begin and end. */
class TcpLifetimeTest extends MadeConnection {

    @Test
    void picksUpInTheMiddleAndPutsAnEarlierSegmentInFront() {
        client(205, 0).tcp("ef");
        client(201, 0).tcp("abcd");
        later(20);
        client(207, 0).tcp("gh");
        client(199, 0).tcp("..");
        expect("open 1000 midstream", "> abcd", "> ef", "> gh", "close END_OF_CAPTURE");
        assertEquals(2, count(ReassemblyCounter.BEFORE_PICK_UP_BYTES));
    }

    @Test
    void picksUpRequestAndResponseInTheirOrder() {
        client(201, 700).tcp("GET");
        server(700, 204).tcp("200");
        later(20);
        client(204, 703).tcp("PUT");
        expect("open 1000 midstream", "> GET", "< 200", "> PUT", "close END_OF_CAPTURE");
    }

    @Test
    void deliversDataOnSyn() {
        client(100, 0).flags("S").tcp("abc");
        server(500, 101).flags("SA").tcp("");
        client(101, 501).tcp("abcdef");
        expect("open 1000", "> abc", "> again 3", "> def", "close END_OF_CAPTURE");
    }

    @Test
    void knowsTheOpenerWhenTheCaptureSwappedSynAndSynAck() {
        server(500, 101).flags("SA").tcp("");
        client(100, 0).flags("S").tcp("");
        client(101, 501).tcp("GET");
        expect("open 1000", "> GET", "close END_OF_CAPTURE");
    }

    @Test
    void endsADirectionOnlyAfterTheBytesBeforeItsFin() {
        handshake();
        client(104, 501).flags("FA").tcp("de");
        client(101, 501).tcp("abc");
        expect("open 1000", "> abc", "> de", "> fin", "close END_OF_CAPTURE");
    }

    @Test
    void reportsBytesMissingBeforeAFin() {
        handshake();
        client(111, 501).flags("FA").tcp("");
        later(6000);
        expect("open 1000", "> missing 10", "> fin", "close END_OF_CAPTURE");
    }

    @Test
    void deliversHeldBytesWhenResetEndsTheConnection() {
        handshake();
        client(105, 501).tcp("ef");
        server(501, 101).flags("R").tcp("");
        client(101, 501).tcp("ab");
        later(2200);
        expect("open 1000", "> ab", "> missing 2", "> ef", "close RESET");
    }

    @Test
    void takesAByteBehindAFinUnlessItIsAKeepAlives() {
        handshake();
        client(101, 501).tcp("ab");
        client(103, 501).flags("FA").tcp("");
        server(501, 104).tcp("");
        client(103, 501).tcp("\0");
        client(103, 501).tcp("c");
        expect("open 1000", "> ab", "> fin", "> c", "close END_OF_CAPTURE");
        assertEquals(1, count(ReassemblyCounter.KEEP_ALIVES));
    }

    @Test
    void beginsWithTheFirstByteWhereOnlyAFinWasSeenBefore() {
        client(101, 501).tcp("ab");
        server(501, 103).flags("FA").tcp("");
        server(502, 103).tcp("xyz");
        expect("open 1000 midstream", "< fin", "> ab", "< xyz", "close END_OF_CAPTURE");
    }

    @Test
    void goesOnWithARefusedConnectionWhoseSynIsSentAgainWithItsData() {
        client(100, 0).flags("S").tcp("ab");
        server(0, 101).flags("RA").tcp("");
        client(100, 0).flags("S").tcp("ab");
        server(500, 103).flags("SA").tcp("");
        client(103, 501).tcp("c");
        expect("open 1000", "> ab", "> attempt refused at 0.2 ms", "> again 2", "> c", "close END_OF_CAPTURE");
        assertEquals(1, count(ReassemblyCounter.CONNECTIONS));
    }

    @Test
    void missesNoByteWhereASenderCountsItsFinAndGoesOn() {
        handshake();
        client(101, 501).flags("FA").tcp("GET");
        server(501, 105).tcp("");
        client(105, 501).tcp("x");
        expect("open 1000", "> GET", "> fin", "> x", "close END_OF_CAPTURE");
        assertEquals(0, count(ReassemblyCounter.MISSING_BYTES));
    }

    @Test
    void followsAStreamBehindAForgedFin() {
        handshake();
        client(101, 501).flags("FA").tcp("ab");
        client(103, 501).tcp("cd");
        client(105, 501).flags("FA").tcp("");
        client(105, 501).tcp("\0");
        expect("open 1000", "> ab", "> fin", "> cd", "> fin", "close END_OF_CAPTURE");
        assertEquals(2, count(ReassemblyCounter.AFTER_FIN_BYTES));
        assertEquals(1, count(ReassemblyCounter.KEEP_ALIVES));
    }

    @Test
    void opensAnewOnASynWithAnotherNumber() {
        handshake();
        client(101, 501).tcp("GET");
        client(90_000, 0).flags("S").tcp("");
        client(90_001, 0).tcp("PUT");
        expect("open 1000", "> GET", "close REUSED", "open 1000 midstream", "> PUT", "close END_OF_CAPTURE");
    }

    @Test
    void takesASynWithTheSameNumberForARetransmission() {
        client(100, 0).flags("S").tcp("");
        millis += 1000;
        client(100, 0).flags("S").tcp("");
        client(101, 501).tcp("GET");
        expect("open 1000", "> GET", "close END_OF_CAPTURE");
        assertEquals(1, count(ReassemblyCounter.SYN_RETRANSMISSIONS));
    }

    @Test
    void reopensAfterTwoSegmentsFarAwayWhenTheSynWasLost() {
        handshake();
        client(101, 501).tcp("GET");
        client(1_500_000_000, 501).tcp("PU");
        client(1_500_000_002, 501).tcp("T");
        expect("open 1000", "> GET", "close REUSED", "open 1000 midstream", "> T", "close END_OF_CAPTURE");
        assertEquals(2, count(ReassemblyCounter.STRAY_BYTES));
    }

    /** The numbers of the other side are others, too. */
    @Test
    void reopensWhereTheAcknowledgmentIsFarAsWell() {
        handshake();
        client(101, 501).tcp("GET");
        client(1_500_000_000, 900_000_000).tcp("PU");
        client(1_500_000_002, 900_000_000).tcp("T");
        expect("open 1000", "> GET", "close REUSED", "open 1000 midstream", "> T", "close END_OF_CAPTURE");
    }

    @Test
    void forgetsAConnectionThatWasSilent() {
        handshake();
        client(101, 501).tcp("GET");
        later(601_000);
        expect("open 1000", "> GET", "close IDLE");
    }

    @Test
    void opensNothingForSegmentsWithoutPayload() {
        client(101, 501).tcp("");
        server(501, 101).flags("R").tcp("");
        expect();
        assertEquals(2, count(ReassemblyCounter.WITHOUT_CONNECTION));
    }
}
