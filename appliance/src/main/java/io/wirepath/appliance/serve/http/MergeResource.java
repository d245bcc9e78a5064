package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.MergeView;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.merge.live.MergeStatus.SnifferStatus;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.report.MergeJson;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/** What the merge learnt, and how the sniffers are. */
final class MergeResource {

    private final Service service;

    MergeResource(Service service) {
        this.service = service;
    }

    /** Clocks, homes and losses, as {@code clocks --json}. */
    ObjectNode clocks() {
        return learnt((view, result) -> MergeJson.clocks(result, sniffers(view), view.names()));
    }

    /** Translations, as {@code nat --json}. */
    ObjectNode translations() {
        return learnt((view, result) -> MergeJson.translations(result, view.names()));
    }

    /** The sniffers. */
    ObjectNode sniffers() {
        MergeView view = view();
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("atNanos", view.atNanos());
        to.put("warmingUp", view.status().warmingUp());
        to.put("held", view.status().held());
        to.put("open", view.status().open());
        if (view.status().watermarkNanos() != Long.MIN_VALUE) {
            to.put("watermarkNanos", view.status().watermarkNanos());
        }
        ArrayNode sniffers = to.putArray("sniffers");
        for (int i = 0; i < view.status().sniffers().size(); i++) {
            sniffers.add(
                    sniffer(view.status().sniffers().get(i), view.sniffers().get(i), view.atNanos()));
        }
        return to;
    }

    private static ObjectNode sniffer(SnifferStatus status, SnifferLedger.Entry entry, long nowNanos) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("sniffer", status.name());
        to.put("state", status.state().name().toLowerCase(Locale.ROOT));
        to.put("heardNanos", status.heardNanos());
        if (status.progressNanos() != Long.MIN_VALUE) {
            to.put("progressNanos", status.progressNanos());
            to.put("lagNanos", nowNanos - status.progressNanos());
        }
        to.put("behindNanos", status.behindNanos());
        to.put("sightings", status.sightings());
        to.put("late", status.late());
        to.put("missing", status.missing());
        to.put("runs", status.runs());
        to.put("clockSteps", status.clockSteps());
        to.put("documents", entry.documents());
        to.put("note", entry.note());
        if (entry.run() != null) {
            to.put("host", entry.run().host());
            to.put("source", entry.run().source());
            to.put("program", entry.run().program());
            to.put("startNanos", entry.run().startNanos());
        }
        ArrayNode counters = to.putArray("counters");
        entry.counters()
                .forEach(value -> counters.addObject()
                        .put("name", value.counter().name())
                        .put("kind", value.counter().kind().name().toLowerCase(Locale.ROOT))
                        .put("sentence", value.counter().sentence())
                        .put("value", value.value()));
        return to;
    }

    private ObjectNode learnt(BiFunction<MergeView, MergeResult, ObjectNode> json) {
        MergeView view = view();
        MergeResult result = view.learnt();
        if (result == null) {
            throw new Problem(
                    404,
                    "nothing is known of the clocks yet",
                    "wait until the sniffers have seen some traffic in common; GET /api/v1/sniffers tells their state");
        }
        return json.apply(view, result);
    }

    private static List<String> sniffers(MergeView view) {
        return view.status().sniffers().stream().map(SnifferStatus::name).toList();
    }

    private MergeView view() {
        MergeView view = service.published().merge();
        if (view == null) {
            throw new Problem(503, "the service is starting", "ask again in a second");
        }
        return view;
    }
}
