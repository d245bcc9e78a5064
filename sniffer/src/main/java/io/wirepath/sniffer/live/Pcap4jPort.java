package io.wirepath.sniffer.live;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import java.io.IOException;
import java.sql.Timestamp;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.pcap4j.core.BpfProgram.BpfCompileMode;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapHandle.BlockingMode;
import org.pcap4j.core.PcapHandle.PcapDirection;
import org.pcap4j.core.PcapHandle.TimestampPrecision;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.PcapNetworkInterface.PromiscuousMode;
import org.pcap4j.core.RawPacketListener;

/**
 * Reads frames by pcap4j, which works wherever it finds a libpcap, npcap included. It calls back for each frame and
 * allocates some hundred bytes, so it is the last choice. pcap4j shows no descriptor to wait at: while no frame comes,
 * it is asked again every few milliseconds.
 */
final class Pcap4jPort extends PolledPort {

    private static final int ASK_AGAIN_MILLIS = 5;
    private static final int RAW_BY_LIBPCAP = 12;
    private static final int RAW = 101;

    private final Intake intake = new Intake();
    private PcapHandle handle;
    private boolean closed;

    private Pcap4jPort(LiveSettings settings, PcapHandle handle, Consumer<String> notices) {
        super(settings, notices);
        this.handle = handle;
    }

    static Pcap4jPort open(LiveSettings settings, Consumer<String> notices) throws CaptureException {
        if (settings.stamps() == Stamps.CARD) {
            throw Refusal.cannotStamp(settings.interfaceName(), "pcap4j does not offer it");
        }
        return new Pcap4jPort(settings, begin(settings, settings.filter()), notices);
    }

    private static PcapHandle begin(LiveSettings settings, String filter) throws CaptureException {
        String name = settings.interfaceName();
        try {
            PcapHandle handle = new PcapHandle.Builder(name)
                    .snaplen(settings.snaplenBytes())
                    .bufferSize((int) settings.bufferBytes())
                    .promiscuousMode(
                            settings.promiscuous() ? PromiscuousMode.PROMISCUOUS : PromiscuousMode.NONPROMISCUOUS)
                    .timeoutMillis(HAND_OVER_MILLIS)
                    .timestampPrecision(TimestampPrecision.NANO)
                    .build();
            try {
                handle.setBlockingMode(BlockingMode.NONBLOCKING);
                setDirection(handle, settings.direction());
                setFilter(handle, name, filter);
                return handle;
            } catch (PcapNativeException | NotOpenException | CaptureException e) {
                handle.close();
                throw e;
            }
        } catch (PcapNativeException | NotOpenException e) {
            throw refusal(name, e);
        } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
            throw Refusal.notThisWay(name, CaptureWay.PCAP4J, "there is no libpcap on this machine");
        }
    }

    private static CaptureException refusal(String name, Exception e) {
        String message = String.valueOf(e.getMessage());
        IOException cause = new IOException(message, e);
        if (message.contains("ermi") && (message.contains("not permitted") || message.contains("denied"))) {
            return Refusal.noPermission(name, cause);
        }
        return Refusal.notThisWay(name, CaptureWay.PCAP4J, message);
    }

    private static void setDirection(PcapHandle handle, Direction direction)
            throws PcapNativeException, NotOpenException {
        if (direction != Direction.BOTH) {
            handle.setDirection(direction == Direction.OUT ? PcapDirection.OUT : PcapDirection.IN);
        }
    }

    private static void setFilter(PcapHandle handle, String name, String filter)
            throws CaptureException, NotOpenException {
        if (filter.isBlank()) {
            return;
        }
        try {
            handle.setFilter(filter, BpfCompileMode.OPTIMIZE);
        } catch (PcapNativeException e) {
            throw Refusal.wrongFilter(name, filter, new IOException(e.getMessage(), e));
        }
    }

    @Override
    public PortFacts facts() {
        return new PortFacts(
                sniffer(), CaptureWay.PCAP4J, linkType(), false, settings().bufferBytes(), "");
    }

    private int linkType() {
        int type = handle.getDlt().value();
        return type == RAW_BY_LIBPCAP ? RAW : type;
    }

    @Override
    void read(FrameBlock block) throws IOException {
        intake.begin(block);
        try {
            int before = -1;
            while (intake.hasRoom() && block.count() > before) {
                before = block.count();
                handle.dispatch(1, intake);
            }
        } catch (PcapNativeException | NotOpenException e) {
            throw new IOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            checkInterrupt();
        }
    }

    @Override
    void await(int millis) throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(Math.min(millis, ASK_AGAIN_MILLIS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            checkInterrupt();
        }
    }

    @Override
    int dropCount() throws IOException {
        try {
            return (int) handle.getStats().getNumPacketsDropped();
        } catch (PcapNativeException | NotOpenException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    void change(String filter) throws IOException {
        try {
            handle.setFilter(filter, BpfCompileMode.OPTIMIZE);
        } catch (PcapNativeException | NotOpenException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    void reopen(String filter) throws IOException {
        PcapHandle fresh = begin(settings(), filter);
        handle.close();
        handle = fresh;
    }

    @Override
    boolean cardStamps() {
        return false;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            countAtEnd();
            handle.close();
        }
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

        boolean hasRoom() {
            return at <= block.bytes().capacity() - ROOM_BYTES;
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
