package io.wirepath.connect.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.TimeSpan;
import io.wirepath.pipeline.AnalysisRun;
import io.wirepath.pipeline.CallSelection;
import io.wirepath.pipeline.ComparisonRun;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.QueryRun;
import io.wirepath.pipeline.ReportEvents;
import io.wirepath.report.AnswerJson;
import io.wirepath.report.LifelineJson;
import io.wirepath.report.PageReport;
import io.wirepath.report.ReportJson;
import io.wirepath.report.compare.ComparedRuns;
import io.wirepath.report.compare.ComparisonJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Answers from one report: one that was written before, or one of captures that were analysed for this. */
final class ReportAnswers implements ToolAnswers {

    private final ObjectNode report;
    private final EventSet events;
    private final AnalysisRun.@Nullable Outcome outcome;
    private final @Nullable Comparing other;

    /** Compares with a run that was named. */
    @FunctionalInterface
    interface Comparing {
        /** What differs. */
        ComparedRuns compare() throws IOException;
    }

    private ReportAnswers(
            ObjectNode report, EventSet events, AnalysisRun.@Nullable Outcome outcome, @Nullable Comparing other) {
        this.report = report;
        this.events = events;
        this.outcome = outcome;
        this.other = other;
    }

    /** Answers from captures. */
    static ReportAnswers of(AnalysisRun.Outcome outcome, @Nullable Comparing other) {
        return new ReportAnswers(ReportJson.of(outcome.report()), QueryRun.events(outcome.report()), outcome, other);
    }

    /** Answers from a report as {@code analyze --json} writes it. */
    static ReportAnswers of(Path file, @Nullable Comparing other) throws IOException {
        if (!(new ObjectMapper().readTree(file.toFile()) instanceof ObjectNode report)) {
            throw new Failure(file + ": is no report as 'wirepath analyze --json=FILE' writes it");
        }
        return new ReportAnswers(report, ReportEvents.read(file), null, other);
    }

    @Override
    public JsonNode windows(Asked asked) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        ObjectNode only = to.putArray("windows").addObject();
        only.set("title", report.path("title"));
        only.set("totals", report.path("totals"));
        only.set("notes", report.path("notes"));
        return to;
    }

    @Override
    public JsonNode incidents(Asked asked) {
        long from = asked.nanos("from", Long.MIN_VALUE);
        long end = asked.nanos("to", Long.MAX_VALUE);
        return list(
                "findings",
                rows("findings"),
                row -> row.path("onsetNanos").asLong(end - 1) < end
                        && row.path("endNanos").asLong(Long.MAX_VALUE) >= from);
    }

    @Override
    public JsonNode services(Asked asked) {
        List<JsonNode> nodes = new ArrayList<>();
        PageReport.of(report, 0).path("nodes").forEach(nodes::add);
        nodes.sort(Comparator.comparingLong(
                        (JsonNode node) -> node.path("callsServed").asLong())
                .reversed());
        return list("nodes", nodes, like(asked, "name", "role", "address"));
    }

    @Override
    public JsonNode paths(Asked asked) {
        String id = asked.text("id");
        if (id != null) {
            return rows(PageReport.PATTERNS).stream()
                    .filter(row -> row.path("id").asText().equals(id))
                    .findFirst()
                    .orElseThrow(() -> new Failure("there is no path '" + id + "'; 'paths' lists them"));
        }
        String wanted = asked.text("like", "").toLowerCase(Locale.ROOT);
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        ArrayNode list = to.putArray(PageReport.PATTERNS);
        rows(PageReport.PATTERNS).stream()
                .filter(pattern -> pattern.findValuesAsText("title").stream()
                                .anyMatch(
                                        title -> title.toLowerCase(Locale.ROOT).contains(wanted))
                        || steps(pattern).contains(wanted))
                .sorted(Comparator.comparingDouble(PageReport::timeInAll).reversed())
                .forEach(pattern -> list.add(PageReport.row(pattern)));
        return to;
    }

    /** Protocols and operations of a path, in small letters. */
    private static String steps(JsonNode pattern) {
        JsonNode root = pattern.path("root");
        List<String> words = root.findValuesAsText("protocol");
        root.findValuesAsText("operation", words);
        return String.join("\n", words).toLowerCase(Locale.ROOT);
    }

    @Override
    public JsonNode request(Asked asked) {
        String call = asked.text("call", "");
        AnalysisRun.Outcome run = outcome;
        if (run != null) {
            Analysis analysis = run.report().analysis();
            return LifelineJson.ofRequests(analysis, selected(call).calls(analysis, run.details()));
        }
        return rows("requests").stream()
                .filter(row -> holds(row, call))
                .findFirst()
                .orElseThrow(() -> new Failure("the report explains no request with the call '" + call
                        + "'; name one of a path's examples, or begin this server with the captures"));
    }

    private static CallSelection selected(String call) {
        try {
            return CallSelection.ofCall(call);
        } catch (IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    private static boolean holds(JsonNode request, String call) {
        for (JsonNode each : request.path("calls")) {
            if (each.path("call").asText().equals(call)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public JsonNode compare(Asked asked) throws IOException {
        if (asked.text("from") == null && asked.text("to") == null && other != null) {
            return ComparisonJson.of(other.compare());
        }
        if (outcome == null) {
            throw new Failure("a report holds no single requests that could be parted by time; begin this server with"
                    + " the captures, or with --before and another report");
        }
        TimeSpan before = span(asked, "beforeFrom", "beforeTo");
        TimeSpan after = span(asked, "from", "to");
        if (before.equals(TimeSpan.ALWAYS) || after.equals(TimeSpan.ALWAYS)) {
            throw new Failure("two stretches of time are compared: name a begin or an end of each, as beforeFrom or"
                    + " beforeTo, and as from or to");
        }
        return ComparisonJson.of(ComparisonRun.twoTimes(
                report.path("title").asText(), outcome.report().analysis(), before, after));
    }

    private static TimeSpan span(Asked asked, String from, String to) {
        long begin = asked.nanos(from, TimeSpan.ALWAYS.fromNanos());
        long end = asked.nanos(to, TimeSpan.ALWAYS.toNanos());
        if (begin >= end) {
            throw new Failure(from + " must be before " + to);
        }
        return new TimeSpan(begin, end);
    }

    @Override
    public JsonNode query(Asked asked) {
        try {
            QueryAnswer answer = QueryRun.answer(asked.text("query", ""), events);
            return AnswerJson.of(answer);
        } catch (QueryException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    private List<JsonNode> rows(String list) {
        List<JsonNode> rows = new ArrayList<>();
        report.path(list).forEach(rows::add);
        return rows;
    }

    private static Predicate<JsonNode> like(Asked asked, String... fields) {
        String wanted = asked.text("like", "").toLowerCase(Locale.ROOT);
        return row -> {
            for (String field : fields) {
                if (row.path(field).asText().toLowerCase(Locale.ROOT).contains(wanted)) {
                    return true;
                }
            }
            return false;
        };
    }

    private static ObjectNode list(String name, List<JsonNode> rows, Predicate<JsonNode> which) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        ArrayNode list = to.putArray(name);
        rows.stream().filter(which).forEach(list::add);
        return to;
    }
}
