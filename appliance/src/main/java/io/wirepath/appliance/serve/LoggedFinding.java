package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.compare.Comparison;
import io.wirepath.analyze.compare.Contrast;
import io.wirepath.analyze.finding.SufferText;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Measure.Form;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.TimeSpan;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A finding of the {@link FindingLog} with what began with it at its replicas, and what the time before it was like.
 * Not thread-safe.
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

    /** The end of a window is rounded up. */
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    /** Of what happened always, as often is taken to happen as in twice as many and one (Krichevsky). */
    private static final double HALF = 0.5;

    private static final String FINDING = "finding";
    private static final String REPLICAS = "replicas";
    private static final String TOLD_TO = "toldToNanos";
    private static final String PASSED = "passed";
    private static final String TOLD = "told";
    private static final String SILENT = "silent";

    final FindingKey key;

    final ObjectNode finding;

    /** The same trouble of its replicas, which began with it; in the order in which it was told. */
    private final Map<FindingKey, ObjectNode> replicas = new LinkedHashMap<>();

    private @Nullable Sums before;

    /** Its own time, up to when it was told; null where nobody asked. */
    private @Nullable Sums during;

    /** The time since it was told; null where the one before a restart is to be added. */
    private @Nullable Sums since = Sums.NOTHING;

    /** What its delays are known by; null where nobody asked, or nothing tells. */
    private @Nullable DelayedUntil level;

    private long toldToNanos;

    /** Where the window ends that it was held against last. */
    private long heldToNanos = Long.MIN_VALUE;

    /** Windows from its beginning to the last that told it; those of them that did; those since. */
    private int passed;

    private int told;
    private int silent;

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
        return kept.put(TOLD_TO, toldToNanos)
                .put(PASSED, passed)
                .put(TOLD, told)
                .put(SILENT, silent);
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
        entry.toldToNanos = kept.path(TOLD_TO).asLong();
        entry.passed = kept.path(PASSED).asInt();
        entry.told = kept.path(TOLD).asInt();
        entry.silent = kept.path(SILENT).asInt();
        entry.since = null;
        return entry;
    }

    /** Whether somebody is to be woken by it. */
    static boolean isAlert(JsonNode finding) {
        JsonNode incident = finding.path("incident");
        return finding.path("severity").asText().equals(FindingLog.PROBLEM)
                        && finding.path("requestsDelayed").asDouble(1) >= MANY_REQUESTS
                        && !OF_A_BUSY_SNIFFER.contains(finding.path("kind").asText())
                        && isFelt(finding)
                || finding.path("kind").asText().equals("load-since")
                        && isMuchMore(finding, incident.path("before").asDouble());
    }

    /**
     * Whether requests from outside take longer where a node answers later, or nobody knows: nothing is said of those
     * that are made to the node itself.
     */
    private static boolean isFelt(JsonNode finding) {
        JsonNode incident = finding.path("incident");
        return !finding.path("kind").asText().equals("slower-since")
                || incident.path("requests").asLong() == 0
                || incident.path("requestsLongerNanos").asDouble(1) > 0;
    }

    /** Whether this traffic is much more than so many requests a second. */
    private static boolean isMuchMore(JsonNode load, double before) {
        return load.path("incident").path("after").asDouble() >= MUCH_MORE * before;
    }

    /** Whether this traffic is much more than what there was before it, as far as that is known. */
    boolean isOutgrown(ObjectNode load, Function<TimeSpan, Sums> sums) {
        return timeBefore(sums).shares().stream()
                .anyMatch(own -> own.measure() == Measure.LOAD
                        && own.place().equals(ComparedPlace.SYSTEM)
                        && own.allTrials() > 0
                        && isMuchMore(load, own.allEvents() / own.allTrials()));
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
        cause.toldToNanos = toldToNanos;
        cause.heldToNanos = heldToNanos;
        cause.passed = passed;
        cause.told = told;
        cause.silent = silent;
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

    /** Whether it was not held against this window before, which is taken again as one before it came late. */
    boolean takes(WindowId window) {
        boolean takes = window.toNanos() > heldToNanos;
        heldToNanos = Math.max(heldToNanos, window.toNanos());
        return takes;
    }

    /** A window tells it, or shows that it is still so. */
    void goesOn(long toNanos) {
        passed += silent + 1;
        told++;
        silent = 0;
        toldToNanos = toNanos;
        during = null;
        since = Sums.NOTHING;
    }

    /**
     * Whether the present differs from the time before it as it says.
     *
     * @param sums what a stretch of time is compared by
     */
    boolean isStillSo(Sums now, Function<TimeSpan, Sums> sums) {
        return comparison(before(sums), now).stream()
                .flatMap(this::contrasts)
                .anyMatch(own -> own.differs() && isWorse(own));
    }

    /**
     * How it is over, where it is. A window that does not tell it proves nothing by itself, for what is near its
     * threshold is told now and then. It is {@linkplain FindingLog#ENDED over} where the time since it was told is
     * better than its own time beyond chance, by what it is measured by. There is {@linkplain
     * FindingLog#NO_EVIDENCE_SINCE no evidence since} where its nodes do nothing that could show it, and where it is
     * not seen to happen and has not been told for longer than chance explains of what is told as often as it was (by
     * Laplace's rule of succession). What is measured by nothing but its being told is over then.
     *
     * @param now the window, which does not tell it
     */
    Optional<String> over(Sums now, Function<TimeSpan, Sums> sums) {
        silent++;
        Sums later = Sums.merged(List.of(sinceTold(now, sums), now), Sums.BLOCKS);
        since = later;
        Sums own = during(sums);
        if (!key.isSeen(now) || key.isMeasured(own) && !key.isMeasured(now)) {
            return Optional.of(FindingLog.NO_EVIDENCE_SINCE);
        }
        Optional<Comparison> comparison = comparison(own, later);
        if (comparison.stream().anyMatch(this::isSurelyBetter)) {
            return Optional.of(FindingLog.ENDED);
        }
        boolean happens = comparison.stream()
                .flatMap(this::contrasts)
                .anyMatch(each -> each.measure().form() == Form.SHARE && each.after() > 0);
        double untold = (passed - told + 1) / (passed + 2.0);
        return happens || Math.pow(untold, silent) > Comparison.FALSE_ALARMS
                ? Optional.empty()
                : Optional.of(key.isMeasured(own) ? FindingLog.NO_EVIDENCE_SINCE : FindingLog.ENDED);
    }

    private boolean isSurelyBetter(Comparison later) {
        return contrasts(later).anyMatch(each -> later.isSure(each) && !isWorse(each));
    }

    /**
     * When it was seen last within a window, where what comes after that in the window shows that it is over: what is
     * counted does not happen any more, beyond chance, or delays are shorter than in its own time, and no longer than
     * before it.
     *
     * @param better when the window tells that its nodes became faster, or that the load is another, if it does
     */
    OptionalLong overWithin(WindowId window, Sums now, OptionalLong better, Function<TimeSpan, Sums> sums) {
        OptionalLong last = key.isCounted() || better.isEmpty() ? lastSeenNanos(now, sums) : better;
        long end = last.orElse(Long.MIN_VALUE);
        if (end <= Math.max(onsetNanos(), window.fromNanos()) || end >= window.toNanos()) {
            return OptionalLong.empty();
        }
        Sums own = sums.apply(new TimeSpan(Math.max(onsetNanos(), end - FindingLog.BEFORE_NANOS), end));
        Sums later = sums.apply(new TimeSpan(end, window.toNanos()));
        boolean isOver = key.isCounted()
                ? isOutside(own, later)
                : better.isPresent() || comparison(own, later).stream().anyMatch(this::isSurelyBetter);
        return isOver && !isStillSo(later, sums) ? last : OptionalLong.empty();
    }

    /** Whether chance does not explain that it happens in no block of this time, as it did in so many of its own. */
    private boolean isOutside(Sums own, Sums later) {
        double share = (key.blocksSeen(own) + HALF) / (own.blocks().size() + 1);
        return key.blocksSeen(later) == 0
                && Math.pow(1 - share, later.blocks().size()) <= Comparison.FALSE_ALARMS / Sums.BLOCKS;
    }

    /** Up to when a window shows it, where that is known. */
    private OptionalLong lastSeenNanos(Sums now, Function<TimeSpan, Sums> sums) {
        return key.isOfLoad()
                ? OptionalLong.empty()
                : key.isCounted() ? key.lastSeenNanos(now) : delayedUntilNanos(now, sums);
    }

    /** The time since it was told, up to now. */
    private Sums sinceTold(Sums now, Function<TimeSpan, Sums> sums) {
        Sums known = since;
        if (known != null || now.isEmpty()) {
            return known == null ? Sums.NOTHING : known;
        }
        long from = now.blocks().get(0).fromNanos();
        return sums.apply(new TimeSpan(Math.min(toldToNanos, from), from));
    }

    /** Says up to when a window shows it, where that is known: what is counted was counted before. */
    void isSeenIn(Sums now, Function<TimeSpan, Sums> sums) {
        OptionalLong last = lastSeenNanos(now, sums);
        if (last.isPresent() && last.getAsLong() > lookedToNanos()) {
            String until = second(last.getAsLong());
            retitle(still -> " since " + still.group(1) + still.group(2) + " (still so at " + until + ", "
                    + counted(still, until) + ")");
            toldToNanos = Math.min(toldToNanos, last.getAsLong());
            during = null;
            since = null;
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

    /** Up to when it was told, ns since the epoch. */
    long toldToNanos() {
        return toldToNanos;
    }

    /** Up to when a look saw it that told it: it had lasted for a few seconds. */
    long lookedToNanos() {
        return Math.max(
                onsetNanos(), finding.path("incident").path("lastSeenNanos").asLong());
    }

    /**
     * When it was seen last: of what is counted when something was counted last; of what is delayed when delays were as
     * they became last, in the window that told it or since.
     *
     * @param lengthNanos how long a window is
     */
    long lastNanos(long lengthNanos, Function<TimeSpan, Sums> sums) {
        OptionalLong counted = key.lastSeenNanos(during(sums));
        if (counted.isPresent()) {
            return counted.getAsLong();
        }
        long from = Math.max(onsetNanos(), toldToNanos - lengthNanos);
        Sums told = sums.apply(new TimeSpan(Math.min(from, toldToNanos), toldToNanos));
        Sums later = since;
        level = null;
        return delayedUntilNanos(later == null ? told : told.merge(later), sums).orElse(toldToNanos);
    }

    private OptionalLong delayedUntilNanos(Sums time, Function<TimeSpan, Sums> sums) {
        if (level == null) {
            level = DelayedUntil.of(key.delays(before(sums)), key.delays(during(sums)))
                    .orElse(null);
        }
        return level == null ? OptionalLong.empty() : level.in(time.blocks(), key.delays(time));
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
        before = null;
        during = null;
        since = Sums.NOTHING;
    }

    /** Whether it ended beyond doubt. */
    boolean isOver() {
        return finding.path("state").asText().equals(FindingLog.ENDED);
    }

    private Sums before(Function<TimeSpan, Sums> sums) {
        Sums earlier = before;
        if (earlier == null) {
            earlier = timeBefore(sums);
            before = earlier;
        }
        return earlier;
    }

    private Sums timeBefore(Function<TimeSpan, Sums> sums) {
        return sums.apply(new TimeSpan(onsetNanos() - FindingLog.BEFORE_NANOS, onsetNanos()));
    }

    private Sums during(Function<TimeSpan, Sums> sums) {
        Sums own = during;
        if (own == null) {
            long from = Math.max(onsetNanos(), toldToNanos - FindingLog.BEFORE_NANOS);
            own = sums.apply(new TimeSpan(Math.min(from, toldToNanos), toldToNanos));
            during = own;
        }
        return own;
    }

    private static Optional<Comparison> comparison(Sums earlier, Sums later) {
        try {
            return Optional.of(Comparison.of(earlier, later));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Of what its trouble is measured by. */
    private Stream<Contrast> contrasts(Comparison of) {
        return of.contrasts().stream().filter(each -> keys().anyMatch(own -> own.isComparedBy(each)));
    }

    /** Whether what is later lies where it says that it went. */
    private boolean isWorse(Contrast own) {
        JsonNode incident = finding.path("incident");
        boolean falls = key.isOfLoad()
                && incident.path("after").asDouble() < incident.path("before").asDouble();
        return falls ? own.effect() < 0 : own.effect() > 0;
    }

    /** A moment as sentences have it, by UTC. */
    static String second(long nanos) {
        return LocalTime.ofInstant(Instant.ofEpochSecond(nanos / 1_000_000_000), ZoneOffset.UTC)
                .format(DateTimeFormatter.ISO_LOCAL_TIME);
    }
}
