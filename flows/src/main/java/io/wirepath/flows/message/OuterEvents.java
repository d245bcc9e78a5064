package io.wirepath.flows.message;

import io.wirepath.flows.Connection;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.SightingSink;
import java.nio.ByteBuffer;

/**
 * The layers around connections that were first seen in a block. Big-endian:
 *
 * <pre>
 *    0  i64  connection    8  16B  source endpoint of the direction   24  u16  its port
 *   26  u8   layers       27  layers, as {@link OuterLayers} draws them
 * </pre>
 *
 * Not thread-safe; keeps the size that it has grown to.
 */
final class OuterEvents {

    private static final int SOURCE_AT = 8;
    private static final int PORT_AT = 24;
    private static final int COUNT_AT = 26;
    private static final int LAYERS_AT = 27;
    private static final int LONGEST = LAYERS_AT + OuterLayers.MAX * OuterLayers.LAYER_BYTES;

    private final OuterLayers layers = new OuterLayers();
    private ByteBuffer events = ByteBuffer.allocate(0);
    private int end;

    void reset() {
        end = 0;
    }

    void add(Connection c, int direction, OuterLayers around) {
        if (events.capacity() - end < LONGEST) {
            events = ByteBuffer.allocate(2 * events.capacity() + LONGEST).put(0, events, 0, end);
        }
        boolean forward = direction == 0;
        int length = around.count() * OuterLayers.LAYER_BYTES;
        events.putLong(end, c.id);
        events.putLong(end + SOURCE_AT, forward ? c.sourceHigh : c.destinationHigh);
        events.putLong(end + SOURCE_AT + 8, forward ? c.sourceLow : c.destinationLow);
        events.putShort(end + PORT_AT, (short) (forward ? c.sourcePort : c.destinationPort));
        events.put(end + COUNT_AT, (byte) around.count());
        events.put(end + LAYERS_AT, around.bytes(), around.offset(), length);
        end += LAYERS_AT + length;
    }

    /** Tells the sink all of them, in their order. */
    void tell(SightingSink sink) {
        for (int at = 0; at < end; at += LAYERS_AT + layers.count() * OuterLayers.LAYER_BYTES) {
            layers.wrap(events, at + LAYERS_AT, events.get(at + COUNT_AT));
            sink.onOuterLayers(
                    events.getLong(at),
                    events.getLong(at + SOURCE_AT),
                    events.getLong(at + SOURCE_AT + 8),
                    events.getShort(at + PORT_AT) & 0xffff,
                    layers);
        }
    }
}
