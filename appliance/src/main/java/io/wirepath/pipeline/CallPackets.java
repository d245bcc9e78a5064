package io.wirepath.pipeline;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.flows.AddressText;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.decode.DecodeSettings;
import io.wirepath.flows.decode.PacketDecoder;
import io.wirepath.flows.decode.PacketIndex;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.tls.TlsKeys;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.merge.result.SnifferTimes;
import io.wirepath.merge.spool.Spool;
import io.wirepath.nat.Translation;
import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.PcapngWriter;
import io.wirepath.sniffer.file.RingSegment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the packets of calls in the captures again: those of their connections, under the real and the virtual address
 * of the server, while the calls lasted. Times are compared by each sniffer's clock. Used by one thread.
 */
public final class CallPackets {

    /** Acknowledgements and what was seen a little earlier elsewhere belong to it. */
    private static final long MARGIN_NANOS = 1_000_000L;

    /** A handshake of TCP and of TLS takes no longer, or its packets are left out. */
    private static final long SET_UP_NANOS = 10_000_000_000L;

    private static final double SECOND = 1e9;

    /** TCP or UDP. */
    public static final int EITHER = 0;

    /** Stretches of connections that one display filter names: some 8,000 characters. */
    static final int MAX_IN_A_FILTER = 50;

    private static final int MAX_PORT = 0xffff;

    /**
     * From when to when a connection carried a call, by the reference's clock.
     *
     * @param one an end, as {@code 10.0.0.1:80} or {@code [fd00::1]:80}
     * @param other the other one
     * @param transport number of the protocol; {@link #EITHER} where it is not known
     * @param call what is to be said of it
     */
    public record Stretch(String one, String other, int transport, long fromNanos, long toNanos, String call) {

        /** Of a call that began and ended at these times: a little earlier and later is looked at, too. */
        public static Stretch around(
                String client, String server, int transport, long beginNanos, long endNanos, String call) {
            return new Stretch(client, server, transport, beginNanos - MARGIN_NANOS, endNanos + MARGIN_NANOS, call);
        }

        /** The same by a clock that is ahead of the reference's by so much. */
        public Stretch byClock(LongUnaryOperator ahead) {
            long from = fromNanos + ahead.applyAsLong(fromNanos);
            return new Stretch(one, other, transport, from, toNanos + ahead.applyAsLong(toNanos), call);
        }
    }

    /**
     * A packet.
     *
     * @param nanos its time by the reference's clock
     * @param rawNanos its time as it was captured
     * @param bytes the frame
     * @param originalLength its length on the wire
     * @param linkType what it begins with
     * @param sniffer number of its sniffer
     * @param calls the calls that it belongs to, for a reader, a line each; empty where it is of their connection, from
     *     before them
     * @param connection both ends
     */
    public record Packet(
            long nanos,
            long rawNanos,
            byte[] bytes,
            int originalLength,
            int linkType,
            int sniffer,
            String calls,
            String connection) {}

    private final List<Stretch> stretches = new ArrayList<>();
    private final Map<String, List<Stretch>> byConnection = new LinkedHashMap<>();
    private final BitSet ports = new BitSet();
    private final SnifferTimes times;
    private final OpenedSessions sessions;
    private final List<String> unread = new ArrayList<>();

    /** Looks for what these connections carried. */
    public CallPackets(List<Stretch> stretches, SnifferTimes times) {
        this.times = times;
        sessions = new OpenedSessions(new TlsKeys());
        stretches.forEach(this::add);
    }

    /**
     * Looks for these calls, and where there are keys of TLS, for the beginnings of their connections.
     *
     * @param calls their numbers
     */
    public CallPackets(InferredCalls inferred, int[] calls, TlsKeys keys) {
        sessions = new OpenedSessions(keys);
        MergeResult merge = inferred.merge();
        times = merge == null ? (sniffer, nanos) -> 0 : merge;
        MessageTable messages = inferred.messages();
        CallWords words = new CallWords(inferred);
        Map<Integer, Long> begun = keys.isEmpty() ? Map.of() : begun(inferred);
        MessageDetails details = inferred.details();
        for (int call : calls) {
            int request = inferred.calls().request()[call];
            int response = inferred.calls().response()[call];
            long record = messages.record(request);
            long from = details.firstNanos(record);
            long to = details.lastNanos(response == MessageTable.NONE ? record : messages.record(response));
            String client = end(messages, messages.source(request), messages.sourcePort(request));
            String server = end(messages, messages.destination(request), messages.destinationPort(request));
            String said = words.of(call);
            int transport = messages.transport(request);
            add(Stretch.around(client, server, transport, from, to, said));
            Long opened = begun.get(messages.connection(request));
            if (opened != null && transport == IpProtocol.TCP) {
                long before = Math.min(opened, from) - SET_UP_NANOS;
                add(new Stretch(client, server, transport, before, from - MARGIN_NANOS, ""));
                sessions.call(key(client, server), from + MARGIN_NANOS);
            }
            String virtual = details.virtualDestination(record);
            if (virtual != null) {
                add(Stretch.around(client, virtual, transport, from, to, said));
            }
        }
    }

    /** Callers whose address was rewritten on some ways, and to what: behind that nothing is found of their calls. */
    public static Map<String, String> rewritten(InferredCalls inferred, int[] calls) {
        MessageTable messages = inferred.messages();
        MergeResult merge = inferred.merge();
        Map<String, Set<String>> asked = new HashMap<>();
        for (int call : calls) {
            int request = inferred.calls().request()[call];
            asked.computeIfAbsent(messages.nodes().get(messages.source(request)).address(), caller -> new HashSet<>())
                    .add(end(messages, messages.destination(request), messages.destinationPort(request)));
        }
        Map<String, String> rewritten = new TreeMap<>();
        for (Translation each : merge == null ? List.<Translation>of() : merge.translations()) {
            if (each.kind() != Translation.Kind.DESTINATION && each.connections() > 0) {
                String caller = address(each.fromSource());
                Set<String> servers = asked.getOrDefault(caller, Set.of());
                boolean isAny = each.toDestination().startsWith(Translation.ANY) && !servers.isEmpty();
                if (isAny || servers.contains(each.toDestination())) {
                    rewritten.putIfAbsent(caller, address(each.toSource()));
                }
            }
        }
        return rewritten;
    }

    static String end(MessageTable messages, int node, int port) {
        return end(messages.nodes().get(node).address(), port);
    }

    /** An end of a connection, as {@link Stretch} has it. */
    public static String end(String address, int port) {
        return address.indexOf(':') < 0 ? address + ":" + port : "[" + address + "]:" + port;
    }

    private void add(Stretch stretch) {
        stretches.add(stretch);
        byConnection
                .computeIfAbsent(key(stretch.one, stretch.other), k -> new ArrayList<>())
                .add(stretch);
        ports.set(port(stretch.one));
        ports.set(port(stretch.other));
    }

    private static String key(String one, String other) {
        return one.compareTo(other) < 0 ? one + " " + other : other + " " + one;
    }

    private static int port(String end) {
        int port = Integer.parseInt(end.substring(end.lastIndexOf(':') + 1));
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("'" + end + "' is no end of a connection");
        }
        return port;
    }

    private static String address(String end) {
        String address = end.substring(0, end.lastIndexOf(':'));
        return address.startsWith("[") ? address.substring(1, address.length() - 1) : address;
    }

    /** A display filter of Wireshark for the capture of this sniffer; empty where it would be too long to be used. */
    public Optional<String> displayFilter(int sniffer) {
        return stretches.size() > MAX_IN_A_FILTER
                ? Optional.empty()
                : Optional.of(stretches.stream()
                        .filter(stretch -> !stretch.call.isEmpty())
                        .map(stretch -> filter(stretch, sniffer))
                        .distinct()
                        .collect(Collectors.joining(" || ")));
    }

    private String filter(Stretch stretch, int sniffer) {
        String version = address(stretch.one).indexOf(':') < 0 ? "ip" : "ipv6";
        String transport = stretch.transport == IpProtocol.TCP ? "tcp" : "udp";
        return String.format(
                Locale.ROOT,
                "(%s.addr==%s && %s.addr==%s && %s.port==%d && %s.port==%d"
                        + " && frame.time_epoch>=%s && frame.time_epoch<=%s)",
                version,
                address(stretch.one),
                version,
                address(stretch.other),
                transport,
                port(stretch.one),
                transport,
                port(stretch.other),
                epoch(stretch.fromNanos + times.ahead(sniffer, stretch.fromNanos)),
                epoch(stretch.toNanos + times.ahead(sniffer, stretch.toNanos)));
    }

    private static String epoch(long nanos) {
        return String.format(
                Locale.ROOT, "%d.%09d", Math.floorDiv(nanos, (long) SECOND), Math.floorMod(nanos, (long) SECOND));
    }

    /**
     * Gives the packets that a capture, or the ring of packets beside a spool, holds of the calls, in its order.
     *
     * @param sniffer number of its sniffer
     * @throws IOException when it cannot be read
     */
    public void read(String input, int sniffer, DecodeSettings settings, Consumer<Packet> to) throws IOException {
        unread.clear();
        List<Stretch> byClock = stretches.stream()
                .map(stretch -> stretch.byClock(nanos -> times.ahead(sniffer, nanos)))
                .toList();
        packets(input, settings, (from, until) -> isWanted(byClock, from, until), (packet, block) -> {
            if (ports.get(packet.sourcePort()) && ports.get(packet.destinationPort())) {
                String of = callsOf(packet, sniffer);
                if (of != null) {
                    String connection = connection(packet);
                    long nanos = times.byReference(sniffer, packet.timeNanos());
                    sessions.look(packet, connection, sniffer, nanos);
                    int frame = (int) (packet.frameNumber() - block.frameNumber(0));
                    to.accept(copy(block, frame, sniffer, of, connection));
                }
            }
        });
    }

    /**
     * Shows all packets of a capture, or of the ring beside a spool, each with the block that holds its frame while it
     * is shown.
     *
     * @param wanted whether packets from one time to another are of interest; of a capture all are shown
     */
    private void packets(
            String input,
            DecodeSettings settings,
            BiPredicate<Long, Long> wanted,
            BiConsumer<PacketView, FrameBlock> to)
            throws IOException {
        if (!Spool.isSpool(Path.of(input))) {
            decoded(input, settings, (from, until) -> true, to);
            return;
        }
        List<RingSegment> all = RingSegment.list(RingSegment.of(Path.of(input)));
        for (RingSegment segment : RingSegment.within(all, wanted)) {
            Path file = segment.file();
            String damage;
            try {
                damage = decoded(file.toString(), settings, wanted, to)
                        .map(CaptureDamage::describe)
                        .orElse("");
            } catch (CaptureException e) {
                damage = Failure.reason(e);
            }
            // the newest was being written, also where it is over by now, the oldest may have been deleted meanwhile
            boolean wasNewest = segment.equals(all.get(all.size() - 1));
            if (!damage.isEmpty() && !wasNewest && Files.exists(file)) {
                unread.add(damage);
            }
        }
    }

    /** How many files of the ring that was read last are damaged, and how the first; empty where none is. */
    public String damage() {
        return unread.isEmpty()
                ? ""
                : unread.size() + " of the ring's files of that time "
                        + (unread.size() == 1 ? "is damaged (" : "are damaged (first: ") + unread.get(0) + ")";
    }

    /** Whether one of them was at some time of these. */
    private static boolean isWanted(List<Stretch> stretches, long fromNanos, long toNanos) {
        for (Stretch stretch : stretches) {
            if (stretch.fromNanos <= toNanos && stretch.toNanos >= fromNanos) {
                return true;
            }
        }
        return false;
    }

    /** Blocks of frames of other times are passed over. Gives what is wrong with the capture, if anything is. */
    private static Optional<CaptureDamage> decoded(
            String input,
            DecodeSettings settings,
            BiPredicate<Long, Long> wanted,
            BiConsumer<PacketView, FrameBlock> to)
            throws IOException {
        PacketDecoder decoder = new PacketDecoder(settings);
        FrameBlock block = new FrameBlock(FrameBlock.DEFAULT_BYTES);
        PacketIndex index = new PacketIndex(block);
        PacketView packet = new PacketView();
        try (FrameSource source = NamedCaptures.open(input)) {
            while (source.fill(block)) {
                long first = Long.MAX_VALUE;
                long last = Long.MIN_VALUE;
                for (int i = 0; i < block.count(); i++) {
                    first = Math.min(first, block.timeNanos(i));
                    last = Math.max(last, block.timeNanos(i));
                }
                if (first > last || !wanted.test(first, last)) {
                    continue;
                }
                decoder.decode(block, index);
                for (int i = 0; i < index.count(); i++) {
                    to.accept(packet.wrap(index, i), block);
                }
            }
            return source.damage();
        }
    }

    /**
     * Writes packets as pcapng, with all that is known of each.
     *
     * @param names of addresses
     * @param sniffers their names, by number
     * @param rawTimes whether times stay as they were captured
     * @param out where to
     */
    public static void write(
            List<Packet> packets, Map<String, String> names, List<String> sniffers, boolean rawTimes, PcapngWriter out)
            throws IOException {
        out.names(names);
        for (Packet packet : packets) {
            out.write(
                    sniffers.get(packet.sniffer),
                    packet.linkType,
                    rawTimes ? packet.rawNanos : packet.nanos,
                    packet.bytes,
                    packet.originalLength,
                    packet.calls);
        }
    }

    /** When the first request of each connection was sent, ns since the epoch. */
    private static Map<Integer, Long> begun(InferredCalls inferred) {
        Map<Integer, Long> begun = new HashMap<>();
        MessageTable messages = inferred.messages();
        for (int request : inferred.calls().request()) {
            begun.merge(messages.connection(request), messages.timeNanos(request), Math::min);
        }
        return begun;
    }

    /** Key logs of the sessions that calls are in, as far as their beginnings were read. */
    public List<String> secrets() {
        return sessions.secrets();
    }

    /** Whether a packet is of a call, or of the time before it of its session, which can be opened. */
    public boolean isOfUse(Packet packet) {
        return !packet.calls.isEmpty() || sessions.isOf(packet.connection, packet.sniffer, packet.nanos);
    }

    private static String connection(PacketView packet) {
        return key(
                AddressText.endpoint(packet.sourceHigh(), packet.sourceLow(), packet.sourcePort()),
                AddressText.endpoint(packet.destinationHigh(), packet.destinationLow(), packet.destinationPort()));
    }

    /** The calls that a packet belongs to, a line each; null where it is of none, nor of their connections before. */
    private @Nullable String callsOf(PacketView packet, int sniffer) {
        String calls = null;
        List<Stretch> of = byConnection.getOrDefault(connection(packet), List.of());
        long time = of.isEmpty() ? 0 : times.byReference(sniffer, packet.timeNanos());
        for (Stretch stretch : of) {
            if (time >= stretch.fromNanos
                    && time <= stretch.toNanos
                    && (stretch.transport == EITHER || packet.isTcp() == (stretch.transport == IpProtocol.TCP))) {
                calls = calls == null || calls.isEmpty() ? stretch.call : join(calls, stretch.call);
            }
        }
        return calls;
    }

    private static String join(String calls, String call) {
        return call.isEmpty() || calls.lines().anyMatch(call::equals) ? calls : calls + "\n" + call;
    }

    private Packet copy(FrameBlock block, int frame, int sniffer, String calls, String connection) {
        byte[] bytes = new byte[block.capturedLength(frame)];
        block.bytes().get(block.offset(frame), bytes, 0, bytes.length);
        long raw = block.timeNanos(frame);
        return new Packet(
                times.byReference(sniffer, raw),
                raw,
                bytes,
                block.originalLength(frame),
                block.linkType(frame),
                sniffer,
                calls,
                connection);
    }
}
