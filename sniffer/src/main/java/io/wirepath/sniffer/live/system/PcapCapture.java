package io.wirepath.sniffer.live.system;

import com.kenai.jffi.MemoryIO;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import jnr.ffi.Pointer;

/**
 * A live capture by libpcap, whose frames are read without allocation.
 *
 * <pre>
 *  pcap_pkthdr   0 i64 seconds   8 i64 nanoseconds or microseconds   16 u32 captured length   20 u32 length on the wire
 *  bpf_program   0 u32 instructions   8 pointer
 *  pcap_stat     0 u32 received       4 u32 dropped for want of room   8 u32 dropped by the interface
 * </pre>
 *
 * <p>Used by one thread.
 *
 * @see <a href="https://www.tcpdump.org/manpages/pcap.3pcap.html">pcap(3PCAP)</a>
 */
public final class PcapCapture implements Closeable {

    static final int NO_SUCH_DEVICE = -5;
    static final int PERMISSION_DENIED = -8;
    static final int NOT_UP = -9;
    static final int PROMISCUOUS_PERMISSION_DENIED = -11;

    private static final int ERROR_BYTES = 256;
    private static final int NANOSECONDS = 1;
    private static final int STAMP_BY_ADAPTER = 3;
    private static final int STAMP_BY_ADAPTER_UNSYNCED = 4;
    private static final int DIRECTION_IN = 1;
    private static final int DIRECTION_OUT = 2;
    private static final int NETMASK_UNKNOWN = -1;
    private static final int ETHERNET = 1;
    private static final boolean LINUX = System.getProperty("os.name", "").equals("Linux");
    private static final MemoryIO MEMORY = NativeMemory.IO;

    private final Libpcap library;
    private final Pointer capture;
    private final long address;
    private final ByteBuffer pollSet = NativeMemory.structure(8);
    private final ByteBuffer found = NativeMemory.structure(16);
    private final long foundAddress = NativeMemory.addressOf(found);
    private long header;
    private int nanosPerUnit;
    private boolean cardStamps;
    private boolean closed;

    private PcapCapture(Libpcap library, Pointer capture) {
        this.library = library;
        this.capture = capture;
        address = capture.address();
    }

    /** Whether there is a libpcap here. */
    public static boolean isPresent() {
        return Libpcap.Holder.LIBRARY != null;
    }

    /** What libpcap calls its version; empty where there is none. */
    public static String version() {
        Libpcap library = Libpcap.Holder.LIBRARY;
        return library == null ? "" : library.pcap_lib_version();
    }

    private static Libpcap library() throws PcapException {
        Libpcap library = Libpcap.Holder.LIBRARY;
        if (library == null) {
            throw new PcapException("there is no libpcap on this machine", 0);
        }
        return library;
    }

    /**
     * What to ask libpcap for.
     *
     * @param device name of the interface
     * @param snaplenBytes how much of a frame is kept
     * @param bufferBytes memory for frames that were not read yet
     * @param promiscuous whether to take frames for other hosts
     * @param timeoutMillis how long a frame may wait for others
     * @param cardStamps whether the card is to stamp, if it can
     */
    public record Request(
            String device,
            int snaplenBytes,
            int bufferBytes,
            boolean promiscuous,
            int timeoutMillis,
            boolean cardStamps) {}

    /** Begins to capture all frames of an interface. */
    public static PcapCapture open(Request request) throws PcapException {
        Libpcap library = library();
        ByteBuffer error = NativeMemory.structure(ERROR_BYTES);
        Pointer handle = library.pcap_create(request.device(), error);
        if (handle == null) {
            throw new PcapException(text(error), 0);
        }
        PcapCapture capture = new PcapCapture(library, handle);
        try {
            capture.activate(request);
            return capture;
        } catch (PcapException e) {
            capture.close();
            throw e;
        }
    }

    private void activate(Request request) throws PcapException {
        library.pcap_set_snaplen(capture, request.snaplenBytes());
        library.pcap_set_promisc(capture, request.promiscuous() ? 1 : 0);
        library.pcap_set_timeout(capture, request.timeoutMillis());
        library.pcap_set_buffer_size(capture, request.bufferBytes());
        library.pcap_set_tstamp_precision(capture, NANOSECONDS);
        cardStamps = request.cardStamps()
                && (library.pcap_set_tstamp_type(capture, STAMP_BY_ADAPTER) == 0
                        || library.pcap_set_tstamp_type(capture, STAMP_BY_ADAPTER_UNSYNCED) == 0);
        int status = library.pcap_activate(capture);
        if (status < 0) {
            String detail = library.pcap_geterr(capture);
            throw new PcapException(detail.isEmpty() ? library.pcap_statustostr(status) : detail, status);
        }
        ByteBuffer error = NativeMemory.structure(ERROR_BYTES);
        if (library.pcap_setnonblock(capture, 1, error) < 0) {
            throw new PcapException(text(error), 0);
        }
        nanosPerUnit = library.pcap_get_tstamp_precision(capture) == NANOSECONDS ? 1 : 1000;
    }

    /** Whether the card stamps the frames. */
    public boolean cardStamps() {
        return cardStamps;
    }

    /** LINKTYPE_ number of the frames. */
    public int linkType() {
        return InterfaceLinkType.ofPcap(library.pcap_datalink(capture));
    }

    /** Wants frames of one direction only. */
    public void direction(boolean outgoing) throws PcapException {
        check(library.pcap_setdirection(capture, outgoing ? DIRECTION_OUT : DIRECTION_IN));
    }

    /** Sets the first filter; frames that were captured before it are filtered too. */
    public void filter(String expression) throws PcapException {
        ByteBuffer program = compile(library, capture, expression);
        try {
            check(library.pcap_setfilter(capture, program));
        } finally {
            library.pcap_freecode(program);
        }
    }

    /**
     * Puts another filter in the place of the one before. On Linux each frame is seen by one of the two, because this
     * goes past libpcap, which would stop the capture for a moment; elsewhere libpcap does it.
     */
    public void changeFilter(String expression, int snaplenBytes) throws PcapException, SystemException {
        if (LINUX) {
            SocketFilter filter =
                    expression.isEmpty() ? SocketFilter.all(snaplenBytes) : take(library, capture, expression);
            PacketSocket.attach(library.pcap_get_selectable_fd(capture), filter);
        } else {
            filter(expression);
        }
    }

    /**
     * Compiles an expression for frames as they come from an interface, where the kernel has taken a VLAN tag out of
     * the bytes. Opens the interface for a moment.
     */
    public static SocketFilter compile(String device, String expression, int snaplenBytes) throws PcapException {
        Request request = new Request(device, snaplenBytes, 1 << 19, false, 1000, false);
        try (PcapCapture capture = open(request)) {
            return take(capture.library, capture.capture, expression);
        }
    }

    /** Says whether an expression is right, without an interface, a privilege or any frame. */
    public static void check(String expression) throws PcapException {
        Libpcap library = library();
        Pointer dead = library.pcap_open_dead(ETHERNET, 1 << 18);
        try {
            library.pcap_freecode(compile(library, dead, expression));
        } finally {
            library.pcap_close(dead);
        }
    }

    private static SocketFilter take(Libpcap library, Pointer capture, String expression) throws PcapException {
        ByteBuffer program = compile(library, capture, expression);
        int length = program.getInt(0);
        int[] words = new int[2 * length];
        NativeMemory.IO.getIntArray(program.getLong(8), words, 0, words.length);
        library.pcap_freecode(program);
        return SocketFilter.of(words);
    }

    private static ByteBuffer compile(Libpcap library, Pointer capture, String expression) throws PcapException {
        ByteBuffer program = NativeMemory.structure(16);
        if (library.pcap_compile(capture, program, expression, 1, NETMASK_UNKNOWN) < 0) {
            throw new PcapException(library.pcap_geterr(capture), 0);
        }
        return program;
    }

    /** Sleeps until there may be a frame, or the time is over. */
    public void await(int timeoutMillis) throws SystemException {
        PacketSocket.await(library.pcap_get_selectable_fd(capture), pollSet, timeoutMillis);
    }

    /**
     * Goes to the next frame, which stays until the next call.
     *
     * @return false when there is none at the moment
     * @throws PcapException when the capture has ended, as when the interface went down
     */
    public boolean next() throws PcapException {
        int status = library.pcap_next_ex(address, foundAddress, foundAddress + Long.BYTES);
        if (status == 1) {
            header = found.getLong(0);
            return true;
        }
        if (status < 0) {
            throw new PcapException(library.pcap_geterr(capture), status);
        }
        return false;
    }

    /** Time stamp of the frame, nanoseconds since the epoch. */
    public long timeNanos() {
        return MEMORY.getLong(header) * 1_000_000_000L + MEMORY.getLong(header + 8) * nanosPerUnit;
    }

    /** Bytes of the frame that were captured. */
    public int capturedLength() {
        return MEMORY.getInt(header + 16);
    }

    /** Bytes that the frame had on the wire. */
    public int originalLength() {
        return MEMORY.getInt(header + 20);
    }

    /** Copies so many of the captured bytes of the frame. */
    public void copyTo(long toAddress, int length) {
        MEMORY.copyMemory(found.getLong(8), toAddress, length);
    }

    /** Where a buffer lies, for {@link #copyTo}. */
    public static long addressOf(ByteBuffer direct) {
        return NativeMemory.addressOf(direct);
    }

    /** What libpcap calls dropped so far, modulo 2^32. */
    public int dropped() throws PcapException {
        ByteBuffer statistics = NativeMemory.structure(24);
        check(library.pcap_stats(capture, statistics));
        return statistics.getInt(4);
    }

    private void check(int status) throws PcapException {
        if (status < 0) {
            throw new PcapException(library.pcap_geterr(capture), status);
        }
    }

    private static String text(ByteBuffer error) {
        byte[] bytes = new byte[ERROR_BYTES];
        error.get(0, bytes);
        String text = new String(bytes, StandardCharsets.UTF_8);
        int end = text.indexOf(0);
        return end < 0 ? text : text.substring(0, end);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            library.pcap_close(capture);
        }
    }
}
