package io.wirepath.merge.operation;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * A place in the tree of {@link OperationTemplates}: what may stand there, what follows, and who asked for it. A place
 * where too many different names stand is variable; who may see a name is decided by who asks for it. Not thread-safe.
 */
final class OperationPlace {

    /**
     * Callers that share a name, or all callers of a server where that has fewer. What fewer ask for may be a secret of
     * theirs, and becomes {@code *}: k-anonymity (Samarati, Sweeney, 1998).
     */
    static final int SHARED_BY = 3;

    /** Times that a name is asked for where fewer callers than {@value #SHARED_BY} share it. */
    static final int OFTEN = 10;

    /** Who asks a server for no more things, beside one other caller that does, probes it. */
    private static final int MAX_PROBED = 2;

    /** Different names in one place that are still names. */
    static final int MAX_NAMES = 24;

    /** As many names in one place are arguments if the same follows each. */
    static final int MAX_ALIKE = 8;

    /** As many names that differ in a number alone are one. */
    static final int MIN_NUMBERED = 4;

    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    /** Different names in one place that are kept while it is open whether they are arguments. */
    private static final int MAX_KEPT = 64;

    private static final int SOME_SERVERS = 8;

    /** Where nobody asked for a text since a restart. */
    private static final OperationPlace NOWHERE = new OperationPlace();

    private Map<String, OperationPlace> next = new HashMap<>();
    private final LeastNumbers callers = new LeastNumbers(SHARED_BY);
    private final LeastNumbers servers = new LeastNumbers(SOME_SERVERS);

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
        for (Map.Entry<String, OperationPlace> each : next.entrySet()) {
            writeText(each.getKey(), to);
            each.getValue().write(to);
        }
    }

    /** Gives how many places stand below it. */
    int read(DataInputStream from) throws IOException {
        callers.addAll(LeastNumbers.read(SHARED_BY, from));
        servers.addAll(LeastNumbers.read(SOME_SERVERS, from));
        asked = from.readByte();
        isVariable = from.readBoolean();
        int below = 0;
        for (int left = from.readInt(); left > 0; left--) {
            OperationPlace place = new OperationPlace();
            next.put(readText(from), place);
            below += 1 + place.read(from);
        }
        return below;
    }

    /**
     * The callers of each server by what they share a name: all but one that probes it beside a single other. So a
     * gateway is the only one, as it is where nobody probes.
     */
    Long2ObjectHashMap<LeastNumbers> sharers(Long2ObjectHashMap<LeastNumbers> callersOf) {
        Long2ObjectHashMap<int[]> things = new Long2ObjectHashMap<>();
        callersOf.forEach((server, all) -> {
            if (all.size() == 2) {
                things.put(server, new int[2]);
            }
        });
        count(callersOf, things);
        Long2ObjectHashMap<LeastNumbers> sharers = new Long2ObjectHashMap<>();
        callersOf.forEach((server, all) -> {
            int[] asked = things.get(server);
            if (asked != null
                    && Math.min(asked[0], asked[1]) <= MAX_PROBED
                    && Math.max(asked[0], asked[1]) > MAX_PROBED) {
                LeastNumbers gateway = new LeastNumbers(SHARED_BY);
                gateway.add(all.get(asked[0] > asked[1] ? 0 : 1));
                sharers.put(server, gateway);
            } else {
                sharers.put(server, all);
            }
        });
        return sharers;
    }

    /** Counts the things that each of two callers of a server asks for. */
    private void count(Long2ObjectHashMap<LeastNumbers> callersOf, Long2ObjectHashMap<int[]> things) {
        next.values().forEach(place -> place.count(callersOf, things));
        for (int i = 0; i < servers.size() && next.isEmpty(); i++) {
            int[] own = things.get(servers.get(i));
            for (int caller = 0; own != null && caller < own.length; caller++) {
                own[caller] += callers.holds(callersOf.get(servers.get(i)).get(caller)) ? 1 : 0;
            }
        }
    }

    /** Whether enough callers share it: of those of a server that has few, all; and then often. */
    private boolean isShared(Long2ObjectHashMap<LeastNumbers> sharers) {
        if (callers.size() == SHARED_BY) {
            return true;
        }
        int wanted = 1;
        for (int i = 0; i < servers.size(); i++) {
            LeastNumbers all = sharers.get(servers.get(i));
            wanted = Math.max(wanted, all == null ? SHARED_BY : all.size());
            if (all != null && all.size() == 1 && !callers.holds(all.get(0))) {
                return false;
            }
        }
        return callers.size() >= wanted && asked >= OFTEN;
    }

    /** Takes the names away that few callers share, what is above first: what follows several is shared by more. */
    void hide(boolean mayHide, Long2ObjectHashMap<LeastNumbers> sharers) {
        OperationPlace hidden = new OperationPlace();
        boolean some = false;
        for (Map.Entry<String, OperationPlace> each :
                new ArrayList<>(mayHide ? next.entrySet() : Set.<Map.Entry<String, OperationPlace>>of())) {
            boolean isName = each.getKey().chars().anyMatch(Character::isLetter);
            if (isName && !each.getValue().isShared(sharers)) {
                next.remove(each.getKey());
                hidden.absorb(each.getValue());
                some = true;
            }
        }
        if (some) {
            next.computeIfAbsent(SegmentMask.ANY, unseen -> new OperationPlace())
                    .absorb(hidden);
        }
        next.values().forEach(place -> place.hide(true, sharers));
    }

    OperationPlace next(String segment, boolean mayVary) {
        OperationPlace found = next.computeIfAbsent(segment, unseen -> new OperationPlace());
        if (mayVary && !isVariable && next.size() > MAX_KEPT) {
            vary();
            return Objects.requireNonNull(next.get(SegmentMask.ANY));
        }
        return found;
    }

    /** All that stands here is one argument; what follows each of them follows it. */
    private void vary() {
        OperationPlace any = new OperationPlace();
        next.values().forEach(any::absorb);
        next = new HashMap<>(Map.of(SegmentMask.ANY, any));
        isVariable = true;
    }

    void absorb(OperationPlace other) {
        isVariable |= other.isVariable;
        callers.addAll(other.callers);
        servers.addAll(other.servers);
        asked = Math.min(OFTEN, asked + other.asked);
        other.next.forEach((segment, place) ->
                next.computeIfAbsent(segment, unseen -> new OperationPlace()).absorb(place));
        if (isVariable && !next.keySet().equals(Set.of(SegmentMask.ANY)) && !next.isEmpty()) {
            vary();
        }
    }

    /** Whether all that stands here is one argument. */
    boolean isVariable() {
        return isVariable;
    }

    boolean holds(String segment) {
        return next.containsKey(segment);
    }

    /** What follows this name, of those that stand here. */
    OperationPlace below(String name) {
        return next.getOrDefault(name, NOWHERE);
    }

    /** The name that stands here for this one. */
    String name(String segment) {
        if (isVariable) {
            return SegmentMask.ANY;
        }
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
                OperationPlace one = new OperationPlace();
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

    static void writeText(String text, DataOutputStream to) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        to.writeInt(bytes.length);
        to.write(bytes);
    }

    static String readText(DataInputStream from) throws IOException {
        return new String(from.readNBytes(from.readInt()), StandardCharsets.UTF_8);
    }
}
