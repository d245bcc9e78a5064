package io.wirepath.report.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.ThreadMXBean;
import io.wirepath.flows.OuterLayer;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class JsonLinesTest {

    private static final long V4 = 0xffff_0000_0000L;

    private final ByteBuffer bytes = ByteBuffer.allocate(MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final MessageRecord message = new MessageRecord().wrap(bytes, 0);

    private void plainMessage() {
        bytes.putShort(MessageCodec.SENDER_SNIFFER_AT, (short) 2)
                .putLong(MessageCodec.CONNECTION_AT, 2L << 48 | 17)
                .putLong(MessageCodec.SOURCE_AT + 8, V4 | 0x0a02_000b)
                .putLong(MessageCodec.DESTINATION_AT + 8, V4 | 0x0a03_000b)
                .putShort(MessageCodec.SOURCE_PORT_AT, (short) 40_112)
                .putShort(MessageCodec.DESTINATION_PORT_AT, (short) 8080)
                .put(MessageCodec.TRANSPORT_AT, (byte) 6)
                .put(MessageCodec.ROLE_AT, (byte) Role.ONE_WAY.ordinal())
                .put(MessageCodec.PROTOCOL_AT, (byte) Protocol.HTTP1.ordinal())
                .put(MessageCodec.HOPS_AT, (byte) 255)
                .putLong(MessageCodec.SENT_AT, 1_795_244_718_000_001_000L)
                .putLong(MessageCodec.RECEIVED_AT, MessageCodec.NIL)
                .putLong(MessageCodec.BYTES_AT, 181)
                .putLong(MessageCodec.CALL_ID_AT, SightingCodec.NO_CALL_ID)
                .putLong(MessageCodec.DIGEST_AT, 0xf3aL);
    }

    private String line() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonLines lines = new JsonLines(out);
        lines.print(message);
        lines.flush();
        return out.toString(StandardCharsets.US_ASCII);
    }

    @Test
    void leavesOutWhatWouldSayNothing() throws IOException {
        plainMessage();
        assertEquals(
                "{\"sniffer\":2,\"connection\":17,\"source\":\"10.2.0.11:40112\",\"destination\":\"10.3.0.11:8080\","
                        + "\"transport\":\"tcp\",\"role\":\"one_way\",\"protocol\":\"http1\",\"sent\":1795244718000001000,"
                        + "\"received\":null,\"bytes\":181,\"digest\":\"0000000000000f3a\"}\n",
                line());
    }

    @Test
    void writesEveryFieldAsValidJson() throws IOException {
        plainMessage();
        bytes.putLong(MessageCodec.CALL_ID_AT, 3)
                .put(MessageCodec.HOPS_AT, (byte) 1)
                .put(MessageCodec.TRANSPORT_AT, (byte) 17)
                .putLong(MessageCodec.MISSING_AT, 12)
                .putInt(MessageCodec.RETRANSMITTED_AT, 13)
                .putInt(MessageCodec.MIRROR_COPIES_AT, 14)
                .putLong(MessageCodec.VIRTUAL_DESTINATION_AT + 8, V4 | 0x0a01_0064)
                .putShort(MessageCodec.VIRTUAL_DESTINATION_PORT_AT, (short) 80)
                .putShort(MessageCodec.FLAGS_AT, (short) 0xff);
        var json = new ObjectMapper().readTree(line());
        assertEquals("udp", json.get("transport").asText());
        assertEquals(3, json.get("call").asInt());
        assertEquals(1, json.get("hops").asInt());
        assertEquals(12, json.get("missing").asInt());
        assertEquals(13, json.get("retransmitted").asInt());
        assertEquals(14, json.get("copies").asInt());
        assertEquals("10.1.0.100:80", json.get("virtual").asText());
        assertEquals(
                "[\"midstream\",\"gap\",\"cut\",\"fin\",\"rst\",\"setup\",\"from-opener\",\"multiplexed\"]",
                json.get("flags").toString());
    }

    @Test
    void writesAnOperationWithItsMessageOnlyAndLayersUntilTheConnectionEnds() throws IOException {
        plainMessage();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonLines lines = new JsonLines(out);
        ByteBuffer layers = ByteBuffer.allocate(OuterLayers.LAYER_BYTES);
        OuterLayers.write(layers, 0, OuterLayer.Kind.VXLAN, 7, 0, V4 | 0xc000_0201L, 0, V4 | 0xc000_0202L);
        OuterLayers outer = new OuterLayers().wrap(layers, 0, 1);
        lines.onOuterLayers(2L << 48 | 17, 0, V4 | 0x0a02_000b, 40_112, outer);
        lines.onOuterLayers(2L << 48 | 18, 0, V4 | 0x0a02_000b, 40_112, outer);
        lines.onOperation(message, "GET /\"a\\");
        lines.print(message);
        lines.print(message);
        lines.onConnectionEnd(2L << 48 | 17);
        lines.print(message);
        lines.flush();
        ObjectMapper mapper = new ObjectMapper();
        String[] printed = out.toString(StandardCharsets.US_ASCII).split("\n", -1);
        assertEquals("GET /*", mapper.readTree(printed[0]).get("operation").asText());
        assertEquals(
                "[{\"kind\":\"vxlan\",\"id\":7,\"source\":\"192.0.2.1\",\"destination\":\"192.0.2.2\"}]",
                mapper.readTree(printed[1]).get("outer").toString());
        assertFalse(mapper.readTree(printed[1]).has("operation"));
        assertFalse(mapper.readTree(printed[2]).has("outer"));
    }

    @Test
    void allocatesNothingForAMessage() throws IOException {
        plainMessage();
        JsonLines lines = new JsonLines(OutputStream.nullOutputStream());
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int messages = 100_000;
        long allocated = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < messages; i++) {
                lines.print(message);
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertTrue(allocated < messages, allocated + " bytes for " + messages + " messages");
    }
}
