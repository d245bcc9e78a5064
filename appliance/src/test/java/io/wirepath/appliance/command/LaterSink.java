package io.wirepath.appliance.command;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.ConversationRecord;
import io.wirepath.flows.ForwardingSink;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Hands on what was seen as if it had been seen so much later. */
final class LaterSink extends ForwardingSink {

    private final long laterNanos;

    LaterSink(SightingSink to, long laterNanos) {
        super(to);
        this.laterNanos = laterNanos;
    }

    private ByteBuffer later(ConversationRecord record) {
        ByteBuffer copy = ByteBuffer.allocate(SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        copy.put(0, record.bytes(), record.offset(), SightingCodec.LENGTH);
        for (int at : new int[] {SightingCodec.FIRST_BYTE_AT, SightingCodec.LAST_BYTE_AT}) {
            copy.putLong(at, copy.getLong(at) + laterNanos);
        }
        return copy;
    }

    @Override
    public void onSighting(Sighting sighting) {
        super.onSighting(new Sighting().wrap(later(sighting), 0));
    }

    @Override
    public void onConnectionEnd(ConnectionEnd end) {
        super.onConnectionEnd(new ConnectionEnd().wrap(later(end), 0));
    }

    @Override
    public void onProgress(long timeNanos) {
        super.onProgress(timeNanos == Long.MIN_VALUE ? timeNanos : timeNanos + laterNanos);
    }
}
