package io.wirepath.report.lines;

import io.wirepath.flows.CountText;
import io.wirepath.flows.stream.StreamRow;
import io.wirepath.report.text.Figures;
import io.wirepath.sniffer.CounterSet;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Flows as a table for people, a heading for each capture. */
public final class StreamTextLines implements StreamLines {

    private static final String FORMAT = "%-4s %-21s → %-21s %11s %9s  %-16s  %s\n";

    /** Of a terminal on which that does not fit: no digests. */
    private static final String NARROW = "%-4s %-21s → %-21s %9s %8s  %s\n";

    private static final int ROOM_FOR_ALL = 106;
    private static final int DIGEST_SHOWN = 16;

    private final OutputStream to;
    private final boolean isNarrow;
    private String capture = "";

    /**
     * Prints to this stream.
     *
     * @param columns of the terminal; 0 where it is none
     */
    public StreamTextLines(OutputStream to, int columns) {
        isNarrow = columns > 0 && columns < ROOM_FOR_ALL;
        this.to = to;
    }

    @Override
    public void print(StreamRow row) throws IOException {
        if (!row.capture().equals(capture)) {
            write((capture.isEmpty() ? "" : "\n") + Figures.printable(row.capture()) + "\n");
            write(
                    isNarrow
                            ? String.format(NARROW, "", "SOURCE", "DESTINATION", "BYTES", "MISSING", "REMARKS")
                            : String.format(
                                    FORMAT, "", "SOURCE", "DESTINATION", "BYTES", "MISSING", "SHA-256", "REMARKS"));
            capture = row.capture();
        }
        if (isNarrow) {
            write(String.format(
                    Locale.ROOT,
                    NARROW,
                    row.transport(),
                    row.source(),
                    row.destination(),
                    row.bytes(),
                    row.missing(),
                    remarks(row)));
            return;
        }
        String digest = row.sha256() == null ? "-" : row.sha256().substring(0, DIGEST_SHOWN);
        write(String.format(
                Locale.ROOT,
                FORMAT,
                row.transport(),
                row.source(),
                row.destination(),
                row.bytes(),
                row.missing(),
                digest,
                remarks(row)));
    }

    private static String remarks(StreamRow row) {
        List<String> remarks = new ArrayList<>();
        if (row.midstream() && "tcp".equals(row.transport())) {
            remarks.add("midstream");
        }
        remark(remarks, row.retransmittedSegments(), "retransmitted");
        remark(remarks, row.mirrorCopies(), "mirror copies");
        remark(remarks, row.reorderedSegments(), "reordered");
        remark(remarks, row.overlapConflicts(), "in conflict");
        remark(remarks, row.keepAlives(), "keep-alives");
        remark(remarks, row.cutBytes(), "bytes cut off");
        remark(remarks, row.discardedBytes(), "bytes discarded");
        return String.join(", ", remarks);
    }

    private static void remark(List<String> remarks, long count, String what) {
        if (count > 0) {
            remarks.add(count + " " + what);
        }
    }

    @Override
    public void printCounters(String of, long frames, List<CounterSet.Value> fates, List<CounterSet.Value> others)
            throws IOException {
        if (!of.equals(capture)) {
            write((capture.isEmpty() ? "" : "\n") + Figures.printable(of) + "\n");
            capture = of;
        }
        write("\n  " + CountText.of(frames, "frame") + ":\n");
        write(fates);
        write("  and of them:\n");
        write(others);
    }

    private void write(List<CounterSet.Value> counters) throws IOException {
        for (CounterSet.Value each : counters) {
            if (each.value() != 0) {
                write(String.format(
                        Locale.ROOT, "%12d  %s%n", each.value(), each.counter().sentence()));
            }
        }
    }

    private void write(String text) throws IOException {
        to.write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void flush() throws IOException {
        to.flush();
    }
}
