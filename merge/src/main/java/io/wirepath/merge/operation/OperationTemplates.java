package io.wirepath.merge.operation;

import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.merge.MessageRecord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Learns which parts of what requests ask for are names, and which are arguments. A tree of segments, as Drain's parse
 * tree (He, Zhu, Zheng, Lyu, ICWS 2017) is one of words: identifiers are masked first, then a place where too many
 * different names stand becomes {@code *}.
 *
 * <pre>
 *  GET ─┬─ item ── *                      GET /item/*         masked: what stood there looked like an identifier
 *       ├─ user ── {alice, bob, … 25} ──  GET /user/*         more than {@value OperationPlace#MAX_NAMES} names in one place
 *       ├─ f1.html, … f4.html             GET /f*.html        {@value OperationPlace#MIN_NUMBERED} names that differ in a number
 *       ├─ reset ── hunter                GET /reset/*        few callers share it
 *       └─ cart                           GET /cart
 * </pre>
 *
 * <p>The templates depend on what was seen, and neither on its order nor on which sniffer saw it. They may be asked for
 * at any time: a service asks for each window. Bounded: {@value #MAX_NUMBERS} masked texts are told apart, in
 * {@value #MAX_PLACES} places of the tree; what comes then has number {@link #OTHER}. Not thread-safe.
 */
public final class OperationTemplates {

    /** Number of what is not told apart, and of messages without an operation. */
    public static final int OTHER = 0;

    private static final int MAX_NUMBERS = 60_000;

    /** Places that were made, at most: 50 MB. Who asks for ever other paths gets no more of memory. */
    private static final int MAX_PLACES = 120_000;

    /** Texts of which it is remembered where they stand, so that who asks again costs no mask and no walk. */
    private static final int MAX_KNOWN = 4096;

    private static final int MAX_SEGMENTS = 12;
    private static final int MAX_SERVERS = 10_000;
    private static final String REST = "**";
    private static final int FORMAT = 1;

    /** Of a number whose text was not kept. */
    private static final String[] UNKNOWN = {""};

    private final OperationPlace root = new OperationPlace();
    private int places;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String[]> texts = new ArrayList<>();
    private final Map<String, Known> known = new HashMap<>();

    /** Callers of each server, as many of them as matter. */
    private final Long2ObjectHashMap<LeastNumbers> callersOf = new Long2ObjectHashMap<>();

    private int version;
    private int toldVersion = -1;
    private List<String> told = List.of();

    /** Where a text stands, as long as no place of it becomes variable. */
    private record Known(List<OperationPlace> places, int number) {}

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
        LeastNumbers callers = callersOf.get(server);
        if (callers == null && callersOf.size() < MAX_SERVERS) {
            callers = new LeastNumbers(OperationPlace.SHARED_BY);
            callersOf.put(server, callers);
        }
        boolean isNew = callers != null && callers.add(caller);
        Known found = known.get(operation);
        if (found == null) {
            found = find(masked(operation), operation);
        }
        for (OperationPlace place : found.places) {
            isNew |= place.asked(caller, server, times);
        }
        version += isNew ? 1 : 0;
        return found.number;
    }

    /** Makes what is missing of its places; those above are all that there are where there would be too many. */
    private Known find(String[] segments, String operation) {
        List<OperationPlace> way = new ArrayList<>(segments.length);
        boolean varies = false;
        OperationPlace at = root;
        for (int i = 0; i < segments.length; i++) {
            boolean isVariable = at.isVariable();
            if (i > 0 && isVariable) {
                segments[i] = SegmentMask.ANY;
            }
            if (!at.holds(segments[i]) && ++places > MAX_PLACES) {
                places = MAX_PLACES;
                return new Known(way, OTHER);
            }
            OperationPlace above = at;
            at = above.next(segments[i], i > 0);
            varies |= above.isVariable() != isVariable;
            way.add(at);
        }
        Known found = new Known(way, numberOf(segments));
        if (varies || known.size() == MAX_KNOWN) {
            known.clear();
        }
        if (varies) {
            version++;
        } else {
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
                OperationPlace.writeText(String.join("/", segments), to);
            }
            to.writeInt(callersOf.size());
            for (Map.Entry<Long, LeastNumbers> each : callersOf.entrySet()) {
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
                String text = OperationPlace.readText(from);
                templates.texts.add(text.isEmpty() ? UNKNOWN : masked(text));
                templates.numbers.put(text, templates.texts.size());
            }
            templates.numbers.remove("");
            for (int left = from.readInt(); left > 0; left--) {
                templates.callersOf.put(from.readLong(), LeastNumbers.read(OperationPlace.SHARED_BY, from));
            }
            templates.places = templates.root.read(from);
            return templates;
        } catch (IOException e) {
            return new OperationTemplates();
        }
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
            OperationPlace settled = new OperationPlace();
            settled.absorb(root);
            settled.settle(false);
            settled.hide(false, settled.sharers(callersOf));
            told = texts.stream()
                    .map(segments -> segments == UNKNOWN ? "" : template(settled, segments))
                    .toList();
        }
        return told;
    }

    private static String template(OperationPlace settled, String[] segments) {
        StringBuilder text = new StringBuilder();
        OperationPlace at = settled;
        for (int i = 0; i < segments.length; i++) {
            String segment = at.name(segments[i]);
            text.append(i == 0 ? "" : "/").append(segment);
            at = at.below(segment);
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
}
