package io.wirepath.appliance.serve;

import static io.wirepath.appliance.serve.FollowedFindings.ids;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.TimeSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

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
 * happens alone. That a window does not tell it is no proof that it is over; what is ({@link FindingEvidence#over})
 * ends it, so that what hovers at its threshold is one. One whose nodes are not seen at work any more ends as one of
 * which there is no evidence since. A notice that becomes an alert is over, and the alert another one. Which are one
 * is said by {@link FollowedFindings}. Facts are left out.
 */
public final class FindingLog {

    private static final String WINDOW = "window";
    private static final String FINDINGS = "findings";
    private static final String UNTOLD = "untold";

    /** Field of a report: findings that looks opened since the window before, for who tells of windows again. */
    static final String OPENED = "opened";

    /** The fields of a report that are read here. */
    static final Set<String> FIELDS = Set.of("totals", "roles", FINDINGS, OPENED);

    /** Nothing shows that it goes on, and nothing that it is over. */
    public static final String NO_EVIDENCE_SINCE = "no_evidence_since";

    /** It is over, beyond doubt. */
    static final String ENDED = "ended";

    static final String PROBLEM = "problem";

    /** How much of the time before a finding, and of its own, it is compared with. */
    static final long BEFORE_NANOS = 600_000_000_000L;

    /** Where no window comes, what is open is told again so often. */
    private static final long AGAIN_NANOS = 60_000_000_000L;

    private final FollowedFindings followed;
    private final List<ObjectNode> opened = new ArrayList<>();

    /** Alerts that the look before has seen. */
    private List<ObjectNode> looked = List.of();

    /** Takes what is to be known after a restart, before anybody is told of it. */
    private Consumer<ObjectNode> keeper = kept -> {};

    /** The window that was taken last; empty before the first. */
    private String lastWindow = "";

    /** Whether something is to be kept that was not. */
    private boolean isChanged;

    private long toldNanos = Long.MIN_VALUE;
    private final UntoldNews untold = new UntoldNews(this::taken);

    /**
     * Nothing is known yet.
     *
     * @param counter hears of findings that are not followed
     */
    FindingLog(Consumer<ServeCounter> counter) {
        followed = new FollowedFindings(counter);
    }

    /** How a finding stands that is told of. */
    public enum Stage {
        /** It begins. */
        OPENED,
        /** It goes on. */
        OPEN,
        /** It goes on, and is of more nodes than before. */
        CHANGED,
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
     * Takes what a look at the latest seconds found: alerts alone, that have an onset and go on, of delays once two
     * looks have seen them.
     *
     * @param told the roles that it told, by node
     * @param seen what its time is compared by
     * @param sums what a stretch of time is compared by
     */
    public synchronized void look(
            List<ObjectNode> findings, Map<String, String> told, Supplier<Sums> seen, Function<TimeSpan, Sums> sums) {
        followed.know(told);
        List<ObjectNode> alerts = findings.stream()
                .filter(own -> LoggedFinding.isAlert(own)
                        && own.has("onsetNanos")
                        && own.path("endNanos").isNull())
                .toList();
        List<ObjectNode> lasting = alerts.isEmpty() ? alerts : lasting(alerts, seen.get());
        telling(AGAIN_NANOS, false, () -> lasting.forEach(own -> look(own, sums)));
        looked = alerts;
    }

    private List<ObjectNode> lasting(List<ObjectNode> alerts, Sums seen) {
        return alerts.stream().filter(own -> isNoPause(own, seen)).toList();
    }

    /**
     * Whether it is no pause of a few seconds: the look before has seen the same time of it, and this one sees it
     * later, too. What is on its way as a look is made seems to be late, and what stood still for a moment was.
     */
    private boolean isNoPause(ObjectNode own, Sums seen) {
        FindingKey key = FindingKey.of(own);
        long onset = own.path("onsetNanos").asLong();
        return !key.mayBeAPause()
                || looked.stream().anyMatch(before -> {
                    FindingKey other = FindingKey.of(before);
                    long last = before.at("/incident/lastSeenNanos").asLong(onset);
                    return other.trouble().equals(key.trouble())
                            && other.shares(key)
                            && last >= onset
                            && key.delayedUntilNanos(seen, onset).orElse(Long.MAX_VALUE) > last;
                });
    }

    private void look(ObjectNode own, Function<TimeSpan, Sums> sums) {
        FindingKey key = FindingKey.of(own);
        long onset = own.path("onsetNanos").asLong();
        followed.endMilder(key, own, onset);
        long seen = WindowId.parse(lastWindow).map(WindowId::toNanos).orElse(Long.MIN_VALUE);
        if (!followed.isPart(key, own, onset, seen, sums)
                && followed.earlier(key, own, onset, 0).isEmpty()) {
            followed.begin(key, own, onset).ifPresent(begun -> {
                begun.evidence.goesOn(begun.lookedToNanos());
                opened.add(begun.finding.deepCopy());
            });
        }
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
            Set<LoggedFinding> present = new HashSet<>();
            for (ObjectNode own : findings) {
                FindingKey key = FindingKey.of(own);
                followed.openAt(key)
                        .or(() ->
                                followed.begin(key, own, own.path("onsetNanos").asLong()))
                        .map(entry -> followed.changed(entry, own))
                        .ifPresent(present::add);
            }
            for (LoggedFinding entry : followed.open()) {
                if (entry.key.isOfSniffer() && !present.contains(entry)) {
                    followed.end(entry.key, nowNanos, ENDED);
                }
            }
        });
    }

    private void telling(long againNanos, boolean again, Runnable change) {
        Map<String, Set<String>> before = new HashMap<>();
        List<LoggedFinding> open = followed.open();
        open.forEach(each -> before.put(each.id(), each.key.nodes()));
        Set<String> endedBefore = ids(followed.ended());
        Set<String> undecided =
                ids(followed.ended().stream().filter(each -> !each.isOver()).toList());
        change.run();
        List<News> news = new ArrayList<>();
        for (LoggedFinding entry : followed.all()) {
            String id = entry.id();
            boolean isOver = entry.endNanos() < Long.MAX_VALUE;
            if (isOver && endedBefore.contains(id)) {
                continue;
            }
            boolean goesOn = undecided.contains(id);
            Set<String> nodes = before.get(id);
            if (isOver && nodes == null && !goesOn && entry.key.mayBeAPause()) {
                continue; // it was over before anybody could hear of it
            }
            if (nodes == null && !goesOn) {
                news.add(new News(entry.told(), Stage.OPENED, againNanos));
            }
            boolean hasMore = nodes != null && !nodes.containsAll(entry.key.nodes());
            if (isOver || goesOn || hasMore || again && nodes != null) {
                Stage stage = isOver ? Stage.ENDED : hasMore ? Stage.CHANGED : Stage.OPEN;
                news.add(new News(entry.told(), stage, againNanos));
            }
        }
        Set<String> known = ids(followed.all());
        for (LoggedFinding entry : open) {
            if (!known.contains(entry.id())) {
                entry.end(entry.evidence.toldToNanos(), NO_EVIDENCE_SINCE);
                news.add(new News(entry.told(), Stage.ENDED, againNanos));
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
        followed.resume(kept.path(FINDINGS));
        untold.resume(kept.path(UNTOLD));
        return WindowId.parse(lastWindow).map(WindowId::fromNanos).orElse(Long.MIN_VALUE);
    }

    /** Hands on what is to be kept, where something is: what was taken since, too. */
    synchronized void keep() {
        isChanged |= followed.wasChanged();
        if (isChanged) {
            isChanged = false;
            ObjectNode kept = JsonNodeFactory.instance.objectNode().put(WINDOW, lastWindow);
            kept.set(FINDINGS, followed.kept());
            kept.set(UNTOLD, untold.kept());
            keeper.accept(kept);
        }
    }

    /**
     * Is kept as the next second is told, or the service ends: many are taken at once, and what is told again for that
     * is known by its id.
     */
    private synchronized void taken(News told) {
        isChanged |= untold.remove(told);
    }

    /** What looks opened since this was asked last. */
    synchronized List<ObjectNode> opened() {
        List<ObjectNode> some = List.copyOf(opened);
        opened.clear();
        return some;
    }

    /** Takes the report of a window, and tells nobody: who listens hears with the next one of what is open then. */
    synchronized void takeQuietly(WindowId window, ObjectNode report, Function<TimeSpan, Sums> sums) {
        lastWindow = window.toString();
        isChanged = true;
        if (!report.path("totals").isObject()) {
            return;
        }
        WindowTold told = WindowTold.of(report);
        followed.know(told.roles());
        openLooked(report);
        Sums now = sums.apply(new TimeSpan(window.fromNanos(), window.toNanos()));
        for (LoggedFinding entry : followed.open()) {
            if (entry.key.isOfSniffer() || entry.onsetNanos() >= window.toNanos() || !entry.evidence.takes(window)) {
                continue;
            }
            take(entry, window, told, now, sums);
        }
        Set<String> before = ids(followed.open());
        told.findings().forEach((key, own) -> tell(window, key, own, sums));
        followed.open().stream()
                .filter(entry -> !before.contains(entry.id()) && entry.onsetNanos() < window.toNanos())
                .forEach(entry -> goesOn(entry, window));
    }

    /** One that is open goes on in this window, or is over. */
    private void take(LoggedFinding entry, WindowId window, WindowTold told, Sums now, Function<TimeSpan, Sums> sums) {
        boolean isTold = told.tells(entry) && (told.isDated(entry) || !isBehind(entry, window, now, sums));
        boolean goesOn = isTold || entry.evidence.isStillSo(now, sums);
        if (goesOn) {
            goesOn(entry, window);
            entry.isSeenIn(now, sums);
        }
        OptionalLong end = told.tellsThatItGoesOn(entry)
                ? OptionalLong.empty()
                : entry.evidence.overWithin(window, now, told.betterSince(entry), sums);
        if (end.isPresent()) {
            followed.end(entry.key, end.getAsLong(), ENDED);
        } else if (!goesOn && isSeenByALookAlone(entry, window) && !told.tellsAlike(entry)) {
            followed.end(entry.key, entry.lookedToNanos(), ENDED);
        } else if (!goesOn) {
            entry.evidence
                    .over(now, sums)
                    .ifPresent(how -> followed.end(entry.key, lastNanos(entry, window, told, sums), how));
        }
    }

    /** Whether a window saw all that a look has seen, and what came after; what it does not tell did not last. */
    private static boolean isSeenByALookAlone(LoggedFinding entry, WindowId window) {
        return !entry.finding.has(WINDOW)
                && entry.onsetNanos() >= window.fromNanos()
                && entry.lookedToNanos() < window.toNanos();
    }

    private static long lastNanos(
            LoggedFinding entry, WindowId window, WindowTold told, Function<TimeSpan, Sums> sums) {
        long length = window.toNanos() - window.fromNanos();
        return told.betterSince(entry).orElseGet(() -> entry.evidence.lastNanos(length, sums));
    }

    /** Opens what looks opened before this report, where it is not known: the service began anew since. */
    private void openLooked(ObjectNode report) {
        Set<String> known = ids(followed.all());
        for (JsonNode own : report.path(OPENED)) {
            if (own instanceof ObjectNode found
                    && !known.contains(own.path("id").asText())) {
                FindingKey key = FindingKey.of(found);
                LoggedFinding looked = new LoggedFinding(key, found.deepCopy());
                looked.evidence.goesOn(looked.lookedToNanos());
                followed.endMilder(key, found, looked.onsetNanos());
                followed.resume(looked);
            }
        }
    }

    private static void goesOn(LoggedFinding entry, WindowId window) {
        entry.evidence.takes(window);
        entry.evidence.goesOn(window.toNanos());
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

    /**
     * Takes windows again, for one of them came late; what began within them is known by them alone then, and what none
     * of them tells any more has ended for who was told of it.
     *
     * @param fromNanos when the first of them begins, ns since the epoch
     * @param windows takes each of them, the oldest first
     */
    synchronized void takeAgain(long fromNanos, Runnable windows) {
        telling(AGAIN_NANOS, false, () -> {
            followed.forgetFrom(fromNanos);
            windows.run();
        });
    }

    /**
     * What seems to end behind the core may be a pause of it, and what begins there a pause itself: the next window
     * sees more, and tells it.
     */
    private void tell(WindowId window, FindingKey key, ObjectNode own, Function<TimeSpan, Sums> sums) {
        long onset = own.path("onsetNanos").asLong(window.fromNanos());
        if (onset >= window.toNanos() && key.mayBeAPause()) {
            return;
        }
        followed.endMilder(key, own, onset);
        followed.widen(key, own, onset);
        long end = own.path("endNanos").asLong(Long.MAX_VALUE);
        boolean isWhole = end < window.toNanos() || end == Long.MAX_VALUE;
        if (followed.openOf(key).isPresent() || isKnown(window, key, own, onset, sums)) {
            followed.openOf(key)
                    .filter(entry -> isWhole && knowsBetter(window, own, onset, entry))
                    .ifPresent(entry -> tellWhole(entry, window, own, onset));
        } else {
            followed.begin(key, own, onset).ifPresent(entry -> entry.finding.put(WINDOW, window.toString()));
        }
        if (isWhole && end < Long.MAX_VALUE) {
            followed.end(key, end, ENDED);
        }
    }

    /**
     * Whether a window tells one that is open better than who told it last: a look within this window or the one before
     * had seen a few seconds of it, and a window before a part of what this one sees from the beginning to the end.
     */
    private static boolean knowsBetter(WindowId window, ObjectNode own, long onsetNanos, LoggedFinding entry) {
        boolean isAll = !own.path("endNanos").isNull();
        return own.has("onsetNanos")
                && entry.beginsWith(own, onsetNanos, FollowedFindings.REPLICAS_NANOS)
                && (isAll || !entry.finding.has(WINDOW))
                && entry.onsetNanos() >= 2 * window.fromNanos() - window.toNanos()
                && (LoggedFinding.isAlert(own) || !entry.isAlert());
    }

    private static void tellWhole(LoggedFinding entry, WindowId window, ObjectNode own, long onsetNanos) {
        String kind = entry.finding.path("kind").asText();
        String id = entry.id();
        entry.finding.setAll(own.deepCopy());
        entry.finding.put("kind", kind).put("id", id);
        entry.finding.put("onsetNanos", onsetNanos).putNull("endNanos").put(WINDOW, window.toString());
        entry.joinAgain();
    }

    private boolean isKnown(
            WindowId window, FindingKey key, ObjectNode own, long onsetNanos, Function<TimeSpan, Sums> sums) {
        if (followed.isPart(key, own, onsetNanos, window.fromNanos(), sums)) {
            return true;
        }
        Optional<LoggedFinding> earlier = followed.earlier(key, own, onsetNanos, window.toNanos() - window.fromNanos());
        earlier.ifPresent(each -> followed.reopen(each, own));
        return earlier.isPresent();
    }

    /** The one of this name; empty where there is none. */
    public synchronized Optional<ObjectNode> finding(String id) {
        return followed.all().stream()
                .filter(entry -> entry.id().equals(id))
                .findFirst()
                .map(LoggedFinding::told);
    }

    /** Those that are open, the earliest first; read-only. */
    public synchronized List<ObjectNode> open() {
        return followed.open().stream().map(entry -> entry.finding).toList();
    }

    /**
     * Those that were open at a moment of this time, as {@code findings[]}: those that ended, then those that are open.
     *
     * @param fromNanos ns since the epoch
     * @param toNanos ns since the epoch, not included
     */
    public synchronized ObjectNode json(long fromNanos, long toNanos) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("open", followed.open().size());
        ArrayNode findings = to.putArray(FINDINGS);
        for (LoggedFinding entry : followed.all()) {
            if (entry.onsetNanos() < toNanos && entry.endNanos() >= fromNanos) {
                findings.add(entry.told());
            }
        }
        return to;
    }
}
