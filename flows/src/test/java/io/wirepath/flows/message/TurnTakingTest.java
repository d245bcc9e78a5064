package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Sighting;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is a message where no protocol is known. */
class TurnTakingTest {

    private static final long SECOND = 1_000_000_000L;

    private static TalkingConnection connection() {
        return new TalkingConnection(MessageSettings.defaults());
    }

    @Test
    void aMessageEndsWhenTheOtherSideSpeaks() {
        TalkingConnection c =
                connection().open().say(">ab").say(">c").say("<xy").say(">d").say("<z");
        assertEquals(List.of("> Q0 3", "< R0 2", "> Q1 1", "< R1 1"), c.close(CloseReason.FINISHED));
    }

    @Test
    void aResponseThatPausesIsOneMessage() {
        TalkingConnection c =
                connection().open().say(">ab").say("<x").pause(4 * SECOND).say("<y");
        assertEquals(List.of("> Q0 2"), c.messages());
        assertEquals(List.of("< R0 2"), c.close(CloseReason.FINISHED));
    }

    @Test
    void aResponseThatIdlesIsHandedOverAndWhatFollowsWantsNoAnswer() {
        TalkingConnection c = connection().open().say(">ab").say("<x").pause(6 * SECOND);
        assertEquals(List.of("> Q0 2", "< R0 1"), c.messages());
        c.say("<y").pause(6 * SECOND);
        assertEquals(List.of("< O 1"), c.messages());
    }

    @Test
    void whoeverPushesAgainAndAgainMakesAMessageAfterEachGap() {
        TalkingConnection c = connection().open().say(">ab").say("<x");
        for (int i = 0; i < 2; i++) {
            c.pause(6 * SECOND).say("<y");
        }
        c.messages();
        c.pause(SECOND + 1).say("<z").pause(SECOND + 1);
        assertEquals(List.of("< O 1", "< O 1"), c.messages());
        assertEquals(List.of(), c.close(CloseReason.FINISHED));
    }

    @Test
    void whatNobodyAnswersIsNoRequestInTheLongRun() {
        TalkingConnection c = connection().open();
        for (int i = 0; i < 4; i++) {
            c.say(">line").pause(2 * SECOND);
        }
        assertEquals(List.of("> Q0 4", "> Q1 4", "> O 4", "> O 4"), c.messages());
    }

    @Test
    void anAnswerMayComeAfterTheRequestHasIdled() {
        TalkingConnection c = connection().open().say(">ab").pause(3 * SECOND);
        assertEquals(List.of("> Q0 2"), c.messages());
        c.say("<late");
        assertEquals(List.of("< R0 4"), c.close(CloseReason.FINISHED));
    }

    @Test
    void theGapHoldsAlsoWhereNoTimerRanInBetween() {
        TalkingConnection c = connection().open().say(">ab");
        c.nowNanos += 2 * SECOND;
        c.say(">cd");
        assertEquals(List.of("> Q0 2", "> Q1 2"), c.close(CloseReason.FINISHED));
    }

    @Test
    void aServerThatSpeaksFirstIsNotTheRequester() {
        TalkingConnection c = connection().open().say("<220 hello").say(">EHLO").say("<250 ok");
        assertEquals(List.of("< O 9", "> Q0 4", "< R0 6"), c.close(CloseReason.FINISHED));
    }

    @Test
    void withoutAHandshakeThePortsTellTheServer() {
        TalkingConnection c = connection();
        c.openerKnown = false;
        c.midstream = true;
        c.sourcePort = 7000;
        c.destinationPort = 40000;
        c.open().say(">the end of an answer").say("<ask").say(">answer");
        assertEquals(List.of("> R 20", "< Q0 3", "> R0 6"), c.close(CloseReason.FINISHED));
    }

    @Test
    void theEndOfAStreamEndsItsMessageAndMarksIt() {
        TalkingConnection c = connection().open().say(">ab").finish(0);
        assertEquals(List.of("> Q0 2 fin"), c.messages());
        c.say("<x");
        assertEquals(List.of("< R0 1 rst"), c.close(CloseReason.RESET));
    }

    @Test
    void aFinishAfterTheMessageStillMarksIt() {
        TalkingConnection c = connection().open().say(">GET / HTTP/1.0\r\n\r\n").finish(0);
        assertEquals(List.of("> Q0 18 fin"), c.messages());
    }

    @Test
    void missingBytesBelongToTheMessage() {
        TalkingConnection c =
                connection().open().say(">ab").lose(0, 10).say(">c").lose(1, 5);
        assertEquals(List.of("> Q0 13 gap", "< R0 5 gap"), c.close(CloseReason.FINISHED));
    }

    @Test
    void aHoleInABodyOfKnownLengthDoesNotLoseTheFramer() {
        TalkingConnection c = connection().open();
        c.say(">GET / HTTP/1.1\r\n\r\n")
                .say("<HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n12")
                .lose(1, 15);
        c.say("<890").say(">GET / HTTP/1.1\r\n\r\n").say("<HTTP/1.1 204 No\r\n\r\n");
        assertEquals(List.of("> Q0 18", "< R0 59 gap", "> Q1 18", "< R1 19"), c.close(CloseReason.FINISHED));
    }

    @Test
    void afterALostHeaderTurnsCutUntilTheNextRequest() {
        TalkingConnection c = connection().open();
        c.say(">GET / HTTP/1.1\r\n\r\n")
                .say("<HTTP/1.1 200 OK\r\nCont")
                .lose(1, 100)
                .say("<890");
        c.say(">GET / HTTP/1.1\r\n\r\n").say("<HTTP/1.1 204 No\r\n\r\n");
        assertEquals(List.of("> Q0 18", "< R0 124 gap", "> Q1 18", "< R1 19"), c.messages());
    }

    @Test
    void copiesAndRetransmissionsAreAddedToTheMessageThatHasJustEnded() {
        TalkingConnection c = connection().open().say(">GET / HTTP/1.1\r\n\r\n");
        c.assembler.onMirrorCopy(c, 0, c.nowNanos);
        c.assembler.onRetransmission(c, 0, 18, c.nowNanos);
        Sighting sighting = c.batch.wrap(0, new Sighting());
        assertEquals(1, sighting.mirrorCopies());
        assertEquals(18, sighting.retransmittedBytes());
    }

    @Test
    void aMessageHasTheTimesOfItsFirstAndLastByte() {
        TalkingConnection c = connection().open();
        long first = c.nowNanos;
        c.say(">ab").say(">cd");
        long last = c.nowNanos - 1_000_000;
        c.say("<x");
        Sighting sighting = c.batch.wrap(0, new Sighting());
        assertEquals(first, sighting.firstByteNanos());
        assertEquals(last, sighting.lastByteNanos());
        assertEquals(2, sighting.packets());
        assertEquals(1000, sighting.sequence());
    }

    @Test
    void takesMissingBytesBeforeAKnownMessageForAMessageOfTheirOwn() {
        TalkingConnection connection = new TalkingConnection(MessageSettings.defaults()).open();
        connection.say(">GET / HTTP/1.1{0d0a0d0a}").say("<HTTP/1.1 204 No{0d0a0d0a}");
        connection.lose(0, 30).lose(1, 20);
        connection.lose(0, 25).say(">GET /next HTTP/1.1{0d0a0d0a}").say("<HTTP/1.1 204 No{0d0a0d0a}");
        assertEquals(
                List.of("> Q0 18", "< R0 19", "> Q1 30 gap", "< R1 20 gap", "> Q2 25 gap", "> Q3 22", "< R2 19"),
                connection.close(CloseReason.END_OF_CAPTURE));
    }

    @Test
    void whatIsLostInWholeIsWhatWasSaidBeforeInSoManyBytes() {
        String set = ">set k 0 0 1 noreply\r\nx\r\n";
        TalkingConnection c = connection().open().say(set).lose(0, set.length() - 1);
        c.say(">get k\r\n").say("<END\r\n");
        assertEquals(List.of("> O 24", "> O 24 gap", "> Q0 7", "< R0 5"), c.close(CloseReason.FINISHED));
    }

    @Test
    void whoAsksOnWithMoreReceivedHadTheAnswerThatIsLost() {
        TalkingConnection c = connection().open();
        c.acknowledging(1).say(">get k\r\n").acknowledging(8).say("<END\r\n");
        c.lose(0, 9);
        c.acknowledging(13).say(">get m\r\n").acknowledging(24).say("<END\r\n");
        assertEquals(List.of("> Q0 7", "< R0 5", "> Q1 9 gap", "> Q2 7", "< R2 5"), c.close(CloseReason.FINISHED));
    }

    @Test
    void aRequestOfTwoSegmentsOfWhichTheSnapLengthLeftOutMostIsOne() {
        TalkingConnection c = connection().open();
        c.acknowledging(1).say(">GET / HTTP/1.1{0d0a0d0a}");
        c.acknowledging(19).say("<HTTP/1.1 204 No{0d0a0d0a}");
        c.acknowledging(20).say(">POST /next HTTP/1.1{0d0a}Host: a").leaveOut(0, 100);
        c.say(">the body goes on").leaveOut(0, 50);
        c.acknowledging(200).say("<HTTP/1.1 204 No{0d0a0d0a}");
        assertEquals(List.of("> Q0 18", "< R0 19", "> Q1 194 cut", "< R1 19"), c.close(CloseReason.FINISHED));
    }
}
