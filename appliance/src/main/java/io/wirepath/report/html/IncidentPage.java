package io.wirepath.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.analyze.compare.Comparison;
import io.wirepath.analyze.compare.Contrast;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.report.compare.ContrastWords;
import io.wirepath.report.text.Figures;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One incident for a ticket, as one HTML file that needs no network and no script: what, when, who suffers, requests
 * that show it and like ones from before, what was ruled out. Holds no present time: what is kept gives the same file
 * again.
 */
public final class IncidentPage {

    private static final String STYLE =
            "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:60em;padding:0 1em;"
                    + "color-scheme:light dark}"
                    + "h1{font-size:1.4em}table{border-collapse:collapse;margin:.5em 0;width:100%}"
                    + "th,td{padding:.2em .7em .2em 0;text-align:left}th{font-weight:600}td.n{white-space:nowrap}"
                    + "svg{width:100%;min-width:3em}svg rect{fill:#47a}svg rect.bad{fill:#c22}"
                    + "h1,td,dd,li{overflow-wrap:anywhere}"
                    + "@media(max-width:40em){body{margin:1em auto}th,td{padding-right:.3em}}"
                    + "dt{font-weight:600}dd{margin:0 0 .6em}.problem{color:#c22}small{opacity:.8}";

    /** Calls of a request that are drawn. */
    private static final int MAX_CALLS = 40;

    /** Differences that are told, the gravest first. */
    private static final int MAX_DIFFERENCES = 12;

    /** Places that are named where nothing differs. */
    private static final int MAX_PLACES = 8;

    private static final int WIDTH = 320;
    private static final int HEIGHT = 10;

    private final StringBuilder to = new StringBuilder();
    private final Incident incident;

    /**
     * What is told.
     *
     * @param finding the finding, as {@code GET /api/v1/findings} tells it
     * @param requests requests that show it, as {@code requests[]} of a report
     * @param before like ones from before
     * @param comparison its time against the time before; null where these cannot be compared
     * @param program what made it
     */
    public record Incident(
            JsonNode finding,
            List<? extends JsonNode> requests,
            List<? extends JsonNode> before,
            @Nullable Comparison comparison,
            String program) {}

    private IncidentPage(Incident incident) {
        this.incident = incident;
    }

    /** The page as text. */
    public static String of(Incident incident) {
        return new IncidentPage(incident).write();
    }

    private String write() {
        JsonNode finding = incident.finding;
        to.append(PageFiles.plainHead("Wirepath: " + text(finding, "title"), STYLE));
        to.append("<h1><span class=\"")
                .append(PageFiles.escaped(text(finding, "severity")))
                .append("\">")
                .append(PageFiles.escaped(text(finding, "title")))
                .append("</span></h1>\n<dl>\n");
        entry("What", text(finding, "detail"));
        entry("When", when());
        entry("Where", String.join(", ", texts(finding.path("nodes"))));
        entry(
                "Replicas that did not change",
                String.join(", ", texts(finding.path("incident").path("unchanged"))));
        entry(
                text(finding, "severity").equals("problem") ? "Who suffers" : "Concerned",
                text(finding.path("incident"), "suffers"));
        to.append("</dl>\n");
        list("What follows from it", finding.path("incident").path("consequences"), IncidentPage::consequence);
        requests("Requests that show it", incident.requests);
        requests("Like ones from before", incident.before);
        differences();
        ruledOut();
        String window = finding.hasNonNull("window") ? text(finding, "window") : "";
        to.append("<p><small>Incident ")
                .append(PageFiles.escaped(text(finding, "id")))
                .append(window.isEmpty() ? "" : ", first told by window " + PageFiles.escaped(window))
                .append(". Made by ")
                .append(PageFiles.escaped(incident.program))
                .append(" of what the service keeps. Times are UTC.</small></p></main></body></html>\n");
        return to.toString();
    }

    private void entry(String name, String text) {
        if (!text.isEmpty()) {
            to.append("<dt>")
                    .append(name)
                    .append("</dt><dd>")
                    .append(PageFiles.escaped(text))
                    .append("</dd>\n");
        }
    }

    private String when() {
        JsonNode finding = incident.finding;
        long onset = finding.path("onsetNanos").asLong();
        long taken = 0;
        JsonNode pauses = finding.path("pauses");
        StringBuilder times = new StringBuilder(pauses.isEmpty() ? "" : pauses.size() + 1 + " times: ");
        for (JsonNode pause : pauses) {
            long over = pause.path("fromNanos").asLong();
            times.append(moment(onset)).append(" to ").append(moment(over)).append(", ");
            taken += over - onset;
            onset = pause.path("toNanos").asLong();
        }
        if (!finding.path("endNanos").isNumber()) {
            return times + "since " + moment(onset) + "; not over";
        }
        long end = finding.path("endNanos").asLong();
        String until = text(finding, "state").equals("no_evidence_since")
                ? "; no evidence since " + moment(end) + ", which does not say that it is over"
                : " to " + moment(end) + ", " + Figures.time(taken + end - onset) + (pauses.isEmpty() ? "" : " in all");
        return times + moment(onset) + until;
    }

    private static String consequence(JsonNode own) {
        return moment(own.path("onsetNanos").asLong()) + " " + text(own, "words") + ": "
                + String.join(", ", texts(own.path("nodes")));
    }

    private void list(String heading, Iterable<JsonNode> all, Function<JsonNode, String> words) {
        List<String> lines = new ArrayList<>();
        all.forEach(each -> lines.add(words.apply(each)));
        lines(heading, lines);
    }

    private void lines(String heading, List<String> lines) {
        if (lines.isEmpty()) {
            return;
        }
        to.append("<h2>").append(heading).append("</h2>\n<ul>\n");
        lines.forEach(line -> to.append("<li>").append(PageFiles.escaped(line)).append("</li>\n"));
        to.append("</ul>\n");
    }

    private void requests(String heading, List<? extends JsonNode> all) {
        if (all.isEmpty()) {
            return;
        }
        to.append("<h2>").append(heading).append("</h2>\n");
        all.forEach(this::request);
    }

    private void request(JsonNode request) {
        double all = Math.max(1, request.path("durationNanos").asDouble());
        to.append("<p><b>")
                .append(Figures.time(all))
                .append("</b>, began ")
                .append(moment(request.path("startNanos").asLong()))
                .append("</p>\n<table><tr><th>call</th><th>after</th><th>took</th><th>ended</th><th>when</th></tr>\n");
        int rows = 0;
        for (JsonNode call : request.path("calls")) {
            if (rows++ < MAX_CALLS) {
                call(call, all);
            }
        }
        to.append("</table>\n");
        if (rows > MAX_CALLS) {
            to.append("<p><small>and ").append(rows - MAX_CALLS).append(" more calls</small></p>\n");
        }
    }

    private void call(JsonNode call, double all) {
        double start = call.path("startNanos").asDouble();
        double took = call.path("durationNanos").asDouble();
        boolean failed = text(call, "verdict").equals("failed");
        Consumer<String> cell = text ->
                to.append("<td class=\"n\">").append(PageFiles.escaped(text)).append("</td>");
        to.append("<tr><td>")
                .append(PageFiles.escaped(text(call, "from") + " → " + text(call, "to") + ":"
                        + call.path("port").asInt() + " " + text(call, "protocol")))
                .append("</td>");
        cell.accept(Figures.time(start));
        cell.accept(call.has("durationNanos") ? Figures.time(took) : "no answer");
        cell.accept(text(call, "outcome"));
        to.append(String.format(
                Locale.ROOT,
                "<td><svg viewBox=\"0 0 %d %d\" height=\"%2$d\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
                        + "<rect%s x=\"%.1f\" width=\"%.1f\" height=\"%2$d\"/></svg></td></tr>%n",
                WIDTH,
                HEIGHT,
                failed ? " class=\"bad\"" : "",
                WIDTH * start / all,
                Math.max(1, WIDTH * took / all)));
    }

    private void differences() {
        if (incident.comparison != null) {
            lines(
                    "What differs from the time before",
                    incident.comparison.differences().stream()
                            .limit(MAX_DIFFERENCES)
                            .map(ContrastWords::sentence)
                            .toList());
        }
    }

    /** What was compared and is as it was, and what may be so or not. */
    private void ruledOut() {
        List<String> out = new ArrayList<>();
        List<String> open = new ArrayList<>();
        Comparison compared = incident.comparison;
        if (compared == null) {
            open.add("The time before it holds too few requests to compare with; nothing is ruled out by it.");
        } else {
            out.addAll(byMeasure(compared, compared::isRuledOut));
            open.addAll(byMeasure(compared, own -> !own.differs() && !compared.isRuledOut(own)));
        }
        lines("Ruled out, each with 95 % certainty: to differ much from the time before", out);
        lines("Neither shown nor ruled out: too few requests, or too uneven ones", open);
    }

    private static List<String> byMeasure(Comparison compared, Predicate<Contrast> which) {
        List<String> lines = new ArrayList<>();
        for (Measure measure : Measure.values()) {
            List<Contrast> some = compared.contrasts().stream()
                    .filter(own -> own.measure() == measure && own.kind().isEmpty() && which.test(own))
                    .toList();
            if (!some.isEmpty()) {
                lines.add(places(measure, some));
            }
        }
        return lines;
    }

    private static String places(Measure measure, List<Contrast> some) {
        String places = String.join(
                "; ",
                some.stream()
                        .limit(MAX_PLACES)
                        .map(own -> ContrastWords.place(own.place()) + " (" + ContrastWords.value(own, own.before())
                                + " before, " + ContrastWords.value(own, own.after()) + " after)")
                        .toList());
        return ComparisonPage.heading(measure) + ": " + places
                + (some.size() > MAX_PLACES ? "; and " + (some.size() - MAX_PLACES) + " more" : "");
    }

    private static String text(JsonNode of, String field) {
        return of.path(field).asText();
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }

    private static String moment(long nanos) {
        return Instant.ofEpochSecond(0, nanos)
                .truncatedTo(ChronoUnit.MILLIS)
                .toString()
                .replace('T', ' ')
                .replace("Z", "");
    }
}
