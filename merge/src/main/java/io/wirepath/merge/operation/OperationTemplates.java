package io.wirepath.merge.operation;

import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.merge.MessageRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Learns which parts of what requests ask for are names, and which are arguments. A tree of segments, as Drain's parse
 * tree (He, Zhu, Zheng, Lyu, ICWS 2017) is one of words: identifiers are masked first, then a place where too many
 * different names stand becomes {@code *}.
 *
 * <pre>
 *  GET ─┬─ item ── *                      GET /item/*         masked: what stood there looked like an identifier
 *       ├─ user ── {alice, bob, … 25} ──  GET /user/*         more than {@value #MAX_NAMES} names in one place
 *       ├─ f1.html, … f4.html             GET /f*.html        {@value #MIN_NUMBERED} names that differ in a number
 *       ├─ reset ── hunter                GET /reset/*        few callers share it
 *       └─ cart                           GET /cart
 * </pre>
 *
 * <p>The templates depend on what was seen, and neither on its order nor on which sniffer saw it. They may be asked for
 * at any time: a service asks for each window. Bounded: {@value #MAX_NUMBERS} masked texts are told apart, in
 * {@value #MAX_PLACES} places of the tree; what comes then has number {@link #OTHER}. Not thread-safe.
 */
public final class OperationTemplates {

    /**
     * Callers that share a name, or all callers of a server where that has fewer. What fewer ask for may be a secret of
     * theirs, and becomes {@code *}: k-anonymity (Samarati, Sweeney, 1998).
     */
    static final int SHARED_BY = 3;

    /** Times that a name is asked for where fewer callers than {@value #SHARED_BY} share it. */
    static final int OFTEN = 10;

    /** Number of what is not told apart, and of messages without an operation. */
    public static final int OTHER = 0;

    /** Different names in one place that are still names. */
    static final int MAX_NAMES = 24;

    /** As many names in one place are arguments if the same follows each. */
    static final int MAX_ALIKE = 8;

    /** As many names that differ in a number alone are one. */
    static final int MIN_NUMBERED = 4;

    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    /** Different names in one place that are kept while it is open whether they are arguments. */
    private static final int MAX_KEPT = 64;

    private static final int MAX_NUMBERS = 60_000;

    /** Places that were made, at most: 50 MB. Who asks for ever other paths gets no more of memory. */
    private static final int MAX_PLACES = 120_000;

    private static final int MAX_SEGMENTS = 12;
    private static final int MAX_SERVERS = 10_000;
    private static final int SOME_SERVERS = 8;
    private static final String REST = "**";

    /** Of a number whose text was not kept. */
    private static final String[] UNKNOWN = {""};

    /** Where nobody asked for a text since a restart. */
    private static final Place NOWHERE = new Place();

    private final Place root = new Place();
    private int places;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String[]> texts = new ArrayList<>();

    /** Callers of each server, as many of them as matter. */
    private final Map<Long, Few> callersOf = new HashMap<>();

    /** Nothing was seen yet. */
    public OperationTemplates() {}

    /** The number of what this asks for as it is sent: {@link #OTHER} where it is no request, or there are too many. */
    public int number(String operation, Sighting asking) {
        return asking.role() == Role.REQUEST
                ? number(
                        operation,
                        endpoint(asking.sourceHigh(), asking.sourceLow(), 0),
                        endpoint(asking.destinationHigh(), asking.destinationLow(), asking.destinationPort()))
                : OTHER;
    }

    /** Hears a message again that has a number which was given before. */
    public void hear(MessageRecord message) {
        int number = message.operation();
        if (number == OTHER) {
            return;
        }
        while (texts.size() < Math.min(number, MAX_NUMBERS)) {
            texts.add(UNKNOWN); // its text was not kept: whatever comes next has another number
        }
        if (number <= texts.size() && texts.get(number - 1) != UNKNOWN) {
            number(
                    masked(number),
                    endpoint(message.sourceHigh(), message.sourceLow(), 0),
                    endpoint(message.destinationHigh(), message.destinationLow(), message.destinationPort()));
        }
    }

    private static long endpoint(long high, long low, int port) {
        long address = 31 * high + low;
        return port == 0 ? address : 31 * address + port;
    }

    /**
     * The number of what a request asks for, from 1; {@link #OTHER} where there are too many.
     *
     * @param operation method and path, as {@link io.wirepath.flows.SightingSink#onOperation} tells it, or its masked
     *     form
     * @param caller tells who asks from others
     * @param server tells who is asked from others
     */
    public int number(String operation, long caller, long server) {
        Few callers = callersOf.get(server);
        if (callers == null && callersOf.size() < MAX_SERVERS) {
            callers = new Few(SHARED_BY);
            callersOf.put(server, callers);
        }
        if (callers != null) {
            callers.add(caller);
        }
        String[] segments = masked(operation);
        Place at = root;
        for (int i = 0; i < segments.length; i++) {
            if (i > 0 && at.isVariable) {
                segments[i] = SegmentMask.ANY;
            }
            if (!at.next.containsKey(segments[i]) && ++places > MAX_PLACES) {
                places = MAX_PLACES;
                return OTHER;
            }
            at = at.next(segments[i], i > 0);
            at.asked(caller, server);
        }
        String text = String.join("/", segments);
        Integer known = numbers.get(text);
        if (known == null) {
            if (texts.size() == MAX_NUMBERS) {
                return OTHER;
            }
            texts.add(segments);
            known = texts.size();
            numbers.put(text, known);
        }
        return known;
    }

    /**
     * Goes on with numbers that were given before; who asked is learnt again.
     *
     * @param masked the masked text of each number from 1, empty where it is not known
     */
    public static OperationTemplates of(List<String> masked) {
        OperationTemplates templates = new OperationTemplates();
        for (String text : masked) {
            if (templates.texts.size() < MAX_NUMBERS) {
                templates.texts.add(text.isEmpty() ? UNKNOWN : masked(text));
                templates.numbers.put(text, templates.texts.size());
            }
        }
        templates.numbers.remove("");
        return templates;
    }

    /** The masked text of each number from 1, for {@link #of}. */
    public List<String> masked() {
        return texts.stream()
                .map(segments -> String.join("/", segments).replace('\n', ' '))
                .toList();
    }

    /** The masked text of an operation, for where nobody knows yet who else asks for it. */
    public static String shapeOf(String operation) {
        return String.join("/", masked(operation));
    }

    /** The masked text of a number: what may be kept while it is not yet known what is a name. */
    public String masked(int number) {
        return String.join("/", texts.get(number - 1));
    }

    /** Whether what nobody asked for before gets no number any more. */
    public boolean isFull() {
        return places == MAX_PLACES || texts.size() == MAX_NUMBERS;
    }

    /** How many numbers were given. */
    public int size() {
        return texts.size();
    }

    /**
     * The templates of all numbers by what was seen so far, that of number n at n − 1; equal texts are one operation,
     * and an empty one is not known.
     * More may be learnt after it.
     */
    public List<String> templates() {
        Place settled = new Place();
        settled.absorb(root);
        settled.settle(false);
        settled.hide(false, callersOf);
        return texts.stream()
                .map(segments -> segments == UNKNOWN ? "" : template(settled, segments))
                .toList();
    }

    private static String template(Place settled, String[] segments) {
        StringBuilder text = new StringBuilder();
        Place at = settled;
        for (int i = 0; i < segments.length; i++) {
            String segment = at.isVariable ? SegmentMask.ANY : at.name(segments[i]);
            text.append(i == 0 ? "" : "/").append(segment);
            at = at.next.getOrDefault(segment, NOWHERE);
        }
        return text.toString();
    }

    /** Method and space belong to the first segment; what is too deep is one segment. */
    private static String[] masked(String operation) {
        int end = operation.indexOf(';');
        String[] segments = (end < 0 ? operation : operation.substring(0, end)).split("/", -1);
        String before = "";
        for (int i = 1; i < segments.length; i++) {
            String asked = segments[i];
            segments[i] = asked.equals(REST) ? REST : SegmentMask.of(before, asked);
            before = asked;
        }
        if (segments.length > MAX_SEGMENTS) {
            segments = Arrays.copyOf(segments, MAX_SEGMENTS);
            segments[MAX_SEGMENTS - 1] = REST;
        }
        return segments;
    }

    /** The least of some numbers, each once: which these are does not depend on their order. */
    private static final class Few {

        private final int most;
        private final TreeSet<Long> values = new TreeSet<>();

        Few(int most) {
            this.most = most;
        }

        void add(long value) {
            if (values.size() < most || value < values.last()) {
                values.add(value);
                if (values.size() > most) {
                    values.pollLast();
                }
            }
        }
    }

    /** A place in the tree: what may stand there, and what follows. */
    private static final class Place {

        private Map<String, Place> next = new HashMap<>();
        private final Few callers = new Few(SHARED_BY);
        private final Few servers = new Few(SOME_SERVERS);
        private long asked;
        private boolean isVariable;

        void asked(long caller, long server) {
            callers.add(caller);
            servers.add(server);
            asked++;
        }

        /** Whether enough callers share it: of those of a server that has few, all; and then often. */
        private boolean isShared(Map<Long, Few> callersOf) {
            int wanted = 1;
            for (long server : servers.values) {
                Few all = callersOf.get(server);
                wanted = Math.max(wanted, all == null ? SHARED_BY : all.values.size());
            }
            return callers.values.size() >= wanted && (callers.values.size() == SHARED_BY || asked >= OFTEN);
        }

        /** Takes the names away that few callers share, what is above first: what follows several is shared by more. */
        void hide(boolean mayHide, Map<Long, Few> callersOf) {
            Place hidden = new Place();
            boolean some = false;
            for (Map.Entry<String, Place> each :
                    new ArrayList<>(mayHide ? next.entrySet() : Set.<Map.Entry<String, Place>>of())) {
                boolean isName = each.getKey().chars().anyMatch(Character::isLetter);
                if (isName && !each.getValue().isShared(callersOf)) {
                    next.remove(each.getKey());
                    hidden.absorb(each.getValue());
                    some = true;
                }
            }
            if (some) {
                next.computeIfAbsent(SegmentMask.ANY, unseen -> new Place()).absorb(hidden);
            }
            next.values().forEach(place -> place.hide(true, callersOf));
        }

        Place next(String segment, boolean mayVary) {
            Place found = next.computeIfAbsent(segment, unseen -> new Place());
            if (mayVary && !isVariable && next.size() > MAX_KEPT) {
                vary();
                return Objects.requireNonNull(next.get(SegmentMask.ANY));
            }
            return found;
        }

        /** All that stands here is one argument; what follows each of them follows it. */
        private void vary() {
            Place any = new Place();
            next.values().forEach(any::absorb);
            next = new HashMap<>(Map.of(SegmentMask.ANY, any));
            isVariable = true;
        }

        private void absorb(Place other) {
            isVariable |= other.isVariable;
            other.callers.values.forEach(callers::add);
            other.servers.values.forEach(servers::add);
            asked += other.asked;
            other.next.forEach((segment, place) ->
                    next.computeIfAbsent(segment, unseen -> new Place()).absorb(place));
            if (isVariable && !next.keySet().equals(Set.of(SegmentMask.ANY)) && !next.isEmpty()) {
                vary();
            }
        }

        /** The name that stands here for this one. */
        String name(String segment) {
            String joined = next.containsKey(segment) ? segment : unnumbered(segment);
            return next.containsKey(joined) ? joined : SegmentMask.ANY;
        }

        private static String unnumbered(String segment) {
            return NUMBER.matcher(segment).replaceAll(SegmentMask.ANY);
        }

        /** Names that differ in numbers alone are one, where there are enough of them. */
        private void joinNumbered() {
            Map<String, List<String>> alike = new HashMap<>();
            next.keySet()
                    .forEach(name -> alike.computeIfAbsent(unnumbered(name), unseen -> new ArrayList<>())
                            .add(name));
            alike.forEach((name, names) -> {
                if (names.size() >= MIN_NUMBERED) {
                    Place one = new Place();
                    names.forEach(each -> one.absorb(Objects.requireNonNull(next.remove(each))));
                    next.put(name, one);
                }
            });
        }

        /** Decides of this place and all below it, what is below first. */
        void settle(boolean mayVary) {
            if (mayVary) {
                joinNumbered();
            }
            next.values().forEach(place -> place.settle(true));
            if (mayVary && !isVariable && (next.size() > MAX_NAMES || next.size() > MAX_ALIKE && areAlike())) {
                vary();
                next.values().forEach(place -> place.settle(true));
            }
        }

        /** Whether the same follows each name, and something does. */
        private boolean areAlike() {
            Set<Set<String>> shapes = new HashSet<>();
            next.values().forEach(place -> shapes.add(place.next.keySet()));
            return shapes.size() == 1 && !shapes.contains(Set.<String>of());
        }
    }
}
