package io.wirepath.causes.joint.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import org.junit.jupiter.api.Test;

/** Talks over WebSockets and streams of gRPC: what starts work in them, and until when. */
class TalksTest {

    private static final long MILLI = 1_000_000;

    private final NodeTable nodes = new NodeTable();
    private final MessageTableBuilder builder = new MessageTableBuilder(nodes);
    private final int client = nodes.add("client", "client", true);
    private final int server = nodes.add("server", "server", true);

    private void say(boolean byClient, int connection, Role role, Protocol protocol, long call, long millis) {
        builder.add(
                millis * MILLI,
                millis * MILLI,
                byClient ? client : server,
                byClient ? 40_000 + connection : 80,
                byClient ? server : client,
                byClient ? 80 : 40_000 + connection,
                connection,
                6,
                role,
                protocol.ordinal(),
                call,
                100,
                byClient ? SightingCodec.FLAG_FROM_OPENER : 0,
                millis);
    }

    @Test
    void aPushCausesNothingThatItsReceiverSaysToThatServer() {
        say(true, 0, Role.ONE_WAY, Protocol.WEBSOCKET, MessageTableBuilder.NO_CALL, 1);
        say(false, 0, Role.ONE_WAY, Protocol.WEBSOCKET, MessageTableBuilder.NO_CALL, 2);
        say(true, 1, Role.ONE_WAY, Protocol.WEBSOCKET, MessageTableBuilder.NO_CALL, 3);
        say(true, 2, Role.REQUEST, Protocol.HTTP1, 0, 4);
        MessageTable messages = builder.build();
        assertNotEquals(Scene.NO_TALK, Talks.toOpener(messages, 1));
        assertEquals(Talks.toOpener(messages, 1), Talks.fromOpener(messages, 2));
        assertEquals(Scene.NO_TALK, Talks.fromOpener(messages, 3));
        assertEquals(Scene.NO_TALK, Talks.toOpener(messages, 0));

        Scene scene = new Scene(1000, 1, 2, 1, 1);
        scene.departure[0] = 100;
        scene.callRequest[0] = 2;
        scene.callRequest[1] = 3;
        scene.taskTalk[0] = Talks.toOpener(messages, 1);
        scene.callTalk[0] = Talks.fromOpener(messages, 2);
        scene.callTalk[1] = Talks.fromOpener(messages, 3);
        assertFalse(scene.canOwn(0, 0));
        assertTrue(scene.canOwn(0, 1));
    }

    @Test
    void aCallThatIsAnsweredByAStreamEndsWithTheStream() {
        say(true, 0, Role.REQUEST, Protocol.GRPC, 0, 1);
        say(false, 0, Role.RESPONSE, Protocol.GRPC, 0, 5);
        say(true, 0, Role.REQUEST, Protocol.GRPC, 1, 6);
        say(false, 0, Role.ONE_WAY, Protocol.GRPC, 0, 7);
        say(false, 0, Role.RESPONSE, Protocol.GRPC, 1, 8);
        say(false, 0, Role.ONE_WAY, Protocol.GRPC, 0, 9);
        say(true, 0, Role.ONE_WAY, Protocol.GRPC, 1, 10);
        MessageTable messages = builder.build();
        assertEquals(1, messages.partner(0));
        assertEquals(5, messages.lastAnswer(0));
        assertEquals(4, messages.lastAnswer(2), "what the client says further is no answer");
    }
}
