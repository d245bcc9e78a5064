package io.wirepath.bench.soak;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.appliance.synthetic.FrameComposer.Way;
import java.io.ByteArrayOutputStream;
import java.util.Random;

/** Attacks by what connections say. Each act is a segment or a few of one of 16 connections. Not thread-safe. */
final class ProtocolAttacks {

    private static final int ATTACKER = Wire.address(10, 66, 6, 8);
    private static final int VICTIM = Wire.address(10, 9, 9, 10);
    private static final int LANES = 16;

    /** Acts on a connection before the next one takes its place. */
    private static final int ACTS = 2000;

    private static final byte[] HTTP2_PREFACE =
            concat("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII), http2(4, 0, 0, new byte[0]));

    private final Wire wire;
    private final Random random = new Random(13);
    private final CraftedConnection[] redis = new CraftedConnection[LANES];
    private final CraftedConnection[] http2 = new CraftedConnection[LANES];
    private final CraftedConnection[] drips = new CraftedConnection[LANES];

    ProtocolAttacks(Wire wire) {
        this.wire = wire;
    }

    /** A hundred requests in a segment, and their answers. */
    void pipelined(long number, long nanos) {
        CraftedConnection open = lane(redis, number, nanos, 6379, new byte[0]);
        open.asks("*1\r\n$4\r\nPING\r\n".repeat(100).getBytes(US_ASCII));
        open.answers("+PONG\r\n".repeat(100).getBytes(US_ASCII));
    }

    /** Streams that are opened and reset, and a header block that refers to a table of long values. */
    void streamsReset(long number, long nanos) {
        CraftedConnection open = lane(http2, number, nanos, 8081, HTTP2_PREFACE);
        int stream = 1 + 2 * (int) (number / LANES % ACTS) * 20;
        for (int i = 0; i < 20; i++) {
            open.asks(http2(1, 5, stream + 2 * i, new byte[] {(byte) 0x82, (byte) 0x86, (byte) 0x84}));
            open.asks(http2(3, 0, stream + 2 * i, new byte[] {0, 0, 0, 8}));
        }
    }

    /** A header that never ends. */
    void dripped(long number, long nanos) {
        lane(drips, number, nanos, 8082, "GET / HTTP/1.1\r\n".getBytes(US_ASCII))
                .asks("a: b\r\n".getBytes(US_ASCII));
    }

    /** A request of two lengths, in which another one hides, to the honest server. */
    void twoLengths(long number, long nanos) {
        Way way = new Way(ATTACKER, 1024 + (int) (number % 60_000), HonestCalls.WEB, 80);
        String hidden = "GET /admin HTTP/1.1\r\nHost: a\r\n\r\n";
        String lengths = number % 2 == 0
                ? "Content-Length: 0\r\nContent-Length: " + hidden.length()
                : "Content-Length: " + hidden.length() + "\r\nTransfer-Encoding: chunked";
        String text = "POST /two HTTP/1.1\r\nHost: a\r\n" + lengths + "\r\n\r\n" + hidden;
        CraftedConnection call = new CraftedConnection(wire, nanos, way, random.nextInt(), random.nextInt()).open();
        call.asks(text.getBytes(US_ASCII));
        call.answers("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(US_ASCII))
                .close();
    }

    /** Bytes of no protocol, with lengths that lie, on the ports of many. */
    void garbage(long number, long nanos) {
        int[] ports = {9092, 5432, 3306, 27017, 5672, 443, 11211, 9042, 4222, 1883};
        Way way = new Way(ATTACKER, 1024 + (int) (number % 60_000), VICTIM, ports[(int) (number % ports.length)]);
        byte[] bytes = new byte[200];
        random.nextBytes(bytes);
        bytes[0] = 0x7f;
        CraftedConnection call = new CraftedConnection(wire, nanos, way, random.nextInt(), random.nextInt()).open();
        call.asks(bytes).answers(bytes).close();
    }

    /** The connection on which the act of a number is: each is followed by a new one when it has had its acts. */
    private CraftedConnection lane(CraftedConnection[] lanes, long number, long nanos, int port, byte[] preface) {
        int lane = (int) (number % LANES);
        CraftedConnection open = lanes[lane];
        if (open == null || number / LANES % ACTS == 0) {
            int own = 1024 + (int) ((number / LANES / ACTS * LANES + lane) % 60_000);
            Way way = new Way(ATTACKER, own, VICTIM, port);
            open = new CraftedConnection(wire, nanos, way, random.nextInt(), random.nextInt()).open();
            open.asks(preface);
            lanes[lane] = open;
        }
        return open.nanos() < nanos ? open.waits(nanos - open.nanos()) : open;
    }

    private static byte[] http2(int type, int flags, int stream, byte[] payload) {
        byte[] head = {
            0,
            (byte) (payload.length >> 8),
            (byte) payload.length,
            (byte) type,
            (byte) flags,
            (byte) (stream >> 24),
            (byte) (stream >> 16),
            (byte) (stream >> 8),
            (byte) stream
        };
        return concat(head, payload);
    }

    private static byte[] concat(byte[] first, byte[] second) {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(first);
        both.writeBytes(second);
        return both.toByteArray();
    }
}
