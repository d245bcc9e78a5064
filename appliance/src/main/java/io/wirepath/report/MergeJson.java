package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.row.Translations;
import io.wirepath.merge.result.ClockLine;
import io.wirepath.merge.result.HomeSniffer;
import io.wirepath.merge.result.LinkLoss;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.nat.Translation;
import io.wirepath.sniffer.CounterSet;
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

    private static final Fields<CounterSet.Value> COUNTER = Fields.<CounterSet.Value>of("MergeCounter", "A counter.")
            .all(CounterRow.COUNTER, value -> value)
            .layout(Family.JSON, "name sentence value");

    private static final Fields<ClockLine> LINE = Fields.<ClockLine>of("ClockLine", "How a clock runs.")
            .duration("offset", "Its clock less the reference's.", line -> Math.round(line.offsetNanos()))
            .duration("offsetUncertainty", "Of that.", line -> (long) Math.ceil(line.offsetUncertaintyNanos()))
            .number("skewPpm", "How much faster it runs.", line -> line.skew() * PPM + 0.0)
            .number("skewUncertaintyPpm", "Of that.", line -> line.skewUncertainty() * PPM);

    private static final Fields<In<MergeResult.SnifferClock>> CLOCK = Fields.<In<MergeResult.SnifferClock>>of(
                    "SnifferClock", "A sniffer's clock; without an offset where nothing ties it to the reference.")
            .text("sniffer", "Name of the sniffer.", clock -> clock.sniffer(clock.of.sniffer()))
            .count("at", "Moment for which the offset holds.", clock -> clock.of.atNanos())
            .all(LINE, clock -> clock.of.line())
            .count("matched", "Sampled messages that it has in common with others.", clock -> clock.of.matched())
            .count("pieces", "Stretches between steps of the clock.", clock -> clock.of.pieces());

    private static final Fields<In<HomeSniffer>> HOME = Fields.<In<HomeSniffer>>of(
                    "Home", "The sniffer nearest to a node.")
            .text("node", "Address of the node.", home -> home.of.node().toString())
            .text("name", "Its name.", home -> home.names.get(home.of.node().toString()))
            .ifKnown()
            .text("sniffer", "Name of the sniffer.", home -> home.sniffer(home.of.sniffer()))
            .number("share", "Share of the messages that say so.", home -> home.of.share())
            .count("hops", "Routers between.", home -> home.of.hops());

    private static final Fields<In<LinkLoss>> LOSS = Fields.<In<LinkLoss>>of(
                    "Loss", "What was lost between two sniffers.")
            .text("from", "Name of the first sniffer.", loss -> loss.sniffer(loss.of.from()))
            .text("to", "Name of the second.", loss -> loss.sniffer(loss.of.to()))
            .count("connections", "Connections that both saw.", loss -> loss.of.connections())
            .count("segments", "Segments lost.", loss -> loss.of.segments())
            .count("emptySegments", "Those without payload.", loss -> loss.of.emptySegments())
            .bytes("bytes", "Payload lost.", loss -> loss.of.bytes())
            .bytes("notCapturedBytes", "Payload that only the capture lost.", loss -> loss.of.notCapturedBytes());

    private static final Fields<Map.Entry<String, String>> ENDS = Fields.<Map.Entry<String, String>>of(
                    "TranslatedEnds", "Both ends on one side of a translation.")
            .text("source", "Who calls.", Map.Entry::getKey)
            .text("destination", "Who is called.", Map.Entry::getValue);

    private static final Fields<In<Translation>> TRANSLATION = Fields.<In<Translation>>of(
                    "TranslationRow", "Rewritten addresses.")
            .all(Translations.FIELDS, in -> in.of)
            .object("from", ENDS, "On the caller's side.", in -> Map.entry(in.of.fromSource(), in.of.fromDestination()))
            .object("to", ENDS, "On the other side.", in -> Map.entry(in.of.toSource(), in.of.toDestination()))
            .text("name", "Of the host that has the real address.", in -> name(in.of, in.names))
            .ifKnown()
            .layout(Family.JSON, "kind from to name connections evidence confidence rule first=time last=last");

    /** What {@code clocks --json} prints. */
    public static final Fields<In<MergeResult>> CLOCKS = Fields.<In<MergeResult>>of(
                    "Clocks", "Clocks, homes and losses.")
            .text(
                    "reference",
                    "Whose clock tells the times.",
                    in -> in.sniffers.isEmpty() ? "" : in.sniffer(in.of.reference()))
            .text("assumption", "What offsets rest on.", in -> SYMMETRIC_DELAY)
            .objects("sniffers", CLOCK, "Each sniffer's clock.", in -> in.all(in.of.clocks()))
            .objects("homes", HOME, "Where nodes are.", in -> in.all(in.of.homes()))
            .objects("losses", LOSS, "What was lost between sniffers.", in -> in.all(in.of.losses()));

    /** What {@code nat --json} prints. */
    public static final Fields<In<MergeResult>> TRANSLATIONS = Fields.<In<MergeResult>>of(
                    "Translations", "Translations.")
            .objects("translations", TRANSLATION, "Rewritten addresses.", in -> in.all(in.of.translations()));

    /** All that the merge learnt. */
    private static final Fields<In<MergeResult>> FIELDS = Fields.<In<MergeResult>>of("Merge", "What the merge learnt.")
            .all(CLOCKS, in -> in)
            .all(TRANSLATIONS, in -> in)
            .objects("counters", COUNTER, "Its counters.", in -> in.of.counters());

    private MergeJson() {}

    /** Something that the merge learnt, with the names of sniffers and of addresses. */
    public record In<T>(T of, List<String> sniffers, Map<String, String> names) {

        String sniffer(int number) {
            return sniffers.get(number);
        }

        <S> List<In<S>> all(List<S> others) {
            return others.stream()
                    .map(other -> new In<>(other, sniffers, names))
                    .toList();
        }
    }

    /** Clocks, homes, losses, translations and counters. */
    public static ObjectNode of(MergeResult merge, List<String> sniffers, Map<String, String> names) {
        return FieldJson.of(FIELDS, new In<>(merge, sniffers, names));
    }

    /** Clocks, homes and losses. */
    public static ObjectNode clocks(MergeResult merge, List<String> sniffers, Map<String, String> names) {
        return FieldJson.of(CLOCKS, new In<>(merge, sniffers, names));
    }

    /** The translations. */
    public static ObjectNode translations(MergeResult merge, Map<String, String> names) {
        return FieldJson.of(TRANSLATIONS, new In<>(merge, List.of(), names));
    }

    /** The name of the host that has the real address; null where it has none, or is no single one. */
    public static @Nullable String name(Translation translation, Map<String, String> names) {
        String real =
                translation.kind() == Translation.Kind.SOURCE ? translation.fromSource() : translation.toDestination();
        int port = real.lastIndexOf(':');
        return port < 0 ? null : names.get(real.substring(0, port).replaceAll("[\\[\\]]", ""));
    }
}
