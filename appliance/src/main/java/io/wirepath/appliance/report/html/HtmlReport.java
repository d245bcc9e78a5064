package io.wirepath.appliance.report.html;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.report.Report;
import io.wirepath.appliance.report.ReportJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes a {@link Report} as one self-contained HTML file.
 *
 * <p>The page holds the object of {@link ReportJson}, bounded to what a person can look at, and says what it left out.
 * Its script makes elements and never parses markup, because names in a report come from packets.
 */
public final class HtmlReport {

    /** Patterns by role that the page holds, the most frequent first. */
    static final int MAX_PATTERNS = 150;

    /** Patterns by node that the page holds for each of them. */
    static final int MAX_MEMBERS = 25;

    private static final List<String> SCRIPTS = List.of(
            "dom.js",
            "format.js",
            "timeline.js",
            "calltree.js",
            "histogram.js",
            "nodemap.js",
            "sniffers.js",
            "page.js");

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
    static String page(Report report) throws IOException {
        StringBuilder script = new StringBuilder();
        for (String name : SCRIPTS) {
            script.append(resource(name));
        }
        return resource("page.html")
                .replace("/*{{style}}*/", resource("style.css"))
                .replace("{{script}}", script)
                .replace("{{data}}", embeddable(bounded(ReportJson.of(report))));
    }

    private static ObjectNode bounded(ObjectNode report) {
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

    /** JSON inside a script element must not end it, whatever a name contains. */
    private static String embeddable(ObjectNode json) {
        return json.toString().replace("<", "\\u003c");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the program is incomplete: " + name + " is missing from its archive");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
