package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.finding.SufferText;
import io.wirepath.analyze.incident.Incident;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.causes.TimeSpan;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A finding of the {@link FindingLog} as it is told, with what began with it at its replicas. Not thread-safe.
 */
final class LoggedFinding {

    /** From this factor on, more traffic is what somebody is to be woken by; a regular job brings less. */
    private static final double MUCH_MORE = 3;

    /** What delays a smaller share of the clients' requests is not even seen in the 99th percentile. */
    private static final double MANY_REQUESTS = 0.01;

    /** A sniffer that is too slow for a while is told of as such, to nobody who sleeps ({@link SnifferTroubles}). */
    private static final Set<String> OF_A_BUSY_SNIFFER = Set.of("capture-dropped", "capture-lost-bytes");

    /** What the sentence of one that goes on says of its time, and up to when it has counted. */
    private static final Pattern STILL = Pattern.compile(
            " since ([^ ,]+)(.*?) \\((still so at|no evidence since) ([0-9:]{8}), ([^)]*?)(?: up to ([0-9:]{8}))?\\)");

    /** What the detail says of each time of what comes and goes. */
    private static final Pattern EACH_TIME = Pattern.compile(" It was so from [^.]*\\.");

    /** The end of a window is rounded up. */
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    /** What changed, of a place that is slower for some requests. */
    private static final String OF_SOME = Incident.Kind.SLOWER_TAIL.name().toLowerCase(Locale.ROOT);

    private static final String PAUSES = "pauses";
    private static final String FINDING = "finding";
    private static final String REPLICAS = "replicas";

    final FindingKey key;

    final ObjectNode finding;

    /** The same trouble of its replicas, which began with it; in the order in which it was told. */
    private final Map<FindingKey, ObjectNode> replicas = new LinkedHashMap<>();

    /** Whether it goes on, by the sums of time. */
    final FindingEvidence evidence = new FindingEvidence(this);

    LoggedFinding(FindingKey key, ObjectNode finding) {
        this.key = key;
        this.finding = finding;
    }

    /** What {@link #kept(JsonNode)} makes the same of, after a restart. */
    ObjectNode kept() {
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        kept.set(FINDING, finding.deepCopy());
        ArrayNode joined = kept.putArray(REPLICAS);
        replicas.values().forEach(own -> joined.add(own.deepCopy()));
        evidence.keep(kept);
        return kept;
    }

    /** One that was kept; its sums of time are added again. */
    static LoggedFinding kept(JsonNode kept) {
        ObjectNode finding = kept.withObject("/" + FINDING);
        LoggedFinding entry = new LoggedFinding(FindingKey.of(finding), finding);
        for (JsonNode own : kept.path(REPLICAS)) {
            if (own instanceof ObjectNode replica) {
                entry.replicas.put(FindingKey.of(replica), replica);
            }
        }
        entry.evidence.restore(kept);
        return entry;
    }

    /** Whether somebody is to be woken by it. */
    static boolean isAlert(JsonNode finding) {
        JsonNode incident = finding.path("incident");
        return finding.path("severity").asText().equals(FindingLog.PROBLEM)
                        && finding.path("requestsDelayed").asDouble(1) >= MANY_REQUESTS
                        && !OF_A_BUSY_SNIFFER.contains(finding.path("kind").asText())
                        && incident.path("felt").asBoolean(true)
                || finding.path("kind").asText().equals("load-since")
                        && isMuchMore(finding, incident.path("before").asDouble());
    }

    /** Whether this traffic is much more than so many requests a second. */
    static boolean isMuchMore(JsonNode load, double before) {
        return load.path("incident").path("after").asDouble() >= MUCH_MORE * before;
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

    /**
     * Whether another may have begun with it: their moments may lie no further apart than this, each anywhere in its
     * interval of 95 %. What few requests tell has a wide one.
     *
     * @param onsetNanos when the other began, ns since the epoch
     */
    boolean beginsWith(ObjectNode other, long onsetNanos, long apartNanos) {
        long[] mine = interval(finding, onsetNanos());
        long[] his = interval(other, onsetNanos);
        return Math.max(mine[0] - his[1], his[0] - mine[1]) <= apartNanos;
    }

    /** The earliest and the latest moment of its onset. */
    private static long[] interval(ObjectNode finding, long onsetNanos) {
        JsonNode interval = finding.path("onsetIntervalNanos");
        return new long[] {interval.path(0).asLong(onsetNanos), interval.path(1).asLong(onsetNanos)};
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

    /** A copy for who asks: who suffers is counted by the window that tells it first, and up to when is said. */
    ObjectNode told() {
        ObjectNode told = finding.deepCopy();
        if (told.get("incident") instanceof ObjectNode incident) {
            long counted = incident.path("lastSeenNanos").asLong(Long.MAX_VALUE);
            boolean isAll = told.path("windows").asLong() == 0 || endNanos() - A_SECOND.toNanos() <= counted;
            String suffers = SufferText.of(
                    incident.path("requests").asLong(),
                    incident.path("clients").asLong(),
                    isAll ? "" : "up to " + second(counted),
                    incident.path("requestsLongerNanos").asDouble(),
                    incident.path("what").asText().equals(OF_SOME),
                    incident.path("requestsFailing").asDouble());
            if (!suffers.isEmpty()) {
                incident.put("suffers", suffers);
            }
        } else if (told.path("requestsDelayed").asDouble() > 0) {
            double delayed = told.path("requestsDelayed").asDouble();
            told.putObject("incident").put("suffers", SufferText.ofDelayed(delayed));
        }
        return told;
    }

    /**
     * What it is a part of, which is told under its name from now on: its first seconds showed what followed alone, or
     * one of its nodes.
     */
    LoggedFinding within(FindingKey other, ObjectNode own) {
        ObjectNode all = own.deepCopy();
        all.put("id", id()).put("onsetNanos", onsetNanos()).putNull("endNanos").set("windows", finding.path("windows"));
        LoggedFinding cause = new LoggedFinding(other, all);
        cause.replicas.putAll(replicas);
        cause.replicas.put(key, finding);
        cause.joinAgain();
        cause.evidence.follow(evidence);
        return cause;
    }

    /** Takes the same trouble of a replica into it. */
    void join(FindingKey other, ObjectNode own) {
        replicas.put(other, own);
        tell(other, own);
    }

    /** Tells of its replicas again, once it is told anew: of those of which it does not tell by itself. */
    void joinAgain() {
        replicas.forEach((other, own) -> {
            if (!key.covers(other) && consequences(own).noneMatch(nodes -> nodes.containsAll(other.nodes()))) {
                tell(other, own);
            }
        });
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
        consequence.put("words", own.path("incident").path("words").asText());
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
        Set<String> nodes = texts(own.path("nodes"));
        return consequences(own).anyMatch(each -> !Collections.disjoint(each, nodes));
    }

    /** Where changes of this kind followed from it. */
    private Stream<Set<String>> consequences(ObjectNode own) {
        String what = own.path("incident").path("what").asText();
        return finding.path("incident")
                .path("consequences")
                .valueStream()
                .filter(each -> each.path("what").asText().equals(what))
                .map(each -> texts(each.path("nodes")));
    }

    private static Set<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).collect(Collectors.toSet());
    }

    /** Says up to when a window shows it, where that is known: what is counted was counted before. */
    void isSeenIn(Sums now, Function<TimeSpan, Sums> sums) {
        evidence.seenFurtherIn(now, sums).ifPresent(last -> {
            String until = second(last);
            forgetTimes();
            retitle(still -> " since " + still.group(1) + still.group(2) + " (still so at " + until + ", "
                    + counted(still, until) + ")");
        });
    }

    /** Of what comes and goes each time is known of the window alone that told it. */
    private void forgetTimes() {
        int pauses = finding.path(PAUSES).size();
        if (pauses > 0) {
            finding.remove(PAUSES);
            String times = " " + (pauses + 1) + " times since ";
            finding.put("title", finding.path("title").asText().replace(times, " again and again since "))
                    .put(
                            "detail",
                            EACH_TIME.matcher(finding.path("detail").asText()).replaceFirst(""));
        }
    }

    private void retitle(Function<MatchResult, String> words) {
        String title = finding.path("title").asText();
        finding.put("title", STILL.matcher(title).replaceFirst(still -> Matcher.quoteReplacement(words.apply(still))));
    }

    /** How much was counted, and up to when, where that is earlier than this second. */
    private static String counted(MatchResult still, String until) {
        String to = still.group(6) == null ? still.group(4) : still.group(6);
        Duration later = Duration.between(LocalTime.parse(to), LocalTime.parse(until));
        return still.group(5) + (later.isZero() || later.equals(A_SECOND) ? "" : " up to " + to);
    }

    /** Up to when a look saw it that told it: it had lasted for a few seconds. */
    long lookedToNanos() {
        return Math.max(
                onsetNanos(), finding.path("incident").path("lastSeenNanos").asLong());
    }

    /** It ends so, not before it began; it keeps no sums of any time, which are added again where it goes on. */
    void end(long endNanos, String state) {
        // windows overlap, and an onset may lie behind the beginning of the next one
        long last = Math.max(onsetNanos(), endNanos);
        finding.put("endNanos", last).put("state", state);
        if (isOver()) {
            String end = second(last);
            String when = second(onsetNanos()).equals(end) ? " at " : " from ";
            retitle(still -> when + still.group(1) + (when.equals(" at ") ? "" : " to " + end) + still.group(2) + " ("
                    + counted(still, end) + ")");
        }
        evidence.forget();
    }

    /** Whether it ended beyond doubt. */
    boolean isOver() {
        return finding.path("state").asText().equals(FindingLog.ENDED);
    }

    /** A moment as sentences have it, by UTC. */
    static String second(long nanos) {
        return LocalTime.ofInstant(Instant.ofEpochSecond(nanos / 1_000_000_000), ZoneOffset.UTC)
                .format(DateTimeFormatter.ISO_LOCAL_TIME);
    }
}
