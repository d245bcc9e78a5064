package io.wirepath.sniffer.live;

import io.wirepath.sniffer.live.system.InterfaceLinkType;
import io.wirepath.sniffer.live.system.InterfaceQuery;
import io.wirepath.sniffer.live.system.PacketSocket;
import io.wirepath.sniffer.live.system.PcapCapture;
import io.wirepath.sniffer.live.system.SystemException;
import java.io.IOException;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks at the interfaces of this machine; Linux only, and without a privilege. */
public final class InterfaceList {

    private static final int FLAG_PROMISCUOUS = 0x100;

    /** A run of zeros in an IPv6 address, which Java writes out. */
    private static final String ZEROS = "(^|:)0(:0)+(:|$)";

    private InterfaceList() {}

    /**
     * All interfaces, in the kernel's order.
     *
     * @throws IOException when the kernel cannot be asked
     */
    public static List<InterfaceFacts> read() throws IOException {
        List<InterfaceFacts> all = new ArrayList<>();
        try (InterfaceQuery query = InterfaceQuery.open()) {
            for (String name : InterfaceQuery.names()) {
                all.add(facts(query, name));
            }
        }
        return all;
    }

    /** Why this user may not capture; empty if it may. */
    public static Optional<String> missingPermission() {
        try (PacketSocket socket = PacketSocket.open()) {
            return Optional.empty();
        } catch (SystemException e) {
            return Optional.of(
                    e.isMissingPermission()
                            ? "CAP_NET_RAW is missing: run as root, or by a unit with AmbientCapabilities=CAP_NET_RAW"
                            : String.valueOf(e.getMessage()));
        }
    }

    /** What libpcap calls its version; empty where there is none. */
    public static String libpcap() {
        return PcapCapture.version();
    }

    private static InterfaceFacts facts(InterfaceQuery query, String name) throws IOException {
        int flags = query.flags(name).orElse(0);
        boolean up = (flags & InterfaceQuery.FLAG_UP) != 0;
        boolean running = (flags & InterfaceQuery.FLAG_RUNNING) != 0;
        int hardware = query.hardwareType(name).orElse(-1);
        int linkType = InterfaceLinkType.ofHardware(hardware).orElse(-1);
        List<String> offloads = query.offloads(name);
        return new InterfaceFacts(
                name,
                addresses(name),
                up,
                running,
                (flags & InterfaceQuery.FLAG_LOOPBACK) != 0,
                isPromiscuous(name),
                query.mtu(name).orElse(0),
                linkType,
                query.driver(name).orElse(""),
                offloads,
                query.cardCanStamp(name),
                obstacles(name, up, linkType, hardware),
                up ? hints(name, running, offloads) : List.of());
    }

    private static List<String> addresses(String name) throws IOException {
        List<String> addresses = new ArrayList<>();
        NetworkInterface known = NetworkInterface.getByName(name);
        if (known != null) {
            for (InterfaceAddress address : known.getInterfaceAddresses()) {
                String text = address.getAddress().getHostAddress();
                int scope = text.indexOf('%');
                String bare = scope < 0 ? text : text.substring(0, scope);
                addresses.add(bare.replaceFirst(ZEROS, "::") + "/" + address.getNetworkPrefixLength());
            }
        }
        return addresses;
    }

    /** The kernel's own word: the flags that ioctl gives leave out what a capture has switched on. */
    private static boolean isPromiscuous(String name) {
        try {
            String flags =
                    Files.readString(Path.of("/sys/class/net", name, "flags")).trim();
            return (Integer.decode(flags) & FLAG_PROMISCUOUS) != 0;
        } catch (IOException | NumberFormatException e) {
            return false;
        }
    }

    private static List<String> obstacles(String name, boolean up, int linkType, int hardware) {
        List<String> obstacles = new ArrayList<>();
        if (!up) {
            obstacles.add("is down: ip link set " + name + " up");
        }
        if (linkType < 0 && !PcapCapture.isPresent()) {
            obstacles.add("needs libpcap for its type " + hardware + ": apt-get install libpcap0.8");
        }
        return obstacles;
    }

    private static List<String> hints(String name, boolean running, List<String> offloads) {
        List<String> hints = new ArrayList<>();
        if (!running) {
            hints.add("no carrier: is the cable of the mirror port plugged in?");
        }
        if (!name.equals("lo") && (offloads.contains("gro") || offloads.contains("lro"))) {
            hints.add("segments are merged before a capture sees them: ethtool -K " + name + " gro off lro off");
        }
        return hints;
    }
}
