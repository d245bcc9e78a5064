package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.compare.Comparison;
import io.wirepath.analyze.compare.Contrast;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.causes.TimeSpan;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A finding of the {@link FindingLog} with what began with it at its replicas, and what the time before it was like.
 * Not thread-safe.
 */
final class LoggedFinding {

    /** From this factor on, more traffic is what somebody is to be woken by; a regular job brings less. */
    private static final double MUCH_MORE = 3;

    final FindingKey key;

    final ObjectNode finding;

    /** The same trouble of its replicas, which began with it; in the order in which it was told. */
    private final Map<FindingKey, ObjectNode> replicas = new LinkedHashMap<>();

    private @Nullable Sums before;

    LoggedFinding(FindingKey key, ObjectNode finding) {
        this.key = key;
        this.finding = finding;
    }

    /** Whether somebody is to be woken by it. */
    static boolean isAlert(JsonNode finding) {
        JsonNode incident = finding.path("incident");
        return finding.path("severity").asText().equals(FindingLog.PROBLEM)
                || finding.path("kind").asText().equals("load-since")
                        && incident.path("after").asDouble()
                                >= MUCH_MORE * incident.path("before").asDouble();
    }

    boolean isAlert() {
        return isAlert(finding);
    }

    String id() {
        return finding.path("id").asText();
    }

    long onsetNanos() {
        return finding.path("onsetNanos").asLong();
    }

    /** Long.MAX_VALUE while it goes on. */
    long endNanos() {
        return finding.path("endNanos").asLong(Long.MAX_VALUE);
    }

    boolean isOf(FindingKey other) {
        return key.equals(other) || replicas.containsKey(other);
    }

    Stream<FindingKey> keys() {
        return Stream.concat(Stream.of(key), replicas.keySet().stream());
    }

    /** Takes the same trouble of a replica into it. */
    void join(FindingKey other, ObjectNode own) {
        replicas.put(other, own);
        tell(other, own);
    }

    /** Tells of its replicas again, once it is told anew. */
    void joinAgain() {
        replicas.forEach(this::tell);
    }

    /** Tells of a replica what {@code Consequence} has. */
    private void tell(FindingKey other, ObjectNode own) {
        ObjectNode incident = finding.withObject("/incident");
        ArrayNode consequences = incident.withArray("consequences");
        for (String node : other.nodes()) {
            String unchanged = "; " + node + " did not change";
            finding.put("title", finding.path("title").asText().replace(unchanged, ""));
            JsonNode said = incident.path("unchanged");
            for (int i = said.size() - 1; i >= 0; i--) {
                if (said.get(i).asText().equals(node)) {
                    ((ArrayNode) said).remove(i);
                }
            }
        }
        ObjectNode consequence = consequences.addObject();
        consequence.put("what", own.path("incident").path("what").asText());
        other.nodes().forEach(consequence.putArray("nodes")::add);
        consequence.put("onsetNanos", own.path("onsetNanos").asLong());
        consequence.set("effectNanos", own.path("effectNanos"));
    }

    /** Its nodes, and those where something follows from it. */
    Set<String> places() {
        Set<String> places = new HashSet<>(key.nodes());
        finding.path("incident")
                .path("consequences")
                .forEach(each -> each.path("nodes").forEach(node -> places.add(node.asText())));
        return places;
    }

    /** Whether a change of this kind at some of these nodes followed from it. */
    boolean isFollowedBy(ObjectNode own) {
        Set<String> nodes = new HashSet<>();
        own.path("nodes").forEach(node -> nodes.add(node.asText()));
        String what = own.path("incident").path("what").asText();
        return finding.path("incident")
                .path("consequences")
                .valueStream()
                .filter(each -> each.path("what").asText().equals(what))
                .flatMap(each -> each.path("nodes").valueStream())
                .anyMatch(node -> nodes.contains(node.asText()));
    }

    /**
     * Whether the present differs from the time before it as it says.
     *
     * @param sums what a stretch of time is compared by
     */
    boolean isStillSo(Sums now, Function<TimeSpan, Sums> sums) {
        long onset = onsetNanos();
        Sums earlier = before == null ? sums.apply(new TimeSpan(onset - FindingLog.BEFORE_NANOS, onset)) : before;
        before = earlier;
        try {
            return Comparison.of(earlier, now).contrasts().stream()
                    .filter(Contrast::differs)
                    .anyMatch(contrast -> keys().anyMatch(own -> own.matches(contrast)));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
