package io.wirepath.flows.udp;

import io.wirepath.flows.FlowStatistics;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.table.TrackedConnection;

/** A UDP conversation. Pooled by {@link UdpTracker}. */
final class UdpConversation extends TrackedConnection {

    private final FlowStatistics statistics0 = new FlowStatistics();
    private final FlowStatistics statistics1 = new FlowStatistics();

    UdpConversation() {
        transport = IpProtocol.UDP;
    }

    @Override
    public int firstSequence(int direction) {
        return 0;
    }

    @Override
    public FlowStatistics statistics(int direction) {
        return direction == 0 ? statistics0 : statistics1;
    }
}
