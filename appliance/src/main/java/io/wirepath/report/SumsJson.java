package io.wirepath.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.analyze.compare.RunSums;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.sum.BinnedDelays;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.DelayTrack;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.ShareTrack;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.TimeSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What another run can be compared with, as JSON: {@code baseline} of the report. */
public final class SumsJson {

    /** Field of a report that holds it. */
    public static final String FIELD = "baseline";

    private static final Fields<ComparedPlace> PLACE = Fields.<ComparedPlace>of("ComparedPlace", "What is compared.")
            .text("of", "system, node, role, edge or pattern.", ComparedPlace::sort)
            .text("name", "Name of the place.", ComparedPlace::name)
            .text("peer", "Its other end, or the identifier of a path.", ComparedPlace::peer);

    private static final Fields<DelayTrack> DELAYS = Fields.<DelayTrack>of("DelayTrack", "Delays over time.")
            .all(PLACE, DelayTrack::place)
            .text("measure", "What was measured.", DelayTrack::measure)
            .text("kind", "For what kind of request; empty for all.", DelayTrack::kind)
            .lists("blocks", ValueType.NUMBER, "Of each block of time bins and counts by turns.", SumsJson::bins);

    private static final Fields<ShareTrack> SHARES = Fields.<ShareTrack>of("ShareTrack", "Shares over time.")
            .all(PLACE, ShareTrack::place)
            .text("measure", "What happened.", ShareTrack::measure)
            .numbers("events", ValueType.NUMBER, "How often, by block of time.", track -> numbers(track.events()))
            .numbers("trials", ValueType.NUMBER, "Out of how many.", track -> numbers(track.trials()));

    /** What a report holds. */
    public static final Fields<Sums> FIELDS = Fields.<Sums>of("Baseline", "What another run can be compared with.")
            .time("first", "Begin.", Sums::firstNanos)
            .time("last", "End.", Sums::lastNanos)
            .count("requests", "Requests of clients.", Sums::requests)
            .objects("delays", DELAYS, "How long things took.", Sums::delays)
            .objects("shares", SHARES, "How often things happened.", Sums::shares);

    private SumsJson() {}

    /** Makes the baselines of parts of the time of an analysis. */
    public static RunSums builder(Analysis analysis) {
        return new RunSums(
                analysis.messages(),
                analysis.calls(),
                analysis.nodes(),
                analysis.roles(),
                analysis.patterns(),
                analysis.counted(),
                analysis.table().roots());
    }

    /** Name of the role of each node of a report, by the node's name. */
    public static Map<String, String> roles(JsonNode report) {
        Map<String, String> roles = new TreeMap<>();
        for (JsonNode node : report.path("nodes")) {
            roles.put(node.path("name").asText(), node.path("role").asText());
        }
        return roles;
    }

    static Sums of(Analysis analysis) {
        return builder(analysis).of(TimeSpan.ALWAYS);
    }

    private static List<List<Integer>> bins(DelayTrack track) {
        return track.blocks().stream()
                .map(block -> IntStream.range(0, block.bin().length)
                        .boxed()
                        .flatMap(i -> Stream.of(block.bin()[i], block.count()[i]))
                        .toList())
                .toList();
    }

    /** Numbers, whole ones without a point. */
    private static List<Number> numbers(double[] numbers) {
        return Arrays.stream(numbers)
                .mapToObj(number -> number == Math.rint(number) ? (Number) (long) number : (Number) number)
                .toList();
    }

    /**
     * Reads the object.
     *
     * @throws IllegalArgumentException where it is none
     */
    public static Sums read(JsonNode from) {
        try {
            List<DelayTrack> delays = new ArrayList<>();
            for (JsonNode own : from.required("delays")) {
                delays.add(new DelayTrack(
                        place(own), measure(own), own.required("kind").asText(), blocks(own)));
            }
            List<ShareTrack> shares = new ArrayList<>();
            for (JsonNode own : from.required("shares")) {
                shares.add(new ShareTrack(place(own), measure(own), numbers(own, "events"), numbers(own, "trials")));
            }
            long first = from.required("firstNanos").asLong();
            long last = from.required("lastNanos").asLong();
            return delays.isEmpty() && shares.isEmpty()
                    ? Sums.NOTHING
                    : new Sums(first, last, Sums.blocks(first, last), delays, shares);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("its baseline cannot be read: " + e.getMessage(), e);
        }
    }

    private static ComparedPlace place(JsonNode from) {
        ComparedPlace.Sort sort =
                ComparedPlace.Sort.valueOf(from.required("of").asText().toUpperCase(Locale.ROOT));
        return new ComparedPlace(
                sort, from.required("name").asText(), from.required("peer").asText());
    }

    private static Measure measure(JsonNode from) {
        return Measure.valueOf(from.required("measure").asText().toUpperCase(Locale.ROOT));
    }

    private static List<BinnedDelays> blocks(JsonNode from) {
        JsonNode blocks = from.required("blocks");
        checkSize(blocks);
        List<BinnedDelays> all = new ArrayList<>();
        for (JsonNode block : blocks) {
            int[] bin = new int[block.size() / 2];
            int[] count = new int[bin.length];
            for (int i = 0; i < bin.length; i++) {
                bin[i] = block.get(2 * i).asInt();
                count[i] = block.get(2 * i + 1).asInt();
                if (count[i] < 1 || bin[i] < 0 || bin[i] > BinnedDelays.MAX || i > 0 && bin[i] <= bin[i - 1]) {
                    throw new IllegalArgumentException("bins must ascend and counts be positive");
                }
            }
            all.add(new BinnedDelays(bin, count));
        }
        return all;
    }

    private static double[] numbers(JsonNode from, String field) {
        JsonNode numbers = from.required(field);
        checkSize(numbers);
        double[] all = new double[numbers.size()];
        Arrays.setAll(all, i -> numbers.get(i).asDouble());
        return all;
    }

    private static void checkSize(JsonNode blocks) {
        if (blocks.size() != Sums.BLOCKS) {
            throw new IllegalArgumentException("it has " + blocks.size() + " blocks of time, not " + Sums.BLOCKS);
        }
    }
}
