package io.wirepath.bench.wire;

import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.decode.DecodeSettings;
import io.wirepath.flows.decode.PacketDecoder;
import io.wirepath.flows.decode.PacketIndex;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.message.MessageAssembler;
import io.wirepath.flows.message.MessageSettings;
import io.wirepath.flows.message.SightingBatch;
import io.wirepath.flows.message.SiteEvidence;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.tcp.TcpSettings;
import io.wirepath.flows.udp.UdpSettings;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** A capture in memory, whose frames can be left out. */
final class Recording {

    /** A frame as it was captured. */
    private record Frame(long timeNanos, byte[] bytes, int originalLength, int linkType) {}

    /** A packet: in which frame, where it goes, when the first mirror copy of it passed, and whether it has payload. */
    record Packet(int frame, long timeNanos, Exchange.Flow flow, long copiedNanos, boolean speaks) {}

    /** What the copies of a packet have in common. */
    private record Copied(Exchange.Flow flow, int sequence, int length) {}

    /** A packet that comes again later than this was sent again. */
    private static final long LATEST_COPY_NANOS = 100_000_000;

    /** A datagram's fragments stand so close together. */
    private static final int MAX_FRAGMENTS = 256;

    /** Bytes of the addresses of IPv4, and how far before them identification and offset stand (RFC 791 §3.1). */
    private static final int ADDRESSES = 8;

    private static final int BEHIND_ID = 8;
    private static final int BEHIND_OFFSET = 6;
    private static final int FRAGMENT_OFFSET = 0x1fff;

    private final List<Frame> frames = new ArrayList<>();

    /** Reads a capture. */
    Recording(String file) throws IOException {
        FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        try (FrameSource source = CaptureFile.open(file)) {
            while (source.fill(block)) {
                for (int i = 0; i < block.count(); i++) {
                    byte[] bytes = new byte[block.capturedLength(i)];
                    block.bytes().get(block.offset(i), bytes);
                    frames.add(new Frame(block.timeNanos(i), bytes, block.originalLength(i), block.linkType(i)));
                }
            }
        }
    }

    /** Number of frames. */
    int size() {
        return frames.size();
    }

    /** All packets. */
    List<Packet> packets() {
        List<Packet> packets = new ArrayList<>();
        Map<Copied, Long> seen = new HashMap<>();
        BitSet whole = new BitSet();
        new Run(frame -> true, Integer.MAX_VALUE) {
            @Override
            void onPacket(PacketView packet, int shard) {
                Exchange.Flow flow = flow(packet);
                long now = packet.timeNanos();
                long first = now;
                if (packet.isTcp()) {
                    Copied copied = new Copied(flow, packet.sequence(), packet.payloadLength());
                    first = seen.merge(copied, now, (old, late) -> late - old > LATEST_COPY_NANOS ? late : old);
                }
                boolean speaks = packet.payloadLength() > 0 || packet.payloadCut() > 0;
                int frame = (int) packet.frameNumber() - 1;
                packets.add(new Packet(frame, now, flow, first, speaks));
                whole.set(frame);
                addFragments(packets, packets.get(packets.size() - 1), whole);
            }
        }.run();
        return packets;
    }

    /** Where a frame is a datagram's last fragment, the frames before it that hold others bring its packet, too. */
    private void addFragments(List<Packet> packets, Packet last, BitSet whole) {
        byte[] bytes = frames.get(last.frame).bytes;
        int at = addressesAt(bytes, last.flow);
        boolean fragment = at > 0 && (ByteBuffer.wrap(bytes).getShort(at - BEHIND_OFFSET) & FRAGMENT_OFFSET) != 0;
        for (int i = last.frame - 1; fragment && i >= Math.max(0, last.frame - MAX_FRAGMENTS); i--) {
            byte[] other = frames.get(i).bytes;
            boolean same = !whole.get(i)
                    && other.length >= at + ADDRESSES
                    && Arrays.equals(bytes, at, at + ADDRESSES, other, at, at + ADDRESSES)
                    && Arrays.equals(
                            bytes, at - BEHIND_ID, at - BEHIND_ID + 2, other, at - BEHIND_ID, at - BEHIND_ID + 2);
            if (same) {
                packets.add(new Packet(i, last.timeNanos, last.flow, last.copiedNanos, last.speaks));
            }
        }
    }

    /** Where the addresses of IPv4 stand; 0 if they do not. */
    private static int addressesAt(byte[] bytes, Exchange.Flow flow) {
        ByteBuffer frame = ByteBuffer.wrap(bytes);
        for (int at = BEHIND_ID; at <= bytes.length - ADDRESSES; at++) {
            if (frame.getInt(at) == (int) flow.sourceLow() && frame.getInt(at + Integer.BYTES) == (int) flow.low()) {
                return at;
            }
        }
        return 0;
    }

    private static Exchange.Flow flow(PacketView packet) {
        return new Exchange.Flow(
                packet.sourceHigh(),
                packet.sourceLow(),
                packet.sourcePort(),
                packet.destinationHigh(),
                packet.destinationLow(),
                packet.destinationPort());
    }

    /** What the frames that are kept say. */
    List<Exchange> exchanges(IntPredicate keep) {
        return exchanges(keep, Integer.MAX_VALUE);
    }

    /** The same where each frame is cut behind so many bytes. */
    List<Exchange> exchanges(IntPredicate keep, int snapLength) {
        Assembly assembly = new Assembly(keep, snapLength);
        assembly.run();
        return assembly.exchanges();
    }

    /** Decodes the frames that are kept, in order. */
    private abstract class Run {

        private final IntPredicate keep;
        private final int snapLength;
        private final FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        private final PacketIndex index = new PacketIndex(block);
        private final PacketDecoder decoder = new PacketDecoder(DecodeSettings.defaults());
        private final PacketView packet = new PacketView();

        Run(IntPredicate keep, int snapLength) {
            this.keep = keep;
            this.snapLength = snapLength;
        }

        abstract void onPacket(PacketView view, int shard);

        void onBlock(PacketIndex packets) {}

        void onBlockEnd() {}

        void run() {
            int used = 0;
            block.reset(1);
            for (int i = 0; i < frames.size(); i++) {
                Frame frame = frames.get(i);
                if (used + frame.bytes.length > FrameBlock.DEFAULT_BYTES) {
                    decode(i + 1);
                    used = 0;
                }
                int kept = keep.test(i) ? Math.min(frame.bytes.length, snapLength) : 0;
                ByteBuffer bytes = block.bytes();
                bytes.put(used, frame.bytes, 0, kept);
                block.add(frame.timeNanos, used, kept, frame.originalLength, frame.linkType);
                used += kept;
            }
            decode(frames.size() + 1);
        }

        private void decode(int next) {
            decoder.decode(block, index);
            onBlock(index);
            for (int i = 0; i < index.count(); i++) {
                packet.wrap(index, i);
                onPacket(packet, index.shard(i));
            }
            onBlockEnd();
            block.reset(next);
        }
    }

    /** Finds the messages. */
    private final class Assembly extends Run {

        private final SightingBatch[] batches = new SightingBatch[FlowShard.SHARDS];
        private final FlowShard[] shards = new FlowShard[FlowShard.SHARDS];
        private final SiteEvidence site = new SiteEvidence();
        private final List<Exchange> exchanges = new ArrayList<>();
        private final Map<String, Exchange.Message> asked = new HashMap<>();
        private long now;

        Assembly(IntPredicate keep, int snapLength) {
            super(keep, snapLength);
            for (int i = 0; i < shards.length; i++) {
                batches[i] = new SightingBatch();
                shards[i] = new FlowShard(
                        TcpSettings.defaults(),
                        UdpSettings.defaults(),
                        new MessageAssembler(MessageSettings.defaults(), batches[i], site));
            }
        }

        @Override
        void onBlock(PacketIndex packets) {
            site.take(packets);
        }

        @Override
        void onPacket(PacketView packet, int shard) {
            now = Math.max(now, packet.timeNanos());
            batches[shard].trigger(packet.frameNumber());
            shards[shard].onPacket(packet);
        }

        @Override
        void onBlockEnd() {
            for (FlowShard shard : shards) {
                shard.onBlockEnd(now);
            }
            drain();
        }

        private void drain() {
            Sighting sighting = new Sighting();
            for (SightingBatch batch : batches) {
                for (int i = 0; i < batch.count(); i++) {
                    take(batch.wrap(i, sighting));
                }
                batch.reset();
            }
        }

        private void take(Sighting sighting) {
            Exchange.Message message = Exchange.Message.of(sighting);
            String call = sighting.connection() + " " + sighting.callId();
            boolean hasCall = sighting.callId() != SightingCodec.NO_CALL_ID;
            if (message.role() == Role.REQUEST && hasCall) {
                asked.put(call, message);
            } else if (message.role() == Role.RESPONSE && hasCall && asked.containsKey(call)) {
                exchanges.add(new Exchange(asked.remove(call), message));
            } else {
                exchanges.add(new Exchange(message, null));
            }
        }

        List<Exchange> exchanges() {
            for (FlowShard shard : shards) {
                shard.onEndOfCapture(now);
            }
            drain();
            asked.values().forEach(message -> exchanges.add(new Exchange(message, null)));
            return exchanges;
        }
    }
}
