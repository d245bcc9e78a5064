package io.wirepath.flows.message;

import io.wirepath.flows.message.framer.EchoField;
import io.wirepath.flows.message.framer.EchoLearner;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What was learnt of peers, by their port: one speaks with many, and with each too little to learn from. At most
 * {@value #MOST} ports are learnt. Not thread-safe.
 */
final class PeerPorts {

    private static final int MOST = 64;

    /** What the peers of a port have in common. */
    static final class PeerPort {
        private final EchoLearner learner = new EchoLearner();
        private @Nullable EchoField field;

        /** The field that responses bring back; null while none is known. */
        @Nullable
        EchoField field() {
            return field;
        }

        /** Learns from the datagram that this side said last. */
        void learn(PeerTalk talk, int direction) {
            if (field == null && !learner.isHopeless() && talk.hasSaid(1 - direction)) {
                field = learner.take(talk.last(direction), talk.recent(1 - direction));
            }
        }
    }

    private final Int2ObjectHashMap<PeerPort> byPort = new Int2ObjectHashMap<>();

    /** The peers of this port; null where too many are known. */
    @Nullable
    PeerPort of(int port) {
        PeerPort known = byPort.get(port);
        if (known == null && byPort.size() < MOST) {
            known = new PeerPort();
            byPort.put(port, known);
        }
        return known;
    }
}
