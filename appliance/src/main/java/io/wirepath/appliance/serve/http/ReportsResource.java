package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.row.CallEdgeRow;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.appliance.serve.IncidentReport;
import io.wirepath.appliance.serve.ServedFields;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.TimeSpan;
import io.wirepath.pipeline.Version;
import io.wirepath.report.BoxPairs;
import io.wirepath.report.FieldJson;
import io.wirepath.report.PagePart;
import io.wirepath.report.PatternRow;
import io.wirepath.report.RowPage;
import io.wirepath.report.compare.ComparedRuns;
import io.wirepath.report.compare.ComparisonJson;
import io.wirepath.report.sum.PathRow;
import io.wirepath.report.sum.ReportSum;
import io.wirepath.report.sum.WindowTables;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The reports of windows, and the sum of many. */
final class ReportsResource {

    private static final int LISTED = 100;
    private static final int MAX_LISTED = 5000;
    private static final int MAX_ADDED = 1500;
    private static final int LIST = 100;
    private static final int MAX_OF_LIST = 1000;

    private final Service service;

    ReportsResource(Service service) {
        this.service = service;
    }

    /** Adds what it answers. */
    void add(ApiDescription api) {
        String one = "/windows/{id}";
        api.packed("/report", "The report of the latest window.", context -> latest())
                .gives(ServedFields.REPORT.name());
        api.get("/windows", "Summaries of the windows of a stretch of time.", this::list)
                .span("from", "to")
                .count("limit", LISTED, MAX_LISTED, "Of more, the newest so many.")
                .gives(ServedFields.WINDOWS.name());
        api.packed(one, "The report of a window.", this::window).gives(ServedFields.REPORT.name());
        api.packed("/report/page", "The same as the page draws it.", context -> latestPage());
        api.packed(one + "/page", "The same as the page draws it.", this::page);
        api.packed(one + "/page/{part}", "A part of that.", this::part);
        api.get(one + "/map", "Who asks whom, between roles and nodes.", this::between)
                .texts("open", "Roles that are split into their nodes.")
                .gives(BoxPairs.FIELDS.name());
        rows(api.get(one + "/calls", "Calls between nodes.", this::calls), "-calls", "calls", CallEdgeRow.ORDERS)
                .gives(WindowTables.CALLS.name());
        rows(api.get(one + "/patterns", "Paths.", this::rows), "-timeInAll", "patterns", PathRow.ORDERS)
                .gives(WindowTables.PATHS.name());
        api.packed(one + "/patterns/{pattern}", "A path.", this::pattern).gives(PatternRow.FIELDS.name());
        api.get("/patterns", "Paths, nodes and edges, added up over windows.", this::patterns)
                .span("from", "to")
                .countFromZero("skip", 0, Integer.MAX_VALUE, "So many of each list are left out first.")
                .countFromZero("patterns", ReportSum.Lists.USUAL.patterns(), MAX_OF_LIST, "So many paths.")
                .countFromZero("nodes", ReportSum.Lists.USUAL.nodes(), MAX_OF_LIST, "So many nodes.")
                .countFromZero("edges", ReportSum.Lists.USUAL.edges(), MAX_OF_LIST, "So many edges.")
                .count("limit", MAX_ADDED, MAX_ADDED, "Of more windows, the newest so many.")
                .gives(ReportSum.FIELDS.name());
        api.get("/compare", "What differs between two stretches of time.", this::compare)
                .span("beforeFrom", "beforeTo")
                .span("from", "to")
                .gives(ComparisonJson.FIELDS.name());
        api.get("/findings", "Findings that were open in a stretch of time.", this::findings)
                .span("from", "to")
                .gives(ServedFields.FINDINGS.name());
        api.add(
                        HandlerType.GET,
                        "/findings/{id}/report",
                        "A finding as a page for a ticket.",
                        context -> PageResource.answer(context, incident(context.pathParam("id"))))
                .givesFile("text/html");
    }

    private static <T> ApiRoute rows(ApiRoute route, String order, String list, Fields<T> orders) {
        return route.text("q", "What rows must hold.")
                .text(
                        "order",
                        "One of " + RowPage.names(orders) + ", - before it for the highest first; " + order + ".")
                .countFromZero("skip", 0, Integer.MAX_VALUE, "So many are left out first.")
                .count(list, LIST, MAX_OF_LIST, "So many at most.");
    }

    /** The latest window's report, packed; to be closed. */
    InputStream latest() {
        return of(latestId(), service.reports()::packed);
    }

    private String latestId() {
        ObjectNode latest = service.published().latest();
        if (latest == null) {
            throw new Problem(
                    404,
                    "no window is complete yet",
                    "wait for the first one: its length and its margin after the first traffic");
        }
        return latest.path("id").asText();
    }

    /** Summaries of windows, the oldest first. */
    ObjectNode list(Context context) {
        return FieldJson.of(
                ServedFields.WINDOWS,
                within(context, LISTED, MAX_LISTED).stream()
                        .flatMap(id -> service.reports().summary(id).stream())
                        .toList());
    }

    /** What a page of the latest window begins with; packed. */
    InputStream latestPage() {
        return pageOf(latestId());
    }

    /** One window's report, packed; to be closed. */
    InputStream window(Context context) {
        return of(context.pathParam("id"), service.reports()::packed);
    }

    /** What a page of a window begins with; packed. */
    InputStream page(Context context) {
        return pageOf(context.pathParam("id"));
    }

    private InputStream pageOf(String id) {
        return new ByteArrayInputStream(of(id, service.reports()::page));
    }

    /** What a page of a window asks for once it needs it; packed. */
    InputStream part(Context context) {
        PagePart part = PagePart.of(context.pathParam("part"))
                .orElseThrow(() -> new Problem(404, "a page has no such part", "name one of " + PagePart.keys()));
        return new ByteArrayInputStream(
                of(context.pathParam("id"), window -> service.reports().part(window, part)));
    }

    /** Sums of what went between roles, and between the nodes of some of them. */
    ObjectNode between(Context context) {
        Set<String> open = Set.copyOf(context.queryParams("open"));
        return of(context.pathParam("id"), id -> service.tables().between(id, open));
    }

    /** Calls between nodes, some of them. */
    ObjectNode calls(Context context) {
        RowPage.Asked asked = asked(context, "-calls", "calls", CallEdgeRow.ORDERS);
        return of(context.pathParam("id"), id -> service.tables().calls(id, asked));
    }

    /** Rows of some patterns of a window. */
    ObjectNode rows(Context context) {
        RowPage.Asked asked = asked(context, "-timeInAll", "patterns", PathRow.ORDERS);
        return of(context.pathParam("id"), id -> service.tables().paths(id, asked));
    }

    /** Which rows of a table are asked for, and in what order. */
    private static <T> RowPage.Asked asked(Context context, String first, String list, Fields<T> orders) {
        String order = Optional.ofNullable(context.queryParam("order")).orElse(first);
        boolean falling = order.startsWith("-");
        RowPage.Asked asked = new RowPage.Asked(
                Optional.ofNullable(context.queryParam("q")).orElse("").strip(),
                falling ? order.substring(1) : order,
                falling,
                RequestParameters.count("skip", context.queryParam("skip"), 0, 0, Integer.MAX_VALUE),
                RequestParameters.count(list, context.queryParam(list), LIST, MAX_OF_LIST));
        if (RowPage.order(orders, asked.order()).isEmpty()) {
            throw new Problem(
                    400,
                    "there is no order 'order=" + order + "'",
                    "name one of " + RowPage.names(orders) + ", with - before it for the highest first");
        }
        return asked;
    }

    /** One pattern of a window; packed. */
    InputStream pattern(Context context) {
        String id = context.pathParam("id");
        of(id, service.reports()::summary);
        return WindowId.parse(id)
                .flatMap(window -> service.reports().pattern(window, context.pathParam("pattern")))
                .map(ByteArrayInputStream::new)
                .orElseThrow(() -> new Problem(
                        404, "there is no such pattern", "GET /api/v1/windows/" + id + "/patterns lists them"));
    }

    private static <T> T of(String id, Function<WindowId, Optional<T>> asked) {
        return WindowId.parse(id)
                .flatMap(asked)
                .orElseThrow(
                        () -> new Problem(404, "there is no window of that name", "GET /api/v1/windows lists them"));
    }

    /** Some patterns, nodes and edges of all windows in a stretch of time, added. */
    ObjectNode patterns(Context context) {
        boolean latestAlone = context.queryParam("from") == null && context.queryParam("to") == null;
        List<WindowId> ids = within(context, latestAlone ? 1 : MAX_ADDED, MAX_ADDED);
        if (ids.isEmpty()) {
            throw new Problem(404, "there is no window in this time", "GET /api/v1/windows lists them");
        }
        ReportSum.Lists usual = ReportSum.Lists.USUAL;
        ObjectNode sum = service.summed()
                .json(
                        ids,
                        new ReportSum.Lists(
                                RequestParameters.count("skip", context.queryParam("skip"), 0, 0, Integer.MAX_VALUE),
                                RequestParameters.count(
                                        "patterns", context.queryParam("patterns"), usual.patterns(), 0, MAX_OF_LIST),
                                RequestParameters.count(
                                        "nodes", context.queryParam("nodes"), usual.nodes(), 0, MAX_OF_LIST),
                                RequestParameters.count(
                                        "edges", context.queryParam("edges"), usual.edges(), 0, MAX_OF_LIST)));
        TimeSpan asked = RequestParameters.span(context, new TimeSpan(0, Long.MAX_VALUE));
        int all = service.reports()
                .windows(asked.fromNanos(), asked.toNanos(), Integer.MAX_VALUE)
                .size();
        if (!latestAlone && all > ids.size()) {
            sum.put("windowsLeftOut", all - ids.size());
        }
        int unread = ids.size() - sum.path("windows").asInt();
        return unread == 0 ? sum : sum.put("windowsUnread", unread);
    }

    /** What differs between two stretches of time, of one window or of several. */
    ObjectNode compare(Context context) {
        TimeSpan all = new TimeSpan(0, Long.MAX_VALUE);
        TimeSpan before = RequestParameters.span(context, "beforeFrom", "beforeTo", all);
        TimeSpan after = RequestParameters.span(context, all);
        if (before.equals(all) || after.equals(all)) {
            throw new Problem(
                    400,
                    "two stretches of time are compared, and " + (before.equals(all) ? "the first" : "the second")
                            + " is not named",
                    "give beforeFrom and beforeTo, from and to");
        }
        try {
            return ComparisonJson.of(
                    ComparedRuns.ofSums(Version.text(), title(before), seen(before), title(after), seen(after)));
        } catch (IllegalArgumentException e) {
            throw new Problem(
                    404,
                    "the two times cannot be compared: " + e.getMessage(),
                    "choose longer ones with more requests");
        }
    }

    /** What a time adds up to, of which something is kept. */
    private Sums seen(TimeSpan span) {
        Sums sums = service.reports().sums(span);
        if (sums.isEmpty()) {
            throw new Problem(
                    404, "nothing is kept of " + title(span), "GET /api/v1/windows tells of which time there is some");
        }
        return sums;
    }

    private static String title(TimeSpan span) {
        return Instant.ofEpochSecond(0, span.fromNanos()) + " – " + Instant.ofEpochSecond(0, span.toNanos());
    }

    /** Findings that were open in a stretch of time. */
    ObjectNode findings(Context context) {
        TimeSpan asked = RequestParameters.span(context, TimeSpan.ALWAYS);
        return service.published().findings().json(asked.fromNanos(), asked.toNanos());
    }

    /** The report of a finding: a page. */
    String incident(String id) {
        return service.published()
                .findings()
                .finding(id)
                .map(new IncidentReport(service.reports(), service.calls())::page)
                .orElseThrow(
                        () -> new Problem(404, "there is no finding of that name", "GET /api/v1/findings lists them"));
    }

    private List<WindowId> within(Context context, int limit, int mostLimit) {
        TimeSpan asked = RequestParameters.span(context, new TimeSpan(0, Long.MAX_VALUE));
        return service.reports()
                .windows(
                        asked.fromNanos(),
                        asked.toNanos(),
                        RequestParameters.count("limit", context.queryParam("limit"), limit, mostLimit));
    }
}
