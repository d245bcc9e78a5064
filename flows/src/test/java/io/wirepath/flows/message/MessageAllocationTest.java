package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.wirepath.flows.CloseReason;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.StreamBytes;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The hot path allocates nothing once its pools are warm. */
class MessageAllocationTest {

    private static final int ROUNDS = 2000;
    private static final List<String> STEPS = List.of(
            ">GET /u17 HTTP/1.1\r\nHost: web\r\n\r\n",
            "<HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
            ">*2\r\n$3\r\nGET\r\n$1\r\nk\r\n",
            "<$2\r\nab\r\n",
            ">Q{0000000d}SELECT 1{00}",
            "<C{0000000d}SELECT 1{00}Z{00000005}I",
            ">{17 0303 0003 010203}",
            "<{17 0303 0003 010203}",
            ">POST /u17?skus=S1%2CS2 HTTP/1.1\r\nContent-Length: 24\r\n\r\n{0a055331343732}dTE3IGFuZCBTM{08a18d1d}",
            "<HTTP/1.1 200 OK\r\nContent-Length: 59\r\n\r\n{1f8b0800000000000203ab562a2d4e2d52b2522a353457d251ca2c49cd2d56b28a560a36343137020a041b185b1a2ac5d60200462454b828000000}",
            ">PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n{000003 01 05 00000001 838644}",
            "<{000010 01 05 00000001 88 40 0b}grpc-status{01 35}",
            ">nothing known",
            "<at all");

    private final SegmentContext segment = new SegmentContext();
    private final StreamBytes bytes = new StreamBytes();
    private final ByteBuffer[] payloads =
            STEPS.stream().map(TalkingConnection::bytesOf).map(ByteBuffer::wrap).toArray(ByteBuffer[]::new);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noneForAMessageInTheLongRun(boolean content) {
        TalkingConnection c = new TalkingConnection(MessageSettings.defaults().withContent(content));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 5; attempt++) {
            run(c);
            long before = threads.getThreadAllocatedBytes(thread);
            run(c);
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        assertTrue(least < ROUNDS, least + " bytes for " + ROUNDS * STEPS.size() + " messages");
    }

    /** Each pair of steps is a connection of its own: so pools of conversations and framers are used too. */
    private void run(TalkingConnection c) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int step = 0; step < payloads.length; step += 2) {
                c.assembler.onOpen(c, 0);
                segment.frameNumber++;
                c.assembler.onBytes(c, 0, bytes.set(payloads[step], 0, payloads[step].capacity(), 0, segment));
                segment.frameNumber++;
                ByteBuffer answer = payloads[step + 1];
                c.assembler.onBytes(c, 1, bytes.set(answer, 0, answer.capacity(), 0, segment));
                c.assembler.onClose(c, CloseReason.FINISHED, 0);
            }
            c.batch.reset();
        }
    }
}
