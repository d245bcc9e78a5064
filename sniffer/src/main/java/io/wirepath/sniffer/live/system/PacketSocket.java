package io.wirepath.sniffer.live.system;

import java.io.Closeable;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * An AF_PACKET socket. It gets nothing until {@link #bind}, and from then on what its filter lets through.
 *
 * <pre>
 *  sockaddr_ll   0 u16 family   2 u16 protocol, big-endian   4 i32 index   8 u16 hardware type
 *               10 u8 packet type   11 u8 address length    12 8 bytes of address
 *  packet_mreq   0 i32 index    4 u16 type    6 u16 address length    8 8 bytes of address
 *  sock_fprog    0 u16 instructions    8 pointer
 *  tpacket_stats_v3   0 u32 packets, those dropped included   4 u32 drops   8 u32 times frozen
 * </pre>
 *
 * <p>{@link #filter} and {@link #statistics} may be called by any thread while another waits.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/packet.7.html">packet(7)</a>
 */
public final class PacketSocket implements Closeable {

    /** Asks {@link #join} for a group that nobody else has; 0 is the number of a group like any other. */
    public static final int NEW_GROUP = -1;

    private static final int AF_PACKET = 17;
    private static final int SOCK_RAW = 3;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int ETH_P_ALL = 3;
    private static final int SOL_SOCKET = 1;
    private static final int SO_ERROR = 4;
    private static final int SO_ATTACH_FILTER = 26;
    private static final int SOL_PACKET = 263;
    private static final int PACKET_ADD_MEMBERSHIP = 1;
    private static final int PACKET_STATISTICS = 6;
    private static final int PACKET_TIMESTAMP = 17;
    private static final int PACKET_FANOUT = 18;
    private static final int PACKET_FANOUT_DATA = 22;
    private static final int PACKET_MR_PROMISC = 1;
    private static final int FANOUT_CBPF = 6;
    private static final int FANOUT_UNIQUE_ID = 0x2000;
    private static final int RAW_HARDWARE_STAMPS = 1 << 6;
    private static final int POLLIN = 1;

    /** Size of struct pollfd. */
    private static final int POLL_BYTES = 8;

    private final int descriptor;
    private final ByteBuffer pollSet = NativeMemory.structure(POLL_BYTES);
    private boolean closed;

    private PacketSocket(int descriptor) {
        this.descriptor = descriptor;
    }

    /**
     * Opens a socket that gets no frames yet.
     *
     * @throws SystemException when the user may not, or there are no packet sockets here
     */
    public static PacketSocket open() throws SystemException {
        int descriptor = LibC.INSTANCE.socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
        if (descriptor < 0) {
            throw SystemException.of("socket");
        }
        return new PacketSocket(descriptor);
    }

    /** Puts a filter in the place of the one before: each frame is seen by one of the two. */
    public void filter(SocketFilter filter) throws SystemException {
        attach(descriptor, filter);
    }

    /** Puts a filter on any socket. */
    static void attach(int descriptor, SocketFilter filter) throws SystemException {
        ByteBuffer instructions = filter.instructions();
        try {
            set(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, program(filter, instructions), "SO_ATTACH_FILTER");
        } finally {
            // the kernel reads them by their address
            Reference.reachabilityFence(instructions);
        }
    }

    private static ByteBuffer program(SocketFilter filter, ByteBuffer instructions) {
        return NativeMemory.structure(16)
                .putShort(0, (short) filter.length())
                .putLong(8, NativeMemory.addressOf(instructions));
    }

    /** Takes frames for other hosts as well, until the socket is closed. */
    public void promiscuous(int interfaceIndex) throws SystemException {
        ByteBuffer request =
                NativeMemory.structure(16).putInt(0, interfaceIndex).putShort(4, (short) PACKET_MR_PROMISC);
        set(descriptor, SOL_PACKET, PACKET_ADD_MEMBERSHIP, request, "PACKET_ADD_MEMBERSHIP");
    }

    /** Wants the card's stamps, for frames that have one. */
    public void cardStamps() throws SystemException {
        set(descriptor, SOL_PACKET, PACKET_TIMESTAMP, NativeMemory.ofInt(RAW_HARDWARE_STAMPS), "PACKET_TIMESTAMP");
    }

    /** Begins to get the frames of an interface. */
    public void bind(int interfaceIndex) throws SystemException {
        ByteBuffer address = NativeMemory.structure(20)
                .putShort(0, (short) AF_PACKET)
                .put(2, (byte) (ETH_P_ALL >>> 8))
                .put(3, (byte) ETH_P_ALL)
                .putInt(4, interfaceIndex);
        if (LibC.INSTANCE.bind(descriptor, address, address.capacity()) < 0) {
            throw SystemException.of("bind");
        }
    }

    /**
     * Joins a group of sockets among which the kernel shares out the frames, both directions of a connection to the
     * same ({@link FanoutProgram}).
     *
     * @param group number of the group, from 0 on, or {@link #NEW_GROUP}
     * @param ethernet whether frames have an Ethernet header, else they are bare IP
     * @return number of the group
     */
    public int join(int group, boolean ethernet) throws SystemException {
        int wanted = group == NEW_GROUP ? (FANOUT_CBPF | FANOUT_UNIQUE_ID) << 16 : group | FANOUT_CBPF << 16;
        set(descriptor, SOL_PACKET, PACKET_FANOUT, NativeMemory.ofInt(wanted), "PACKET_FANOUT");
        SocketFilter choice = ethernet ? FanoutProgram.forEthernet() : FanoutProgram.forBareIp();
        ByteBuffer instructions = choice.instructions();
        try {
            set(descriptor, SOL_PACKET, PACKET_FANOUT_DATA, program(choice, instructions), "PACKET_FANOUT_DATA");
        } finally {
            Reference.reachabilityFence(instructions);
        }
        return get(SOL_PACKET, PACKET_FANOUT, Integer.BYTES, "PACKET_FANOUT").getInt(0) & 0xffff;
    }

    /**
     * Adds what was counted since the last call.
     *
     * @param sums frames that passed the filter, of them those dropped, times that the ring became full
     */
    public synchronized void statistics(long[] sums) throws SystemException {
        if (closed) {
            return;
        }
        ByteBuffer counted = get(SOL_PACKET, PACKET_STATISTICS, 12, "PACKET_STATISTICS");
        for (int i = 0; i < 3; i++) {
            sums[i] += Integer.toUnsignedLong(counted.getInt(4 * i));
        }
    }

    /**
     * Sleeps until there is something to read, something is wrong, or the time is over.
     *
     * @return whether something is wrong: {@link #takeError} says what
     */
    public boolean await(int timeoutMillis) throws SystemException {
        return await(descriptor, pollSet, timeoutMillis);
    }

    /** The same for any socket; {@code pollSet} is a struct pollfd. */
    static boolean await(int descriptor, ByteBuffer pollSet, int timeoutMillis) throws SystemException {
        ask(pollSet, 0, descriptor);
        return poll(pollSet, 1, timeoutMillis);
    }

    /**
     * The same for several sockets.
     *
     * @return whether something is wrong with one of them
     */
    public static boolean awaitAny(List<PacketSocket> sockets, int timeoutMillis) throws SystemException {
        ByteBuffer pollSet = NativeMemory.structure(POLL_BYTES * sockets.size());
        for (int i = 0; i < sockets.size(); i++) {
            ask(pollSet, i, sockets.get(i).descriptor);
        }
        return poll(pollSet, sockets.size(), timeoutMillis);
    }

    private static void ask(ByteBuffer pollSet, int place, int descriptor) {
        int at = place * POLL_BYTES;
        pollSet.putInt(at, descriptor).putShort(at + 4, (short) POLLIN).putShort(at + 6, (short) 0);
    }

    private static boolean poll(ByteBuffer pollSet, int count, int timeoutMillis) throws SystemException {
        if (LibC.INSTANCE.poll(pollSet, count, timeoutMillis) < 0) {
            int error = LibC.lastError();
            if (error != SystemException.EINTR) {
                throw new SystemException("poll", error);
            }
            return false;
        }
        boolean wrong = false;
        for (int i = 0; i < count; i++) {
            wrong |= (pollSet.getShort(i * POLL_BYTES + 6) & ~POLLIN) != 0;
        }
        return wrong;
    }

    /** Takes the error that waits at the socket; 0 if there is none. */
    public int takeError() throws SystemException {
        return get(SOL_SOCKET, SO_ERROR, Integer.BYTES, "SO_ERROR").getInt(0);
    }

    void set(int name, ByteBuffer value, String what) throws SystemException {
        set(descriptor, SOL_PACKET, name, value, what);
    }

    private static void set(int descriptor, int level, int name, ByteBuffer value, String what) throws SystemException {
        if (LibC.INSTANCE.setsockopt(descriptor, level, name, value, value.capacity()) < 0) {
            throw SystemException.of(what);
        }
    }

    private ByteBuffer get(int level, int name, int bytes, String what) throws SystemException {
        ByteBuffer value = NativeMemory.structure(bytes);
        if (LibC.INSTANCE.getsockopt(descriptor, level, name, value, NativeMemory.ofInt(bytes)) < 0) {
            throw SystemException.of(what);
        }
        return value;
    }

    /** The descriptor, for the ring. */
    int descriptor() {
        return descriptor;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            LibC.INSTANCE.close(descriptor);
        }
    }
}
