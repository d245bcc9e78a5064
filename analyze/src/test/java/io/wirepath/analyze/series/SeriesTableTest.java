package io.wirepath.analyze.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.TraceText;
import io.wirepath.causes.linking.LinkingSettings;
import io.wirepath.causes.linking.MessageLinking;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTableTest {

    private static final long SECOND = 1_000_000_000L;
    private static final String EARLY = """
            cl:1 app:80 request 100
            app:80 cl:1 response 600
            cl:2 app:80 request 900
            app:80 cl:2 response 1400
            """;
    private static final String LATE = """
            cl:3 app:80 request 2100
            app:80 cl:3 response 2110
            cl:4 app:80 request 2200
            """;

    private static MessageTable messages(String trace) {
        return new TraceText().add(trace).build();
    }

    private static SeriesTable series(String trace, long intervalNanos) {
        return Analyzer.analyze(
                        messages(trace),
                        new MessageLinking(LinkingSettings.defaults()),
                        AnalysisSettings.defaults().withIntervalNanos(intervalNanos))
                .series();
    }

    private static TimeSeries app(SeriesTable table) {
        return table.series().stream()
                .filter(own -> own.kind() == TimeSeries.Kind.NODE && own.name().equals("app"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void countsRequestsWhereTheyBeganAndTheirTimeWhereItPassed() {
        SeriesTable table = series(EARLY + LATE, SECOND);
        TimeSeries app = app(table);
        assertEquals(3, table.intervals().count());
        assertEquals(2, app.sums().get(0).requests());
        assertEquals(0, app.sums().get(1).requests());
        assertEquals(2, app.sums().get(2).requests());
        assertEquals(1, app.sums().get(2).unansweredRequests());
        assertEquals(0.6 * SECOND, app.sums().get(0).busyNanos(), 1e6);
        assertEquals(0.4 * SECOND, app.sums().get(1).busyNanos(), 1e6);
        assertEquals(500e6, (double) app.sums().get(0).ownNanos(50), 5e6);
        assertEquals(-1, app.sums().get(1).ownNanos(50));
    }

    @Test
    void tellsWhatEachPatternAndEdgeDid() {
        SeriesTable table = series(EARLY + LATE, SECOND);
        List<TimeSeries> patterns = table.series().stream()
                .filter(own -> own.kind() == TimeSeries.Kind.PATTERN)
                .toList();
        assertEquals(2, patterns.size(), "with an answer and without");
        assertEquals(4, patterns.stream().mapToLong(TimeSeries::requests).sum());
        TimeSeries answered =
                patterns.stream().filter(own -> own.requests() == 3).findFirst().orElseThrow();
        assertEquals(500e6, (double) answered.sums().get(0).serviceNanos(50), 5e6);
    }

    @Test
    void countsWhatTcpDidEverywhereWhereItHappened() {
        NodeTable nodes = new NodeTable();
        int client = nodes.add("1", "cl", true);
        int app = nodes.add("2", "app", true);
        MessageTableBuilder builder = new MessageTableBuilder(nodes);
        builder.add(100, 200, client, 9999, app, 80, 0, 6, Role.REQUEST, 0, 1, 10, 0, 0);
        builder.tcp(0, 0, 0, 7);
        builder.sniffer(3);
        builder.add(300, 400, app, 80, client, 9999, 0, 6, Role.RESPONSE, 0, 1, 10, SightingCodec.FLAG_RST, 1);
        builder.tcp(2, 5, 11, 0);
        builder.sniffer(3);
        SeriesTable table = Analyzer.analyze(
                        builder.build(),
                        new MessageLinking(LinkingSettings.defaults()),
                        AnalysisSettings.defaults().withIntervalNanos(SECOND))
                .series();
        for (TimeSeries.Kind kind : TimeSeries.Kind.values()) {
            TimeSeries own = table.series().stream()
                    .filter(series -> series.kind() == kind)
                    .filter(series ->
                            kind != TimeSeries.Kind.NODE || series.name().equals("app"))
                    .findFirst()
                    .orElseThrow();
            IntervalSum sum = own.sums().get(0);
            assertEquals(1, sum.requests(), own.name());
            assertEquals(kind == TimeSeries.Kind.SNIFFER ? 2 : 0, sum.messages(), own.name());
            assertEquals(2, sum.resentSegments());
            assertEquals(11_000, sum.zeroWindowNanos());
            assertEquals(1, sum.resets());
            assertEquals(1, sum.connectionsOpened());
        }
    }

    @Test
    void theDataChooseAWidth() {
        Intervals chosen = Intervals.of(messages(EARLY + LATE), TimeSpan.ALWAYS, 0);
        assertEquals(20_000_000, chosen.widthNanos());
        assertEquals(0, chosen.firstNanos() % chosen.widthNanos());
    }

    @Test
    void refusesMoreIntervalsThanAnybodyReads() {
        MessageTable messages = messages(EARLY + LATE);
        assertThrows(IllegalArgumentException.class, () -> Intervals.of(messages, TimeSpan.ALWAYS, 1000));
    }
}
