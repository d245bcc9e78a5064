package io.wirepath.report.html;

import io.wirepath.report.PageReport;
import io.wirepath.report.Report;
import io.wirepath.report.ReportJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a {@link Report} as one self-contained HTML file: the page of {@link PageFiles} with the object of
 * {@link ReportJson} inside, as much of it as {@link PageReport} takes.
 */
public final class HtmlReport {

    /** Patterns by node that the file holds for each by role. */
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
        return new PageFiles()
                .whole(PageReport.of(ReportJson.of(report), MAX_MEMBERS).toString());
    }
}
