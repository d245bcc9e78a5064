package io.wirepath.flows.message;

import io.wirepath.flows.message.framer.EchoLearner;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What was learnt of peers, by their port: one speaks with many, and with each too little to learn from. At most
 * {@value #MAX} ports are learnt. Not thread-safe.
 */
final class PeerPorts {

    private static final int MAX = 64;

    private final Int2ObjectHashMap<EchoLearner> byPort = new Int2ObjectHashMap<>();

    /** What is known of the peers of this port; null where too many are known. */
    @Nullable
    EchoLearner of(int port) {
        EchoLearner known = byPort.get(port);
        if (known == null && byPort.size() < MAX) {
            known = new EchoLearner();
            byPort.put(port, known);
        }
        return known;
    }
}
