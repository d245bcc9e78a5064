package io.wirepath.causes.loading;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

final class VantageTest {

    private final Vantage vantage = new Vantage();

    private void messages(int count, long source, int sniffer, int hops) {
        ByteBuffer bytes = ByteBuffer.allocate(MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(MessageCodec.SOURCE_AT + 8, source)
                .putShort(MessageCodec.SENDER_SNIFFER_AT, (short) sniffer)
                .put(MessageCodec.HOPS_AT, (byte) hops);
        for (int i = 0; i < count; i++) {
            vantage.count(new MessageRecord().wrap(bytes, 0));
        }
    }

    private boolean isAt(long host, int sniffer) {
        return vantage.isAt(0, host, sniffer);
    }

    @Test
    void takesHostsBehindARouterAsUntraced() {
        messages(10, 1, 0, 0);
        messages(10, 2, 0, 1);
        vantage.finish();
        assertEquals(true, isAt(1, 0));
        assertEquals(false, isAt(2, 0));
        assertEquals(false, vantage.isTraced(0, 2));
    }

    @Test
    void letsTheMajorityOfAHostsPacketsDecide() {
        messages(9, 1, 0, 0);
        messages(1, 1, 0, 3);
        messages(1, 2, 0, 0);
        messages(9, 2, 0, 2);
        vantage.finish();
        assertEquals(true, isAt(1, 0));
        assertEquals(false, isAt(2, 0));
    }

    @Test
    void looksAtEachSnifferForItself() {
        messages(5, 1, 0, 0);
        messages(5, 1, 1, 1);
        messages(5, 2, 1, 0);
        vantage.finish();
        assertEquals(true, isAt(1, 0));
        assertEquals(false, isAt(1, 1));
        assertEquals(true, vantage.isTraced(0, 1));
        assertEquals(false, isAt(1, MessageCodec.NO_SNIFFER));
    }

    @Test
    void takesEveryHostAsTracedWhereTheTimeToLiveTellsNothing() {
        messages(5, 1, 0, 1);
        messages(5, 2, 0, 2);
        messages(5, 3, 0, 255);
        vantage.finish();
        assertEquals(true, isAt(1, 0));
        assertEquals(true, isAt(2, 0));
        assertEquals(true, vantage.isTraced(0, 3));
    }

    @Test
    void takesAHostThatSentNothingAsTraced() {
        messages(5, 1, 0, 0);
        vantage.finish();
        assertEquals(true, isAt(9, 0));
        assertEquals(true, vantage.isTraced(0, 9));
    }
}
