package io.wirepath.flows.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Sighting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of a connection of which one direction alone is captured, its numbers tell what the other one said. */
class OneSideAloneTest {

    private static final int CALLS = 40;

    private final BlocksOfPackets traffic = new BlocksOfPackets();

    private static String text(Sighting sighting) {
        return "%s %s %d %d of call %d"
                .formatted(
                        sighting.protocol(),
                        sighting.role(),
                        sighting.lengthBytes(),
                        sighting.missingBytes(),
                        sighting.callId());
    }

    @Test
    void answersAloneAreAnswersToRequestsOfTheLengthThatTheyAcknowledge() {
        List<String> wanted = new ArrayList<>();
        traffic.packets
                .from("10.0.0.2", 6379)
                .to("10.0.1.1", 33_001)
                .seq(1)
                .flags("SA")
                .ack(1001)
                .tcp("");
        String answer = "$20\r\n" + "x".repeat(20) + "\r\n";
        int asked = 1001;
        for (int i = 0; i < CALLS; i++) {
            asked += 20 + i;
            traffic.after(100)
                    .flags("PA")
                    .seq(2 + answer.length() * i)
                    .ack(asked)
                    .tcp(answer);
            wanted.add("REDIS REQUEST %d %d of call %d".formatted(20 + i, 20 + i, i));
            wanted.add("REDIS RESPONSE 27 0 of call " + i);
        }

        assertEquals(wanted, traffic.messages(OneSideAloneTest::text));
    }

    @Test
    void requestsAloneHaveAnswersOfTheLengthThatTheNextOneAcknowledges() {
        String asks = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
        List<String> wanted = new ArrayList<>();
        traffic.packets
                .from("10.0.1.1", 33_001)
                .to("10.0.0.2", 8080)
                .seq(1000)
                .flags("S")
                .tcp("");
        int answered = 5001;
        for (int i = 0; i < CALLS; i++) {
            traffic.after(100)
                    .flags("PA")
                    .seq(1001 + asks.length() * i)
                    .ack(answered)
                    .tcp(asks);
            answered += 300 + i;
            wanted.add("HTTP1 REQUEST %d 0 of call %d".formatted(asks.length(), i));
            wanted.add("HTTP1 RESPONSE %d %d of call %d".formatted(300 + i, 300 + i, i));
        }
        traffic.after(1)
                .seq(1001 + asks.length() * CALLS)
                .flags("A")
                .ack(answered)
                .tcp("");
        traffic.after(100);

        assertEquals(wanted, traffic.messages(OneSideAloneTest::text));
    }

    private static String kind(Sighting sighting) {
        return "%s %s %d"
                .formatted(sighting.protocol(), sighting.role(), sighting.lengthBytes() - sighting.missingBytes());
    }

    /** Messages of one side alone, of which the other one says nothing. */
    private List<String> alone(int port, int otherPort, byte[]... messages) {
        speak(port, otherPort, messages);
        List<String> kinds = traffic.messages(OneSideAloneTest::kind);
        kinds.removeIf(kind -> kind.endsWith(" 0"));
        return kinds;
    }

    private void speak(int port, int otherPort, byte[]... messages) {
        traffic.packets
                .from("10.0.0.2", port)
                .to("10.0.1.1", otherPort)
                .seq(1)
                .flags(port < otherPort ? "SA" : "S")
                .ack(port < otherPort ? 1001 : 0)
                .tcp("");
        int sent = 2;
        int acknowledged = 1001;
        for (byte[] message : messages) {
            acknowledged += 40;
            traffic.after(100).flags("PA").seq(sent).ack(acknowledged).tcp(message);
            sent += message.length;
        }
    }

    @Test
    void repliesOfRemoteProceduresTellWhatTheyAre() {
        byte[] reply = HexFormat.of().parseHex("8000001c1234567800000001" + "00".repeat(20));
        byte[] denied = HexFormat.of().parseHex("80000014123456790000000100000001" + "0000000100000005");
        assertEquals(List.of("ONC_RPC RESPONSE 32", "ONC_RPC RESPONSE 24"), alone(2049, 40_909, reply, denied));
    }

    @Test
    void whatGoesToAnInboxAnswers() {
        byte[] first = "INFO {\"server_id\":\"A\"}\r\n".getBytes(ISO_8859_1);
        byte[] answer = "MSG _INBOX.A.1 1 2\r\nok\r\n".getBytes(ISO_8859_1);
        byte[] delivery = "MSG news 1 2\r\nok\r\n".getBytes(ISO_8859_1);
        assertEquals(
                List.of("NATS ONE_WAY 24", "NATS RESPONSE 24", "NATS ONE_WAY 18"),
                alone(4222, 40_909, first, answer, delivery));
    }

    @Test
    void responsesOfABrokerAreReadWhereNoRequestWasSeen() {
        byte[] answer = HexFormat.of().parseHex("0000001b00ed4de9000000000002076f726465727302000000000000000000");
        assertEquals(List.of("KAFKA RESPONSE 31", "KAFKA RESPONSE 31"), alone(9092, 40_909, answer, answer));
    }

    /** The answer that agrees to the upgrade is not there. */
    @Test
    void messagesBehindAnUpgradeOfWhichTheAnswerIsMissingAreOfWebSocket() {
        byte[] asks = "GET /feed HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
                .getBytes(ISO_8859_1);
        byte[] says = HexFormat.of().parseHex("c18301020304aabbcc");
        assertEquals(
                List.of("HTTP1 REQUEST 72", "WEBSOCKET ONE_WAY 9", "WEBSOCKET ONE_WAY 9"),
                alone(40_909, 9000, asks, says, says));
    }

    @Test
    void repliesAtAnyPortTellRedis() {
        byte[] text = "$2\r\nok\r\n".getBytes(ISO_8859_1);
        byte[] number = ":12\r\n".getBytes(ISO_8859_1);
        byte[] list = "*1\r\n$1\r\na\r\n".getBytes(ISO_8859_1);
        assertEquals(
                List.of("REDIS RESPONSE 8", "REDIS RESPONSE 5", "REDIS RESPONSE 11"),
                alone(7001, 40_909, text, number, list));
    }

    /** What simple replies say, others say too: another connection of the server tells whose they are. */
    @Test
    void whatOneConnectionAnswersTellsOfTheOthersOfItsServer() {
        byte[] done = "+OK\r\n".getBytes(ISO_8859_1);
        speak(7001, 40_908, "$2\r\nok\r\n".getBytes(ISO_8859_1));
        assertEquals(
                List.of("REDIS RESPONSE 8", "REDIS RESPONSE 5", "REDIS RESPONSE 5"), alone(7001, 40_909, done, done));
    }

    @Test
    void answersOfDatabasesTellThemselvesAtAnyPort() {
        byte[] done = HexFormat.of().parseHex("0700000100000002000000");
        byte[] columns = HexFormat.of()
                .parseHex("0100000101" + "0800000203646566" + "00000000" + "05000003fe00000200" + "0200000401" + "31"
                        + "05000005fe00000200");
        byte[] prepared = HexFormat.of().parseHex("0c0000010001000000" + "00000000000000");
        assertEquals(
                List.of("MYSQL RESPONSE 11", "MYSQL RESPONSE 41", "MYSQL RESPONSE 16"),
                alone(20_130, 40_909, done, columns, prepared));
    }

    @Test
    void answersOfPostgresTellThemselvesAtAnyPort() {
        byte[] begun = HexFormat.of().parseHex("430000000a424547494e00" + "5a0000000554");
        byte[] parsed = HexFormat.of().parseHex("3100000004" + "3200000004" + "5a0000000554");
        assertEquals(List.of("POSTGRESQL RESPONSE 17", "POSTGRESQL RESPONSE 16"), alone(8000, 40_909, begun, parsed));
    }

    /** What asks for it is not seen: the server's hello tells that the connection went over to TLS. */
    @Test
    void helloBehindAnotherProtocolIsOfTls() {
        byte[] greeting = HexFormat.of().parseHex("4a0000000a382e302e333000" + "00".repeat(66));
        byte[] hello = HexFormat.of().parseHex("160303002a020000260303" + "00".repeat(32) + "00c02f00");
        assertEquals(List.of("MYSQL ONE_WAY 78", "TLS ONE_WAY 47"), alone(20_130, 40_909, greeting, hello));
    }

    /** A client that speaks only when it has its answer: each acknowledgment of more tells of a further request. */
    @Test
    void answersInsideTlsAreToldApartByWhatTheyAcknowledge() {
        String hello = "1603030032" + "0200002e0303" + "00".repeat(32) + "00" + "130100" + "0006" + "002b00020304";
        byte[] flight = HexFormat.of().parseHex(hello + "1703030050" + "aa".repeat(80));
        byte[] answer = HexFormat.of().parseHex("1703030400" + "aa".repeat(1024));
        byte[] longer = HexFormat.of().parseHex("1703030500" + "aa".repeat(1280));
        assertEquals(
                List.of("TLS RESPONSE 1029", "TLS RESPONSE 1285", "TLS RESPONSE 1029"),
                alone(8443, 40_909, flight, answer, longer, answer).stream()
                        .filter(kind -> kind.contains("RESPONSE"))
                        .toList());
    }

    @Test
    void anApplicationsAnswerTellsFastCgi() {
        byte[] output = HexFormat.of().parseHex("0106000100180000" + "5374617475733a20" + "3230302020200d0a".repeat(2));
        byte[] end = HexFormat.of().parseHex("0103000100080000" + "00".repeat(8));
        byte[] answer = Arrays.copyOf(output, output.length + end.length);
        System.arraycopy(end, 0, answer, output.length, end.length);
        assertEquals(List.of("FASTCGI RESPONSE 48"), alone(9090, 40_909, answer));
    }

    @Test
    void whatGrantsATunnelIsOfSocksWhereTheGreetingIsMissing() {
        byte[] grants = HexFormat.of().parseHex("05000001" + "0a000001" + "0438");
        assertEquals(List.of("SOCKS RESPONSE 10"), alone(9999, 40_909, grants));
    }

    @Test
    void whatGrantsATunnelOfVersion4IsOfSocks() {
        byte[] grants = HexFormat.of().parseHex("005a" + "00".repeat(6));
        assertEquals(List.of("SOCKS RESPONSE 8"), alone(9901, 40_909, grants));
    }

    @Test
    void whatAServerCanDoTellsSmtpAtAnyPort() {
        byte[] can = "250-mx.example\r\n250-SIZE 1000\r\n250 8BITMIME\r\n".getBytes(ISO_8859_1);
        byte[] done = "250 2.1.0 Ok\r\n".getBytes(ISO_8859_1);
        assertEquals(List.of("SMTP RESPONSE 45", "SMTP RESPONSE 14"), alone(9925, 40_909, can, done));
    }

    /** Each line of a mail is one of it, and each line in base64 that answers a prompt logs in. */
    @Test
    void mailsAndLogInsOfAClientOfSmtpAloneAreToldApart() {
        byte[] hello = "EHLO a\r\n".getBytes(ISO_8859_1);
        byte[] logsIn = "AUTH LOGIN\r\n".getBytes(ISO_8859_1);
        byte[] word = "dXNlcg==\r\n".getBytes(ISO_8859_1);
        byte[] sends = "MAIL FROM:<a>\r\nRCPT TO:<b>\r\nDATA\r\n".getBytes(ISO_8859_1);
        byte[] mail = "Subject: c\r\n\r\ndXNlcg==\r\ndXNlcg==\r\n.\r\n".getBytes(ISO_8859_1);
        assertEquals(
                List.of(
                        "SMTP REQUEST 8",
                        "SMTP REQUEST 12",
                        "SMTP REQUEST 10",
                        "SMTP REQUEST 10",
                        "SMTP REQUEST 15",
                        "SMTP REQUEST 13",
                        "SMTP REQUEST 6",
                        "SMTP REQUEST 37"),
                alone(40_909, 2525, hello, logsIn, word, word, sends, mail));
    }

    /** What the client says to end its handshake is no question, though the server has spoken before it. */
    @Test
    void theEndOfAHandshakeOfTheClientAloneIsSetUp() {
        byte[] hello =
                HexFormat.of().parseHex("160301002d" + "010000290303" + "00".repeat(32) + "00" + "00021301" + "0100");
        byte[] finished = HexFormat.of().parseHex("140303000101" + "1703030035" + "aa".repeat(53));
        byte[] asks = HexFormat.of().parseHex("17030300c8" + "aa".repeat(200));
        assertEquals(
                List.of("TLS ONE_WAY 50", "TLS ONE_WAY 64", "TLS REQUEST 205"),
                alone(40_909, 8443, hello, finished, asks));
    }
}
