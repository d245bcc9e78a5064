package io.wirepath.sniffer.live;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.live.system.PcapCapture;
import io.wirepath.sniffer.live.system.PcapException;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;

/** Reads frames by libpcap, and copies each into the block; nothing is allocated for a frame. */
final class LibpcapPort extends PolledPort {

    private PcapCapture capture;
    private FrameBlock[] known = new FrameBlock[0];
    private long[] knownAddress = new long[0];
    private boolean closed;

    private LibpcapPort(LiveSettings settings, PcapCapture capture, Consumer<String> notices) {
        super(settings, notices);
        this.capture = capture;
    }

    static LibpcapPort open(LiveSettings settings, Consumer<String> notices) throws CaptureException {
        return new LibpcapPort(settings, begin(settings, settings.filter()), notices);
    }

    private static PcapCapture begin(LiveSettings settings, String filter) throws CaptureException {
        String name = settings.interfaceName();
        PcapCapture capture = null;
        try {
            capture = PcapCapture.open(new PcapCapture.Request(
                    name,
                    settings.snaplenBytes(),
                    (int) settings.bufferBytes(),
                    settings.promiscuous(),
                    HAND_OVER_MILLIS,
                    settings.stamps() != Stamps.KERNEL));
            if (settings.stamps() == Stamps.CARD && !capture.cardStamps()) {
                throw Refusal.cannotStamp(name, "libpcap does not offer it here");
            }
            if (settings.direction() != Direction.BOTH) {
                capture.direction(settings.direction() == Direction.OUT);
            }
            setFirst(capture, name, filter);
            return capture;
        } catch (IOException e) {
            if (capture != null) {
                capture.close();
            }
            throw Refusal.of(name, CaptureWay.LIBPCAP, e);
        }
    }

    private static void setFirst(PcapCapture capture, String name, String filter) throws CaptureException {
        if (!filter.isBlank()) {
            try {
                capture.filter(filter);
            } catch (PcapException e) {
                throw Refusal.wrongFilter(name, filter, e);
            }
        }
    }

    @Override
    public PortFacts facts() {
        return new PortFacts(
                sniffer(),
                CaptureWay.LIBPCAP,
                capture.linkType(),
                capture.cardStamps(),
                settings().bufferBytes(),
                "");
    }

    @Override
    void read(FrameBlock block) throws IOException {
        PcapCapture source = capture;
        int linkType = source.linkType();
        long address = addressOf(block);
        int room = block.bytes().capacity() - ROOM_BYTES;
        int at = 0;
        while (at <= room && source.next()) {
            int length = Math.min(source.capturedLength(), FrameBlock.MAX_FRAME_BYTES);
            source.copyTo(address + at, length);
            block.add(source.timeNanos(), at, length, source.originalLength(), linkType);
            at += length;
        }
    }

    /** Where a block's bytes lie; there are few blocks, and they come again and again. */
    private long addressOf(FrameBlock block) {
        for (int i = 0; i < known.length; i++) {
            if (known[i] == block) {
                return knownAddress[i];
            }
        }
        int count = known.length;
        known = Arrays.copyOf(known, count + 1);
        knownAddress = Arrays.copyOf(knownAddress, count + 1);
        known[count] = block;
        knownAddress[count] = PcapCapture.addressOf(block.bytes());
        return knownAddress[count];
    }

    @Override
    void await(int millis) throws IOException {
        capture.await(millis);
    }

    @Override
    int dropCount() throws IOException {
        return capture.dropped();
    }

    @Override
    void change(String filter) throws IOException {
        capture.changeFilter(filter, settings().snaplenBytes());
    }

    @Override
    void reopen(String filter) throws IOException {
        PcapCapture fresh = begin(settings(), filter);
        capture.close();
        capture = fresh;
    }

    @Override
    boolean cardStamps() {
        return capture.cardStamps();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            countAtEnd();
            capture.close();
        }
    }
}
