package io.wirepath.flows.decode;

import io.wirepath.flows.IpProtocol;
import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.FrameBlock;
import java.nio.ByteBuffer;

/**
 * Decodes any frames and checks what must hold for all of them: each frame is in exactly one counter, and each entry
 * lies inside its buffer.
 */
final class FrameCheck {

    private final FrameBlock block = new FrameBlock(1 << 16);
    private final PacketIndex index = new PacketIndex(block);
    private final PacketDecoder decoder =
            new PacketDecoder(DecodeSettings.defaults().withKey(true, true));
    private long frames;
    private int at;

    /** Begins a block. */
    void begin() {
        block.reset(frames + 1);
        at = 0;
    }

    /** Adds a frame of which {@code captured} bytes are there. */
    void add(byte[] bytes, int captured, int original, int linkType, long timeNanos) {
        block.bytes().put(at, bytes, 0, captured);
        block.add(timeNanos, at, captured, original, linkType);
        at += captured;
    }

    /** Decodes the block. */
    void decode() {
        decoder.decode(block, index);
        frames += block.count();
        long sum = 0;
        for (CounterSet.Value value : decoder.counters().values()) {
            require(value.value() >= 0, "a counter below zero");
            sum += value.value();
        }
        require(frames == sum && frames == decoder.framesIn(), "frames in = the sum of their fates");
        for (int i = 0; i < index.count(); i++) {
            checkEntry(i);
        }
    }

    @SuppressWarnings("ReferenceEquality") // which buffer it is, not what is in it
    private void checkEntry(int i) {
        ByteBuffer bytes = index.bytes(i);
        int frame = index.frame(i);
        boolean inBlock = bytes == block.bytes();
        int start = inBlock ? block.offset(frame) : 0;
        int end = inBlock ? start + block.capturedLength(frame) : bytes.capacity();
        int ip = index.ipOffset(i);
        int header = index.transport(i) == IpProtocol.TCP ? 20 : 8;
        require(start <= ip, "an IP header before its frame");
        require(
                ip + ((bytes.get(ip) & 0xf0) == 0x60 ? 40 : 20) <= index.transportOffset(i),
                "TCP or UDP inside the IP header");
        require(index.transportOffset(i) + header <= index.payloadOffset(i), "a payload inside its header");
        require(index.payloadLength(i) >= 0 && index.payloadCut(i) >= 0, "a length below zero");
        require(index.payloadOffset(i) + index.payloadLength(i) <= end, "a payload beyond its frame");
        require(index.shard(i) >= 0 && index.shard(i) < 16, "a shard that does not exist");
    }

    private static void require(boolean holds, String violation) {
        if (!holds) {
            throw new AssertionError(violation);
        }
    }
}
