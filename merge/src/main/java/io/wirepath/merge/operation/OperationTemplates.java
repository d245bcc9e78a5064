package io.wirepath.merge.operation;

import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.merge.MessageRecord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.agrona.collections.Long2ObjectHashMap;

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

    /** Texts of which it is remembered where they stand, so that who asks again costs no mask and no walk. */
    private static final int MAX_KNOWN = 4096;

    private static final int MAX_SEGMENTS = 12;
    private static final int MAX_SERVERS = 10_000;
    private static final int SOME_SERVERS = 8;
    private static final String REST = "**";
    private static final int FORMAT = 1;

    /** Of a number whose text was not kept. */
    private static final String[] UNKNOWN = {""};

    /** Where nobody asked for a text since a restart. */
    private static final Place NOWHERE = new Place();

    private final Place root = new Place();
    private int places;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String[]> texts = new ArrayList<>();
    private final Map<String, Known> known = new HashMap<>();

    /** Callers of each server, as many of them as matter. */
    private final Long2ObjectHashMap<Few> callersOf = new Long2ObjectHashMap<>();

    private int version;
    private int toldVersion = -1;
    private List<String> told = List.of();

    /** Where a text stands, as long as no place of it becomes variable. */
    private record Known(List<Place> places, int number) {}

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

    /** Hears who asked what in a message that was given a number before; how often is known by then. */
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
                    endpoint(message.destinationHigh(), message.destinationLow(), message.destinationPort()),
                    0);
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
        return number(operation, caller, server, 1);
    }

    private int number(String operation, long caller, long server, int times) {
        Few callers = callersOf.get(server);
        if (callers == null && callersOf.size() < MAX_SERVERS) {
            callers = new Few(SHARED_BY);
            callersOf.put(server, callers);
        }
        boolean isNew = callers != null && callers.add(caller);
        Known found = known.get(operation);
        if (found == null) {
            found = find(masked(operation), operation);
        }
        for (Place place : found.places) {
            isNew |= place.asked(caller, server, times);
        }
        version += isNew ? 1 : 0;
        return found.number;
    }

    /** Makes what is missing of its places; those above are all that there are where there would be too many. */
    private Known find(String[] segments, String operation) {
        List<Place> way = new ArrayList<>(segments.length);
        boolean varies = false;
        Place at = root;
        for (int i = 0; i < segments.length; i++) {
            boolean isVariable = at.isVariable;
            if (i > 0 && isVariable) {
                segments[i] = SegmentMask.ANY;
            }
            if (!at.next.containsKey(segments[i]) && ++places > MAX_PLACES) {
                places = MAX_PLACES;
                return new Known(way, OTHER);
            }
            Place above = at;
            at = above.next(segments[i], i > 0);
            varies |= above.isVariable != isVariable;
            way.add(at);
        }
        Known found = new Known(way, numberOf(segments));
        if (varies || known.size() == MAX_KNOWN) {
            known.clear();
        }
        if (!varies) {
            known.put(operation, found);
        }
        return found;
    }

    private int numberOf(String[] segments) {
        String text = String.join("/", segments);
        Integer number = numbers.get(text);
        if (number == null && texts.size() < MAX_NUMBERS) {
            texts.add(segments);
            version++;
            number = texts.size();
            numbers.put(text, number);
        }
        return number == null ? OTHER : number;
    }

    /** What was learnt, for {@link #decode}; masked texts and sums of addresses, no address. */
    public byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            DataOutputStream to = new DataOutputStream(bytes);
            to.writeInt(FORMAT);
            to.writeInt(texts.size());
            for (String[] segments : texts) {
                write(String.join("/", segments), to);
            }
            to.writeInt(callersOf.size());
            for (Map.Entry<Long, Few> each : callersOf.entrySet()) {
                to.writeLong(each.getKey());
                each.getValue().write(to);
            }
            root.write(to);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return bytes.toByteArray();
    }

    /** Goes on with what was learnt before: same numbers, same names. What another version wrote is nothing. */
    public static OperationTemplates decode(byte[] encoded) {
        OperationTemplates templates = new OperationTemplates();
        try {
            DataInputStream from = new DataInputStream(new ByteArrayInputStream(encoded));
            if (from.readInt() != FORMAT) {
                return templates;
            }
            for (int left = from.readInt(); left > 0; left--) {
                String text = read(from);
                templates.texts.add(text.isEmpty() ? UNKNOWN : masked(text));
                templates.numbers.put(text, templates.texts.size());
            }
            templates.numbers.remove("");
            for (int left = from.readInt(); left > 0; left--) {
                templates.callersOf.put(from.readLong(), Few.read(SHARED_BY, from));
            }
            templates.places = templates.root.read(from);
            return templates;
        } catch (IOException e) {
            return new OperationTemplates();
        }
    }

    private static void write(String text, DataOutputStream to) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        to.writeInt(bytes.length);
        to.write(bytes);
    }

    private static String read(DataInputStream from) throws IOException {
        return new String(from.readNBytes(from.readInt()), StandardCharsets.UTF_8);
    }

    /** Grows with whatever may change a template or gives a number. */
    public int version() {
        return version;
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
     * More may be learnt after it; where nothing was, they are the same list.
     */
    public List<String> templates() {
        if (toldVersion != version) {
            toldVersion = version;
            Place settled = new Place();
            settled.absorb(root);
            settled.settle(false);
            settled.hide(false, callersOf);
            told = texts.stream()
                    .map(segments -> segments == UNKNOWN ? "" : template(settled, segments))
                    .toList();
        }
        return told;
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

        private final long[] values;
        private int size;

        Few(int most) {
            values = new long[most];
        }

        /** Whether it was not among them, and is. */
        boolean add(long value) {
            int at = -1 - Arrays.binarySearch(values, 0, size, value);
            if (at < 0 || at == values.length) {
                return false;
            }
            size = Math.min(size + 1, values.length);
            System.arraycopy(values, at, values, at + 1, size - 1 - at);
            values[at] = value;
            return true;
        }

        void addAll(Few other) {
            for (int i = 0; i < other.size; i++) {
                add(other.values[i]);
            }
        }

        void write(DataOutputStream to) throws IOException {
            to.writeByte(size);
            for (int i = 0; i < size; i++) {
                to.writeLong(values[i]);
            }
        }

        static Few read(int most, DataInputStream from) throws IOException {
            Few few = new Few(most);
            for (int left = from.readByte(); left > 0; left--) {
                few.add(from.readLong());
            }
            return few;
        }
    }

    /** A place in the tree: what may stand there, and what follows. */
    private static final class Place {

        private Map<String, Place> next = new HashMap<>();
        private final Few callers = new Few(SHARED_BY);
        private final Few servers = new Few(SOME_SERVERS);

        /** How often, up to {@link #OFTEN}. */
        private int asked;

        private boolean isVariable;

        /** Whether that may change what is told of it. */
        boolean asked(long caller, long server, int times) {
            boolean isNew = callers.add(caller);
            isNew |= servers.add(server);
            if (asked < OFTEN) {
                asked += times;
                isNew |= times > 0;
            }
            return isNew;
        }

        void write(DataOutputStream to) throws IOException {
            callers.write(to);
            servers.write(to);
            to.writeByte(asked);
            to.writeBoolean(isVariable);
            to.writeInt(next.size());
            for (Map.Entry<String, Place> each : next.entrySet()) {
                OperationTemplates.write(each.getKey(), to);
                each.getValue().write(to);
            }
        }

        /** Gives how many places stand below it. */
        int read(DataInputStream from) throws IOException {
            callers.addAll(Few.read(SHARED_BY, from));
            servers.addAll(Few.read(SOME_SERVERS, from));
            asked = from.readByte();
            isVariable = from.readBoolean();
            int below = 0;
            for (int left = from.readInt(); left > 0; left--) {
                Place place = new Place();
                next.put(OperationTemplates.read(from), place);
                below += 1 + place.read(from);
            }
            return below;
        }

        /** Whether enough callers share it: of those of a server that has few, all; and then often. */
        private boolean isShared(Long2ObjectHashMap<Few> callersOf) {
            int wanted = 1;
            for (int i = 0; i < servers.size; i++) {
                Few all = callersOf.get(servers.values[i]);
                wanted = Math.max(wanted, all == null ? SHARED_BY : all.size);
            }
            return callers.size >= wanted && (callers.size == SHARED_BY || asked >= OFTEN);
        }

        /** Takes the names away that few callers share, what is above first: what follows several is shared by more. */
        void hide(boolean mayHide, Long2ObjectHashMap<Few> callersOf) {
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
            callers.addAll(other.callers);
            servers.addAll(other.servers);
            asked = Math.min(OFTEN, asked + other.asked);
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
