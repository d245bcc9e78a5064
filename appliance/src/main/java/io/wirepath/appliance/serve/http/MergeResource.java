package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.appliance.serve.KeptPackets;
import io.wirepath.appliance.serve.MergeView;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.merge.live.MergeStatus;
import io.wirepath.merge.live.MergeStatus.SnifferStatus;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.report.CounterRow;
import io.wirepath.report.FieldJson;
import io.wirepath.report.MergeJson;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** What the merge learnt, and how the sniffers are. */
final class MergeResource {

    private static final Fields<SnifferRun> RUN = Fields.<SnifferRun>of("SnifferRun", "A run of a sniffer.")
            .text("host", "Its machine.", SnifferRun::host)
            .text("source", "What it captures.", SnifferRun::source)
            .text("program", "Its version.", SnifferRun::program)
            .time("start", "When it began.", SnifferRun::startNanos);

    private static final Fields<Sniffer> SNIFFER = Fields.<Sniffer>of("SnifferState", "How a sniffer is.")
            .text("sniffer", "Its name.", sniffer -> sniffer.status.name())
            .text("state", "What the merge thinks of it.", sniffer -> sniffer.status.state())
            .time("heard", "When it was last heard of.", sniffer -> sniffer.status.heardNanos())
            .time("progress", "Up to when its capture is complete.", sniffer -> sniffer.status.progressNanos())
            .ifKnown()
            .duration("lag", "How long ago that is.", Sniffer::lagNanos)
            .ifKnown()
            .duration("behind", "How far it is behind the others.", sniffer -> sniffer.status.behindNanos())
            .count("sightings", "Sightings.", sniffer -> sniffer.status.sightings())
            .count("late", "Those that came too late.", sniffer -> sniffer.status.late())
            .count("missing", "Documents missing.", sniffer -> sniffer.status.missing())
            .count("runs", "Runs.", sniffer -> sniffer.status.runs())
            .count("clockSteps", "Steps of its clock.", sniffer -> sniffer.status.clockSteps())
            .count("documents", "Documents read.", sniffer -> sniffer.entry.documents())
            .truth("ring", "Whether the latest packets are kept beside its spool here.", Sniffer::hasRing)
            .text("note", "Its latest remark.", sniffer -> sniffer.entry.note())
            .orNull()
            .all(RUN, sniffer -> sniffer.entry.run())
            .objects("counters", CounterRow.COUNTER, "All its counters.", sniffer -> sniffer.entry.counters());

    /** How the sniffers are. */
    static final Fields<States> FIELDS = Fields.<States>of("SnifferStates", "How the sniffers are.")
            .time("at", "When this was.", states -> states.view.atNanos())
            .truth(
                    "warmingUp",
                    "Whether clocks are still learnt.",
                    states -> states.status().warmingUp())
            .count("held", "Sightings that wait.", states -> states.status().held())
            .count(
                    "open",
                    "Messages that wait for other sightings.",
                    states -> states.status().open())
            .time(
                    "watermark",
                    "Up to when all is merged.",
                    states -> states.status().watermarkNanos())
            .ifKnown()
            .objects("sniffers", SNIFFER, "Each sniffer.", States::all);

    private final Service service;
    private final KeptPackets packets;

    /** What is known of the sniffers, and whether there are packets of one. */
    record States(MergeView view, Predicate<String> rings) {

        private MergeStatus status() {
            return view.status();
        }

        private List<Sniffer> all() {
            List<Sniffer> all = new ArrayList<>();
            for (int i = 0; i < status().sniffers().size(); i++) {
                SnifferStatus status = status().sniffers().get(i);
                all.add(new Sniffer(status, view.sniffers().get(i), view.atNanos(), rings.test(status.name())));
            }
            return all;
        }
    }

    private record Sniffer(SnifferStatus status, SnifferLedger.Entry entry, long nowNanos, boolean hasRing) {

        long lagNanos() {
            return status.progressNanos() == Field.UNKNOWN ? Field.UNKNOWN : nowNanos - status.progressNanos();
        }
    }

    MergeResource(Service service, KeptPackets packets) {
        this.service = service;
        this.packets = packets;
    }

    /** Adds what it answers. */
    void add(ApiDescription api) {
        api.get("/clocks", "Clocks, homes and losses.", context -> clocks()).gives(MergeJson.CLOCKS.name());
        api.get("/translations", "Rewritten addresses.", context -> translations())
                .gives(MergeJson.TRANSLATIONS.name());
        api.get("/sniffers", "How the sniffers are.", context -> sniffers()).gives(FIELDS.name());
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
        return FieldJson.of(FIELDS, new States(view(), packets::isKept));
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
