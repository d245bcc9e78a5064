package io.wirepath.flows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A flyweight over the layers around a packet, the outermost first; at most {@value #MAX}, further ones are left out.
 * Big-endian, {@value #LAYER_BYTES} bytes a layer:
 *
 * <pre>
 *    0  u8   kind (ordinal of OuterLayer.Kind)   1  u8   1 if there is an identifier   2  u16  0
 *    4  u32  identifier                          8  16B  source                       24  16B  destination
 * </pre>
 *
 * Not thread-safe; the content may change after the call that handed it over.
 */
public final class OuterLayers {

    /** Layers that are kept of a packet. */
    public static final int MAX = 8;

    /** Bytes of a layer. */
    public static final int LAYER_BYTES = 40;

    private static final int ID_AT = 4;
    private static final int SOURCE_AT = 8;
    private static final int DESTINATION_AT = 24;

    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private int at;
    private int count;

    /** Points at {@code count} layers from {@code offset}. */
    public OuterLayers wrap(ByteBuffer bytes, int offset, int count) {
        this.bytes = bytes;
        at = offset;
        this.count = count;
        return this;
    }

    /** The buffer with the layers. */
    public ByteBuffer bytes() {
        return bytes;
    }

    /** Where the first layer begins in {@link #bytes()}. */
    public int offset() {
        return at;
    }

    /** Number of layers. */
    public int count() {
        return count;
    }

    /** The layers, to keep. */
    public List<OuterLayer> toList() {
        List<OuterLayer> layers = new ArrayList<>(count);
        for (int layer = at; layer < at + count * LAYER_BYTES; layer += LAYER_BYTES) {
            layers.add(new OuterLayer(
                    OuterLayer.Kind.of(bytes.get(layer)),
                    bytes.get(layer + 1) == 0 ? OuterLayer.NO_ID : Integer.toUnsignedLong(bytes.getInt(layer + ID_AT)),
                    bytes.getLong(layer + SOURCE_AT),
                    bytes.getLong(layer + SOURCE_AT + 8),
                    bytes.getLong(layer + DESTINATION_AT),
                    bytes.getLong(layer + DESTINATION_AT + 8)));
        }
        return List.copyOf(layers);
    }

    /** Writes a layer at {@code offset}. */
    public static void write(
            ByteBuffer to,
            int offset,
            OuterLayer.Kind kind,
            long id,
            long sourceHigh,
            long sourceLow,
            long destinationHigh,
            long destinationLow) {
        to.putInt(offset, kind.ordinal() << 24 | (id == OuterLayer.NO_ID ? 0 : 1 << 16));
        to.putInt(offset + ID_AT, id == OuterLayer.NO_ID ? 0 : (int) id);
        to.putLong(offset + SOURCE_AT, sourceHigh);
        to.putLong(offset + SOURCE_AT + 8, sourceLow);
        to.putLong(offset + DESTINATION_AT, destinationHigh);
        to.putLong(offset + DESTINATION_AT + 8, destinationLow);
    }
}
