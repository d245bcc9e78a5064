package io.wirepath.flows.decode;

import io.wirepath.sniffer.Counter;
import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.FrameBlock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Runs frames through one decoder and shows what came out as text. */
final class Decoded {

    private static final int BLOCK_BYTES = 1 << 20;

    private final PacketDecoder decoder;
    private final FrameBlock block = new FrameBlock(BLOCK_BYTES);
    private final PacketIndex index = new PacketIndex(block);
    private final List<String> packets = new ArrayList<>();
    private long frameNumber = 1;

    Decoded(DecodeSettings settings) {
        decoder = new PacketDecoder(settings);
    }

    /** One whole frame under the default settings. */
    static Decoded of(int linkType, String hex) {
        return new Decoded(DecodeSettings.defaults()).frame(linkType, hex);
    }

    Decoded frame(int linkType, String hex) {
        byte[] bytes = Packets.bytes(hex);
        return frame(linkType, bytes, bytes.length, 0);
    }

    Decoded frame(int linkType, byte[] captured, int originalLength, long timeNanos) {
        block.reset(frameNumber++);
        block.bytes().put(0, captured);
        block.add(timeNanos, 0, captured.length, originalLength, linkType);
        decoder.decode(block, index);
        PacketView view = new PacketView();
        for (int i = 0; i < index.count(); i++) {
            packets.add(show(view.wrap(index, i)));
        }
        return this;
    }

    PacketIndex index() {
        return index;
    }

    PacketDecoder decoder() {
        return decoder;
    }

    /** Such as {@code tcp 10.0.0.1:1000>10.0.0.2:80 data}. */
    List<String> packets() {
        return packets;
    }

    /** The counters that are not 0, such as {@code USED_TCP=1}. */
    String fates() {
        return show(decoder.counters());
    }

    String remarks() {
        return show(decoder.remarks());
    }

    private static <E extends Enum<E> & Counter> String show(CounterSet<E> counters) {
        StringBuilder text = new StringBuilder();
        for (CounterSet.Value value : counters.values()) {
            if (value.value() != 0) {
                text.append(text.isEmpty() ? "" : " ")
                        .append(value.counter().name())
                        .append('=')
                        .append(value.value());
            }
        }
        return text.toString();
    }

    private static String show(PacketView packet) {
        byte[] payload = new byte[packet.payloadLength()];
        packet.bytes().get(packet.payloadOffset(), payload);
        return (packet.isTcp() ? "tcp " : "udp ")
                + endpoint(packet.sourceHigh(), packet.sourceLow(), packet.sourcePort())
                + ">"
                + endpoint(packet.destinationHigh(), packet.destinationLow(), packet.destinationPort())
                + " "
                + new String(payload, StandardCharsets.ISO_8859_1)
                + (packet.payloadCut() > 0 ? " cut " + packet.payloadCut() : "")
                + (packet.vlan() >= 0 ? " vlan " + packet.vlan() : "");
    }

    private static String endpoint(long high, long low, int port) {
        if (high != 0) {
            return "[%x::%x]:%d".formatted(high >>> 32, low, port);
        }
        int v4 = (int) low;
        return "%d.%d.%d.%d:%d".formatted(v4 >>> 24, v4 >>> 16 & 0xff, v4 >>> 8 & 0xff, v4 & 0xff, port);
    }
}
