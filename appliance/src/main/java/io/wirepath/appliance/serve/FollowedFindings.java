package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.causes.TimeSpan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Findings that are open and those that ended last, and which of them what is told now belongs to.
 *
 * <p>What replicas meet at one moment is one. What is told again of one that is over, and what changes back as a
 * problem ends, is no other one. At most {@value #MAX_OPEN} are open, alerts before others; what is not followed for
 * that is counted. The {@value #MAX_ENDED} that ended last are kept. Guarded by the {@link FindingLog}.
 */
final class FollowedFindings {

    /** Findings that are open at a time, at most: what more there are is not followed. */
    static final int MAX_OPEN = 100;

    /** Findings that ended and are still told of. */
    static final int MAX_ENDED = 500;

    /** Two moments of change that may lie no further apart are one: a block of a window of a minute. */
    private static final long SAME_NANOS = 2_000_000_000L;

    /** One after another meets what replicas meet, and few requests tell late when it was. */
    static final long REPLICAS_NANOS = 10_000_000_000L;

    /** Before the first dash of a UUID. */
    private static final int ID_DIGITS = 8;

    private final Map<FindingKey, LoggedFinding> open = new LinkedHashMap<>();
    private final Deque<LoggedFinding> ended = new ArrayDeque<>();
    private final Consumer<ServeCounter> counter;

    /** Whether something began, ended or was joined since this was asked last. */
    private boolean isChanged;

    /** The role of each node, by the last report that told. */
    private Map<String, String> roles = Map.of();

    FollowedFindings(Consumer<ServeCounter> counter) {
        this.counter = counter;
    }

    /** Which role each node has, by its name. */
    void know(Map<String, String> told) {
        roles = told;
    }

    /** Those that are open, the earliest first; a copy. */
    List<LoggedFinding> open() {
        return List.copyOf(open.values());
    }

    /** Those that ended, the earliest first; a copy. */
    List<LoggedFinding> ended() {
        return List.copyOf(ended);
    }

    /** Those that ended, then those that are open. */
    List<LoggedFinding> all() {
        return Stream.concat(ended.stream(), open.values().stream()).toList();
    }

    static Set<String> ids(Collection<LoggedFinding> entries) {
        return entries.stream().map(LoggedFinding::id).collect(Collectors.toSet());
    }

    /** The open one of exactly this trouble. */
    Optional<LoggedFinding> openOf(FindingKey key) {
        return Optional.ofNullable(open.get(key));
    }

    /** The open one of this trouble that has one of these nodes. */
    Optional<LoggedFinding> openAt(FindingKey key) {
        return open.values().stream()
                .filter(each -> each.key.trouble().equals(key.trouble()) && each.key.shares(key))
                .findFirst();
    }

    /** What an open one of sniffers is now: its sentence, and its nodes, which it is known by from now on. */
    LoggedFinding changed(LoggedFinding entry, ObjectNode own) {
        entry.finding
                .put("title", own.path("title").asText())
                .set("nodes", own.path("nodes").deepCopy());
        LoggedFinding now = new LoggedFinding(FindingKey.of(own), entry.finding);
        if (now.key.equals(entry.key)) {
            return entry;
        }
        replace(entry, now);
        return now;
    }

    private void replace(LoggedFinding entry, LoggedFinding now) {
        List<LoggedFinding> inOrder = new ArrayList<>(open.values());
        inOrder.set(inOrder.indexOf(entry), now);
        open.clear();
        inOrder.forEach(each -> open.put(each.key, each));
    }

    /** Opens one, where there is room. */
    Optional<LoggedFinding> begin(FindingKey key, ObjectNode own, long onsetNanos) {
        if (!hasRoom(own)) {
            return Optional.empty();
        }
        ObjectNode finding = own.deepCopy();
        finding.put("onsetNanos", onsetNanos)
                .put("windows", 0)
                .putNull("endNanos")
                .put("id", id(key, onsetNanos, LoggedFinding.isAlert(own)));
        LoggedFinding entry = new LoggedFinding(key, finding);
        open.put(key, entry);
        isChanged = true;
        return Optional.of(entry);
    }

    /** Opens one that was told before, as it was then; an open one of this trouble stays as it is. */
    void resume(LoggedFinding entry) {
        open.putIfAbsent(entry.key, entry);
    }

    /** Ends the open one of this trouble, if there is one. */
    void end(FindingKey key, long endNanos, String state) {
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

    /** Ends what is open of this trouble and wakes nobody, where this does: it became worse. */
    void endMilder(FindingKey key, ObjectNode own, long onsetNanos) {
        openOf(key)
                .filter(entry -> !entry.isAlert() && LoggedFinding.isAlert(own))
                .ifPresent(entry -> end(key, onsetNanos, FindingLog.ENDED));
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
        driven.ifPresent(each -> end(each.key, each.evidence.toldToNanos(), FindingLog.NO_EVIDENCE_SINCE));
        counter.accept(ServeCounter.FINDINGS_NOT_FOLLOWED);
        return driven.isPresent();
    }

    /**
     * Whether it is part of one that is open, which it is added to, or of what one leaves behind.
     *
     * @param seenNanos up to when a window before has looked at the same time
     * @param sums what a stretch of time is compared by
     */
    boolean isPart(FindingKey key, ObjectNode own, long onsetNanos, long seenNanos, Function<TimeSpan, Sums> sums) {
        return open.values().stream().anyMatch(each -> each.isOf(key))
                || joins(key, own, onsetNanos)
                || isWithin(key, own, onsetNanos)
                || onsetNanos < seenNanos && isConsequence(own, onsetNanos)
                || isAftermath(key, own, onsetNanos, sums);
    }

    /**
     * Adds what met the same trouble a few seconds after one of its replicas to that, if there is one, and what began
     * with any trouble at its own nodes to that one, as all who ask a dead server do: both are one incident. What the
     * first only followed from takes its place.
     */
    private boolean joins(FindingKey key, ObjectNode own, long onsetNanos) {
        Optional<LoggedFinding> first = alerts(open.values().stream())
                .filter(each -> LoggedFinding.isAlert(own)
                        && (isReplica(each.key, key) && each.beginsWith(own, onsetNanos, REPLICAS_NANOS)
                                || own.has("onsetNanos")
                                        && each.key.shares(key)
                                        && each.beginsWith(own, onsetNanos, SAME_NANOS)))
                .findFirst();
        first.ifPresent(each -> {
            if (new LoggedFinding(key, own).isFollowedBy(each.finding)) {
                replace(each, each.within(key, own));
            } else {
                each.join(key, own.deepCopy());
            }
        });
        isChanged |= first.isPresent();
        return first.isPresent();
    }

    /** Knows an open alert as the same trouble of more nodes, where a window tells that of its time. */
    void widen(FindingKey key, ObjectNode own, long onsetNanos) {
        alerts(open.values().stream())
                .filter(each -> LoggedFinding.isAlert(own)
                        && !each.key.equals(key)
                        && key.covers(each.key)
                        && each.beginsWith(own, onsetNanos, REPLICAS_NANOS))
                .findFirst()
                .ifPresent(each -> {
                    replace(each, each.within(key, own));
                    isChanged = true;
                });
    }

    /** Whether both are one trouble of the same roles. */
    private boolean isReplica(FindingKey one, FindingKey other) {
        return one.trouble().equals(other.trouble())
                && !other.nodes().isEmpty()
                && rolesOf(one).equals(rolesOf(other));
    }

    /** Of these, the alerts that windows tell: a sniffer is named as its host, and is another thing. */
    private static Stream<LoggedFinding> alerts(Stream<LoggedFinding> entries) {
        return entries.filter(each -> each.isAlert() && !each.key.isOfSniffer());
    }

    private Set<String> rolesOf(FindingKey key) {
        return key.nodes().stream().map(node -> roles.getOrDefault(node, node)).collect(Collectors.toSet());
    }

    /**
     * Whether it tells without its moment what a problem has done to these nodes that is open, or was in this window.
     */
    private boolean isWithin(FindingKey key, ObjectNode own, long fromNanos) {
        return !own.has("onsetNanos")
                && !key.nodes().isEmpty()
                && alerts(all().stream())
                        .anyMatch(each -> !each.key.equals(key)
                                && each.endNanos() >= fromNanos
                                && each.places().containsAll(key.nodes()));
    }

    /**
     * Whether it followed from a problem at these nodes, and is told again of a part of that time: a window that looks
     * at the end of it alone sees no cause of it. What no window has seen before is another problem, though
     * this one still goes on.
     */
    private boolean isConsequence(ObjectNode own, long onsetNanos) {
        return own.has("onsetNanos")
                && alerts(all().stream())
                        .anyMatch(each -> each.onsetNanos() - SAME_NANOS <= onsetNanos
                                && onsetNanos < each.endNanos()
                                && each.isFollowedBy(own));
    }

    /**
     * Whether it is no problem, and changed as one at the same nodes ended, or is the way back of what followed from
     * one. That more is asked of nodes in trouble, or again as that ends, is none either, unless it is much more than
     * before the trouble.
     */
    private boolean isAftermath(FindingKey key, ObjectNode own, long onsetNanos, Function<TimeSpan, Sums> sums) {
        return (!LoggedFinding.isAlert(own) || key.isOfLoad())
                && own.has("onsetNanos")
                && alerts(all().stream())
                        .anyMatch(each -> key.nodes().stream().anyMatch(each.places()::contains)
                                && (Math.abs(onsetNanos - each.endNanos()) <= SAME_NANOS
                                        || each.onsetNanos() + SAME_NANOS < onsetNanos
                                                && onsetNanos < each.endNanos()
                                                && (key.isOfLoad() || each.isFollowedBy(own)))
                                && !(key.isOfLoad() && each.evidence.isOutgrown(own, sums)));
    }

    /**
     * The one that ended before, where this is told again: of a change windows that overlap tell twice, and of what has
     * no moment of its own they tell as long as they see the end of it. What wakes somebody is not one with what woke
     * nobody.
     *
     * @param lengthNanos of the window that tells it
     */
    Optional<LoggedFinding> earlier(FindingKey key, ObjectNode own, long onsetNanos, long lengthNanos) {
        boolean dated = own.has("onsetNanos");
        return ended.stream()
                .filter(each -> each.isOf(key)
                        && (each.isAlert() || !LoggedFinding.isAlert(own))
                        && onsetNanos
                                <= each.endNanos()
                                        + (dated ? SAME_NANOS : each.isOver() ? lengthNanos : FindingLog.BEFORE_NANOS))
                .reduce((first, second) -> second);
    }

    /** Opens one that ended again, where this tells that it goes on, or nobody knew whether it was over. */
    void reopen(LoggedFinding each, ObjectNode own) {
        boolean goesOn = own.has("onsetNanos") ? own.path("endNanos").isNull() && each.isAlert() : !each.isOver();
        if (goesOn && !open.containsKey(each.key) && LoggedFinding.isAlert(own) == each.isAlert() && hasRoom(own)) {
            ended.remove(each);
            each.finding.putNull("endNanos").remove("state");
            open.put(each.key, each);
        }
    }

    /** Knows of nothing any more that windows told to have begun at this time or later. */
    void forgetFrom(long nanos) {
        open.values().removeIf(each -> !each.key.isOfSniffer() && each.onsetNanos() >= nanos);
        ended.removeIf(each -> !each.key.isOfSniffer() && each.onsetNanos() >= nanos);
        isChanged = true;
    }

    /** Whether something is to be kept since this was asked last. */
    boolean wasChanged() {
        boolean was = isChanged;
        isChanged = false;
        return was;
    }

    /**
     * What {@link #resume(JsonNode)} makes the same of. What is open of sniffers is left out: who watches them tells it
     * again.
     */
    ArrayNode kept() {
        ArrayNode kept = JsonNodeFactory.instance.arrayNode();
        all().stream()
                .filter(entry -> !entry.key.isOfSniffer() || entry.endNanos() < Long.MAX_VALUE)
                .forEach(entry -> kept.add(entry.kept()));
        return kept;
    }

    /** Takes those that were kept. */
    void resume(JsonNode kept) {
        for (JsonNode each : kept) {
            LoggedFinding entry = LoggedFinding.kept(each);
            if (entry.endNanos() < Long.MAX_VALUE) {
                ended.addLast(entry);
            } else {
                open.put(entry.key, entry);
            }
        }
    }

    /**
     * What a finding is called: the same whenever it is told again of the same windows. The alert that a notice of the
     * same moment becomes is another one.
     */
    private static String id(FindingKey key, long onsetNanos, boolean isAlert) {
        String what = key.trouble() + key.nodes() + onsetNanos + (isAlert ? "!" : "");
        return UUID.nameUUIDFromBytes(what.getBytes(StandardCharsets.UTF_8))
                .toString()
                .substring(0, ID_DIGITS);
    }
}
