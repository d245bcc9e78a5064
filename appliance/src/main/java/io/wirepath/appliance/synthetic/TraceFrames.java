package io.wirepath.appliance.synthetic;

import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.GeneratedTrace.TrueCall;
import io.wirepath.analyze.truth.GeneratedTrace.TrueMessage;
import io.wirepath.analyze.truth.LossySniffer;
import io.wirepath.appliance.synthetic.FrameComposer.Way;
import io.wirepath.flows.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Writes the capture that a sniffer half way between all nodes would make of a generated trace.
 *
 * <pre>
 *  connection   SYN, SYN ACK, ACK ─► messages, in segments of a full Ethernet frame ─► FIN, FIN, ACK
 *  one-way      a UDP datagram
 * </pre>
 *
 * <p>The payload is random text, so nothing but addresses and times tells what belongs together.
 */
public final class TraceFrames {

    private static final int ETHERNET = 1;
    private static final int SEGMENT_BYTES = 1448;
    private static final long TICK_NANOS = 1_000;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz012345";
    private static final byte[] EMPTY = new byte[0];

    private record Packet(long nanos, byte[] frame) {}

    private final GeneratedTrace trace;
    private final SplittableRandom random;
    private final FrameComposer composer = new FrameComposer();
    private final List<Packet> packets = new ArrayList<>();

    private TraceFrames(GeneratedTrace trace, long seed) {
        this.trace = trace;
        random = new SplittableRandom(seed);
    }

    /**
     * What was written.
     *
     * @param packets packets in the capture
     * @param lost packets that the sniffer lost
     */
    public record Written(int packets, int lost) {}

    /** Writes the capture, less what this sniffer loses. */
    public static Written write(GeneratedTrace trace, LossySniffer sniffer, long seed, Path file) throws IOException {
        TraceFrames frames = new TraceFrames(trace, seed);
        frames.compose();
        frames.packets.sort(Comparator.comparingLong(Packet::nanos));
        boolean[] seen =
                sniffer.seen(frames.packets.stream().mapToLong(Packet::nanos).toArray());
        int written = 0;
        try (PcapWriter out = new PcapWriter(file, ETHERNET)) {
            for (int i = 0; i < seen.length; i++) {
                Packet packet = frames.packets.get(i);
                if (seen[i]) {
                    out.write(packet.nanos, packet.frame, packet.frame.length, packet.frame.length);
                    written++;
                }
            }
        }
        return new Written(written, seen.length - written);
    }

    private void compose() {
        int[] order = IntStream.range(0, trace.calls().size())
                .boxed()
                .sorted(Comparator.comparingLong(
                        call -> passes(request(trace.calls().get(call)))))
                .mapToInt(Integer::intValue)
                .toArray();
        Connection[] open = new Connection[trace.connections()];
        for (int number : order) {
            TrueCall call = trace.calls().get(number);
            TrueMessage request = request(call);
            Way out = way(request);
            if (call.isOneWay()) {
                packets.add(new Packet(passes(request), composer.udp(out, text(request.lengthBytes()))));
                continue;
            }
            if (open[call.connection()] == null) {
                open[call.connection()] = new Connection(out, passes(request));
            }
            Connection connection = open[call.connection()];
            connection.send(request);
            connection.send(trace.messages().get(call.response()));
        }
        for (Connection each : open) {
            if (each != null) {
                each.close();
            }
        }
    }

    private TrueMessage request(TrueCall call) {
        return trace.messages().get(call.request());
    }

    /** When a message passes the sniffer. */
    private static long passes(TrueMessage message) {
        return message.sentNanos() + (message.receivedNanos() - message.sentNanos()) / 2;
    }

    private Way way(TrueMessage message) {
        return new Way(
                address(message.source()),
                trace.sourcePort(message),
                address(message.destination()),
                trace.destinationPort(message));
    }

    private static int address(int node) {
        int address = 0;
        for (String part : GeneratedTrace.address(node).split("\\.", -1)) {
            address = address << 8 | Integer.parseInt(part);
        }
        return address;
    }

    private byte[] text(int length) {
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
            text[i] = (byte) LETTERS.charAt(random.nextInt(LETTERS.length()));
        }
        return text;
    }

    /** One TCP connection: what each side has sent so far. */
    private final class Connection {

        private final Way there;
        private final Way back;
        private long sentThere = random.nextInt();
        private long sentBack = random.nextInt();
        private long nanos;

        Connection(Way there, long firstNanos) {
            this.there = there;
            back = there.reversed();
            nanos = firstNanos - 4 * TICK_NANOS;
            add(there, sentThere++, 0, FrameComposer.SYN);
            add(back, sentBack++, sentThere, FrameComposer.SYN | FrameComposer.ACK);
            add(there, sentThere, sentBack, FrameComposer.ACK);
        }

        void send(TrueMessage message) {
            boolean out = message.role() != Role.RESPONSE;
            byte[] payload = text(message.lengthBytes());
            nanos = passes(message);
            for (int from = 0; from < payload.length; from += SEGMENT_BYTES) {
                int length = Math.min(SEGMENT_BYTES, payload.length - from);
                int flags = FrameComposer.ACK | (from + length == payload.length ? FrameComposer.PUSH : 0);
                long sequence = out ? sentThere : sentBack;
                long acknowledged = out ? sentBack : sentThere;
                byte[] frame = composer.tcp(out ? there : back, sequence, acknowledged, flags, payload, from, length);
                packets.add(new Packet(nanos, frame));
                nanos += TICK_NANOS;
                sentThere += out ? length : 0;
                sentBack += out ? 0 : length;
            }
        }

        void close() {
            add(there, sentThere++, sentBack, FrameComposer.FIN | FrameComposer.ACK);
            add(back, sentBack++, sentThere, FrameComposer.FIN | FrameComposer.ACK);
            add(there, sentThere, sentBack, FrameComposer.ACK);
        }

        private void add(Way way, long sequence, long acknowledged, int flags) {
            packets.add(new Packet(nanos, composer.tcp(way, sequence, acknowledged, flags, EMPTY, 0, 0)));
            nanos += TICK_NANOS;
        }
    }
}
