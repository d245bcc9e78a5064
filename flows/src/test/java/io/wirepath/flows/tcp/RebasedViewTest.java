package io.wirepath.flows.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.ReassemblyCounter;
import org.junit.jupiter.api.Test;

/** Both sides of a firewall that re-bases sequence numbers are in one capture. */
class RebasedViewTest extends MadeConnection {

    private static final int OF_CLIENT = 1_500_000_000;
    private static final int OF_SERVER = -77_000;

    private void client(int id, int sequence, int acknowledgment, String flags, String payload) {
        client(sequence, acknowledgment).ipId(id).flags(flags).tcp(payload);
        int there = acknowledgment == 0 ? 0 : acknowledgment + OF_SERVER;
        client(sequence + OF_CLIENT, there).ipId(id).flags(flags).tcp(payload);
    }

    private void server(int id, int sequence, int acknowledgment, String flags, String payload) {
        server(sequence, acknowledgment).ipId(id).flags(flags).tcp(payload);
        server(sequence + OF_SERVER, acknowledgment + OF_CLIENT)
                .ipId(id)
                .flags(flags)
                .tcp(payload);
    }

    private void exchange() {
        client(3, 101, 501, "A", "GET");
        server(4, 501, 104, "A", "200");
        client(5, 104, 504, "FA", "");
        server(6, 504, 105, "FA", "");
    }

    @Test
    void isOneConnection() {
        client(1, 100, 0, "S", "");
        server(2, 500, 101, "SA", "");
        exchange();
        expect(
                "open 1000",
                "> copy",
                "< copy",
                "> GET",
                "> copy",
                "< 200",
                "< copy",
                "> fin",
                "> copy",
                "< fin",
                "< copy",
                "close FINISHED");
        assertEquals(1, count(ReassemblyCounter.REBASED_VIEWS));
        assertEquals(1, count(ReassemblyCounter.CONNECTIONS));
    }

    @Test
    void isOneConnectionFromTheMiddle() {
        exchange();
        packets.replay(shard::onPacket);
        shard.onEndOfCapture((long) (millis * 1e6));
        assertEquals(1, count(ReassemblyCounter.CONNECTIONS));
        assertEquals(6, count(ReassemblyCounter.DELIVERED_BYTES));
        assertEquals(0, count(ReassemblyCounter.MISSING_BYTES));
    }

    @Test
    void whatOneViewLacksTheOtherTells() {
        client(1, 100, 0, "S", "");
        server(2, 500, 101, "SA", "");
        client(101 + OF_CLIENT, 501 + OF_SERVER).ipId(3).flags("A").tcp("GET");
        server(4, 501, 104, "A", "200");
        packets.replay(shard::onPacket);
        shard.onEndOfCapture((long) (millis * 1e6));
        assertEquals(6, count(ReassemblyCounter.DELIVERED_BYTES));
        assertEquals(0, count(ReassemblyCounter.MISSING_BYTES));
    }
}
