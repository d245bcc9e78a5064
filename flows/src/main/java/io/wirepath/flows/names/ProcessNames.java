package io.wirepath.flows.names;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.SightingSink.NameOrigin;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Names addresses after what runs there, where comments on frames tell it as ptcpdump writes them: {@code PodName: …},
 * {@code ContainerName: …} or {@code Cmd: …}, a line each. An address with several of a kind gets no name of that kind,
 * for one of them would stand for all. Not thread-safe.
 */
public final class ProcessNames {

    private static final int MAX_ADDRESSES = 1 << 16;
    private static final int MAX_NAMES = 5;
    private static final int MAX_NAME_CHARACTERS = 63;

    /** What a comment may name, the one that says most of an address first. */
    private enum Kind {
        POD("PodName: "),
        CONTAINER("ContainerName: "),
        PROGRAM("Cmd: ");

        private final String start;

        Kind(String start) {
            this.start = start;
        }
    }

    private record Address(long high, long low) {}

    private final Map<Address, Map<Kind, TreeSet<String>>> names = new HashMap<>();

    /** Notes the comment on a frame that this address sent, or that was received there. */
    public void add(long addressHigh, long addressLow, String comment) {
        for (Kind kind : Kind.values()) {
            String name = named(comment, kind);
            Address address = new Address(addressHigh, addressLow);
            if (name == null || !names.containsKey(address) && names.size() >= MAX_ADDRESSES) {
                continue;
            }
            TreeSet<String> treeSet = names.computeIfAbsent(address, key -> new EnumMap<>(Kind.class))
                    .computeIfAbsent(kind, key -> new TreeSet<>());
            if (treeSet.size() < MAX_NAMES) {
                treeSet.add(name);
            }
        }
    }

    private static @Nullable String named(String comment, Kind kind) {
        int at = comment.startsWith(kind.start) ? 0 : comment.indexOf("\n" + kind.start) + 1;
        if (at == 0 && !comment.startsWith(kind.start)) {
            return null;
        }
        int from = at + kind.start.length();
        int end = comment.indexOf('\n', from);
        String value = comment.substring(from, end < 0 ? comment.length() : end);
        String name = safe(kind == Kind.PROGRAM ? value.substring(value.lastIndexOf('/') + 1) : value);
        return name.isEmpty() ? null : name;
    }

    /** The name with nothing in it but letters, digits, {@code . - _}; no longer than a label of DNS. */
    public static String safe(String name) {
        String plain = name.strip().replaceAll("[^\\p{L}\\p{N}._-]", "_");
        return plain.length() > MAX_NAME_CHARACTERS ? plain.substring(0, MAX_NAME_CHARACTERS) : plain;
    }

    /** Takes names. */
    @FunctionalInterface
    public interface Sink {

        /** An address and its name. */
        void onName(long addressHigh, long addressLow, String name, NameOrigin origin);
    }

    /** Tells the name of every address that has one. */
    public void tell(Sink sink) {
        names.forEach((address, own) -> own.values().stream()
                .filter(of -> of.size() == 1)
                .findFirst()
                .ifPresent(of -> sink.onName(address.high(), address.low(), of.first(), NameOrigin.PROCESS)));
    }

    /** A sentence for each address that keeps its number because much runs there, in order. */
    public List<String> remarks() {
        Map<String, String> found = new TreeMap<>();
        names.forEach((address, own) -> {
            if (own.values().stream().noneMatch(of -> of.size() == 1)) {
                TreeSet<String> of = own.values().iterator().next();
                found.put(
                        AddressText.of(address.high(), address.low()),
                        String.join(", ", of) + (of.size() == MAX_NAMES ? ", …" : ""));
            }
        });
        List<String> remarks = new ArrayList<>();
        found.forEach((address, of) -> remarks.add("several programs run at " + address + ", so none names it: " + of));
        return remarks;
    }
}
