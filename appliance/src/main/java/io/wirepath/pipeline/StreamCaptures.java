package io.wirepath.pipeline;

import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.decode.DecodeSettings;
import io.wirepath.flows.stream.StreamContents;
import io.wirepath.flows.stream.StreamFiles;
import io.wirepath.flows.stream.StreamReading;
import io.wirepath.flows.stream.StreamRow;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.report.lines.StreamLines;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints, and writes on request, the streams of captures, each capture by itself. One that cannot be used is complained
 * of and passed over; of a damaged one, everything before the damage is used.
 */
public final class StreamCaptures {

    private final DecodeSettings decode;
    private final Console console;
    private final boolean showProgress;
    private final @Nullable Path directory;
    private final TimeSpan span;
    private final boolean showCounters;
    private final UniqueNames names = new UniqueNames();

    /**
     * Reads with these settings.
     *
     * @param showCounters whether each capture's counters are printed after its flows
     * @param directory where the bytes go, in a directory of each capture's name; null if nowhere
     */
    public StreamCaptures(
            DecodeSettings decode,
            Console console,
            boolean showProgress,
            boolean showCounters,
            @Nullable Path directory,
            TimeSpan span) {
        this.span = span;
        this.decode = decode;
        this.console = console;
        this.showProgress = showProgress;
        this.showCounters = showCounters;
        this.directory = directory;
    }

    /**
     * Reads all captures.
     *
     * @param inputs files as the user named them
     * @throws Failure when no capture was usable, or the bytes cannot be written
     * @throws IOException when the rows cannot be written
     */
    public void read(List<String> inputs, StreamLines lines) throws IOException {
        RequiredInputs.check(inputs);
        int used = 0;
        CaptureException last = null;
        for (String input : inputs) {
            refuseMessages(input);
            try (FrameSource source = NamedCaptures.open(input)) {
                read(input, source, lines);
                used++;
            } catch (CaptureException e) {
                last = e;
                if (inputs.size() > 1) {
                    console.complain(Failure.reason(e));
                }
            }
        }
        lines.flush();
        if (used == 0 && last != null) {
            throw inputs.size() == 1
                    ? new Failure(Failure.reason(last), last)
                    : new Failure("none of the captures can be used; the lines above say why", last);
        }
    }

    /** A store or a spool holds messages, and no bytes. */
    private static void refuseMessages(String input) {
        boolean store = MessageStore.isStore(Path.of(input));
        if (store || Spool.isSpool(Path.of(input))) {
            throw new Failure(input + ": is a " + (store ? "message store" : "spool")
                    + ", which holds no streams; name the captures that it was made from, or see its messages with"
                    + " 'wirepath messages'");
        }
    }

    private void read(String input, FrameSource source, StreamLines lines) throws IOException {
        try (StreamFiles files = files(source);
                ReadingProgress progress = new ReadingProgress(source, console, showProgress)) {
            StreamContents contents = new StreamContents(input, files, row -> printWithin(row, lines));
            StreamReading reading = new StreamReading(decode, contents);
            reading.read(source);
            if (showCounters) {
                lines.printCounters(input, reading.frames(), reading.fates(), reading.counters());
            }
        }
        source.leftOut().forEach(file -> console.complain(input + ": left out: " + file));
        source.damage().ifPresent(damage -> console.complain(damage.describe()));
    }

    private @Nullable StreamFiles files(FrameSource source) {
        if (directory == null) {
            return null;
        }
        Path target = directory.resolve(names.of(source.sniffer()));
        try {
            return new StreamFiles(target);
        } catch (IOException e) {
            throw Failure.of(target, "cannot be made", e);
        }
    }

    /** A stream is told of whole, if any of its time is asked for. */
    private void printWithin(StreamRow row, StreamLines lines) {
        if (row.startNanos() < span.toNanos() && row.endNanos() >= span.fromNanos()) {
            print(row, lines);
        }
    }

    private static void print(StreamRow row, StreamLines lines) {
        try {
            lines.print(row);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
