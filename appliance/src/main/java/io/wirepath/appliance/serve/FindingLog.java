package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.TimeSpan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Findings as they begin and end, over windows. Thread-safe.
 *
 * <pre>
 *  look     every few seconds, at the last half minute   opens what is an alert
 *  window   every minute                                 opens, goes on, ends
 *  watch    every second, of the sniffers                opens and ends what is said of them
 * </pre>
 *
 * <p>One begins with the first that tells it, at its onset where it has one. It goes on as long as windows tell it, or
 * as long as they differ from the time before it as it says: a change that lasts is told by the window in which it
 * happens alone. That a window does not tell it is no proof that it is over; what is ({@link LoggedFinding#over}) ends
 * it, so that what hovers at its threshold is one. One whose nodes are not seen at work any more ends as one of which
 * there is no evidence since. A notice that becomes an alert is over, and the alert another one. What replicas meet at
 * one moment is one. What a window tells again of one that is over, and what changes back as a problem ends, is no
 * other one. Facts are left out. At most {@value #MAX_OPEN} are open, alerts before others; what is not followed for
 * that is counted. The {@value #MAX_ENDED} that ended last are kept.
 */
public final class FindingLog {

    /** Findings that are open at a time, at most: what more there are is not followed. */
    static final int MAX_OPEN = 100;

    /** Findings that ended and are still told of. */
    static final int MAX_ENDED = 500;

    private static final String WINDOW = "window";
    private static final String FINDINGS = "findings";
    private static final String UNTOLD = "untold";

    /** Field of a report: findings that looks opened since the window before, for who tells of windows again. */
    static final String OPENED = "opened";

    /** The fields of a report that are read here. */
    static final Set<String> FIELDS = Set.of("totals", "roles", FINDINGS, OPENED);

    /** Nothing shows that it goes on, and nothing that it is over. */
    public static final String NO_EVIDENCE_SINCE = "no_evidence_since";

    /** Before the first dash of a UUID. */
    private static final int ID_DIGITS = 8;

    /** It is over, beyond doubt. */
    static final String ENDED = "ended";

    static final String PROBLEM = "problem";

    /** Two moments of change that lie no further apart are one: a block of a window of a minute. */
    private static final long SAME_NANOS = 2_000_000_000L;

    /** How much of the time before a finding, and of its own, it is compared with. */
    static final long BEFORE_NANOS = 600_000_000_000L;

    /** Where no window comes, what is open is told again so often. */
    private static final long AGAIN_NANOS = 60_000_000_000L;

    private final Map<FindingKey, LoggedFinding> open = new LinkedHashMap<>();
    private final Deque<LoggedFinding> ended = new ArrayDeque<>();
    private final List<ObjectNode> opened = new ArrayList<>();
    private final Consumer<ServeCounter> counter;

    /** Takes what is to be known after a restart, before anybody is told of it. */
    private Consumer<ObjectNode> keeper = kept -> {};

    /** The window that was taken last; empty before the first. */
    private String lastWindow = "";

    /** Whether something is to be kept that was not. */
    private boolean isChanged;

    /** The role of each node, by the last report that told. */
    private Map<String, String> roles = Map.of();

    private long toldNanos = Long.MIN_VALUE;
    private final UntoldNews untold = new UntoldNews(this::taken);

    /**
     * Nothing is known yet.
     *
     * @param counter hears of findings that are not followed
     */
    FindingLog(Consumer<ServeCounter> counter) {
        this.counter = counter;
    }

    /** How a finding stands that is told of. */
    public enum Stage {
        /** It begins. */
        OPENED,
        /** It goes on. */
        OPEN,
        /** It ended, or there is no evidence of it any more. */
        ENDED
    }

    /**
     * What is told of a finding as time goes on.
     *
     * @param finding a copy of it
     * @param againNanos how long it takes until it is told again
     */
    public record News(ObjectNode finding, Stage stage, long againNanos) {

        /** Whether somebody is to be woken: a problem of more than a few requests, or much more traffic than before. */
        public boolean isAlert() {
            return FindingLog.isAlert(finding);
        }
    }

    /** Who hears of findings as they begin, go on and end. */
    @FunctionalInterface
    public interface Listener {

        /**
         * Takes what is told; never waits.
         *
         * @param taken to be run once it need not be told again, by any thread
         */
        void hear(News told, Runnable taken);
    }

    /**
     * Whether somebody is to be woken by a finding: a problem of more than a few requests, or much more traffic than
     * before.
     */
    public static boolean isAlert(JsonNode finding) {
        return LoggedFinding.isAlert(finding);
    }

    /**
     * Takes the report of the next window; one that holds no results changes nothing.
     *
     * @param sums what a stretch of time is compared by
     */
    public synchronized void take(WindowId window, ObjectNode report, Function<TimeSpan, Sums> sums) {
        telling(window.toNanos() - window.fromNanos(), true, () -> takeQuietly(window, report, sums));
        toldNanos = Long.MIN_VALUE;
    }

    /**
     * Takes what a look at the latest seconds found: alerts alone, that have an onset and go on.
     *
     * @param told the roles that it told, by node
     */
    public synchronized void look(List<ObjectNode> findings, Map<String, String> told) {
        roles = told;
        telling(
                AGAIN_NANOS,
                false,
                () -> findings.stream()
                        .filter(own -> LoggedFinding.isAlert(own)
                                && own.has("onsetNanos")
                                && own.path("endNanos").isNull())
                        .forEach(own -> {
                            FindingKey key = FindingKey.of(own);
                            long onset = own.path("onsetNanos").asLong();
                            endMilder(key, own, onset);
                            boolean isKnown = isOpen(key)
                                    || joins(key, own, onset)
                                    || isAftermath(key, own, onset)
                                    || ended.stream()
                                            .anyMatch(each ->
                                                    isOfOne(each, key, own) && onset <= each.endNanos() + SAME_NANOS);
                            if (!isKnown && hasRoom(own)) {
                                LoggedFinding begun = begin(key, own, onset);
                                begun.goesOn(begun.lookedToNanos());
                                opened.add(begun.finding.deepCopy());
                            }
                        }));
    }

    /**
     * Takes everything that is wrong with the sniffers now; what is not among it any more is over.
     *
     * @param nowNanos the present moment, ns since the epoch
     */
    public synchronized void watch(long nowNanos, List<ObjectNode> findings) {
        toldNanos = toldNanos == Long.MIN_VALUE ? nowNanos : toldNanos;
        boolean again = nowNanos - toldNanos >= AGAIN_NANOS;
        toldNanos = again ? nowNanos : toldNanos;
        telling(AGAIN_NANOS, again, () -> {
            Set<FindingKey> present = new HashSet<>();
            for (ObjectNode own : findings) {
                FindingKey key = FindingKey.of(own);
                present.add(key);
                if (!open.containsKey(key) && hasRoom(own)) {
                    begin(key, own, own.path("onsetNanos").asLong());
                }
            }
            keys(key -> key.isOfSniffer() && !present.contains(key)).forEach(key -> end(key, nowNanos, ENDED));
        });
    }

    private void telling(long againNanos, boolean again, Runnable change) {
        Set<String> before = ids(open.values());
        Set<String> endedBefore = ids(ended);
        Set<String> undecided =
                ids(ended.stream().filter(each -> !each.isOver()).toList());
        change.run();
        List<News> news = new ArrayList<>();
        for (LoggedFinding entry : all()) {
            String id = entry.id();
            boolean isOver = entry.endNanos() < Long.MAX_VALUE;
            if (isOver && endedBefore.contains(id)) {
                continue;
            }
            boolean goesOn = undecided.contains(id);
            if (!before.contains(id) && !goesOn) {
                news.add(new News(entry.finding.deepCopy(), Stage.OPENED, againNanos));
            }
            if (isOver || goesOn || again && before.contains(id)) {
                Stage stage = isOver ? Stage.ENDED : Stage.OPEN;
                news.add(new News(entry.finding.deepCopy(), stage, againNanos));
            }
        }
        untold.add(news);
        keep();
        untold.tell(news);
    }

    /**
     * Who is told of findings as they begin, go on and end from now on, and at once of alerts that nobody was told of.
     */
    public synchronized void onTold(Listener listener) {
        untold.tellTo(listener);
    }

    /**
     * Goes on with what was kept, and hands on what is to be kept from now on. What is open of sniffers is not kept:
     * who watches them tells it again.
     *
     * @param kept what the other was given last; nothing where it is no object
     * @return when the window begins that was taken last, ns since the epoch; Long.MIN_VALUE where nothing was kept
     */
    synchronized long resume(JsonNode kept, Consumer<ObjectNode> other) {
        keeper = other;
        lastWindow = kept.path(WINDOW).asText();
        for (JsonNode each : kept.path(FINDINGS)) {
            LoggedFinding entry = LoggedFinding.kept(each);
            if (entry.endNanos() < Long.MAX_VALUE) {
                ended.addLast(entry);
            } else {
                open.put(entry.key, entry);
            }
        }
        untold.resume(kept.path(UNTOLD));
        return WindowId.parse(lastWindow).map(WindowId::fromNanos).orElse(Long.MIN_VALUE);
    }

    private void keep() {
        if (isChanged) {
            isChanged = false;
            ObjectNode kept = JsonNodeFactory.instance.objectNode().put(WINDOW, lastWindow);
            ArrayNode findings = kept.putArray(FINDINGS);
            all().stream()
                    .filter(entry -> !entry.key.isOfSniffer() || entry.endNanos() < Long.MAX_VALUE)
                    .forEach(entry -> findings.add(entry.kept()));
            kept.set(UNTOLD, untold.kept());
            keeper.accept(kept);
        }
    }

    private synchronized void taken(News told) {
        isChanged |= untold.remove(told);
        keep();
    }

    /** What looks opened since this was asked last. */
    synchronized List<ObjectNode> opened() {
        List<ObjectNode> some = List.copyOf(opened);
        opened.clear();
        return some;
    }

    private static Set<String> ids(Collection<LoggedFinding> entries) {
        return entries.stream().map(LoggedFinding::id).collect(Collectors.toSet());
    }

    private List<LoggedFinding> all() {
        return Stream.concat(ended.stream(), open.values().stream()).toList();
    }

    private List<FindingKey> keys(Predicate<FindingKey> of) {
        return open.keySet().stream().filter(of).toList();
    }

    /** Takes the report of a window, and tells nobody: who listens hears with the next one of what is open then. */
    synchronized void takeQuietly(WindowId window, ObjectNode report, Function<TimeSpan, Sums> sums) {
        lastWindow = window.toString();
        isChanged = true;
        if (!report.path("totals").isObject()) {
            return;
        }
        WindowTold told = WindowTold.of(report);
        roles = told.roles();
        openLooked(report);
        Sums now = sums.apply(new TimeSpan(window.fromNanos(), window.toNanos()));
        for (LoggedFinding entry : List.copyOf(open.values())) {
            if (entry.key.isOfSniffer() || entry.onsetNanos() >= window.toNanos()) {
                continue;
            }
            boolean isTold = told.tells(entry) && (told.isDated(entry) || !isBehind(entry, window, now, sums));
            if (isTold || entry.isStillSo(now, sums)) {
                goesOn(entry, window);
            } else {
                entry.over(now, sums)
                        .ifPresent(how ->
                                end(entry.key, told.betterSince(entry).orElseGet(() -> entry.lastNanos(sums)), how));
            }
        }
        Set<String> before = ids(open.values());
        told.findings().forEach((key, own) -> tell(window, key, own));
        open.values().stream()
                .filter(entry -> !before.contains(entry.id()) && entry.onsetNanos() < window.toNanos())
                .forEach(entry -> goesOn(entry, window));
    }

    /** Opens what looks opened before this report, where it is not known: the service began anew since. */
    private void openLooked(ObjectNode report) {
        Set<String> known = ids(all());
        for (JsonNode own : report.path(OPENED)) {
            if (own instanceof ObjectNode found
                    && !known.contains(own.path("id").asText())) {
                FindingKey key = FindingKey.of(found);
                LoggedFinding looked = new LoggedFinding(key, found.deepCopy());
                looked.goesOn(looked.lookedToNanos());
                endMilder(key, found, looked.onsetNanos());
                open.putIfAbsent(key, looked);
            }
        }
    }

    private static void goesOn(LoggedFinding entry, WindowId window) {
        entry.goesOn(window.toNanos());
        entry.finding.put("windows", entry.finding.path("windows").asLong() + 1);
    }

    /** Whether a window tells it only of the margin that it looks at before its core. */
    private static boolean isBehind(LoggedFinding entry, WindowId window, Sums now, Function<TimeSpan, Sums> sums) {
        long from = Math.max(entry.onsetNanos(), 2 * window.fromNanos() - window.toNanos());
        return from < window.fromNanos()
                && entry.key
                        .lastSeenNanos(sums.apply(new TimeSpan(from, window.fromNanos())))
                        .isPresent()
                && entry.key.lastSeenNanos(now).isEmpty();
    }

    /** Knows of no window any more. */
    synchronized void forget() {
        open.clear();
        ended.clear();
    }

    private void tell(WindowId window, FindingKey key, ObjectNode own) {
        long onset = own.path("onsetNanos").asLong(window.fromNanos());
        endMilder(key, own, onset);
        LoggedFinding entry = open.get(key);
        if (entry == null
                && (isOpen(key)
                        || joins(key, own, onset)
                        || isWithin(key, own, onset)
                        || isAftermath(key, own, onset)
                        || isToldAgain(window, key, own, onset))) {
            return;
        }
        if (entry == null && hasRoom(own)) {
            entry = begin(key, own, onset);
            entry.finding.put(WINDOW, window.toString());
        } else if (entry != null && !entry.finding.has(WINDOW) && (LoggedFinding.isAlert(own) || !entry.isAlert())) {
            // the look that told it had seen a few seconds of it
            String kind = entry.finding.path("kind").asText();
            String id = entry.id();
            entry.finding.setAll(own.deepCopy());
            entry.finding.put("kind", kind).put("id", id);
            entry.finding.put("onsetNanos", onset).putNull("endNanos").put(WINDOW, window.toString());
            entry.joinAgain();
        }
        JsonNode end = own.path("endNanos");
        if (entry != null && end.isNumber()) {
            end(key, end.asLong(), ENDED);
        }
    }

    private boolean isOpen(FindingKey key) {
        return open.values().stream().anyMatch(each -> each.isOf(key));
    }

    /**
     * Adds what met the same trouble at the same moment to that of its replicas, if there is one, and what began with
     * another trouble at its own nodes to that one: both are one incident.
     */
    private boolean joins(FindingKey key, ObjectNode own, long onsetNanos) {
        Set<String> wanted = rolesOf(key);
        Optional<LoggedFinding> first = open.values().stream()
                .filter(each -> LoggedFinding.isAlert(own)
                        && each.isAlert()
                        && !wanted.isEmpty()
                        && (each.key.trouble().equals(key.trouble())
                                ? rolesOf(each.key).equals(wanted)
                                : own.has("onsetNanos") && each.key.shares(key))
                        && Math.abs(each.onsetNanos() - onsetNanos) <= SAME_NANOS)
                .findFirst();
        first.ifPresent(each -> each.join(key, own.deepCopy()));
        isChanged |= first.isPresent();
        return first.isPresent();
    }

    private Set<String> rolesOf(FindingKey key) {
        return key.nodes().stream().map(node -> roles.getOrDefault(node, node)).collect(Collectors.toSet());
    }

    private LoggedFinding begin(FindingKey key, ObjectNode own, long onset) {
        ObjectNode finding = own.deepCopy();
        finding.put("onsetNanos", onset).put("windows", 0).putNull("endNanos").put("id", id(key, onset));
        LoggedFinding entry = new LoggedFinding(key, finding);
        open.put(key, entry);
        isChanged = true;
        return entry;
    }

    /** Ends what is open of this trouble and wakes nobody, where this does: it became worse. */
    private void endMilder(FindingKey key, ObjectNode own, long onsetNanos) {
        LoggedFinding entry = open.get(key);
        if (entry != null && !entry.isAlert() && LoggedFinding.isAlert(own)) {
            end(key, onsetNanos, ENDED);
        }
    }

    /**
     * Whether it can be followed; an alert drives the earliest out that is none, of which there is no evidence since.
     * What is not followed is counted.
     */
    private boolean hasRoom(ObjectNode own) {
        if (open.size() < MAX_OPEN) {
            return true;
        }
        Optional<LoggedFinding> driven = open.values().stream()
                .filter(each -> LoggedFinding.isAlert(own) && !each.isAlert())
                .findFirst();
        driven.ifPresent(each -> end(each.key, each.toldToNanos(), NO_EVIDENCE_SINCE));
        counter.accept(ServeCounter.FINDINGS_NOT_FOLLOWED);
        return driven.isPresent();
    }

    /** Whether it may be one with this that is told again; what wakes somebody is not one with what woke nobody. */
    private static boolean isOfOne(LoggedFinding each, FindingKey key, ObjectNode own) {
        return each.isOf(key) && (each.isAlert() || !LoggedFinding.isAlert(own));
    }

    /**
     * Whether it is one that ended before: of a change windows that overlap tell twice, and of what has no moment of
     * its own they tell as long as they see the end of it. Where it goes on, or nobody knew whether it was over, so
     * does that.
     */
    private boolean isToldAgain(WindowId window, FindingKey key, ObjectNode own, long onsetNanos) {
        boolean dated = own.has("onsetNanos");
        long length = window.toNanos() - window.fromNanos();
        Optional<LoggedFinding> earlier = ended.stream()
                .filter(each -> isOfOne(each, key, own)
                        && onsetNanos <= each.endNanos() + (dated ? SAME_NANOS : each.isOver() ? length : BEFORE_NANOS))
                .reduce((first, second) -> second);
        earlier.filter(each -> !open.containsKey(each.key)
                        && LoggedFinding.isAlert(own) == each.isAlert()
                        && (dated ? own.path("endNanos").isNull() && each.isAlert() : !each.isOver())
                        && hasRoom(own))
                .ifPresent(each -> {
                    ended.remove(each);
                    each.finding.putNull("endNanos").remove("state");
                    open.put(each.key, each);
                });
        return earlier.isPresent();
    }

    /**
     * Whether it tells without its moment what a problem has done to these nodes that is open, or was in this window.
     */
    private boolean isWithin(FindingKey key, ObjectNode own, long fromNanos) {
        return !own.has("onsetNanos")
                && !key.nodes().isEmpty()
                && all().stream()
                        .anyMatch(each -> !each.key.equals(key)
                                && each.endNanos() >= fromNanos
                                && each.isAlert()
                                && each.places().containsAll(key.nodes()));
    }

    /**
     * Whether it is no problem, and changed as one at the same nodes ended, or is the way back of what followed from
     * one. That more is asked of nodes in trouble, or again as that ends, is none either, however much it is.
     */
    private boolean isAftermath(FindingKey key, ObjectNode own, long onsetNanos) {
        return (!LoggedFinding.isAlert(own) || key.isOfLoad())
                && own.has("onsetNanos")
                && all().stream()
                        .anyMatch(each -> each.isAlert()
                                && each.key.shares(key)
                                && (Math.abs(onsetNanos - each.endNanos()) <= SAME_NANOS
                                        || each.onsetNanos() + SAME_NANOS < onsetNanos
                                                && onsetNanos < each.endNanos()
                                                && (key.isOfLoad() || each.isFollowedBy(own))));
    }

    private void end(FindingKey key, long endNanos, String state) {
        LoggedFinding entry = open.remove(key);
        if (entry != null) {
            entry.end(endNanos, state);
            isChanged = true;
            ended.addLast(entry);
            if (ended.size() > MAX_ENDED) {
                ended.removeFirst();
            }
        }
    }

    /** What a finding is called: the same whenever it is told again of the same windows. */
    private static String id(FindingKey key, long onsetNanos) {
        byte[] what = (key.trouble() + key.nodes() + onsetNanos).getBytes(StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(what).toString().substring(0, ID_DIGITS);
    }

    /** The one of this name; empty where there is none. */
    public synchronized Optional<ObjectNode> finding(String id) {
        return all().stream().filter(entry -> entry.id().equals(id)).findFirst().map(entry -> entry.finding.deepCopy());
    }

    /** Those that are open, the earliest first; read-only. */
    public synchronized List<ObjectNode> open() {
        return open.values().stream().map(entry -> entry.finding).toList();
    }

    /**
     * Those that were open at a moment of this time, as {@code findings[]}: those that ended, then those that are open.
     *
     * @param fromNanos ns since the epoch
     * @param toNanos ns since the epoch, not included
     */
    public synchronized ObjectNode json(long fromNanos, long toNanos) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("open", open.size());
        ArrayNode findings = to.putArray(FINDINGS);
        for (LoggedFinding entry : all()) {
            if (entry.onsetNanos() < toNanos && entry.endNanos() >= fromNanos) {
                findings.add(entry.finding.deepCopy());
            }
        }
        return to;
    }
}
