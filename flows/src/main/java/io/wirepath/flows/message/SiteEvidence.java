package io.wirepath.flows.message;

import io.wirepath.flows.Connection;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.decode.FlowHash;
import io.wirepath.flows.decode.PacketIndex;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.message.framer.FramerChooser;
import io.wirepath.flows.message.framer.NoContext;
import io.wirepath.flows.message.framer.QuicHeader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the first packets of all connections tell of an endpoint, an address with a port: whether it serves, whether it
 * answers, and which protocols are spoken with it. Says who is the server of a connection whose SYN was not seen, and
 * what it may speak.
 *
 * <p>Each kind of evidence is a weight, and the weights are added: who opened, how many more connections the one end
 * has than the other, how many connections of the site share the one port, and which ports these are, which counts
 * least. With TCP a SYN says who opened. With UDP the first datagram of a talk does in which both ends spoke, but for
 * one that began before the capture: so the many count, and a client that asks many ports from one is no server. All
 * shards are told of all first packets before they take those of a block, so what is known does not depend on the
 * workers, and a block's own connections count for the first of them.
 *
 * <p>Fixed memory: four ways, in which the endpoint with the fewest connections gives way, as a client's does. Not
 * thread-safe.
 *
 * <pre>
 *  entry   63         40 39        24 23         12 11          0
 *         | connections  | two-way     | opened to | opened by it |
 * </pre>
 */
public final class SiteEvidence {

    private static final int WAYS = 4;
    private static final int SETS = 1 << 12;

    private static final long OPENED_BY = 1;
    private static final long OPENED_TO = 1L << 12;
    private static final long TWO_WAY = 1L << 24;
    private static final long CONNECTION = 1L << 40;

    private static final Protocol[] PROTOCOLS = Protocol.values();
    private static final int WORDS = (PROTOCOLS.length + Long.SIZE - 1) / Long.SIZE;

    /** A SYN outweighs every number of connections. */
    private static final int SYN_WEIGHT = 64;

    private final long[] keys = new long[SETS * WAYS];
    private final long[] entries = new long[SETS * WAYS];

    /** By entry: so many words, with one bit for each protocol that was spoken with the endpoint as the server. */
    private final long[] spoken = new long[SETS * WAYS * WORDS];

    /** By port: connections of TCP of which one end has it, at any address. */
    private final int[] sharing = new int[1 << Short.SIZE];

    private final FramerChooser chooser = new FramerChooser();
    private final FirstWords words = new FirstWords();
    private final PacketView packet = new PacketView();
    private int version;

    /** Takes the first packets of a block. */
    public void take(PacketIndex packets) {
        int count = packets.firstCount();
        for (int n = 0; n < count; n++) {
            packet.wrap(packets, packets.first(n));
            boolean back = packets.isFirstBack(n);
            boolean tcp = packet.isTcp();
            long what = back ? TWO_WAY : CONNECTION;
            boolean opens = tcp ? (packet.tcpFlags() & 2) != 0 : back;
            boolean answers = tcp ? (packet.tcpFlags() & 16) != 0 : back;
            int transport = tcp ? IpProtocol.TCP : IpProtocol.UDP;
            long source = FlowHash.endpoint(packet.sourceHigh(), packet.sourceLow(), packet.sourcePort(), transport);
            long destination = FlowHash.endpoint(
                    packet.destinationHigh(), packet.destinationLow(), packet.destinationPort(), transport);
            if (tcp && !back) {
                sharing[packet.sourcePort()]++;
                sharing[packet.destinationPort()]++;
            }
            note(source, what, opens ? answers ? OPENED_TO : OPENED_BY : 0);
            note(destination, what, opens ? answers ? OPENED_BY : OPENED_TO : 0);
            version++;
        }
        int speaking = packets.speakingCount();
        for (int n = 0; n < speaking; n++) {
            packet.wrap(packets, packets.speaking(n));
            if (packet.isTcp()) {
                takeWords();
            } else if (QuicHeader.isVersioned(packet.bytes(), packet.payloadOffset(), packet.payloadLength())) {
                speaksQuic(packet.sourceHigh(), packet.sourceLow(), packet.sourcePort());
                speaksQuic(packet.destinationHigh(), packet.destinationLow(), packet.destinationPort());
            }
        }
    }

    private void speaksQuic(long high, long low, int port) {
        int at = find(FlowHash.endpoint(high, low, port, IpProtocol.UDP));
        if (at >= 0) {
            speaks(at, Protocol.QUIC);
        }
    }

    private void takeWords() {
        long source = FlowHash.endpoint(packet.sourceHigh(), packet.sourceLow(), packet.sourcePort(), IpProtocol.TCP);
        long destination = FlowHash.endpoint(
                packet.destinationHigh(), packet.destinationLow(), packet.destinationPort(), IpProtocol.TCP);
        int weight = weight(source, destination, packet.sourcePort(), packet.destinationPort());
        words.requester = weight < 0 ? 1 : 0;
        Protocol protocol = chooser.spoken(words, packet.bytes(), packet.payloadOffset(), packet.payloadLength());
        int at = find(words.requester == 0 ? destination : source);
        if (protocol != Protocol.UNKNOWN && at >= 0) {
            speaks(at, protocol);
        }
    }

    private void speaks(int at, Protocol protocol) {
        spoken[at * WORDS + protocol.ordinal() / Long.SIZE] |= 1L << protocol.ordinal();
    }

    private boolean spoke(int at, Protocol protocol) {
        return (spoken[at * WORDS + protocol.ordinal() / Long.SIZE] >>> protocol.ordinal() & 1) != 0;
    }

    /**
     * A protocol that may be spoken with the server of a connection: what other connections spoke with it, and what is
     * usual on its port.
     *
     * @param before the one that this told before; null to begin
     * @return null if there is no other
     */
    @Nullable
    Protocol spoken(Connection c, int requester, @Nullable Protocol before) {
        int at = server(c, requester);
        Protocol usual = usual(c, requester);
        for (int next = before == null ? 0 : before.ordinal() + 1; next < PROTOCOLS.length; next++) {
            Protocol protocol = PROTOCOLS[next];
            if (protocol != Protocol.UNKNOWN && (protocol == usual || at >= 0 && spoke(at, protocol))) {
                return protocol;
            }
        }
        return null;
    }

    /** Whether this is one of those that {@link #spoken} tells. */
    boolean maySpeak(Connection c, int requester, Protocol protocol) {
        int at = server(c, requester);
        return protocol == usual(c, requester) || at >= 0 && spoke(at, protocol);
    }

    private static Protocol usual(Connection c, int requester) {
        return Protocol.usualAt(requester == 0 ? c.destinationPort : c.sourcePort);
    }

    /** The entry of the server of a connection, or less than 0. */
    private int server(Connection c, int requester) {
        boolean forward = requester == 0;
        return find(FlowHash.endpoint(
                forward ? c.destinationHigh : c.sourceHigh,
                forward ? c.destinationLow : c.sourceLow,
                forward ? c.destinationPort : c.sourcePort,
                c.transport));
    }

    /** Changes with what is known. */
    int version() {
        return version;
    }

    private void note(long key, long what, long opened) {
        int set = (int) (key >>> Integer.SIZE) & SETS - 1;
        int at = set * WAYS;
        int way = at;
        for (int i = at; i < at + WAYS; i++) {
            if (keys[i] == key) {
                entries[i] = added(added(entries[i], what), opened);
                return;
            }
            if (entries[i] >>> 40 < entries[way] >>> 40) {
                way = i;
            }
        }
        keys[way] = key;
        Arrays.fill(spoken, way * WORDS, (way + 1) * WORDS, 0);
        entries[way] = added(added(0, what), opened);
    }

    /** Adds one to a field that is not full. */
    private static long added(long entry, long one) {
        long most = one == CONNECTION ? 0xff_ffff : one == TWO_WAY ? 0xffff : 0xfff;
        return one == 0 || (entry / one & most) == most ? entry : entry + one;
    }

    private long entry(long key) {
        int at = find(key);
        return at < 0 ? 0 : entries[at];
    }

    /** Where the entry of an endpoint is, or -1. */
    private int find(long key) {
        int at = ((int) (key >>> Integer.SIZE) & SETS - 1) * WAYS;
        for (int i = at; i < at + WAYS; i++) {
            if (keys[i] == key) {
                return i;
            }
        }
        return -1;
    }

    /** The direction of the side that asks, of a connection of which nobody saw who opened it. */
    int requester(Connection c) {
        long source = FlowHash.endpoint(c.sourceHigh, c.sourceLow, c.sourcePort, c.transport);
        long destination = FlowHash.endpoint(c.destinationHigh, c.destinationLow, c.destinationPort, c.transport);
        int weight = c.transport == IpProtocol.UDP
                ? isAsked(entry(destination))
                        - isAsked(entry(source))
                        + PortOrder.weight(c.sourcePort, c.destinationPort)
                : weight(source, destination, c.sourcePort, c.destinationPort);
        return weight < 0 ? 1 : 0;
    }

    private int weight(long source, long destination, int sourcePort, int destinationPort) {
        return serves(entry(destination))
                - serves(entry(source))
                + logarithm(sharing[destinationPort] + 1L)
                - logarithm(sharing[sourcePort] + 1L)
                + PortOrder.weight(sourcePort, destinationPort);
    }

    /** How much an endpoint of TCP looks like a server: twice the logarithm of its connections, and its SYNs. */
    private static int serves(long entry) {
        int syn = Integer.signum(openedTo(entry) - openedBy(entry)) * SYN_WEIGHT;
        long connections = (entry >>> 40) + 1;
        return syn + logarithm(connections * connections);
    }

    /** How much an endpoint of UDP looks like a server: others begin, and it does not; or many speak with it. */
    private static int isAsked(long entry) {
        int to = openedTo(entry);
        int by = openedBy(entry);
        return to + by == 0 ? logarithm((entry >>> 40) + 1) : logarithm(to + 1L) - logarithm(by + 1L);
    }

    private static int openedTo(long entry) {
        return (int) (entry >>> 12) & 0xfff;
    }

    private static int openedBy(long entry) {
        return (int) entry & 0xfff;
    }

    /** The logarithm to base 2, rounded down. */
    private static int logarithm(long number) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(number);
    }

    /**
     * Whether the endpoint to which a datagram goes was ever in a talk, in which both ends spoke; yes where nothing is
     * known of it.
     */
    boolean answers(Connection c, int direction) {
        boolean forward = direction == 0;
        long entry = entry(FlowHash.endpoint(
                forward ? c.destinationHigh : c.sourceHigh,
                forward ? c.destinationLow : c.sourceLow,
                forward ? c.destinationPort : c.sourcePort,
                c.transport));
        return entry == 0 || (entry >>> 24 & 0xffff) > 0;
    }

    /**
     * The first bytes of a connection's direction, of which no more is known than who may ask: what it answers is not.
     */
    private static final class FirstWords extends NoContext {

        private int requester;

        @Override
        public int requester() {
            return requester;
        }

        @Override
        public boolean fromStart() {
            return requester == 0;
        }

        @Override
        public void learnRequester(int direction) {
            requester = direction;
        }
    }
}
