package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.PacketBuilder;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.decode.DecodeSettings;
import io.wirepath.flows.decode.PacketDecoder;
import io.wirepath.flows.decode.PacketIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiteEvidenceTest {

    private static final String SERVER = "10.0.0.2";

    private final SiteEvidence site = new SiteEvidence();
    private final PacketBuilder packets = new PacketBuilder();
    private final PacketDecoder decoder = new PacketDecoder(DecodeSettings.defaults());

    private void take() {
        PacketIndex index = new PacketIndex(packets.block());
        decoder.decode(packets.block(), index);
        site.take(index);
        packets.next();
    }

    /** The side that asks, of a connection whose first packet goes from 10.0.0.1 to the server. */
    private int requester(int source, int destination, int transport) {
        TalkingConnection c = new TalkingConnection(MessageSettings.defaults());
        c.transport = transport;
        c.sourcePort = source;
        c.destinationPort = destination;
        return site.requester(c);
    }

    @ParameterizedTest
    @CsvSource({
        "40000, 80, 0",
        "80, 40000, 1",
        "909, 2049, 0",
        "2049, 909, 1",
        "389, 8080, 1",
        "636, 8080, 1",
        "40000, 50000, 0",
        "50000, 40000, 0"
    })
    void portsTellWhereNothingElseDoes(int source, int destination, int wanted) {
        assertEquals(wanted, requester(source, destination, 6));
    }

    @Test
    void theEndThatManyPeersShareServesWhateverThePorts() {
        for (int peer = 1; peer <= 6; peer++) {
            packets.from("10.0.1." + peer, 33_000 + peer).to(SERVER, 50_051).tcp("ask");
            packets.turn().tcp("answer");
        }
        take();

        assertEquals(0, requester(40_000, 50_051, 6));
        assertEquals(0, requester(9000, 50_051, 6));
    }

    @Test
    void thePortThatConnectionsOfTheSiteShareIsThatOfTheServers() {
        for (int i = 1; i <= 6; i++) {
            packets.from("10.0.2." + i, 9081).to("10.0.1." + i, 20_000 + i).tcp("who knows");
        }
        take();

        assertEquals(0, requester(20_500, 9081, 6));
        assertEquals(1, requester(9081, 20_500, 6));
    }

    @Test
    void aSynOfAnotherConnectionTellsWhoServes() {
        packets.from("10.0.1.1", 1234).to(SERVER, 60_000).flags("S").tcp("");
        take();

        assertEquals(0, requester(80, 60_000, 6));
    }

    @Test
    void aClientWhosePortIsUsedAgainIsNoServer() {
        for (int peer = 1; peer <= 3; peer++) {
            packets.from("10.0.0.1", 40_000).to("10.0.0." + (1 + peer), 443).tcp("ask");
        }
        take();

        assertEquals(0, requester(40_000, 443, 6));
    }

    @Test
    void whoAsksManyPortsFromOneIsNoServer() {
        for (int port = 5000; port < 5040; port++) {
            packets.from("10.0.0.1", 20_000).to(SERVER, port).udp("ask");
            packets.turn().udp("answer");
        }
        take();

        assertEquals(0, requester(20_000, 5039, 17));
    }

    @Test
    void aTalkThatBeganBeforeTheCaptureIsOneAmongMany() {
        for (int peer = 1; peer <= 8; peer++) {
            packets.from("10.0.1." + peer, 20_000).to("10.0.0.1", 7000).udp("ask");
            packets.turn().udp("answer");
        }
        packets.from("10.0.0.1", 7000).to(SERVER, 20_000).udp("answer");
        packets.turn().udp("ask");
        take();

        assertEquals(1, requester(7000, 20_000, 17));
    }

    @Test
    void whoIsHeardAloneServesIfManyHearIt() {
        for (int peer = 1; peer <= 8; peer++) {
            packets.from("10.0.0.1", 7000).to("10.0.1." + peer, 20_000).udp("answer");
        }
        packets.from("10.0.0.1", 7000).to(SERVER, 20_000).udp("answer");
        take();

        assertEquals(1, requester(7000, 20_000, 17));
    }

    @Test
    void whoNeverAnswersAnybodyWantsNoAnswer() {
        TalkingConnection syslog = new TalkingConnection(MessageSettings.defaults());
        syslog.transport = 17;
        syslog.destinationPort = 514;
        assertTrue(site.answers(syslog, 0), "nothing is known of it");

        packets.from("10.0.1.1", 5000).to(SERVER, 514).udp("<13>one");
        take();
        assertFalse(site.answers(syslog, 0));

        packets.from("10.0.1.2", 5000).to(SERVER, 514).udp("asks");
        packets.turn().udp("answers");
        take();
        assertTrue(site.answers(syslog, 0));
    }

    @Test
    void whatIsSpokenWithAServerIsKnownOfItAndNotOfItsClients() {
        packets.from("10.0.1.1", 33_001).to(SERVER, 7000).tcp("GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n");
        take();

        TalkingConnection other = new TalkingConnection(MessageSettings.defaults());
        assertEquals(Protocol.WEBSOCKET, site.spoken(other, 0, null));
        assertNull(site.spoken(other, 0, Protocol.WEBSOCKET));
        assertNull(site.spoken(other, 1, null));
        assertTrue(site.maySpeak(other, 0, Protocol.WEBSOCKET));
        assertFalse(site.maySpeak(other, 0, Protocol.HTTP1));
        assertFalse(site.maySpeak(other, 1, Protocol.WEBSOCKET));
    }
}
