package io.wirepath.sniffer.file;

import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.CaptureNotes;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The frames of one capture file: fills block after block with what a format finds in the supplied bytes. */
final class CaptureReader implements FrameSource {

    private final String source;
    private final String sniffer;
    private final ByteSupply supply;
    private final RecordFormat format;
    private final RecordWindow window;
    private final long bytesTotal;
    private volatile long frames;
    private long numberedAfter;
    private @Nullable CaptureDamage damage;

    /**
     * Reads from the capture's first byte on.
     *
     * @param bytesTotal size of the file before decompression, or -1
     */
    CaptureReader(String source, String sniffer, ByteSupply supply, RecordFormat format, long bytesTotal) {
        this.source = source;
        this.sniffer = sniffer;
        this.supply = supply;
        this.format = format;
        this.bytesTotal = bytesTotal;
        window = new RecordWindow(supply);
    }

    /** Numbers the frames from the one behind this; told damage counts in the file alone. */
    void numberAfter(long framesBefore) {
        numberedAfter = framesBefore;
    }

    @Override
    public String sniffer() {
        return sniffer;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    public boolean fill(FrameBlock block) throws IOException {
        block.reset(numberedAfter + frames + 1);
        boolean waits = false;
        while (block.count() == 0 && !window.ended() && !waits) {
            window.moveTo(block.bytes());
            format.read(window, block);
            window.leaveBlock();
            waits = window.waits();
        }
        frames += block.count();
        String reason = window.damage();
        if (reason != null && damage == null) {
            damage = new CaptureDamage(source, frames + 1, window.offset(), reason);
        }
        return block.count() > 0 || waits && !window.ended();
    }

    @Override
    public void secretsTo(Consumer<byte[]> sink) {
        format.secretsTo(sink);
    }

    @Override
    public void notesTo(CaptureNotes sink) {
        format.notesTo(sink);
    }

    @Override
    public Optional<CaptureDamage> damage() {
        return Optional.ofNullable(damage);
    }

    @Override
    public long droppedBeforeCapture() {
        return format.dropped();
    }

    @Override
    public Progress progress() {
        return new Progress(supply.bytesRead(), bytesTotal, frames);
    }

    @Override
    public void close() throws IOException {
        supply.close();
    }
}
