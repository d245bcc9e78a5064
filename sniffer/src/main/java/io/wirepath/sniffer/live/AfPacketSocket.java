package io.wirepath.sniffer.live;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.live.system.InterfaceLinkType;
import io.wirepath.sniffer.live.system.InterfaceQuery;
import io.wirepath.sniffer.live.system.KernelRing;
import io.wirepath.sniffer.live.system.PacketSocket;
import io.wirepath.sniffer.live.system.PcapCapture;
import io.wirepath.sniffer.live.system.PcapException;
import io.wirepath.sniffer.live.system.SocketFilter;
import io.wirepath.sniffer.live.system.SystemException;
import java.io.Closeable;
import java.util.OptionalInt;

/**
 * A packet socket with its ring, put together so that no frame gets in that the settings do not want: until it is given
 * another filter, it lets nothing through.
 */
final class AfPacketSocket implements Closeable {

    private final PacketSocket socket;
    private final KernelRing ring;
    private final int linkType;
    private final boolean loopback;
    private final boolean cardStamps;
    private final int group;

    private AfPacketSocket(
            PacketSocket socket, KernelRing ring, int linkType, boolean loopback, boolean cardStamps, int group) {
        this.socket = socket;
        this.ring = ring;
        this.linkType = linkType;
        this.loopback = loopback;
        this.cardStamps = cardStamps;
        this.group = group;
    }

    /**
     * Opens a socket that is bound, and gets nothing yet.
     *
     * @param group the fanout group to join when the settings have several workers
     */
    static AfPacketSocket open(LiveSettings settings, int group) throws CaptureException {
        String name = settings.interfaceName();
        try (InterfaceQuery query = InterfaceQuery.open()) {
            int flags = flagsOf(query, name);
            int hardware = query.hardwareType(name).orElse(0);
            OptionalInt linkType = InterfaceLinkType.ofHardware(hardware);
            if (linkType.isEmpty()) {
                throw Refusal.notThisWay(name, CaptureWay.AFPACKET, "interfaces of type " + hardware + " need libpcap");
            }
            boolean loopback = (flags & InterfaceQuery.FLAG_LOOPBACK) != 0;
            PacketSocket socket = PacketSocket.open();
            try {
                boolean cardStamps = settings.stamps() != Stamps.KERNEL && wantCardStamps(settings, query);
                return prepare(settings, socket, linkType.getAsInt(), loopback, cardStamps, group);
            } catch (SystemException | CaptureException e) {
                socket.close();
                throw e;
            }
        } catch (SystemException e) {
            throw Refusal.of(name, CaptureWay.AFPACKET, e);
        }
    }

    private static int flagsOf(InterfaceQuery query, String name) throws CaptureException {
        OptionalInt flags = query.flags(name);
        if (flags.isEmpty()) {
            throw Refusal.noSuchInterface(name, InterfaceQuery.names());
        }
        if ((flags.getAsInt() & InterfaceQuery.FLAG_UP) == 0) {
            throw Refusal.down(name);
        }
        return flags.getAsInt();
    }

    /** Refuses an interface that is not there, or down. */
    static void checkIsThere(String name) throws CaptureException {
        try (InterfaceQuery query = InterfaceQuery.open()) {
            flagsOf(query, name);
        } catch (SystemException e) {
            throw Refusal.of(name, CaptureWay.AFPACKET, e);
        }
    }

    /**
     * Whether frames of this interface have a shape that is known without libpcap; true where there is no interface.
     */
    static boolean isFit(String name) throws CaptureException {
        try (InterfaceQuery query = InterfaceQuery.open()) {
            OptionalInt type = query.hardwareType(name);
            return type.isEmpty()
                    || InterfaceLinkType.ofHardware(type.getAsInt()).isPresent();
        } catch (SystemException e) {
            throw Refusal.of(name, CaptureWay.AFPACKET, e);
        }
    }

    private static boolean wantCardStamps(LiveSettings settings, InterfaceQuery query) throws CaptureException {
        String name = settings.interfaceName();
        try {
            if (query.cardCanStamp(name)) {
                query.stampByCard(name);
                return true;
            }
        } catch (SystemException e) {
            if (settings.stamps() == Stamps.CARD) {
                throw Refusal.cannotStamp(name, e.getMessage() + "; setting it needs CAP_NET_ADMIN");
            }
        }
        if (settings.stamps() == Stamps.CARD) {
            throw Refusal.cannotStamp(name, "its driver does not offer it for every frame");
        }
        return false;
    }

    private static AfPacketSocket prepare(
            LiveSettings settings, PacketSocket socket, int linkType, boolean loopback, boolean cardStamps, int group)
            throws SystemException {
        int index = InterfaceQuery.index(settings.interfaceName());
        socket.filter(SocketFilter.none());
        if (cardStamps) {
            socket.cardStamps();
        }
        KernelRing ring = KernelRing.of(socket, settings.bufferBytes());
        try {
            if (settings.promiscuous() && !loopback) {
                socket.promiscuous(index);
            }
            socket.bind(index);
            int joined = settings.workers() > 1 ? socket.join(group, linkType == InterfaceLinkType.ETHERNET) : group;
            return new AfPacketSocket(socket, ring, linkType, loopback, cardStamps, joined);
        } catch (SystemException e) {
            ring.close();
            throw e;
        }
    }

    /** The program for an expression and the settings, as the kernel runs it for this interface. */
    SocketFilter compile(LiveSettings settings, String expression) throws CaptureException {
        SocketFilter filter = SocketFilter.all(settings.snaplenBytes());
        try {
            if (!expression.isBlank()) {
                filter = PcapCapture.compile(settings.interfaceName(), expression, settings.snaplenBytes());
            }
        } catch (PcapException e) {
            throw e.isDown()
                    ? Refusal.down(settings.interfaceName())
                    : Refusal.wrongFilter(settings.interfaceName(), expression, e);
        }
        return switch (settings.direction()) {
            case IN -> filter.forDirection(false);
            case OUT -> filter.forDirection(true);
            // what goes out on the loopback comes in again
            case BOTH -> loopback ? filter.forDirection(false) : filter;
        };
    }

    PacketSocket socket() {
        return socket;
    }

    KernelRing ring() {
        return ring;
    }

    int linkType() {
        return linkType;
    }

    boolean cardStamps() {
        return cardStamps;
    }

    /** Number of the fanout group, where there is one. */
    int group() {
        return group;
    }

    @Override
    public void close() {
        socket.close();
        ring.close();
    }
}
