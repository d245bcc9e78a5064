package io.wirepath.sniffer.live.system;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import io.wirepath.sniffer.FrameBlock;
import java.io.Closeable;
import java.io.InterruptedIOException;
import java.lang.reflect.Method;
import java.sql.Timestamp;
import org.pcap4j.core.BpfProgram;
import org.pcap4j.core.BpfProgram.BpfCompileMode;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapHandle.BlockingMode;
import org.pcap4j.core.PcapHandle.PcapDirection;
import org.pcap4j.core.PcapHandle.TimestampPrecision;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.PcapNetworkInterface.PromiscuousMode;
import org.pcap4j.core.Pcaps;
import org.pcap4j.core.RawPacketListener;
import org.pcap4j.packet.namednumber.DataLinkType;

/**
 * A live capture by libpcap, and its compiler of filters, by way of pcap4j. Wherever pcap4j finds a libpcap or an
 * Npcap, this works. Some hundred bytes are allocated for a frame. Used by one thread.
 *
 * @see <a href="https://www.tcpdump.org/manpages/pcap.3pcap.html">pcap(3PCAP)</a>
 */
public final class PcapCapture implements Closeable {

    private static final String ABSENT = "there is no libpcap on this machine: apt-get install libpcap0.8";
    private static final int DEAD_SNAPLEN = 1 << 18;
    private static final int COMPILER_BUFFER_BYTES = 1 << 19;
    private static final int COMPILER_TIMEOUT_MILLIS = 1000;

    private final PcapHandle handle;
    private final Intake intake = new Intake();

    private PcapCapture(PcapHandle handle) {
        this.handle = handle;
    }

    /** Whether there is a libpcap here. */
    public static boolean isPresent() {
        return !version().isEmpty();
    }

    /** What libpcap calls its version; empty where there is none. */
    public static String version() {
        try {
            return Pcaps.libVersion();
        } catch (LinkageError e) {
            return "";
        }
    }

    /**
     * What to ask libpcap for.
     *
     * @param device name of the interface
     * @param snaplenBytes how much of a frame is kept
     * @param bufferBytes memory for frames that were not read yet
     * @param promiscuous whether to take frames for other hosts
     * @param timeoutMillis how long a frame may wait for others
     */
    public record Request(String device, int snaplenBytes, int bufferBytes, boolean promiscuous, int timeoutMillis) {}

    /** Begins to capture all frames of an interface. */
    public static PcapCapture open(Request request) throws PcapException {
        try {
            PcapHandle handle = new PcapHandle.Builder(request.device())
                    .snaplen(request.snaplenBytes())
                    .bufferSize(request.bufferBytes())
                    .promiscuousMode(
                            request.promiscuous() ? PromiscuousMode.PROMISCUOUS : PromiscuousMode.NONPROMISCUOUS)
                    .timeoutMillis(request.timeoutMillis())
                    .timestampPrecision(TimestampPrecision.NANO)
                    .build();
            PcapCapture capture = new PcapCapture(handle);
            try {
                handle.setBlockingMode(BlockingMode.NONBLOCKING);
                return capture;
            } catch (PcapNativeException | NotOpenException e) {
                capture.close();
                throw e;
            }
        } catch (PcapNativeException | NotOpenException e) {
            throw PcapException.of(e);
        } catch (LinkageError e) {
            throw new PcapException(ABSENT, e);
        }
    }

    /** LINKTYPE_ number of the frames. */
    public int linkType() {
        return InterfaceLinkType.ofPcap(handle.getDlt().value());
    }

    /** Wants frames of one direction only. */
    public void direction(boolean outgoing) throws PcapException {
        try {
            handle.setDirection(outgoing ? PcapDirection.OUT : PcapDirection.IN);
        } catch (PcapNativeException | NotOpenException e) {
            throw PcapException.of(e);
        }
    }

    /** Sets the filter; libpcap may lose frames while it puts one in the place of another. */
    public void filter(String expression) throws PcapException {
        try {
            handle.setFilter(expression, BpfCompileMode.OPTIMIZE);
        } catch (PcapNativeException | NotOpenException e) {
            throw PcapException.of(e);
        }
    }

    /**
     * Compiles an expression for frames as they come from an interface, where the kernel has taken a VLAN tag out of
     * the bytes. Opens the interface for a moment.
     */
    public static SocketFilter compile(String device, String expression, int snaplenBytes) throws PcapException {
        Request request = new Request(device, snaplenBytes, COMPILER_BUFFER_BYTES, false, COMPILER_TIMEOUT_MILLIS);
        try (PcapCapture capture = open(request)) {
            BpfProgram program = compile(capture.handle, expression);
            try {
                return SocketFilter.of(words(program));
            } finally {
                program.free();
            }
        }
    }

    /** Says whether an expression is right, without an interface, a privilege or any frame. */
    public static void check(String expression) throws PcapException {
        try (PcapHandle dead = Pcaps.openDead(DataLinkType.EN10MB, DEAD_SNAPLEN)) {
            compile(dead, expression).free();
        } catch (PcapNativeException e) {
            throw PcapException.of(e);
        } catch (LinkageError e) {
            throw new PcapException(ABSENT, e);
        }
    }

    /**
     * Compiles an expression for frames of another machine.
     *
     * @return the program's instructions, two words each, as they lie in this machine's memory
     */
    public static int[] program(String expression, int linkType) throws PcapException {
        try (PcapHandle dead = Pcaps.openDead(DataLinkType.getInstance(linkType), DEAD_SNAPLEN)) {
            BpfProgram program = compile(dead, expression);
            try {
                return words(program);
            } finally {
                program.free();
            }
        } catch (PcapNativeException e) {
            throw PcapException.of(e);
        } catch (LinkageError e) {
            throw new PcapException(ABSENT, e);
        }
    }

    private static BpfProgram compile(PcapHandle handle, String expression) throws PcapException {
        try {
            return handle.compileFilter(expression, BpfCompileMode.OPTIMIZE, PcapHandle.PCAP_NETMASK_UNKNOWN);
        } catch (PcapNativeException | NotOpenException e) {
            throw PcapException.of(e);
        }
    }

    /**
     * The instructions, two words each, which pcap4j keeps to itself.
     *
     * <pre>
     *  bpf_program   0 u32 instructions   one pointer's size further on: pointer to them
     * </pre>
     */
    private static int[] words(BpfProgram program) {
        try {
            Method structure = BpfProgram.class.getDeclaredMethod("getProgram");
            structure.setAccessible(true);
            Pointer own = ((Structure) structure.invoke(program)).getPointer();
            return own.getPointer(Native.POINTER_SIZE).getIntArray(0, 2 * own.getInt(0));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("pcap4j is not the version that this was written for", e);
        }
    }

    /**
     * Puts frames that are there into the block, without waiting, as long as so many bytes are free.
     *
     * @throws PcapException when the capture has ended, as when the interface went down
     * @throws InterruptedIOException when the thread was told to end
     */
    public void read(FrameBlock block, int roomBytes) throws PcapException, InterruptedIOException {
        intake.begin(block);
        int last = block.bytes().capacity() - roomBytes;
        try {
            int before = -1;
            while (intake.at <= last && block.count() > before) {
                before = block.count();
                handle.dispatch(1, intake);
            }
        } catch (PcapNativeException | NotOpenException e) {
            throw PcapException.of(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("stopped");
        }
    }

    /** What libpcap calls dropped so far, modulo 2^32. */
    public int dropped() throws PcapException {
        try {
            return (int) handle.getStats().getNumPacketsDropped();
        } catch (PcapNativeException | NotOpenException e) {
            throw PcapException.of(e);
        }
    }

    @Override
    public void close() {
        handle.close();
    }

    /** Puts a frame into the block. */
    private final class Intake implements RawPacketListener {

        private FrameBlock block = new FrameBlock(1);
        private int linkType;
        private int at;

        void begin(FrameBlock next) {
            block = next;
            linkType = linkType();
            at = 0;
        }

        @Override
        public void gotPacket(byte[] frame) {
            Timestamp stamp = handle.getTimestamp();
            int original = handle.getOriginalLength();
            block.bytes().put(at, frame);
            long time = Math.floorDiv(stamp.getTime(), 1000L) * 1_000_000_000L + stamp.getNanos();
            block.add(time, at, frame.length, original, linkType);
            at += frame.length;
        }
    }
}
