package io.wirepath.flows.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of frames that the snapshot length cut, what is left of them tells what they are. */
class CutFramesTest {

    private final BlocksOfPackets traffic = new BlocksOfPackets();

    private static String text(Sighting sighting) {
        return "%s %s %d %d"
                .formatted(sighting.protocol(), sighting.role(), sighting.lengthBytes(), sighting.missingBytes());
    }

    @Test
    void aResponseThatSwitchesTellsWebSocketThoughItsHeadIsCut() {
        traffic.packets
                .from("10.0.1.1", 33_001)
                .to("10.0.0.2", 9000)
                .seq(1000)
                .flags("S")
                .tcp("");
        traffic.packets.turn().seq(5000).flags("SA").ack(1001).tcp("");
        String asks = "GET /chat HTTP/1.1\r\nHost: a";
        traffic.after(1).turn().flags("PA").seq(1001).ack(5001).cut(200).tcp(asks);
        int asked = 1001 + asks.length() + 200;
        String answers = "HTTP/1.1 101 Switching Pro";
        traffic.after(1).turn().seq(5001).ack(asked).cut(150).tcp(answers);
        int answered = 5001 + answers.length() + 150;
        String says = new String(new char[] {0x81, 0x80 | 50, 1, 2, 3, 4, 'h' ^ 1, 'i' ^ 2}, 0, 8);
        traffic.after(1).turn().seq(asked).ack(answered).cut(48).tcp(says.getBytes(ISO_8859_1));

        assertEquals(
                List.of("HTTP1 REQUEST 227 200", "HTTP1 RESPONSE 176 150", "WEBSOCKET ONE_WAY 56 48"),
                traffic.messages(CutFramesTest::text));
    }

    /** What would say that a receipt is wanted stands behind the cut. */
    @Test
    void aFrameOfStompIsARequestIfAReceiptComesThatNothingElseAskedFor() {
        traffic.packets
                .from("10.0.1.1", 33_001)
                .to("10.0.0.2", 61_613)
                .seq(1000)
                .flags("S")
                .tcp("");
        traffic.packets.turn().seq(5000).flags("SA").ack(1001).tcp("");
        String connects = "CONNECT\nhost:a\n\n\0";
        traffic.after(1).turn().flags("PA").seq(1001).ack(5001).tcp(connects);
        String connected = "CONNECTED\nversion:1.2\n\n\0";
        int asked = 1001 + connects.length();
        traffic.after(1).turn().seq(5001).ack(asked).tcp(connected);
        int answered = 5001 + connected.length();
        String sends = "SEND\ndestination:/queue/a\nre";
        traffic.after(1).turn().seq(asked).ack(answered).cut(100).tcp(sends);
        asked += sends.length() + 100;
        String receipt = "RECEIPT\nreceipt-id:7\n\n\0";
        traffic.after(1).turn().seq(answered).ack(asked).cut(0).tcp(receipt);
        answered += receipt.length();
        traffic.after(1).turn().seq(asked).ack(answered).cut(100).tcp(sends);

        assertEquals(
                List.of(
                        "STOMP REQUEST 17 0",
                        "STOMP RESPONSE 24 0",
                        "STOMP REQUEST 128 100",
                        "STOMP RESPONSE 23 0",
                        "STOMP ONE_WAY 128 100"),
                traffic.messages(CutFramesTest::text));
    }

    @Test
    void aFrameWhoseEndIsCutIsReadAsFarAsItGoes() {
        traffic.packets
                .from("10.0.1.1", 33_001)
                .to("10.0.0.2", 5672)
                .seq(1000)
                .flags("S")
                .tcp("");
        traffic.packets.turn().seq(5000).flags("SA").ack(1001).tcp("");
        traffic.after(1)
                .turn()
                .flags("PA")
                .seq(1001)
                .ack(5001)
                .tcp(HexFormat.of().parseHex("414d515000000901"));
        // queue.declare, whose bit "no-wait" stands behind the name
        byte[] declares = HexFormat.of().parseHex("0100010000001e0032000a0000107175657565");
        traffic.after(1).seq(1009).cut(38 - declares.length).tcp(declares);
        traffic.after(1)
                .turn()
                .seq(5001)
                .ack(1009 + 38)
                .cut(0)
                .tcp(HexFormat.of().parseHex("010001000000040032000bce"));

        assertEquals(
                List.of("AMQP ONE_WAY 8 0", "AMQP REQUEST 38 19", "AMQP RESPONSE 12 0"),
                traffic.messages(CutFramesTest::text));
    }

    private int asked = 1001;
    private int answered = 5001;

    private void open(int port) {
        traffic.packets
                .from("10.0.1.1", 33_001)
                .to("10.0.0.2", port)
                .seq(1000)
                .flags("S")
                .tcp("");
        traffic.packets.turn().seq(5000).flags("SA").ack(1001).tcp("");
        traffic.packets.turn().flags("PA");
    }

    private void asks(byte[] bytes, int cut) {
        traffic.after(1).seq(asked).ack(answered).cut(cut).tcp(bytes);
        asked += bytes.length + cut;
    }

    private void answers(byte[] bytes, int cut) {
        traffic.after(1).turn().seq(answered).ack(asked).cut(cut).tcp(bytes);
        traffic.packets.turn();
        answered += bytes.length + cut;
    }

    private static byte[] latin(String text) {
        return text.getBytes(ISO_8859_1);
    }

    private static String call(Sighting sighting) {
        return text(sighting) + (sighting.callId() == SightingCodec.NO_CALL_ID ? "" : " of call " + sighting.callId());
    }

    /** The number of a call of bRPC stands behind the service and the method that it asks for. */
    @Test
    void aCallWhoseNumberIsCutOffIsAnsweredWhereItIsTheOnlyOne() {
        byte[] asks = latin("PRPC\0\0\0\62\0\0\0\40\n\30service");
        byte[] answer = HexFormat.of().parseHex("5052504300000004000000041200200a");
        open(8010);
        asks(asks, 62 - asks.length);
        answers(answer, 0);
        asks(asks, 62 - asks.length);
        asks(asks, 62 - asks.length);
        answers(answer, 0);
        answers(answer, 0);

        assertEquals(
                List.of(
                        "BRPC REQUEST 62 41 of call 0",
                        "BRPC RESPONSE 16 0 of call 0",
                        "BRPC REQUEST 62 41 of call 1",
                        "BRPC REQUEST 62 41 of call 2",
                        "BRPC RESPONSE 16 0",
                        "BRPC RESPONSE 16 0"),
                traffic.messages(CutFramesTest::call));
    }

    @Test
    void aLineWhoseEndIsCutOffTellsWhatItBegins() {
        open(4222);
        answers(latin("INFO {\"server_id\":\"A\"}\r\n"), 0);
        asks(latin("PUB help _INBOX.HFUBF85H"), 40);
        answers(latin("MSG _INBOX.HFUBF85H"), 50);
        asks(latin("PUB news 12"), 20);
        asks(latin("SUB _INBOX.HFU"), 30);

        assertEquals(
                List.of(
                        "NATS ONE_WAY 24 0",
                        "NATS REQUEST 64 40 of call 0",
                        "NATS RESPONSE 69 50 of call 0",
                        "NATS ONE_WAY 31 20",
                        "NATS ONE_WAY 44 30"),
                traffic.messages(CutFramesTest::call));
    }

    /** Only the beginning of the hellos is there, and none of what else is in their packets. */
    @Test
    void helloesWhoseEndIsCutOffAreSetUp() {
        open(443);
        asks(HexFormat.of().parseHex("1603010200010001fc0303"), 506);
        answers(HexFormat.of().parseHex("160303007a020000760303"), 1400);
        asks(HexFormat.of().parseHex("140303000101170303003500"), 52);
        asks(HexFormat.of().parseHex("170303010000"), 255);
        answers(HexFormat.of().parseHex("170303020000"), 511);

        assertEquals(
                List.of(
                        "TLS ONE_WAY 517 506",
                        "TLS ONE_WAY 1411 1400",
                        "TLS REQUEST 261 255",
                        "TLS ONE_WAY 64 52",
                        "TLS RESPONSE 517 511"),
                traffic.messages(CutFramesTest::text));
    }

    /** The answer's headers and data are in one packet, which is cut in the headers; its trailers come in the next. */
    @Test
    void trailersEndTheAnswerOfWhichAFrameIsBehindTheCut() {
        open(50_051);
        asks(latin("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), 0);
        asks(HexFormat.of().parseHex("000004010500000001828486" + "83"), 0);
        answers(HexFormat.of().parseHex("00005f01040000000188"), 195);
        answers(HexFormat.of().parseHex("000003010500000001888484"), 0);

        assertEquals(
                List.of("HTTP2 ONE_WAY 24 0", "HTTP2 REQUEST 13 0", "HTTP2 RESPONSE 217 195"),
                traffic.messages(CutFramesTest::text));
    }
}
