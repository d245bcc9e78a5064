package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.wirepath.appliance.serve.history.CallHistory;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.appliance.serve.lifelines.KeptRequest;
import io.wirepath.appliance.serve.lifelines.LifelineView;
import io.wirepath.appliance.serve.lifelines.LifelineViewJson;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.CallRecords;
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

    private final CallHistory calls;

    LifelinesResource(CallHistory calls) {
        this.calls = calls;
    }

    /** The calls of a stretch of time, as far as a picture shows them apart. */
    byte[] view(Context context) {
        TimeSpan asked = RequestParameters.span(context, TimeSpan.ALWAYS);
        if (asked.fromNanos() == Long.MIN_VALUE
                || asked.toNanos() == Long.MAX_VALUE
                || asked.toNanos() == asked.fromNanos()) {
            throw new Problem(400, "'from' and 'to' are not a time range", "give both, the earlier first, as times");
        }
        TimeSpan seen = RequestParameters.span(context, "fromSeen", "toSeen", asked);
        int pixels = RequestParameters.count("pixels", context.queryParam("pixels"), PIXELS, MAX_PIXELS);
        String wanted = Optional.ofNullable(context.queryParam("node")).orElse("");
        List<LifelineView.Part> parts = new ArrayList<>();
        int leftOut = 0;
        long looked = 0;
        List<WindowId> ids = within(asked);
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
        return LifelineViewJson.of(new LifelineView(asked, seen, pixels, wanted, parts), leftOut);
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
