package io.wirepath.report.export;

import io.wirepath.analyze.host.EventPlacement;
import io.wirepath.analyze.host.EventPlacement.Place;
import io.wirepath.analyze.host.HostLog;
import io.wirepath.analyze.host.HostRecord;
import io.wirepath.analyze.request.Lifeline;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.report.Report;
import io.wirepath.report.text.Figures;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * The events of calls as lines in Universal Logger Message format, as NetLogger writes and reads them (Tierney, Gunter,
 * LBNL-51276, §3.1): one event a line, with the identity of its lifeline.
 */
public final class UlmWriter {

    private static final long SECOND = 1_000_000_000L;
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss.SSSSSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    private record Event(long nanos, int call, String name, int row, boolean isAtSource) {}

    private record Line(long nanos, String text) {}

    private UlmWriter() {}

    /**
     * Writes a line for each event that was seen where it happened, and for what hosts and applications logged, in the
     * order of time. An event of an application has the identity of the lifeline that it most likely lies on.
     */
    public static void write(Report report, Path file) throws IOException {
        Analysis analysis = report.analysis();
        MessageTable messages = analysis.messages();
        CallTable calls = analysis.calls();
        List<Event> events = new ArrayList<>();
        for (int call = 0; call < calls.size(); call++) {
            add(messages, call, "call.request", calls.request()[call], events);
            if (calls.isAnswered(call)) {
                add(messages, call, "call.response", calls.response()[call], events);
            }
        }
        events.sort(Comparator.comparingLong(Event::nanos).thenComparingInt(Event::call));
        Iterator<Line> logged = logged(report.hosts(), messages, calls).iterator();
        Line next = logged.hasNext() ? logged.next() : null;
        try (BufferedWriter to = Files.newBufferedWriter(file)) {
            to.write(first(report, events.isEmpty() ? 0 : events.get(0).nanos()));
            for (Event event : events) {
                for (; next != null && next.nanos() <= event.nanos(); next = logged.hasNext() ? logged.next() : null) {
                    to.write(next.text());
                }
                to.write(line(messages, calls, event));
                to.write('\n');
            }
            for (; next != null; next = logged.hasNext() ? logged.next() : null) {
                to.write(next.text());
            }
        }
    }

    /** Tells a reader, and the next run, who wrote this. */
    private static String first(Report report, long nanos) {
        return "DATE=" + date(nanos) + " HOST=localhost PROG=wirepath LVL=Usage NL.EVNT=report VERSION="
                + word(report.version()) + '\n';
    }

    private static List<Line> logged(HostLog hosts, MessageTable messages, CallTable calls) {
        List<Line> lines = new ArrayList<>();
        for (HostRecord load : hosts.loads()) {
            lines.add(new Line(load.nanos(), head(load) + " VAL=" + load.value() + '\n'));
        }
        List<List<Place>> places = EventPlacement.of(messages, calls, hosts.events());
        for (int at = 0; at < places.size(); at++) {
            HostRecord event = hosts.events().get(at);
            StringBuilder line = new StringBuilder(head(event));
            if (!places.get(at).isEmpty()) {
                Place place = places.get(at).get(0);
                line.append(" NL.ID=").append(Lifeline.root(calls, place.call()));
                line.append(" CALL=").append(place.call());
                line.append(String.format(Locale.ROOT, " P=%.4f", place.probability()));
            }
            line.append(event.id().isEmpty() ? "" : " ID=" + word(event.id()));
            line.append(event.detail().isEmpty() ? "" : " " + Figures.printable(event.detail()));
            lines.add(new Line(event.nanos(), line.append('\n').toString()));
        }
        lines.sort(Comparator.comparingLong(Line::nanos));
        return lines;
    }

    private static String head(HostRecord record) {
        return "DATE=" + date(record.nanos()) + " HOST=" + word(record.host()) + " PROG=" + word(record.program())
                + " LVL=" + word(record.level()) + " NL.EVNT=" + word(record.name());
    }

    private static String date(long nanos) {
        return DATE.format(Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND)));
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
        return "DATE=" + date(event.nanos())
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
