package io.wirepath.appliance.report.html;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.report.BaselineJson;
import io.wirepath.appliance.report.Report;
import io.wirepath.appliance.report.ReportJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a {@link Report} as one self-contained HTML file: the page of {@link PageFiles} with the object of
 * {@link ReportJson} inside, bounded to what a person can look at. It says what it left out.
 */
public final class HtmlReport {

    /** Patterns by role that the page holds, the most frequent first. */
    static final int MAX_PATTERNS = 150;

    /** Patterns by node that the page holds for each of them. */
    static final int MAX_MEMBERS = 25;

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
        return new PageFiles().whole(bounded(ReportJson.of(report)).toString());
    }

    private static ObjectNode bounded(ObjectNode report) {
        report.remove(BaselineJson.FIELD);
        ArrayNode patterns = report.withArrayProperty("patterns");
        report.put("patternsLeftOut", cut(patterns, MAX_PATTERNS));
        patterns.forEach(pattern -> {
            int left = cut(pattern.withArrayProperty("members"), MAX_MEMBERS);
            ((ObjectNode) pattern).put("membersLeftOut", left);
        });
        return report;
    }

    private static int cut(ArrayNode list, int most) {
        int left = Math.max(0, list.size() - most);
        for (int i = 0; i < left; i++) {
            list.remove(list.size() - 1);
        }
        return left;
    }
}
