package io.wirepath.report.text;

import io.wirepath.analyze.host.EventPlacement;
import io.wirepath.analyze.host.EventPlacement.Place;
import io.wirepath.analyze.host.HostRecord;
import io.wirepath.flows.CountText;
import io.wirepath.report.Report;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What hosts and applications logged: load lines, and events with how many of them lie on lifelines. */
final class HostSection {

    private HostSection() {}

    /** The sections; none where nothing was logged. */
    static void append(StringBuilder to, Report report, int top, Style style) {
        if (!report.hosts().loads().isEmpty()) {
            loads(to, report.hosts().loads(), top, style);
        }
        if (!report.hosts().events().isEmpty()) {
            events(to, report, top, style);
        }
    }

    private static Map<String, List<HostRecord>> groups(List<HostRecord> records) {
        Map<String, List<HostRecord>> groups = new TreeMap<>();
        records.forEach(
                record -> groups.computeIfAbsent(record.host() + '\n' + record.name(), unseen -> new ArrayList<>())
                        .add(record));
        return groups;
    }

    private static void loads(StringBuilder to, List<HostRecord> loads, int top, Style style) {
        TextReport.heading(to, style, "HOSTS  what they logged of their load");
        TextTable table = new TextTable("<host", "<series", "values", "least", "mean", "greatest", "<greatest at");
        Map<String, List<HostRecord>> groups = groups(loads);
        groups.values().stream().limit(top).forEach(hostRecords -> {
            double sum = 0;
            double least = Double.POSITIVE_INFINITY;
            HostRecord greatest = hostRecords.get(0);
            for (HostRecord each : hostRecords) {
                sum += each.value();
                least = Math.min(least, each.value());
                greatest = each.value() > greatest.value() ? each : greatest;
            }
            table.row(
                    Figures.printable(hostRecords.get(0).host()),
                    Figures.printable(hostRecords.get(0).name()),
                    CountText.of(hostRecords.size()),
                    number(least),
                    number(sum / hostRecords.size()),
                    number(greatest.value()),
                    time(greatest));
        });
        table.print(to, style);
        more(to, groups.size() - top, style);
    }

    private static void events(StringBuilder to, Report report, int top, Style style) {
        TextReport.heading(to, style, "EVENTS  of applications, on lifelines of calls");
        List<HostRecord> events = report.hosts().events();
        List<List<Place>> places = EventPlacement.of(
                report.analysis().messages(), report.analysis().calls(), events);
        Map<String, List<Integer>> groups = new TreeMap<>();
        for (int at = 0; at < events.size(); at++) {
            groups.computeIfAbsent(events.get(at).host() + '\n' + events.get(at).name(), unseen -> new ArrayList<>())
                    .add(at);
        }
        TextTable table = new TextTable("<host", "<event", "times", "on lifelines", "of one call", "<first at");
        groups.values().stream().limit(top).forEach(list -> {
            HostRecord first = events.get(list.get(0));
            double on = 0;
            int certain = 0;
            for (int at : list) {
                on += places.get(at).stream().mapToDouble(Place::probability).sum();
                certain += !places.get(at).isEmpty() && places.get(at).get(0).probability() >= 0.95 ? 1 : 0;
            }
            table.row(
                    Figures.printable(first.host()),
                    Figures.printable(first.name()),
                    CountText.of(list.size()),
                    number(on),
                    CountText.of(certain),
                    time(first));
        });
        table.print(to, style);
        more(to, groups.size() - top, style);
    }

    private static void more(StringBuilder to, int left, Style style) {
        if (left > 0) {
            to.append(style.faint("  " + left + " more; --top N shows them")).append('\n');
        }
    }

    private static String time(HostRecord record) {
        return Instant.ofEpochSecond(0, record.nanos())
                .truncatedTo(ChronoUnit.MILLIS)
                .toString()
                .substring(11);
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, Math.abs(value) >= 1e6 ? "%.3g" : "%.4g", value);
        return text.indexOf('.') < 0 || text.indexOf('e') > 0 ? text : text.replaceAll("\\.?0+$", "");
    }
}
