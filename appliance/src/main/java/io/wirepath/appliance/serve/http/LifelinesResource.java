package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.wirepath.analyze.field.Fields;
import io.wirepath.appliance.serve.history.CallHistory;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.appliance.serve.lifelines.KeptRequest;
import io.wirepath.appliance.serve.lifelines.LifelineView;
import io.wirepath.appliance.serve.lifelines.LifelineViewJson;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.CallRecords;
import io.wirepath.report.FieldJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is visible of a stretch of time, and any one request: {@code GET /api/v1/lifelines}. */
final class LifelinesResource {

    private static final int PIXELS = 1000;
    private static final int MAX_PIXELS = 4000;

    /** Calls that one answer looks through, in whole windows, the latest first. */
    private static final int MAX_CALLS = 4_000_000;

    private static final int MAX_WINDOWS = 1500;

    private static final int REQUESTS = 60;
    private static final int MAX_REQUESTS = 500;

    private static final Fields<JsonNode> OF_WINDOW = Fields.<JsonNode>of("SlowRequest", "A request of a window.")
            .all(KeptRequest.FIELDS, request -> null)
            .text(
                    "window",
                    "Name of the window.",
                    request -> request.path("window").asText());

    /** The slowest requests of some windows. */
    static final Fields<Slowest> SLOWEST = Fields.<Slowest>of("SlowRequests", "The slowest requests.")
            .documents("requests", OF_WINDOW, "In order of time.", Slowest::requests)
            .count("windowsLeftOut", "Windows that were not looked at.", Slowest::windowsLeftOut);

    private record Slowest(List<ObjectNode> requests, int windowsLeftOut) {}

    private final CallHistory calls;

    LifelinesResource(CallHistory calls) {
        this.calls = calls;
    }

    /** Adds what it answers. */
    void add(ApiDescription api) {
        api.get("/windows/{id}/requests/{call}", "The request that holds a call.", this::request)
                .gives(KeptRequest.FIELDS.name());
        api.get("/requests", "The slowest requests of a stretch of time.", this::requests)
                .span("from", "to")
                .count("requests", REQUESTS, MAX_REQUESTS, "So many at most.")
                .gives(SLOWEST.name());
        api.get("/lifelines", "What is visible of a stretch of time in a picture.", this::view)
                .span("from", "to")
                .span("fromSeen", "toSeen")
                .count("pixels", PIXELS, MAX_PIXELS, "How wide the picture is.")
                .text("node", "What the name of a node of each call must hold.")
                .gives(LifelineViewJson.FIELDS.name());
    }

    /** The calls of a stretch of time, as far as a picture shows them apart. */
    ObjectNode view(Context context) {
        TimeSpan asked = RequestParameters.span(context, TimeSpan.ALWAYS);
        if (asked.fromNanos() == Long.MIN_VALUE
                || asked.toNanos() == Long.MAX_VALUE
                || asked.toNanos() == asked.fromNanos()) {
            throw new Problem(400, "'from' and 'to' are not a time range", "give both, the earlier first, as times");
        }
        TimeSpan seen = RequestParameters.span(context, "fromSeen", "toSeen", asked);
        int pixels = RequestParameters.count("pixels", context.queryParam("pixels"), PIXELS, MAX_PIXELS);
        String wanted = Optional.ofNullable(context.queryParam("node")).orElse("");
        Looked looked = looked(within(asked));
        return LifelineViewJson.of(new LifelineView(asked, seen, pixels, wanted, looked.parts), looked.leftOut);
    }

    /** What is looked through, in order of time, and how many windows are not. */
    private record Looked(List<LifelineView.Part> parts, int leftOut) {}

    private Looked looked(List<WindowId> ids) {
        List<LifelineView.Part> parts = new ArrayList<>();
        int leftOut = 0;
        long looked = 0;
        for (int i = ids.size() - 1; i >= 0; i--) {
            WindowId id = ids.get(i);
            Optional<CallRecords> own = calls.calls(id);
            if (own.isPresent() && (parts.isEmpty() || looked + own.get().size() <= MAX_CALLS)) {
                looked += own.get().size();
                parts.add(0, new LifelineView.Part(id.toString(), own.get()));
            } else {
                leftOut++;
            }
        }
        return new Looked(parts, leftOut);
    }

    /** The slowest requests of a stretch of time, of each window some, in order of time. */
    ObjectNode requests(Context context) {
        TimeSpan asked = RequestParameters.span(context, new TimeSpan(0, Long.MAX_VALUE));
        int most = RequestParameters.count("requests", context.queryParam("requests"), REQUESTS, MAX_REQUESTS);
        Looked looked = looked(calls.windows(asked.fromNanos(), asked.toNanos(), MAX_WINDOWS));
        List<LifelineView.Part> parts =
                looked.parts.subList(Math.max(0, looked.parts.size() - most), looked.parts.size());
        List<ObjectNode> requests = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            LifelineView.Part part = parts.get(i);
            int some = most * (i + 1) / parts.size() - most * i / parts.size();
            KeptRequest.slowest(part.calls(), asked, some)
                    .forEach(request -> requests.add(request.put("window", part.window())));
        }
        return FieldJson.of(SLOWEST, new Slowest(requests, looked.leftOut + looked.parts.size() - parts.size()));
    }

    /** Windows that begin within, and the one before them: its last calls end later. */
    private List<WindowId> within(TimeSpan asked) {
        List<WindowId> ids = new ArrayList<>(calls.windows(Long.MIN_VALUE, asked.fromNanos(), 1));
        ids.addAll(calls.windows(asked.fromNanos(), asked.toNanos(), MAX_WINDOWS));
        return ids;
    }

    /** The request that holds a call of a window. */
    ObjectNode request(Context context) {
        int call = RequestParameters.count("call", context.pathParam("call"), 0, 0, Integer.MAX_VALUE);
        return WindowId.parse(context.pathParam("id"))
                .flatMap(calls::calls)
                .flatMap(own -> KeptRequest.of(own, call))
                .orElseThrow(() -> new Problem(
                        404,
                        "the calls of that window are not kept, or it has no such call",
                        "GET /api/v1/lifelines tells the windows and calls that there are"));
    }
}
