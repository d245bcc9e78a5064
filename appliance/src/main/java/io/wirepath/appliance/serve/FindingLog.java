package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.compare.Comparison;
import io.wirepath.analyze.compare.Contrast;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.appliance.serve.history.WindowId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Findings as they begin and end, over windows. One begins with the first window that tells it, at its onset where it
 * has one. It goes on as long as windows tell it, or as long as they differ from the last window before it as it says:
 * a change that lasts is told by the window in which it happens alone. One whose nodes are not seen at work any more
 * ends as one of which there is no evidence since. Facts are left out. At most {@value #MAX_OPEN} are open, and the
 * {@value #MAX_ENDED} that ended last are kept. Thread-safe.
 */
public final class FindingLog {

    /** Findings that are open at a time, at most: what more there are is not followed. */
    static final int MAX_OPEN = 100;

    /** Findings that ended and are still told of. */
    static final int MAX_ENDED = 500;

    /** Before the first dash of a UUID. */
    private static final int ID_DIGITS = 8;

    private static final String ENDED = "ended";

    /** The nodes did nothing any more that could show it. */
    public static final String NO_EVIDENCE_SINCE = "no_evidence_since";

    private final Map<FindingKey, Entry> open = new LinkedHashMap<>();
    private final Deque<ObjectNode> ended = new ArrayDeque<>();
    private @Nullable Sums previous;
    private Consumer<News> listener = told -> {};

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
     * What is told of a finding as windows come.
     *
     * @param finding a copy of it
     * @param windowNanos how long the window is that tells it
     */
    public record News(ObjectNode finding, Stage stage, long windowNanos) {}

    /** A finding that goes on, and the window before it. */
    private static final class Entry {
        private final ObjectNode finding;
        private final @Nullable Sums before;

        Entry(ObjectNode finding, @Nullable Sums before) {
            this.finding = finding;
            this.before = before;
        }
    }

    /**
     * Takes the report of the next window; one that holds no results changes nothing.
     *
     * @param now what the window is compared by
     */
    public synchronized void take(WindowId window, ObjectNode report, Sums now) {
        Set<String> before = ids(open.values().stream().map(entry -> entry.finding));
        Set<String> endedBefore = ids(ended.stream());
        takeQuietly(window, report, now);
        long length = window.toNanos() - window.fromNanos();
        for (ObjectNode finding : findings().toList()) {
            String id = finding.path("id").asText();
            boolean isOver = finding.path("endNanos").isNumber();
            if (!isOver || !endedBefore.contains(id)) {
                if (!before.contains(id)) {
                    listener.accept(new News(finding.deepCopy(), Stage.OPENED, length));
                }
                if (isOver || before.contains(id)) {
                    listener.accept(new News(finding.deepCopy(), isOver ? Stage.ENDED : Stage.OPEN, length));
                }
            }
        }
    }

    /** Who is told of findings as they begin, go on and end from now on. */
    public synchronized void onTold(Consumer<News> other) {
        listener = other;
    }

    private static Set<String> ids(Stream<ObjectNode> findings) {
        return findings.map(finding -> finding.path("id").asText()).collect(Collectors.toSet());
    }

    private Stream<ObjectNode> findings() {
        return Stream.concat(ended.stream(), open.values().stream().map(entry -> entry.finding));
    }

    /** Takes the report of a window of which everybody was told before. */
    synchronized void takeQuietly(WindowId window, ObjectNode report, Sums now) {
        if (!report.path("totals").isObject()) {
            return;
        }
        Set<FindingKey> present = new HashSet<>();
        for (JsonNode finding : report.path("findings")) {
            if (finding instanceof ObjectNode own
                    && !"fact".equals(finding.path("severity").asText())) {
                FindingKey key = FindingKey.of(own);
                if (present.add(key)) {
                    tell(window, key, own);
                }
            }
        }
        List<FindingKey> over = new ArrayList<>();
        open.forEach((key, entry) -> {
            if (present.contains(key) || isStillSo(key, entry.before, now)) {
                entry.finding.put("windows", entry.finding.path("windows").asLong() + 1);
            } else {
                over.add(key);
            }
        });
        over.forEach(key -> end(key, window.fromNanos(), key.isSeen(now) ? ENDED : NO_EVIDENCE_SINCE));
        previous = now;
    }

    /** Knows of no window any more. */
    synchronized void forget() {
        open.clear();
        ended.clear();
        previous = null;
    }

    private void tell(WindowId window, FindingKey key, ObjectNode own) {
        long onset = own.path("onsetNanos").asLong(window.fromNanos());
        Entry entry = open.get(key);
        if (entry == null && open.size() < MAX_OPEN) {
            ObjectNode finding = own.deepCopy();
            finding.put("onsetNanos", onset)
                    .put("windows", 0)
                    .putNull("endNanos")
                    .put("window", window.toString())
                    .put("id", id(key, onset));
            entry = new Entry(finding, previous);
            open.put(key, entry);
        }
        JsonNode end = own.path("endNanos");
        if (entry != null && end.isNumber()) {
            end(key, end.asLong(), ENDED);
        }
    }

    private void end(FindingKey key, long endNanos, String state) {
        Entry entry = open.remove(key);
        if (entry != null) {
            // windows overlap, and an onset may lie behind the beginning of the next one
            long onset = entry.finding.path("onsetNanos").asLong();
            entry.finding.put("endNanos", Math.max(onset, endNanos)).put("state", state);
            ended.addLast(entry.finding);
            if (ended.size() > MAX_ENDED) {
                ended.removeFirst();
            }
        }
    }

    private static boolean isStillSo(FindingKey key, @Nullable Sums before, Sums now) {
        if (before == null) {
            return false;
        }
        try {
            return Comparison.of(before, now).contrasts().stream()
                    .filter(Contrast::differs)
                    .anyMatch(key::matches);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** What a finding is called: the same whenever it is told again of the same windows. */
    private static String id(FindingKey key, long onsetNanos) {
        byte[] what = (key.trouble() + key.nodes() + onsetNanos).getBytes(StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(what).toString().substring(0, ID_DIGITS);
    }

    /** The one of this name; empty where there is none. */
    public synchronized Optional<ObjectNode> finding(String id) {
        return findings()
                .filter(finding -> finding.path("id").asText().equals(id))
                .findFirst()
                .map(ObjectNode::deepCopy);
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
        List<ObjectNode> all = findings().toList();
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("open", open.size());
        ArrayNode findings = to.putArray("findings");
        for (ObjectNode finding : all) {
            long end = finding.path("endNanos").asLong(Long.MAX_VALUE);
            if (finding.path("onsetNanos").asLong() < toNanos && end >= fromNanos) {
                findings.add(finding.deepCopy());
            }
        }
        return to;
    }
}
