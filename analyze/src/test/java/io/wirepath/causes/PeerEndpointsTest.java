package io.wirepath.causes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerEndpointsTest {

    private static final long NO_CALL = MessageTableBuilder.NO_CALL;

    private final NodeTable nodes = new NodeTable();
    private final MessageTableBuilder builder = new MessageTableBuilder(nodes);
    private final List<String> connections = new ArrayList<>();

    /** A datagram between hosts that are named as their ports. */
    private void say(String from, String to, Protocol protocol, Role role, long call) {
        String connection = from.compareTo(to) < 0 ? from + to : to + from;
        if (!connections.contains(connection)) {
            connections.add(connection);
        }
        long time = 1_000_000L * (builder.size + 1);
        builder.add(
                time,
                time,
                nodes.add(from, from, true),
                Integer.parseInt(from.substring(1)),
                nodes.add(to, to, true),
                Integer.parseInt(to.substring(1)),
                connections.indexOf(connection),
                IpProtocol.UDP,
                role,
                protocol.ordinal(),
                call,
                100,
                0,
                builder.size);
    }

    private String roles() {
        MessageTable messages = builder.build();
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < messages.size(); row++) {
            text.append(messages.role(row).name().charAt(0))
                    .append(messages.partner(row) == MessageTable.NONE ? "" : "*")
                    .append(' ');
        }
        return text.toString().strip();
    }

    @Test
    void amongPeersOfPortsOfTheirOwnOnlyWhatBringsAFieldBackIsAnAnswer() {
        // each asks who has a lower port, as far as the ports tell; p2000 is asked by several and asks several
        say("p4000", "p2000", Protocol.UNKNOWN, Role.REQUEST, 0);
        say("p2000", "p4000", Protocol.UNKNOWN, Role.RESPONSE, 0);
        say("p3000", "p2000", Protocol.UNKNOWN, Role.REQUEST, 0);
        say("p2000", "p1000", Protocol.ECHOED_FIELD, Role.REQUEST, 0);
        say("p1000", "p2000", Protocol.ECHOED_FIELD, Role.RESPONSE, 0);
        say("p2000", "p1500", Protocol.UNKNOWN, Role.REQUEST, 0);
        say("p3000", "p1500", Protocol.ECHOED_FIELD, Role.REQUEST, 0);
        say("p3000", "p1000", Protocol.UNKNOWN, Role.REQUEST, 0);
        assertEquals("O O O R* R* O R R", roles());
    }

    @Test
    void aServerThatAsksOneOtherIsNoPeer() {
        say("c4000", "s2000", Protocol.UNKNOWN, Role.REQUEST, 0);
        say("s2000", "c4000", Protocol.UNKNOWN, Role.RESPONSE, 0);
        say("c5000", "s2000", Protocol.UNKNOWN, Role.REQUEST, 0);
        say("s2000", "d1000", Protocol.UNKNOWN, Role.REQUEST, 0);
        say("s2000", "c5000", Protocol.UNKNOWN, Role.ONE_WAY, NO_CALL);
        assertEquals("R* R* R R O", roles());
    }
}
