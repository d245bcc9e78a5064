package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.history.PatternOrder;
import io.wirepath.appliance.serve.history.PatternPages;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.SummedReports;
import io.wirepath.appliance.serve.history.WindowId;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The reports of windows, and the sum of many. */
final class Reports {

    private static final int LISTED = 100;
    private static final int MOST_LISTED = 5000;
    private static final int MOST_ADDED = 1500;
    private static final int PATTERNS = 100;
    private static final int MOST_PATTERNS = 1000;

    private final Service service;
    private final SummedReports summed;
    private final PatternPages pages;

    Reports(Service service) {
        this.service = service;
        summed = new SummedReports(service.reports());
        pages = new PatternPages(service.reports());
    }

    /** The latest window's report. */
    ObjectNode latest() {
        ObjectNode report = service.published().report();
        if (report == null) {
            throw new Problem(
                    404,
                    "no window is complete yet",
                    "wait for the first one: its length and its margin after the first traffic");
        }
        return report;
    }

    /** Summaries of windows, the oldest first. */
    ObjectNode list(Context context) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        ArrayNode windows = to.putArray("windows");
        for (WindowId id : within(context, LISTED, MOST_LISTED)) {
            service.reports().summary(id).ifPresent(windows::add);
        }
        return to;
    }

    /** The latest window's report, as far as a page begins with it; packed. */
    byte[] latestPage() {
        return page(latest().path(ReportHistory.SUMMARY).path("id").asText());
    }

    /** One window's report, packed; to be closed. */
    InputStream window(String id) {
        return of(id, service.reports()::packed);
    }

    /** One window's report, as far as a page begins with it; packed. */
    byte[] page(String id) {
        return of(id, service.reports()::page);
    }

    /** Rows of some patterns of a window. */
    ObjectNode rows(Context context) {
        String order = Optional.ofNullable(context.queryParam("order")).orElse("-timeInAll");
        boolean falling = order.startsWith("-");
        PatternOrder by = PatternOrder.of(falling ? order.substring(1) : order)
                .orElseThrow(() -> new Problem(
                        400,
                        "patterns have no order 'order=" + order + "'",
                        "name one of " + PatternOrder.names() + ", with - before it for the highest first"));
        String wanted = Optional.ofNullable(context.queryParam("q")).orElse("").strip();
        int skip = Times.count("skip", context.queryParam("skip"), 0, 0, Integer.MAX_VALUE);
        int most = Times.count("patterns", context.queryParam("patterns"), PATTERNS, MOST_PATTERNS);
        return of(context.pathParam("id"), id -> pages.page(id, wanted, by, falling, skip, most));
    }

    /** One pattern of a window; packed. */
    byte[] pattern(String id, String pattern) {
        of(id, service.reports()::summary);
        return WindowId.parse(id)
                .flatMap(window -> service.reports().pattern(window, pattern))
                .orElseThrow(() -> new Problem(
                        404, "there is no such pattern", "GET /api/v1/windows/" + id + "/patterns lists them"));
    }

    private static <T> T of(String id, Function<WindowId, Optional<T>> asked) {
        return WindowId.parse(id)
                .flatMap(asked)
                .orElseThrow(
                        () -> new Problem(404, "there is no window of that name", "GET /api/v1/windows lists them"));
    }

    /** The patterns and nodes of all windows in a stretch of time, added; JSON. */
    byte[] patterns(Context context) {
        boolean latestAlone = context.queryParam("from") == null && context.queryParam("to") == null;
        List<WindowId> ids = within(context, latestAlone ? 1 : MOST_ADDED, MOST_ADDED);
        if (ids.isEmpty()) {
            throw new Problem(404, "there is no window in this time", "GET /api/v1/windows lists them");
        }
        return summed.json(
                ids,
                Times.count("skip", context.queryParam("skip"), 0, 0, Integer.MAX_VALUE),
                Times.count("patterns", context.queryParam("patterns"), PATTERNS, MOST_PATTERNS));
    }

    /** Findings that were open in a stretch of time. */
    ObjectNode findings(Context context) {
        return service.published()
                .findings()
                .json(
                        Times.nanos("from", context.queryParam("from"), Long.MIN_VALUE),
                        Times.nanos("to", context.queryParam("to"), Long.MAX_VALUE));
    }

    private List<WindowId> within(Context context, int limit, int mostLimit) {
        return service.reports()
                .windows(
                        Times.nanos("from", context.queryParam("from"), 0),
                        Times.nanos("to", context.queryParam("to"), Long.MAX_VALUE),
                        Times.count("limit", context.queryParam("limit"), limit, mostLimit));
    }
}
