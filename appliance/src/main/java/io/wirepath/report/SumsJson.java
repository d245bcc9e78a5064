package io.wirepath.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.compare.RunSums;
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

/** What another run can be compared with, as JSON: {@code baseline} of the report. */
public final class SumsJson {

    /** Field of a report that holds it. */
    public static final String FIELD = "baseline";

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

    static ObjectNode of(Analysis analysis) {
        return of(builder(analysis).of(TimeSpan.ALWAYS));
    }

    /** The object. */
    public static ObjectNode of(Sums baseline) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("firstNanos", baseline.firstNanos());
        to.put("lastNanos", baseline.lastNanos());
        to.put("requests", baseline.requests());
        ArrayNode delays = to.putArray("delays");
        for (DelayTrack track : baseline.delays()) {
            ObjectNode own = place(delays.addObject(), track.place(), track.measure());
            own.put("kind", track.kind());
            ArrayNode blocks = own.putArray("blocks");
            for (BinnedDelays block : track.blocks()) {
                ArrayNode bins = blocks.addArray();
                for (int i = 0; i < block.bin().length; i++) {
                    bins.add(block.bin()[i]).add(block.count()[i]);
                }
            }
        }
        ArrayNode shares = to.putArray("shares");
        for (ShareTrack track : baseline.shares()) {
            ObjectNode own = place(shares.addObject(), track.place(), track.measure());
            numbers(own.putArray("events"), track.events());
            numbers(own.putArray("trials"), track.trials());
        }
        return to;
    }

    private static ObjectNode place(ObjectNode to, ComparedPlace place, Measure measure) {
        return to.put("of", id(place.sort()))
                .put("name", place.name())
                .put("peer", place.peer())
                .put("measure", id(measure));
    }

    private static String id(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static void numbers(ArrayNode to, double[] numbers) {
        for (double number : numbers) {
            if (number == Math.rint(number)) {
                to.add((long) number);
            } else {
                to.add(number);
            }
        }
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
                if (count[i] < 1 || bin[i] < 0 || bin[i] > BinnedDelays.MOST || i > 0 && bin[i] <= bin[i - 1]) {
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
