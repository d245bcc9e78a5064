package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Sighting;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Connections of which the capture has not seen the start. */
class FromTheMiddleTest {

    private static TalkingConnection to(int port) {
        TalkingConnection c = new TalkingConnection(MessageSettings.defaults());
        c.midstream = true;
        c.openerKnown = false;
        c.destinationPort = port;
        return c.open();
    }

    private static Protocol first(TalkingConnection c) {
        return c.batch.wrap(0, new Sighting()).protocol();
    }

    @Test
    void anAnswerThatLooksLikeNothingIsReadAsWhatThePortSays() {
        TalkingConnection c =
                to(6379).say("<:1\r\n").say(">*1\r\n$4\r\nPING\r\n").say("<+PONG\r\n");
        assertEquals(Protocol.REDIS, first(c));
        assertEquals(List.of("< R 4", "> Q0 14", "< R0 7"), c.close(CloseReason.FINISHED));
    }

    @Test
    void whatDoesNotFitThePortIsReadByTurns() {
        TalkingConnection c = to(6379).say("<{00 01}xx").say(">hello").say("<{00 02}yy");
        assertEquals(Protocol.UNKNOWN, first(c));
    }

    @Test
    void maskedTextIsAClientsOfWebSocket() {
        TalkingConnection c = to(30_000);
        c.sourcePort = 20_000;
        c.say("<{81 85 01 02 03 04 69 67 6f 68 6e}").say(">{81 03}yes");
        assertEquals(Protocol.WEBSOCKET, first(c));
        assertEquals(List.of("< O 11", "> O 5"), c.close(CloseReason.FINISHED));
    }

    @Test
    void aMaskedMessageThatFillsItsPacketIsOneOfWebSocketThoughCompressed() {
        TalkingConnection c = to(9000).say(">{c1 84 11 22 33 44 ab cd ef 01}").say("<{c1 02 ff 00}");
        assertEquals(Protocol.WEBSOCKET, first(c));
        assertEquals(List.of("> O 10", "< O 4"), c.close(CloseReason.FINISHED));
    }

    @Test
    void aShortMessageThatMightBeginManyIsOneOfTheProtocolThatItIsAlone() {
        TalkingConnection c = to(7000).say(">{01 00 00 00 0e}").say("<{07 00 00 01 00 00 00 02 00 00 00}");
        assertEquals(Protocol.MYSQL, first(c));
        assertEquals(List.of("> Q0 5", "< R0 11"), c.close(CloseReason.FINISHED));
    }

    @Test
    void aHealthCheckThatPingsInlineTalksToRedis() {
        TalkingConnection c = new TalkingConnection(MessageSettings.defaults());
        c.open().say(">PING\r\n").say("<+PONG\r\n");
        assertEquals(Protocol.REDIS, first(c));
        assertEquals(List.of("> Q0 6", "< R0 7"), c.close(CloseReason.FINISHED));
    }
}
