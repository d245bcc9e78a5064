package io.wirepath.flows.udp;

import io.wirepath.flows.Acknowledged;
import io.wirepath.flows.CloseReason;
import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.table.ConnectionQueue;
import io.wirepath.flows.table.ConnectionTable;
import io.wirepath.flows.table.FlowKey;
import io.wirepath.flows.table.RecentPackets;
import io.wirepath.sniffer.CounterSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The UDP conversations of one shard. Used by one thread; nothing is allocated for a datagram once the pool has grown.
 */
public final class UdpTracker {

    private final UdpSettings settings;
    private final ConnectionListener listener;
    private final CounterSet<ReassemblyCounter> counters;
    private final ConnectionTable<UdpConversation> table = new ConnectionTable<>();
    private final ConnectionQueue<UdpConversation> queue = new ConnectionQueue<>();
    private final List<UdpConversation> free = new ArrayList<>();
    private final SegmentContext context = new SegmentContext();
    private final StreamBytes bytes = new StreamBytes();
    private final OuterLayers outer = new OuterLayers();
    private final RecentPackets recent;
    private final SenderSums sums = new SenderSums();
    private final int maxConversations;

    /**
     * Starts without conversations.
     *
     * @param shards number of shards among which bounds are split
     */
    public UdpTracker(
            UdpSettings settings, int shards, ConnectionListener listener, CounterSet<ReassemblyCounter> counters) {
        this.settings = settings;
        this.listener = listener;
        this.counters = counters;
        recent = new RecentPackets(settings.mirrorMemoryPackets() / shards);
        maxConversations = Math.max(1, settings.maxConversations() / shards);
    }

    /** Takes the next datagram of this shard; {@code key} is loaded from it. */
    public void onDatagram(PacketView packet, FlowKey key) {
        long time = packet.timeNanos();
        int length = packet.payloadLength();
        counters.increment(ReassemblyCounter.DATAGRAMS);
        counters.add(ReassemblyCounter.PAYLOAD_BYTES, length);
        UdpConversation conversation = table.find(key);
        int ipId = packet.ipId();
        long window = ipId == 0 ? settings.mirrorCopyWithoutIdNanos() : settings.mirrorCopyNanos();
        if (recent.seenOrRemember(DatagramPrint.of(packet, key), time, window)) {
            noteMirrorCopy(conversation, key, length, time);
            return;
        }
        if (sums.isInError(packet)) {
            counters.increment(ReassemblyCounter.BAD_CHECKSUMS);
            counters.add(ReassemblyCounter.LEFT_OUT_BYTES, length);
            return;
        }
        if (conversation != null && isOver(conversation, time)) {
            close(conversation, CloseReason.IDLE);
            conversation = null;
        }
        if (conversation == null) {
            conversation = open(packet, key, time);
        }
        queue.touch(conversation, time);
        int direction = conversation.directionOf(key);
        if ((conversation.outerLooked & 1 << direction) == 0) {
            conversation.outerLooked |= 1 << direction;
            if (packet.hasOuter()) {
                listener.onOuterLayers(conversation, direction, packet.outer(outer));
            }
        }
        conversation.statistics(direction).countSegment(length + packet.payloadCut());
        context.timeNanos = time;
        context.ipId = ipId;
        context.acknowledged = Acknowledged.UNKNOWN;
        context.ttl = packet.ttl();
        context.frameNumber = packet.frameNumber();
        context.vlan = packet.vlan();
        context.push = true;
        counters.add(ReassemblyCounter.DELIVERED_BYTES, length);
        counters.add(ReassemblyCounter.CUT_BYTES, packet.payloadCut());
        bytes.set(packet.bytes(), packet.payloadOffset(), length, 0, context);
        listener.onDatagram(conversation, direction, bytes, packet.payloadCut());
    }

    private void noteMirrorCopy(@Nullable UdpConversation conversation, FlowKey key, int length, long timeNanos) {
        counters.increment(ReassemblyCounter.MIRROR_COPIES);
        counters.add(ReassemblyCounter.MIRROR_COPY_BYTES, length);
        if (conversation != null) {
            int direction = conversation.directionOf(key);
            conversation.statistics(direction).mirrorCopies++;
            listener.onMirrorCopy(conversation, direction, timeNanos);
        }
    }

    private UdpConversation open(PacketView packet, FlowKey key, long timeNanos) {
        UdpConversation longest = queue.first();
        if (longest != null && table.size() >= maxConversations) {
            counters.increment(ReassemblyCounter.CONVERSATIONS_EVICTED);
            close(longest, CloseReason.EVICTED);
        }
        UdpConversation conversation = free.isEmpty() ? new UdpConversation() : free.remove(free.size() - 1);
        conversation.assign(key, false);
        conversation.id = packet.frameNumber();
        conversation.outerLooked = 0;
        conversation.lastNanos = timeNanos;
        counters.increment(ReassemblyCounter.CONVERSATIONS);
        table.add(conversation);
        queue.add(conversation);
        listener.onOpen(conversation, timeNanos);
        return conversation;
    }

    private boolean isOver(UdpConversation conversation, long nowNanos) {
        return nowNanos - conversation.lastNanos > settings.idleTimeoutNanos();
    }

    private void close(UdpConversation conversation, CloseReason reason) {
        table.remove(conversation);
        queue.remove(conversation);
        listener.onClose(conversation, reason, conversation.lastNanos);
        conversation.attachment = null;
        conversation.statistics(0).clear();
        conversation.statistics(1).clear();
        free.add(conversation);
    }

    /** Closes conversations that were silent for too long. */
    public void onTime(long nowNanos) {
        long slack = ConnectionQueue.GRAIN_NANOS;
        for (UdpConversation first = queue.first();
                first != null && isOver(first, nowNanos - slack);
                first = queue.first()) {
            close(first, CloseReason.IDLE);
        }
    }

    /** Closes all conversations. */
    public void onEndOfCapture() {
        for (UdpConversation first = queue.first(); first != null; first = queue.first()) {
            close(first, CloseReason.END_OF_CAPTURE);
        }
    }
}
