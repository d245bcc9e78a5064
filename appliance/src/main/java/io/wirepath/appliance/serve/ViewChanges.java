package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.causes.TimeSpan;
import io.wirepath.merge.live.MergeStatus;
import io.wirepath.merge.live.MergeStatus.SnifferStatus;
import io.wirepath.merge.live.MergeStatus.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * When what the sniffers see together became another: one is heard or is not any more, falls behind or has caught up,
 * or tells that it leaves out more or less than before. What differs since such a moment may be seen otherwise, and
 * not be otherwise. A sniffer that changes all the time explains nothing: before and after each of these moments the
 * same is seen in the mean, and whatever happens is near to one. Used by one thread.
 */
final class ViewChanges {

    /** Of older ones nothing is known any more. */
    private static final int MAX_MOMENTS = 100;

    /** Messages that are on their way at such a moment are seen in part: as long as a window waits for them. */
    private static final long NEAR_NANOS = 5_000_000_000L;

    /** A sniffer changes all the time that did so as often as this within {@link #OFTEN_NANOS}. */
    private static final int MAX_CHANGES = 4;

    /** Two deaths of a sniffer and two returns are no habit of it if they take longer, in ns. */
    private static final long OFTEN_NANOS = 90_000_000_000L;

    private static final String FACT = "fact";

    private static final String SEEN_OTHERWISE =
            " What the sniffers see changed at that moment: it may be seen otherwise, and not be otherwise.";

    /**
     * A moment.
     *
     * @param sniffers whose sight changed at it
     * @param isNews whether one of them does not change all the time
     */
    private record Moment(long nanos, Set<String> sniffers, boolean isNews) {}

    private final Deque<Moment> moments = new ArrayDeque<>();

    /** What each that is waited for told last of what it leaves out. */
    private Map<String, String> seeing = Map.of();

    /**
     * Takes how the sniffers stand.
     *
     * @param notes what the sniffer of this name told last of what it leaves out
     */
    void take(MergeStatus status, UnaryOperator<String> notes) {
        Map<String, String> now = new HashMap<>();
        for (SnifferStatus sniffer : status.sniffers()) {
            if (sniffer.state() == State.ON_TIME) {
                now.put(sniffer.name(), notes.apply(sniffer.name()));
            }
        }
        if (!now.equals(seeing)) {
            Set<String> changed = new HashSet<>(now.keySet());
            changed.addAll(seeing.keySet());
            changed.removeIf(name -> Objects.equals(now.get(name), seeing.get(name)));
            seeing = now;
            long nanos = status.watermarkNanos();
            moments.addLast(new Moment(
                    nanos,
                    changed,
                    changed.stream().anyMatch(name -> changesSince(name, nanos - OFTEN_NANOS) < MAX_CHANGES)));
            if (moments.size() > MAX_MOMENTS) {
                moments.removeFirst();
            }
        }
    }

    private long changesSince(String sniffer, long nanos) {
        return moments.stream()
                .filter(moment -> moment.nanos > nanos && moment.sniffers.contains(sniffer))
                .count();
    }

    /** The moments of a stretch of time that may explain something, by the merge's clock. */
    List<Long> within(TimeSpan span) {
        return moments.stream()
                .filter(Moment::isNews)
                .map(Moment::nanos)
                .filter(nanos -> nanos > span.fromNanos() && nanos < span.toNanos())
                .toList();
    }

    /**
     * Makes a fact of what a report tells to have changed at one of these moments, unless failures that were seen show
     * it.
     */
    static void explain(ObjectNode report, List<Long> moments) {
        List<JsonNode> findings = new ArrayList<>();
        for (JsonNode each : report.path("findings")) {
            if (each instanceof ObjectNode own && isOfView(own, moments)) {
                own.put("severity", FACT).put("detail", own.path("detail").asText() + SEEN_OTHERWISE);
            }
            findings.add(each);
        }
        findings.sort(
                Comparator.comparing(each -> each.path("severity").asText().equals(FACT)));
        ArrayNode sorted = report.putArray("findings");
        findings.forEach(sorted::add);
    }

    private static boolean isOfView(ObjectNode finding, List<Long> moments) {
        long onset = finding.path("onsetNanos").asLong();
        JsonNode interval = finding.path("onsetIntervalNanos");
        return finding.has("onsetNanos")
                && !FindingKey.of(finding).isOfFailuresSeen()
                && moments.stream()
                        .anyMatch(moment -> interval.path(0).asLong(onset) <= moment + NEAR_NANOS
                                && interval.path(1).asLong(onset) >= moment - NEAR_NANOS);
    }
}
