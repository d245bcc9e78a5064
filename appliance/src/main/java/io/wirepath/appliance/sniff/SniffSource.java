package io.wirepath.appliance.sniff;

import io.wirepath.appliance.listen.LogBudget;
import io.wirepath.pipeline.NamedCaptures;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import io.wirepath.sniffer.file.StreamedCapture;
import io.wirepath.sniffer.live.LivePort;
import io.wirepath.sniffer.live.LivePorts;
import io.wirepath.sniffer.live.LiveSettings;
import io.wirepath.sniffer.live.PacedSource;
import io.wirepath.sniffer.live.PortFacts;
import io.wirepath.sniffer.live.ReplaySpeed;
import java.io.Closeable;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where the frames of a sniffer come from: an interface, or a capture that is given out as if it passed now. */
public final class SniffSource implements Closeable {

    private final String description;
    private final FrameSource frames;
    private final Runnable stopping;
    private final @Nullable LivePort port;

    private SniffSource(String description, FrameSource frames, Runnable stopping, @Nullable LivePort port) {
        this.description = description;
        this.frames = frames;
        this.stopping = stopping;
        this.port = port;
    }

    /**
     * Opens an interface.
     *
     * @param notices told when the interface goes down or comes back
     */
    public static SniffSource live(LiveSettings settings, Consumer<String> notices) throws CaptureException {
        LivePort opened = LivePorts.open(settings, notices);
        return new SniffSource(settings.interfaceName(), opened, opened::stop, opened);
    }

    /**
     * Opens what another program captures now: over TCP, into files, or elsewhere.
     *
     * @param notices told when a capture begins, ends, or cannot be had
     */
    public static SniffSource streamed(String from, Consumer<String> notices) throws IOException {
        // who connects again and again writes no log
        Consumer<String> named = LogBudget.of(notice -> notices.accept(from + ": " + notice), System::nanoTime);
        StreamedCapture stream;
        if (StreamedCapture.isAddress(from)) {
            stream = StreamedCapture.tcp(from, System::nanoTime, named);
        } else if (NamedCaptures.isAddress(from)) {
            stream = StreamedCapture.stored(from, NamedCaptures.store(from), System::nanoTime, named);
        } else {
            stream = StreamedCapture.follow(from, System::nanoTime, named);
        }
        return new SniffSource(from, stream, stream, null);
    }

    /** Opens a capture file. */
    public static SniffSource replay(String file, ReplaySpeed pace) throws IOException {
        PacedSource paced = new PacedSource(CaptureFile.open(file), pace);
        return new SniffSource(file, paced, paced::stop, null);
    }

    /** Frames from elsewhere; they are stopped by running them, where that can be done. */
    static SniffSource of(String description, FrameSource frames) {
        return new SniffSource(description, frames, frames instanceof Runnable stop ? stop : () -> {}, null);
    }

    /** The interface or file, as the operator named it. */
    String description() {
        return description;
    }

    /** What its frames are got from, and how, for a person. */
    String how() {
        if (port == null) {
            return description;
        }
        PortFacts facts = port.facts();
        return "%s by %s, stamped by the %s, %,d MiB of buffer%s"
                .formatted(
                        facts.interfaceName(),
                        facts.way().name().toLowerCase(Locale.ROOT),
                        facts.cardStamps() ? "card" : "kernel",
                        facts.bufferBytes() >> 20,
                        facts.remark().isEmpty() ? "" : "; " + facts.remark());
    }

    /** What it gives. */
    public FrameSource frames() {
        return frames;
    }

    /** Whether frames are lost when they are not taken fast enough. */
    boolean isLive() {
        return port != null;
    }

    /** Ends the frames; those that were captured before are still given out. Any thread may call this. */
    void stop() {
        stopping.run();
    }

    /** Frames that were dropped for want of room so far. */
    long dropped() {
        return port == null ? 0 : port.statistics().lost();
    }

    /** How full the kernel's buffer is, 0 to 1; NaN where it does not tell. */
    double filling() {
        return port == null ? Double.NaN : port.filling();
    }

    /**
     * Changes which frames are wanted.
     *
     * @throws CaptureException when the expression is wrong, or there is nothing to filter; then nothing changes
     */
    void setFilter(String expression) throws CaptureException {
        if (port == null) {
            throw new CaptureException(description, "cannot be filtered", "filters are for interfaces");
        }
        port.setFilter(expression);
    }

    @Override
    public void close() throws IOException {
        frames.close();
    }
}
