package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.appliance.serve.history.HistoryBounds;
import io.wirepath.appliance.serve.history.HistoryCounters;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.pipeline.Failure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions that are asked once, of time that is over. */
final class PastQuestionsTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_795_000_000L * SECOND;
    private static final String FAILED =
            "From r In responses Where r.status = 500 GroupBy r.serverAddress Select r.serverAddress, COUNT";

    @TempDir
    private Path directory;

    @Test
    void areAnsweredOfTheTimeThatIsNamedAlone() throws Exception {
        Path capture = directory.resolve("site.pcap");
        long[] times = {START, START + 75 * SECOND, START + 105 * SECOND, START + 125 * SECOND};
        SiteOfFaults.write(SiteOfFaults.Fault.ERRORS, times, 20, 1, capture);
        Path spool = ServiceLab.sniff(directory, "tap", capture);
        SteppedService stepped = new SteppedService(
                directory.resolve("state"), new WindowSettings(60 * SECOND, 10 * SECOND, 10 * SECOND));
        ReportHistory reports = stepped.serve(List.of(spool), START + 125 * SECOND);
        PastQuestions questions = new PastQuestions(
                stepped.settings(), new ServeControl(stepped.settings().tuning(), line -> {}), reports);

        QueryAnswer during = questions.answer(FAILED, new TimeSpan(times[1], times[2]));
        assertEquals(1, during.rows().size(), "the log-in server alone fails");
        double all = number(during);
        double half = number(questions.answer(FAILED, new TimeSpan(times[1], times[1] + 15 * SECOND)));
        assertTrue(half > 0.3 * all && half < 0.7 * all, half + " of " + all);
        assertEquals(
                List.of(),
                questions.answer(FAILED, new TimeSpan(START, times[1] - SECOND)).rows());
        assertThrows(Failure.class, () -> questions.answer(FAILED, new TimeSpan(0, SECOND)), "nothing is kept of it");
        assertThrows(
                QueryException.class, () -> questions.answer("From", new TimeSpan(times[1], times[2])), "a mistake");

        List<WindowId> windows = reports.windows(Long.MIN_VALUE, Long.MAX_VALUE, 10);
        List<Double> parts = new ArrayList<>();
        for (WindowId id : windows) {
            QueryAnswer part = questions.answer(FAILED, new TimeSpan(id.fromNanos(), id.toNanos()));
            parts.add(part.rows().isEmpty() ? 0 : number(part));
        }
        assertEquals(all, parts.stream().mapToDouble(each -> each).sum(), "windows add up");

        ReportHistory gone =
                new ReportHistory(directory.resolve("gone"), HistoryBounds.ofReports(), new HistoryCounters());
        ServeControl control = new ServeControl(stepped.settings().tuning(), line -> {});
        for (ReportHistory each : List.of(reports, gone)) {
            PastQuestions few = new PastQuestions(stepped.settings(), control, each, 100);
            Failure tooMany = assertThrows(Failure.class, () -> few.answer(FAILED, new TimeSpan(times[1], times[2])));
            assertTrue(String.valueOf(tooMany.getMessage()).contains("one question reads 100 at most"));
        }
    }

    private static double number(QueryAnswer answer) {
        return ((Number) answer.rows().get(0).values()[1]).doubleValue();
    }
}
