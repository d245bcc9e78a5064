package io.wirepath.report.lines;

import io.wirepath.flows.OuterLayers;
import io.wirepath.merge.MessageRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of open connections besides their messages: the layers around each direction. Forgotten when a
 * connection ends, so bounded as open connections are. Not thread-safe.
 */
final class MessageAttributes {

    private record Direction(long sourceHigh, long sourceLow, int sourcePort, byte[] outer) {}

    private final Map<Long, List<Direction>> connections = new HashMap<>();

    /** Layers lie around what an endpoint sends. */
    void onOuterLayers(long connection, long sourceHigh, long sourceLow, int sourcePort, OuterLayers layers) {
        byte[] text = OuterText.of(layers.toList()).getBytes(StandardCharsets.ISO_8859_1);
        connections
                .computeIfAbsent(connection, c -> new ArrayList<>(2))
                .add(new Direction(sourceHigh, sourceLow, sourcePort, text));
    }

    /** The connection is over. */
    void onConnectionEnd(long connection) {
        connections.remove(connection);
    }

    /** The layers around what the message's sender sends, as a JSON array; null where there are none. */
    byte @Nullable [] outer(MessageRecord message) {
        if (connections.isEmpty()) {
            return null;
        }
        for (Direction each : connections.getOrDefault(message.connection(), List.of())) {
            if (each.sourcePort == message.sourcePort()
                    && each.sourceLow == message.sourceLow()
                    && each.sourceHigh == message.sourceHigh()) {
                return each.outer;
            }
        }
        return null;
    }
}
