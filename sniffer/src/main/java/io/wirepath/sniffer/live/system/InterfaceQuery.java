package io.wirepath.sniffer.live.system;

import java.io.Closeable;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import jnr.ffi.Pointer;

/**
 * Asks the kernel about network interfaces; needs no privilege, except {@link #stampByCard}.
 *
 * <pre>
 *  ifreq              0 16 bytes of name    16 a union: u16 flags, i32 MTU, u16 hardware type, or a pointer   (40 bytes)
 *  ethtool_value      0 u32 command          4 u32 value
 *  ethtool_drvinfo    0 u32 command          4 32 bytes of driver      36 32 bytes of version ...           (196 bytes)
 *  ethtool_ts_info    0 u32 command          4 u32 capabilities         8 i32 clock        28 u32 receive filters
 *  hwtstamp_config    0 i32 flags            4 i32 send                 8 i32 receive filter
 * </pre>
 */
public final class InterfaceQuery implements Closeable {

    /** Flag: the administrator has switched the interface on. */
    public static final int FLAG_UP = 1;

    /** Flag: the interface is the loopback. */
    public static final int FLAG_LOOPBACK = 8;

    /** Flag: the cable is plugged in, as far as the driver knows. */
    public static final int FLAG_RUNNING = 0x40;

    private static final int AF_INET = 2;
    private static final int SOCK_DGRAM = 2;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int GET_FLAGS = 0x8913;
    private static final int GET_MTU = 0x8921;
    private static final int GET_HARDWARE = 0x8927;
    private static final int ETHTOOL = 0x8946;
    private static final int SET_STAMPS = 0x89b0;
    private static final int DRIVER = 3;
    private static final int STAMP_INFO = 0x41;
    private static final int FLAGS = 0x25;
    private static final int LRO = 1 << 15;
    private static final int RX_VLAN = 1 << 8;
    private static final int STAMP_RX_HARDWARE = 1 << 2 | 1 << 6;
    private static final int STAMP_ALL_FRAMES = 1;
    private static final int NAME_BYTES = 16;

    private final int descriptor;

    private InterfaceQuery(int descriptor) {
        this.descriptor = descriptor;
    }

    /** Opens what the questions are asked through. */
    public static InterfaceQuery open() throws SystemException {
        int descriptor = LibC.INSTANCE.socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        if (descriptor < 0) {
            throw SystemException.of("socket");
        }
        return new InterfaceQuery(descriptor);
    }

    /** Names of all interfaces, in the kernel's order. */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        Pointer list = LibC.INSTANCE.if_nameindex();
        if (list == null) {
            return names;
        }
        for (long at = 0; list.getInt(at) != 0; at += 16) {
            names.add(list.getPointer(at + 8).getString(0));
        }
        LibC.INSTANCE.if_freenameindex(list);
        return names;
    }

    /** Index of an interface; 0 if there is none of this name. */
    public static int index(String name) {
        return LibC.INSTANCE.if_nametoindex(name);
    }

    /** Flags of an interface; empty if there is none. */
    public OptionalInt flags(String name) {
        ByteBuffer request = request(name);
        return ask(GET_FLAGS, request) ? OptionalInt.of(request.getShort(NAME_BYTES) & 0xffff) : OptionalInt.empty();
    }

    /** Longest packet that an interface sends, without the link layer's header. */
    public OptionalInt mtu(String name) {
        ByteBuffer request = request(name);
        return ask(GET_MTU, request) ? OptionalInt.of(request.getInt(NAME_BYTES)) : OptionalInt.empty();
    }

    /** The ARPHRD_ number of an interface. */
    public OptionalInt hardwareType(String name) {
        ByteBuffer request = request(name);
        return ask(GET_HARDWARE, request) ? OptionalInt.of(request.getShort(NAME_BYTES) & 0xffff) : OptionalInt.empty();
    }

    /** Name of an interface's driver; empty where it does not tell. */
    public Optional<String> driver(String name) {
        ByteBuffer info = NativeMemory.structure(196).putInt(0, DRIVER);
        if (!askDriver(name, info)) {
            return Optional.empty();
        }
        byte[] text = new byte[32];
        info.get(4, text);
        String driver = new String(text, StandardCharsets.US_ASCII);
        int end = driver.indexOf(0);
        return Optional.of(end < 0 ? driver : driver.substring(0, end));
    }

    /** What the interface or its driver does to frames before we see them, by the names that ethtool has for it. */
    public List<String> offloads(String name) {
        List<String> on = new ArrayList<>();
        int flags = value(name, FLAGS);
        if ((flags & LRO) != 0) {
            on.add("lro");
        }
        for (Offload offload : Offload.values()) {
            if (value(name, offload.command) > 0) {
                on.add(offload.text);
            }
        }
        if ((flags & RX_VLAN) != 0) {
            on.add("rxvlan");
        }
        return on;
    }

    private int value(String name, int command) {
        ByteBuffer value = NativeMemory.structure(8).putInt(0, command);
        return askDriver(name, value) ? value.getInt(4) : 0;
    }

    /** Whether the card can stamp every frame that comes in. */
    public boolean cardCanStamp(String name) {
        ByteBuffer info = NativeMemory.structure(44).putInt(0, STAMP_INFO);
        return askDriver(name, info)
                && (info.getInt(4) & STAMP_RX_HARDWARE) == STAMP_RX_HARDWARE
                && (info.getInt(28) >>> STAMP_ALL_FRAMES & 1) == 1;
    }

    /**
     * Has the card stamp every frame that comes in. The setting belongs to the card and stays.
     *
     * @throws SystemException when the driver cannot, or the user may not: this needs CAP_NET_ADMIN
     */
    public void stampByCard(String name) throws SystemException {
        ByteBuffer config = NativeMemory.structure(12).putInt(8, STAMP_ALL_FRAMES);
        ByteBuffer request = request(name).putLong(NAME_BYTES, NativeMemory.addressOf(config));
        try {
            if (!ask(SET_STAMPS, request)) {
                throw SystemException.of("SIOCSHWTSTAMP");
            }
        } finally {
            Reference.reachabilityFence(config);
        }
    }

    private boolean askDriver(String name, ByteBuffer command) {
        ByteBuffer request = request(name).putLong(NAME_BYTES, NativeMemory.addressOf(command));
        try {
            return ask(ETHTOOL, request);
        } finally {
            Reference.reachabilityFence(command);
        }
    }

    private boolean ask(int question, ByteBuffer request) {
        return LibC.INSTANCE.ioctl(descriptor, question, request) >= 0;
    }

    private static ByteBuffer request(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return NativeMemory.structure(40).put(0, bytes, 0, Math.min(bytes.length, NAME_BYTES - 1));
    }

    @Override
    public void close() {
        LibC.INSTANCE.close(descriptor);
    }

    /** What a driver is asked for by a number of its own. */
    private enum Offload {
        GRO(0x2b, "gro"),
        GSO(0x23, "gso"),
        TSO(0x1e, "tso"),
        RX_CHECKSUM(0x14, "rx"),
        TX_CHECKSUM(0x16, "tx");

        private final int command;
        private final String text;

        Offload(int command, String text) {
            this.command = command;
            this.text = text;
        }
    }
}
