package io.wirepath.appliance.report.export;

import io.wirepath.analyze.CallTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.request.Lifeline;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.appliance.report.text.Figures;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The events of calls as lines in Universal Logger Message format, as NetLogger writes and reads them (Tierney, Gunter, LBNL-51276,
 * §3.1): one event a line, with the identity of its lifeline.
 */
public final class UlmWriter {

    private static final long SECOND = 1_000_000_000L;
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss.SSSSSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    private record Event(long nanos, int call, String name, int row, boolean isAtSource) {}

    private UlmWriter() {}

    /** Writes a line for each event that was seen where it happened, in the order of time. */
    public static void write(Analysis analysis, Path file) throws IOException {
        MessageTable messages = analysis.messages();
        CallTable calls = analysis.calls();
        List<Event> events = new ArrayList<>();
        for (int call = 0; call < calls.size(); call++) {
            add(messages, call, "call.request", calls.request()[call], events);
            if (calls.response()[call] != MessageTable.NONE) {
                add(messages, call, "call.response", calls.response()[call], events);
            }
        }
        events.sort(Comparator.comparingLong(Event::nanos).thenComparingInt(Event::call));
        try (BufferedWriter to = Files.newBufferedWriter(file)) {
            for (Event event : events) {
                to.write(line(messages, calls, event));
                to.write('\n');
            }
        }
    }

    private static void add(MessageTable messages, int call, String name, int row, List<Event> to) {
        if (messages.sentNanos(row) != MessageTable.NIL) {
            to.add(new Event(messages.sentNanos(row), call, name + ".sent", row, true));
        }
        if (messages.receivedNanos(row) != MessageTable.NIL) {
            to.add(new Event(messages.receivedNanos(row), call, name + ".received", row, false));
        }
    }

    private static String line(MessageTable messages, CallTable calls, Event event) {
        int row = event.row();
        int here = event.isAtSource() ? messages.source(row) : messages.destination(row);
        int there = event.isAtSource() ? messages.destination(row) : messages.source(row);
        Instant at = Instant.ofEpochSecond(Math.floorDiv(event.nanos(), SECOND), Math.floorMod(event.nanos(), SECOND));
        return "DATE=" + DATE.format(at)
                + " HOST=" + word(messages.nodes().get(here).name())
                + " PROG=wirepath LVL=Usage NL.EVNT=" + event.name()
                + " NL.ID=" + Lifeline.root(calls, event.call())
                + " CALL=" + event.call()
                + " PEER=" + word(messages.nodes().get(there).name())
                + " PROTOCOL=" + messages.protocol(row).name().toLowerCase(Locale.ROOT)
                + " BYTES=" + messages.lengthBytes(row);
    }

    /** A value without what would end it: names come from packets. */
    private static String word(String name) {
        String word = Figures.printable(name).replaceAll("[\\s\"'=]", "_");
        return word.isEmpty() ? "_" : word;
    }
}
