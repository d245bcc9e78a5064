package io.wirepath.merge.match;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.MessageCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

final class FateUnionTest {

    private final OpenSightings open = new OpenSightings(1 << 10);
    private final ByteBuffer message = ByteBuffer.allocate(MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);

    private int sighting(int flags, int waitMicros) {
        ByteBuffer bytes = ByteBuffer.allocate(SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putShort(SightingCodec.FLAGS_AT, (short) flags).putInt(SightingCodec.WAIT_AT, waitMicros);
        return open.take(null, 0, false, bytes, 0, 0, 0);
    }

    /** One sniffer tells of a closed window, and the other, by a little, more of an acknowledgment. */
    @Test
    void whatWasWaitedForLongestIsWhatTheSenderWaitedFor() {
        int[] slots = {sighting(0, 60_000), sighting(SightingCodec.FLAG_DELAYED_ACK, 50_000)};
        message.putShort(MessageCodec.FLAGS_AT, (short) (SightingCodec.FLAG_DELAYED_ACK | SightingCodec.FLAG_FIN));
        new FateUnion().put(open, slots, slots.length, message);
        assertEquals(60_000, message.getInt(MessageCodec.WAIT_AT));
        assertEquals(SightingCodec.FLAG_FIN, message.getShort(MessageCodec.FLAGS_AT));
        new FateUnion().put(open, slots, 1, message);
        assertEquals(SightingCodec.FLAG_FIN, message.getShort(MessageCodec.FLAGS_AT));
        new FateUnion().put(open, new int[] {slots[1]}, 1, message);
        assertEquals(50_000, message.getInt(MessageCodec.WAIT_AT));
        assertEquals(SightingCodec.FLAG_DELAYED_ACK | SightingCodec.FLAG_FIN, message.getShort(MessageCodec.FLAGS_AT));
    }
}
