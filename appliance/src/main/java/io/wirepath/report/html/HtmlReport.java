package io.wirepath.report.html;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.compare.RunSums;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.analyze.traffic.TrafficTotals;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.PageReport;
import io.wirepath.report.Report;
import io.wirepath.report.ReportJson;
import io.wirepath.report.SumsJson;
import io.wirepath.report.compare.ComparedRuns;
import io.wirepath.report.compare.ComparisonJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Writes a {@link Report} as one self-contained HTML file: the page of {@link PageFiles} with the object of
 * {@link ReportJson} inside, as much of it as {@link PageReport} takes.
 */
public final class HtmlReport {

    /** Patterns by node that the file holds for each by role. */
    static final int MAX_MEMBERS = 25;

    /** Changes that are compared with the time before. */
    private static final int MAX_COMPARISONS = 10;

    private HtmlReport() {}

    /**
     * Writes the page.
     *
     * @throws IOException when the file cannot be written
     */
    public static void write(Report report, Path file) throws IOException {
        Files.writeString(file, page(report));
    }

    /** The page as text. */
    static String page(Report report) {
        ObjectNode page = PageReport.of(ReportJson.of(report), MAX_MEMBERS);
        page.set("comparisons", comparisons(report));
        return new PageFiles().whole(page.toString());
    }

    /**
     * The time of each change that was found against the time before it, of what comes and goes the first time of it: a
     * file cannot be asked.
     */
    private static ArrayNode comparisons(Report report) {
        ArrayNode to = JsonNodeFactory.instance.arrayNode();
        TrafficTotals totals = TrafficTotals.of(report.analysis());
        RunSums sums = SumsJson.builder(report.analysis());
        Set<List<Long>> known = new HashSet<>();
        for (Finding finding : report.analysis().findings()) {
            Change change = finding.change();
            if (change != null && to.size() < MAX_COMPARISONS) {
                long onset = change.onsetNanos();
                long first = change.firstEndNanos();
                long end = first == MessageTable.NIL ? totals.lastNanos() + 1 : first;
                if (onset > totals.firstNanos() && end > onset && known.add(List.of(onset, end))) {
                    Sums before = sums.of(new TimeSpan(totals.firstNanos(), onset));
                    compared(report.version(), before, sums.of(new TimeSpan(onset, end)))
                            .ifPresent(
                                    json -> to.add(json.put("onsetNanos", onset).put("endNanos", end)));
                }
            }
        }
        return to;
    }

    /** Empty where one of the two times is too short to be compared: the file says nothing of them. */
    private static Optional<ObjectNode> compared(String version, Sums before, Sums after) {
        try {
            return Optional.of(ComparisonJson.of(ComparedRuns.ofSums(version, "", before, "", after)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
