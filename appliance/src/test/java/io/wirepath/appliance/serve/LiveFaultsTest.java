package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.FindingLog.News;
import io.wirepath.appliance.serve.FindingLog.Stage;
import io.wirepath.appliance.serve.history.AnalysisAttempt;
import io.wirepath.appliance.serve.history.CallHistory;
import io.wirepath.appliance.serve.history.HistoryCounters;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.appliance.serve.input.ToldNotes;
import io.wirepath.appliance.serve.query.StandingQueries;
import io.wirepath.causes.window.WindowSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Faults of ten kinds at a live site, by a made-up clock: each is told within 20 s by one alert, with its moment, and
 * ends; a quiet site tells nothing. The service is as it is by default, its windows a minute long.
 */
class LiveFaultsTest {

    private static final long SECOND = 1_000_000_000L;

    /** Forty seconds past a minute. */
    private static final long START = 1_795_000_000L * SECOND;

    private static final long FAULT = 83 * SECOND;
    private static final long MENDED = FAULT + 45 * SECOND;
    private static final long END = 226 * SECOND;
    private static final double REQUESTS_A_SECOND = Double.parseDouble(System.getProperty("wirepath.rate", "20"));

    @TempDir
    private Path directory;

    private final Published published = new Published();
    private long start = START;

    /** Since the start. */
    private long length = END;

    private long now;
    private long ticks;
    private int looks;
    private final long seed = Long.getLong("wirepath.seed", 1);
    private WindowSettings windows = WindowSettings.defaults();
    private LongSupplier ticker = () -> 0;

    /** How long the sniffer leaves something out, and then nothing for as long. */
    private long sheddingNanos = Long.MAX_VALUE;

    private record Told(long nanos, long faultNanos, News news) {

        double secondsAfterFault() {
            return (double) (nanos - faultNanos) / SECOND;
        }

        String title() {
            return news.finding().path("title").asText();
        }

        double onsetSeconds() {
            return (double) (news.finding().path("onsetNanos").asLong() - faultNanos) / SECOND;
        }

        @Override
        public String toString() {
            ObjectNode finding = news.finding();
            return String.format(
                    "%n%6.1f s %s %s, onset %+.2f s, %s: %s",
                    secondsAfterFault(),
                    news.stage(),
                    finding.path("kind").asText(),
                    onsetSeconds(),
                    finding.path("state").asText(),
                    title());
        }
    }

    /** An operation that is slow is so at each replica that answers it: one alert all the same. */
    @ParameterizedTest
    @Tag("slow")
    @CsvSource({
        "SLOW_FRONT, 1, shop answers",
        "SLOW_REPLICA, 1, app@10.9.1.32 answers",
        "SLOW_OPERATION, 1, app",
        "SLOW_TAIL, 1, app",
        "LOSS, 1, The network",
        "DEAD_DATABASE, 1, app cannot connect to 10.9.1.51",
        "REFUSED_LOG_INS, 1, app cannot log in to 10.9.1.51",
        "ERRORS, 1, auth answers",
        "SURGE, 1, shop gets",
    })
    void isToldInTimeAndEnds(SiteOfFaults.Fault fault, int alerts, String words) throws IOException {
        List<Told> told = serve(fault, Long.MAX_VALUE);
        assertEquals(alerts, count(told, Stage.OPENED), told::toString);
        assertEquals(alerts, count(told, Stage.ENDED), told::toString);
        assertTrue(count(told, Stage.CHANGED) <= alerts, told::toString);
        for (Told own : told) {
            assertTrue(own.title().startsWith(words), told::toString);
            assertTrue(Math.abs(own.onsetSeconds()) < 2, told::toString);
            assertTrue(own.secondsAfterFault() < (own.news.stage() == Stage.OPENED ? 20 : 140), told::toString);
        }
    }

    /** The first and the last seconds of a fault lie in one window or in two, or at the edge of one. */
    @ParameterizedTest
    @Tag("slow")
    @CsvSource({
        "SLOW_REPLICA, 20, app@10.9.1.32 answers",
        "SLOW_REPLICA, 45, app@10.9.1.32 answers",
        "SLOW_OPERATION, 20, app",
        "SLOW_OPERATION, 45, app",
        "LOSS, 20, The network",
        "LOSS, 45, The network",
        "DEAD_DATABASE, 20, app cannot connect to 10.9.1.51",
        "DEAD_DATABASE, 45, app cannot connect to 10.9.1.51",
        "REFUSED_LOG_INS, 20, app cannot log in to 10.9.1.51",
        "REFUSED_LOG_INS, 45, app cannot log in to 10.9.1.51",
        "ERRORS, 20, auth answers",
        "ERRORS, 45, auth answers",
        "SURGE, 20, shop gets",
        "SURGE, 45, shop gets",
    })
    void isToldWhereverInAWindowItBegins(SiteOfFaults.Fault fault, int later, String words) throws IOException {
        start = START + later * SECOND;
        length += 60 * SECOND;
        isToldInTimeAndEnds(fault, 1, words);
    }

    private static long count(List<Told> told, Stage stage) {
        return told.stream().filter(own -> own.news.stage() == stage).count();
    }

    /** Who waits for what is lost is not slower, however many windows lie within it. */
    @Test
    @Tag("slow")
    void aLossIsOneAlertInShortWindows() throws IOException {
        windows = new WindowSettings(20 * SECOND, 10 * SECOND, 10 * SECOND);
        isToldInTimeAndEnds(SiteOfFaults.Fault.LOSS, 1, "The network");
    }

    /** One request in five is slow: the middle of the delays tells nothing of its end. */
    @Test
    @Tag("slow")
    void aSlowOperationEndsWhenItIsMendedInShortWindows() throws IOException {
        windows = new WindowSettings(20 * SECOND, 10 * SECOND, 10 * SECOND);
        List<Told> told = serve(SiteOfFaults.Fault.SLOW_OPERATION, Long.MAX_VALUE);
        assertEquals(1, count(told, Stage.OPENED), told::toString);
        News last = told.get(told.size() - 1).news;
        assertEquals(Stage.ENDED, last.stage(), told::toString);
        long end = last.finding().path("endNanos").asLong();
        assertTrue(Math.abs(end - start - MENDED) < 2 * SECOND, () -> (end - start - MENDED) / 1e9 + " s" + told);
    }

    /** What happens is always near to a moment at which such a sniffer sees more or less than before. */
    @Test
    @Tag("slow")
    void aSnifferThatShedsNowAndThenHidesNoFault() throws IOException {
        sheddingNanos = 9 * SECOND;
        isToldInTimeAndEnds(SiteOfFaults.Fault.SLOW_REPLICA, 1, "app@10.9.1.32 answers");
    }

    /** Half a server's time more is a problem, and no reason to get up where requests take ten times that. */
    @Test
    @Tag("slow")
    void aFaultThatNoRequestFeelsWakesNobody() throws IOException {
        assertEquals(List.of(), serve(SiteOfFaults.Fault.SLOW_BY_LITTLE, Long.MAX_VALUE));
        String known = published.findings().json(start, start + length).toString();
        assertTrue(known.contains("\"auth answers about"), known);
    }

    @Test
    void aQuietSiteTellsNothing() throws IOException {
        assertEquals(List.of(), serve(SiteOfFaults.Fault.NONE, Long.MAX_VALUE));
    }

    /**
     * Loads swing by half, a job comes each five minutes, one call in a hundred takes ten times as long, nodes pause to
     * collect garbage, segments are lost and requests fail, as they always do.
     */
    @Test
    @Tag("slow")
    void aQuietHourTellsNothing() throws IOException {
        length = 3600 * SECOND;
        List<Told> told = serve(SiteOfFaults.Fault.NONE_IN_ROUGH_TRAFFIC, Long.MAX_VALUE);
        assertEquals(List.of(), told);
        assertTrue(published.get(ServeCounter.WINDOWS_ANALYSED) >= 58, "windows analysed");
        assertTrue(looks > 1000, () -> looks + " looks");
    }

    @Test
    void aSnifferThatDiesIsTold() throws IOException {
        List<Told> told = serve(SiteOfFaults.Fault.NONE, start + FAULT);
        assertEquals(1, told.size(), told::toString);
        assertTrue(told.get(0).title().startsWith("Sniffer tap has not been heard of since 11:08:03"), told::toString);
        assertTrue(told.get(0).secondsAfterFault() < 20, told::toString);
    }

    /** By a clock of its own: each time it is asked, a quarter of an hour has passed. */
    @Test
    void whatTakesLongerThanItLastsIsCoarserAndTold() throws IOException {
        ticker = () -> ticks += 900 * SECOND;
        serve(SiteOfFaults.Fault.NONE, Long.MAX_VALUE);
        long coarser = published.get(ServeCounter.WINDOWS_COARSER);
        assertTrue(coarser > 0);
        assertEquals(coarser + 1, published.get(ServeCounter.WINDOWS_ANALYSED));
    }

    /** What somebody is woken by, but for its being told again. */
    private List<Told> serve(SiteOfFaults.Fault fault, long silentNanos) throws IOException {
        Path capture = directory.resolve("site.pcap");
        now = start;
        long[] times = {start, start + FAULT, start + MENDED, start + length};
        SiteOfFaults.write(fault, times, REQUESTS_A_SECOND, seed, capture);
        Path spool = ServiceLab.sniff(directory, "tap", capture);
        Path state = directory.resolve("state");
        ServeSettings settings = ServeSettings.defaults(state)
                .withTuning(new ServeTuning(windows, ServeTuning.defaults().inference()));
        HistoryCounters counters = new HistoryCounters();
        ReportHistory reports = new ReportHistory(state.resolve("windows"), settings.reports(), counters);
        List<String> complaints = new ArrayList<>();
        List<Told> told = new ArrayList<>();
        published.findings().onTold((news, taken) -> {
            if (news.isAlert() && news.stage() != Stage.OPEN) {
                told.add(new Told(now, start + FAULT, news));
            }
        });
        AnalysisStage analysis = new AnalysisStage(
                new AnalysisAttempt(state.resolve("attempt")),
                reports,
                new CallHistory(state.resolve("calls"), settings.messages().quarter(), counters),
                published,
                new StandingQueries(state, complaints::add),
                ticker,
                complaints::add);
        SnifferTroubles troubles = new SnifferTroubles(new Silences());
        SnifferLedger ledger = new SnifferLedger();
        try (MergeStage merge = MergeStage.resume(
                settings,
                new ServeControl(settings.tuning(), line -> {}),
                ledger,
                new KeptState(settings, reports, counters),
                new Analysed(analysis))) {
            merge.add(new PacedFeed("tap", spool, silentNanos, () -> now));
            for (; now < start + length; now += SECOND / 2) {
                ToldNotes.tell(ledger, "tap", (now - start) / sheddingNanos % 2 == 0 ? "" : "contents are left out");
                merge.step(now);
                published.findings().watch(now, troubles.of(merge.view(now), now));
            }
        }
        assertEquals(List.of(), complaints);
        return told;
    }

    /** At once; looks of the short tests only while one may be the first to tell, for they take most of their time. */
    private final class Analysed implements MergeStage.Windows {
        private final AnalysisStage analysis;

        Analysed(AnalysisStage analysis) {
            this.analysis = analysis;
        }

        @Override
        public void take(WindowJob window) {
            analysis.analyse(window);
        }

        @Override
        public void look(WindowJob latest) {
            if (length > 2 * END || now > start + FAULT && now < start + FAULT + 25 * SECOND) {
                looks++;
                analysis.look(latest);
            }
        }
    }
}
