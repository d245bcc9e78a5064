package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.compare.Contrast;
import io.wirepath.analyze.sum.BinnedDelays;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Measure.Form;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.causes.TimeSpan;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * What makes a finding of one window the same as one of another: the trouble, whether it is told with its time or
 * without, and its nodes.
 *
 * @param trouble what is wrong
 * @param nodes names of the nodes
 */
record FindingKey(String trouble, Set<String> nodes) {

    /** Kinds of findings that tell one trouble, by its name. */
    private static final Map<String, String> TROUBLE = Map.ofEntries(
            Map.entry("slow-replica", "slow"),
            Map.entry("slower-since", "slow"),
            Map.entry("failures-begin", "failures"),
            Map.entry("errors-since", "failures"),
            Map.entry("unanswered-since", "unanswered"),
            Map.entry("unanswered-calls", "unanswered"),
            Map.entry("unreachable-since", "unreachable"),
            Map.entry("connections-fail", "unreachable"),
            Map.entry("log-ins-refused", "unreachable"),
            Map.entry("network-loss-since", "loss"),
            Map.entry("network-loss", "loss"));

    /** Said of the capture as a whole: which nodes it is about changes with the traffic. */
    private static final Set<String> OF_THE_CAPTURE = Set.of("unseen-receivers", "join");

    /** What the traffic from outside does is a trouble of the whole system. */
    private static final String LOAD = "load-since";

    private static final Map<String, Measure> MEASURE = Map.of(
            "slow",
            Measure.OWN,
            "failures",
            Measure.FAILED,
            "unanswered",
            Measure.UNANSWERED,
            "unreachable",
            Measure.UNREACHED,
            "loss",
            Measure.RESENT,
            "network-slower-since",
            Measure.WAY,
            "queueing-since",
            Measure.OWN,
            "all-slower-since",
            Measure.OWN,
            LOAD,
            Measure.LOAD);

    static FindingKey of(ObjectNode finding) {
        Set<String> nodes = new TreeSet<>();
        for (JsonNode node : finding.path("nodes")) {
            nodes.add(node.asText());
        }
        String kind = finding.path("kind").asText();
        return new FindingKey(TROUBLE.getOrDefault(kind, kind), OF_THE_CAPTURE.contains(kind) ? Set.of() : nodes);
    }

    /** Whether it is said of a sniffer, of which no window tells. */
    boolean isOfSniffer() {
        return trouble.startsWith(SnifferTroubles.KIND);
    }

    /** Whether it is of the traffic from outside. */
    boolean isOfLoad() {
        return trouble.equals(LOAD);
    }

    /** Whether answers and refusals show it that were seen, and nothing that is missing. */
    boolean isOfFailuresSeen() {
        Measure measure = MEASURE.get(trouble);
        return measure == Measure.FAILED || measure == Measure.UNREACHED;
    }

    /** Whether a pause of some seconds shows it as well: delays, and answers that are still to come. */
    boolean mayBeAPause() {
        Measure measure = MEASURE.get(trouble);
        return measure == Measure.UNANSWERED || measure != null && measure.form() == Form.DELAY;
    }

    /** Whether nodes became faster. */
    boolean isFaster() {
        return trouble.equals("faster-since");
    }

    /** Whether something happened in this time that could show it, by what it is measured by. */
    boolean isMeasured(Sums time) {
        Measure measure = MEASURE.get(trouble);
        return time.delays().stream().anyMatch(own -> own.measure() == measure && own.size() > 0 && isAt(own.place()))
                || time.shares().stream()
                        .anyMatch(own -> own.measure() == measure && own.allTrials() > 0 && isAt(own.place()));
    }

    /** Whether its nodes did something in this time. */
    boolean isSeen(Sums time) {
        return nodes.isEmpty()
                || time.delays().stream().anyMatch(own -> own.size() > 0 && isOf(own.place()))
                || time.shares().stream().anyMatch(own -> own.allTrials() > 0 && isOf(own.place()));
    }

    private boolean isOf(ComparedPlace place) {
        return nodes.contains(place.name()) || nodes.contains(place.peer());
    }

    /** Whether this is the same trouble of the same nodes, and maybe of more. */
    boolean covers(FindingKey other) {
        return trouble.equals(other.trouble) && nodes.containsAll(other.nodes);
    }

    /** Whether a node is at fault in both. */
    boolean shares(FindingKey other) {
        return nodes.stream().anyMatch(other.nodes::contains);
    }

    /**
     * Up to when it was seen: the end of the last block of this time in which something happened that it counts; empty
     * where it counts nothing, or nothing happened.
     */
    OptionalLong lastSeenNanos(Sums time) {
        return time.shares().stream()
                .filter(own -> own.measure() == MEASURE.get(trouble) && isAt(own.place()))
                .flatMapToLong(own -> IntStream.range(0, time.blocks().size())
                        .filter(block -> own.events()[block] > 0)
                        .mapToLong(block -> time.blocks().get(block).toNanos()))
                .max();
    }

    /** Whether it is counted: so many of so many. */
    boolean isCounted() {
        Measure measure = MEASURE.get(trouble);
        return measure != null && measure.form() == Form.SHARE;
    }

    /** In how many blocks of this time something happened that it counts. */
    long blocksSeen(Sums time) {
        return IntStream.range(0, time.blocks().size())
                .filter(block -> time.shares().stream()
                        .anyMatch(own ->
                                own.measure() == MEASURE.get(trouble) && isAt(own.place()) && own.events()[block] > 0))
                .count();
    }

    /** The delays that show it in each block of this time. */
    List<BinnedDelays> delays(Sums time) {
        return IntStream.range(0, time.blocks().size())
                .mapToObj(block -> time.delays().stream()
                        .filter(own -> own.measure() == MEASURE.get(trouble) && isAt(own.place()))
                        .map(own -> own.blocks().get(block))
                        .reduce(BinnedDelays.NONE, BinnedDelays::plus))
                .toList();
    }

    /** Up to when delays stay as they became at this moment of a time; empty where they tell nothing of it. */
    OptionalLong delayedUntilNanos(Sums time, long onsetNanos) {
        Sums before = time.cut(new TimeSpan(Long.MIN_VALUE, onsetNanos));
        Sums since = time.cut(new TimeSpan(onsetNanos, Long.MAX_VALUE));
        return DelayedUntil.of(delays(before), delays(since))
                .map(level -> level.in(since.blocks(), delays(since)))
                .orElse(OptionalLong.empty());
    }

    private boolean isAt(ComparedPlace place) {
        return trouble.equals(LOAD)
                ? place.equals(ComparedPlace.SYSTEM)
                : nodes.contains(place.name()) && (place.peer().isEmpty() || nodes.contains(place.peer()));
    }

    /** Whether this compares what the trouble is measured by. */
    boolean isComparedBy(Contrast own) {
        return isAt(own.place()) && own.measure() == MEASURE.get(trouble);
    }
}
