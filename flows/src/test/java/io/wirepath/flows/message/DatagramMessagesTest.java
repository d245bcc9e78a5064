package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Sighting;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatagramMessagesTest {

    private static final String ASK_A = ">{1234 0100 0001 0000 0000 0000 03}web{03}lab{00 0001 0001}";
    private static final String ASK_AAAA = ">{1235 0100 0001 0000 0000 0000 03}web{03}lab{00 001c 0001}";

    private static TalkingConnection connection() {
        TalkingConnection c = new TalkingConnection(MessageSettings.defaults());
        c.transport = 17;
        c.openerKnown = false;
        return c.open();
    }

    @Test
    void dnsIsMatchedByTransactionId() {
        TalkingConnection c = connection().say(ASK_A).say(ASK_AAAA);
        c.say("<{1235 8180 0001 0000 0000 0000 03}web{03}lab{00 001c 0001}");
        c.say("<{1234 8180 0001 0001 0000 0000 03}web{03}lab{00 0001 0001 c00c 0001 0001 00000001 0004 0a000109}");
        assertEquals(List.of("> Q0 25", "> Q1 25", "< R1 25", "< R0 41"), c.messages());
    }

    @Test
    void aQueryThatIsSentAgainIsNoMessage() {
        TalkingConnection c = connection().say(ASK_A).say(ASK_A);
        c.say("<{1234 8183 0001 0000 0000 0000 03}web{03}lab{00 0001 0001}").say(ASK_A);
        assertEquals(List.of("> Q0 25", "< R0 25", "> Q1 25"), c.messages());
        assertEquals(1, c.assembler.counters().get(MessageCounter.DNS_QUERIES_REPEATED));
    }

    @Test
    void anAnswerNamesItsAddressByWhatWasAskedForAlsoThroughAliases() {
        TalkingConnection c = connection().say(ASK_A);
        c.say("<{1234 8180 0001 0002 0000 0000 03}web{03}lab{00 0001 0001"
                + " c00c 0005 0001 00000001 0002 c010"
                + " c010 0001 0001 00000001 0004 0a000109}");
        assertEquals(1, c.batch.nameCount());
        assertEquals("web.lab", c.batch.name(0));
        assertEquals("10.0.1.9", AddressText.of(c.batch.nameAddressHigh(0), c.batch.nameAddressLow(0)));
    }

    @Test
    void otherDatagramsAreMatchedByTurn() {
        TalkingConnection c = connection()
                .say(">{ff}a")
                .say(">{ff}bb")
                .say("<{fe}a")
                .say("<{fe}bb")
                .say("<{fe}ccc");
        c.say(">{ff}d").say(">{ff}e").say("<{fe}d").say(">{ff}f").say("<{fe}f");
        assertEquals(
                List.of(
                        "> Q0 2", "> Q1 3", "< R0 2", "< R1 3", "< O 4", "> Q2 2", "> Q3 2", "< R2 2", "> Q4 2",
                        "< R4 2"),
                c.close(CloseReason.IDLE));
    }

    @Test
    void aFieldThatComesBackMatchesAnswersOutOfOrder() {
        TalkingConnection c = connection();
        for (int i = 0; i < 8; i++) {
            c.say(String.format(">{ff %04x 00}", 0x8001 + 77 * i)).say(String.format("<{fe ee %04x}", 0x8001 + 77 * i));
        }
        c.messages();
        c.say(">{ff 1111 00}").say(">{ff 2222 00}").say("<{fe ee 2222}").say("<{fe ee 1111}");
        Sighting sighting = c.batch.wrap(0, new Sighting());
        assertEquals(Protocol.ECHOED_FIELD, sighting.protocol());
        assertEquals(List.of("> Q8 4", "> Q9 4", "< R9 4", "< R8 4"), c.messages());
    }

    private static TalkingConnection peers() {
        TalkingConnection c = new TalkingConnection(MessageSettings.defaults());
        c.transport = 17;
        c.openerKnown = false;
        c.sourcePort = 4000;
        c.destinationPort = 4000;
        return c.open();
    }

    @Test
    void whatPeersTellEachOtherIsNoCall() {
        TalkingConnection c = peers();
        for (int i = 0; i < 40; i++) {
            c.say(i % 3 == 0 ? "<{07}gossip" : ">{07}gossip too");
        }
        List<String> messages = c.close(CloseReason.IDLE);
        assertEquals(40, messages.size());
        assertEquals(
                List.of("O 11", "O 7"),
                withoutNumbers(messages).stream().distinct().sorted().toList());
    }

    @Test
    void peersAskEachOther() {
        TalkingConnection c = peers();
        for (int i = 0; i < 14; i++) {
            // each asks in turn, and now and then one tells what nobody answers
            String ask = i % 2 == 0 ? ">" : "<";
            String answer = i % 2 == 0 ? "<" : ">";
            c.say(ask + String.format("{01 %04x}ask", 0x8001 + 77 * i));
            c.say(answer + String.format("{02 %04x}found", 0x8001 + 77 * i));
            if (i % 3 == 0) {
                c.say(String.format(">{03 %04x}news", 0x1001 + 1111 * i));
            }
        }
        c.messages();
        c.say(">{01 1111}ask").say("<{01 2222}ask").say("<{02 1111}found").say(">{02 2222}found");
        assertEquals(List.of("Q 6", "Q 6", "R 8", "R 8"), withoutNumbers(c.messages()));
    }

    private static List<String> withoutNumbers(List<String> messages) {
        return messages.stream()
                .map(message -> message.substring(2).replaceAll("([QR])\\d+", "$1"))
                .toList();
    }

    /**
     * Probes that name whom they are for and count from 1, acknowledgements that end with the number, also behind
     * something else, and news that is handed back as it came.
     */
    @Test
    void numbersAmongGossipAreToldFromNames() {
        TalkingConnection c = peers();
        for (int i = 1; i <= 40; i++) {
            String asks = i % 2 == 0 ? ">" : "<";
            String answers = i % 2 == 0 ? "<" : ">";
            String name = i % 2 == 0 ? "n2" : "n1";
            c.say(String.format("%s{00}Node%sSeqNo{%02x}Source", asks, name, i / 2));
            c.say(String.format("%s{02}PayloadSeqNo{%02x}", answers, i / 2));
            if (i % 3 == 0) {
                c.say(String.format("%s{0c %08x}news", asks, 77777 * i));
                c.say(String.format("%s{0c %08x}news", answers, 77777 * i));
            }
        }
        c.messages();
        c.say(">{00}Noden2SeqNo{70}Source").say("<{0c 12345678}news").say("<{02}PayloadSeqNo{70}");
        c.say("<{00}Noden1SeqNo{71}Source").say(">{07}{02}PayloadSeqNo{71}and news");
        assertEquals(List.of("Q 19", "O 9", "R 14", "Q 19", "R 23"), withoutNumbers(c.messages()));
    }

    private static String sip(String start, String branch, String sequence) {
        return start + "\r\nVia: SIP/2.0/UDP 10.0.0.1;branch=z9hG4bK" + branch + ";rport\r\nCSeq: " + sequence
                + "\r\n\r\n";
    }

    @Test
    void sipIsMatchedByTransaction() {
        TalkingConnection c = connection();
        c.say(">" + sip("INVITE sip:b@b SIP/2.0", "1", "1 INVITE"));
        c.say("<" + sip("SIP/2.0 100 Trying", "1", "1 INVITE"));
        // sent again for want of an answer, cancelled, and both answered
        c.say(">" + sip("INVITE sip:b@b SIP/2.0", "1", "1 INVITE"));
        c.say(">" + sip("CANCEL sip:b@b SIP/2.0", "1", "1 CANCEL"));
        c.say("<" + sip("SIP/2.0 200 OK", "1", "1 CANCEL"));
        c.say("<" + sip("SIP/2.0 487 Terminated", "1", "1 INVITE"));
        assertEquals("sip 487", Outcome.text(c.batch.wrap(4, new Sighting()).outcome()));
        c.say("<" + sip("SIP/2.0 487 Terminated", "1", "1 INVITE"));
        c.say(">" + sip("ACK sip:b@b SIP/2.0", "1", "1 ACK"));
        c.say("<" + sip("BYE sip:a@a SIP/2.0", "9", "1 BYE")).say(">" + sip("SIP/2.0 200 OK", "9", "1 BYE"));
        assertEquals(
                List.of(
                        "> Q0 91",
                        "< O 87 setup",
                        "> Q1 91",
                        "< R1 83",
                        "< R0 91",
                        "> O 85 setup",
                        "< Q2 85",
                        "> R2 80"),
                c.messages());
        assertEquals(2, c.assembler.counters().get(MessageCounter.QUERIES_REPEATED));
    }

    private static String ntp(int mode, String clock, String transmit) {
        return String.format("{%02x %s 0000000000000000", 0x20 | mode, clock) + "00".repeat(20) + transmit + "}";
    }

    @Test
    void whoAsksForTheTimeStandsInTheMode() {
        TalkingConnection c = peers();
        String server = "03 04 e8 00000100 00000200";
        String client = "00 00 20 00000000 00000000";
        c.say("<" + ntp(3, client, "1111111122222222")).say("<" + ntp(3, client, "3333333344444444"));
        c.say(">" + ntp(4, server, "e8e8e8e811111111"));
        c.say("<" + ntp(1, server, "e8e8e8e822222222")).say(">" + ntp(2, server, "e8e8e8e833333333"));
        c.say("<" + ntp(5, server, "e8e8e8e844444444"));
        // a clock that cannot be: something else of the same length
        c.say(">" + ntp(4, "03 04 08 00000100 00000200", "e8e8e8e855555555"));
        assertEquals(Protocol.NTP, c.batch.wrap(5, new Sighting()).protocol());
        assertEquals(Protocol.UNKNOWN, c.batch.wrap(6, new Sighting()).protocol());
        assertEquals(List.of("Q 48", "Q 48", "R 48", "O 48", "O 48", "O 48", "O 48"), withoutNumbers(c.messages()));
    }

    @Test
    void radiusIsMatchedByItsIdAndAskedAgainByItsAuthenticator() {
        TalkingConnection c = connection();
        c.destinationPort = 1812;
        String first = "11111111111111111111111111111111";
        c.say(">{01 07 0017" + first + "01 03 61}").say(">{01 08 0014 22222222222222222222222222222222}");
        c.say(">{01 07 0017" + first + "01 03 61}"); // again
        c.say("<{03 08 0014 33333333333333333333333333333333}").say("<{02 07 0014 44444444444444444444444444444444}");
        c.say(">{01 07 0014 55555555555555555555555555555555}").say("<{02 07 0014 66666666666666666666666666666666}");
        assertEquals(List.of("> Q0 23", "> Q1 20", "< R1 20", "< R0 20", "> Q2 20", "< R2 20"), c.messages());
        assertEquals(Protocol.RADIUS, c.batch.wrap(0, new Sighting()).protocol());
        assertEquals("radius 3", Outcome.text(c.batch.wrap(2, new Sighting()).outcome()));
        assertEquals(1, c.assembler.counters().get(MessageCounter.QUERIES_REPEATED));
    }

    @Test
    void callsOfOncRpcAreMatchedByTransaction() {
        TalkingConnection c = connection();
        c.destinationPort = 111;
        String call = "00000000 00000002 000186a0 00000002 00000003 0000000000000000 0000000000000000}";
        c.say(">{0000000a" + call).say(">{0000000b" + call);
        c.say("<{0000000b 00000001 00000000 0000000000000000 00000000 0000006f}");
        c.say("<{0000000a 00000001 00000000 0000000000000000 00000001}");
        assertEquals(List.of("> Q0 40", "> Q1 40", "< R1 28", "< R0 24"), c.messages());
        assertEquals(Protocol.ONC_RPC, c.batch.wrap(0, new Sighting()).protocol());
        assertEquals("onc_rpc 1", Outcome.text(c.batch.wrap(3, new Sighting()).outcome()));
    }

    @Test
    void kerberosIsAskedAndAnsweredInOneDatagramEach() {
        TalkingConnection c = connection();
        c.destinationPort = 88;
        c.say(">{6a 81 03}abc").say(">{6a 81 03}abc").say("<{7e 81 0b 30 09 a5 02 02 00 a6 03 02 01 19}");
        c.say(">{6a 81 03}abc").say("<{6b 81 03}def");
        assertEquals(List.of("Q 6", "Q 6", "R 14", "Q 6", "R 6"), withoutNumbers(c.messages()));
        assertEquals("kerberos 25", Outcome.text(c.batch.wrap(2, new Sighting()).outcome()));
        assertEquals(Protocol.KERBEROS, c.batch.wrap(0, new Sighting()).protocol());
    }

    @Test
    void anAnswerThatSaysSoIsOneWhereNobodySawTheQuestion() {
        TalkingConnection c = peers();
        c.say(">" + ntp(4, "03 04 e8 00000100 00000200", "e8e8e8e811111111"));
        assertEquals(List.of("> R 48"), c.messages());
    }

    @Test
    void quicIsExchangesByTurnsAndItsAcknowledgementsAreNone() {
        TalkingConnection c = connection();
        c.destinationPort = 443;
        String client = "{40 1111111111111111}";
        String server = "{40}";
        c.say(">{c0 00000001 08 1111111111111111 00}" + "i".repeat(1200));
        c.say("<{c0 00000001 00 08 1111111111111111}" + "i".repeat(1200));
        c.say("<{e0 00000001 00 08 1111111111111111}" + "h".repeat(300));
        c.say(">" + client + "q".repeat(200)).say(">" + client + "q".repeat(90));
        c.say("<" + server + "a".repeat(24)).say("<" + server + "r".repeat(1199));
        c.say(">" + client + "a".repeat(30)).say("<" + server + "r".repeat(400));
        c.say(">" + client + "q".repeat(100)).say("<" + server + "r".repeat(500));
        List<String> found = new ArrayList<>(c.close(CloseReason.IDLE));
        assertEquals(
                List.of("> Q0 308", "< R0 1601", "> Q1 109", "> O 1254 setup", "< R1 501", "< O 1555 setup"), found);
    }

    @Test
    void bulkIsNoCall() {
        TalkingConnection c = connection();
        for (int i = 0; i < 20; i++) {
            c.say(">{04000000 00000001}" + "w".repeat(88)).say("<{04000000 00000001}" + "w".repeat(24));
        }
        assertEquals(List.of("> O 1920", "< O 640"), c.close(CloseReason.IDLE));
        c = connection();
        for (int i = 0; i < 10; i++) {
            c.say(String.format(">{80 00 %04x %08x 12345678}", i, 160 * i) + "v".repeat(160));
        }
        assertEquals(List.of("> Q0 172", "> Q1 172", "> O 1376"), c.close(CloseReason.IDLE));
    }
}
