package io.wirepath.flows.udp;

import io.wirepath.flows.FlowDirt;
import io.wirepath.flows.table.TrackedConnection;

/** A UDP conversation. Pooled by {@link UdpTracker}. */
final class UdpConversation extends TrackedConnection {

    private final FlowDirt dirt0 = new FlowDirt();
    private final FlowDirt dirt1 = new FlowDirt();

    UdpConversation() {
        transport = 17;
    }

    @Override
    public int firstSequence(int direction) {
        return 0;
    }

    @Override
    public FlowDirt dirt(int direction) {
        return direction == 0 ? dirt0 : dirt1;
    }
}
