package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.merge.result.ClockLine;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.nat.Translation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the merge learnt, as JSON: what {@code clocks --json} and {@code nat --json} print, and both as a part of the
 * report.
 *
 * <pre>
 *  {"reference":"sw-app",
 *   "sniffers":[{"sniffer":"sw-web","at":epochNanos,"offsetNanos":n,"offsetUncertaintyNanos":n,"skewPpm":x,
 *                "skewUncertaintyPpm":x,"matched":N,"pieces":1}],
 *   "homes":[{"node":"10.3.0.11","name":"app1","sniffer":"sw-app","share":1.0,"hops":0}],
 *   "losses":[{"from":"sw-web","to":"sw-app","connections":N,"segments":N,"emptySegments":N,"bytes":N,"notCapturedBytes":N}]}
 *  {"translations":[{"kind":"destination","from":{"source":"*","destination":"10.1.0.100:80"},"to":{…},"name":"web1","connections":N,
 *                    "evidence":N,"confidence":p,"rule":false,"first":epochNanos,"last":epochNanos}]}
 * </pre>
 *
 * <p>An offset is the sniffer's clock less the reference's; it is absent where nothing ties the two together.
 */
public final class MergeJson {

    /** What offsets, and with them the delays of the network, rest on. */
    public static final String SYMMETRIC_DELAY = "the minimum delay between two sniffers is assumed to be symmetric";

    private static final double PPM = 1e6;

    private MergeJson() {}

    /** Clocks, homes, losses, translations and counters. */
    public static ObjectNode of(MergeResult merge, List<String> sniffers, Map<String, String> names) {
        ObjectNode to = clocks(merge, sniffers, names);
        to.setAll(translations(merge, names));
        ArrayNode counters = to.putArray("counters");
        merge.counters()
                .forEach(value -> counters.addObject()
                        .put("name", value.counter().name())
                        .put("sentence", value.counter().sentence())
                        .put("value", value.value()));
        return to;
    }

    /** Clocks, homes and losses. */
    public static ObjectNode clocks(MergeResult merge, List<String> sniffers, Map<String, String> names) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("reference", sniffers.isEmpty() ? "" : sniffers.get(merge.reference()));
        to.put("assumption", SYMMETRIC_DELAY);
        ArrayNode clocks = to.putArray("sniffers");
        merge.clocks().forEach(clock -> clocks.add(clock(clock, sniffers)));
        ArrayNode homes = to.putArray("homes");
        merge.homes().forEach(home -> {
            ObjectNode row = homes.addObject().put("node", home.node().toString());
            String name = names.get(home.node().toString());
            if (name != null) {
                row.put("name", name);
            }
            row.put("sniffer", sniffers.get(home.sniffer()))
                    .put("share", home.share())
                    .put("hops", home.hops());
        });
        ArrayNode losses = to.putArray("losses");
        merge.losses()
                .forEach(loss -> losses.addObject()
                        .put("from", sniffers.get(loss.from()))
                        .put("to", sniffers.get(loss.to()))
                        .put("connections", loss.connections())
                        .put("segments", loss.segments())
                        .put("emptySegments", loss.emptySegments())
                        .put("bytes", loss.bytes())
                        .put("notCapturedBytes", loss.notCapturedBytes()));
        return to;
    }

    private static ObjectNode clock(MergeResult.SnifferClock clock, List<String> sniffers) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("sniffer", sniffers.get(clock.sniffer()));
        to.put("at", clock.atNanos());
        ClockLine line = clock.line();
        if (line != null) {
            to.put("offsetNanos", Math.round(line.offsetNanos()));
            to.put("offsetUncertaintyNanos", (long) Math.ceil(line.offsetUncertaintyNanos()));
            to.put("skewPpm", line.skew() * PPM + 0.0);
            to.put("skewUncertaintyPpm", line.skewUncertainty() * PPM);
        }
        to.put("matched", clock.matched());
        to.put("pieces", clock.pieces());
        return to;
    }

    /** The translations. */
    public static ObjectNode translations(MergeResult merge, Map<String, String> names) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        ArrayNode rows = to.putArray("translations");
        for (Translation translation : merge.translations()) {
            ObjectNode row = rows.addObject();
            row.put("kind", kind(translation));
            row.putObject("from")
                    .put("source", translation.fromSource())
                    .put("destination", translation.fromDestination());
            row.putObject("to").put("source", translation.toSource()).put("destination", translation.toDestination());
            String name = name(translation, names);
            if (name != null) {
                row.put("name", name);
            }
            row.put("connections", translation.connections());
            row.put("evidence", translation.evidence());
            row.put("confidence", translation.confidence());
            row.put("rule", translation.rule());
            row.put("first", translation.firstNanos());
            row.put("last", translation.lastNanos());
        }
        return to;
    }

    /** The name of the host that has the real address; null where it has none, or is no single one. */
    public static @Nullable String name(Translation translation, Map<String, String> names) {
        String real =
                translation.kind() == Translation.Kind.SOURCE ? translation.fromSource() : translation.toDestination();
        int port = real.lastIndexOf(':');
        return port < 0 ? null : names.get(real.substring(0, port).replaceAll("[\\[\\]]", ""));
    }

    /** The kind in lower case. */
    public static String kind(Translation translation) {
        return switch (translation.kind()) {
            case DESTINATION -> "destination";
            case SOURCE -> "source";
            case BOTH -> "both";
        };
    }
}
