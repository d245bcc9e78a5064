package io.wirepath.imports.names;

import io.wirepath.causes.TimeSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * From when to when addresses have had their names, by what sources tell again and again of now. A name that comes
 * begins when its source says so, else when it is told first; what a source tells of at the first time has been there
 * for nobody knows how long. A name that is told no longer ends. Not thread-safe.
 */
public final class NameLedger {

    private static final Comparator<AddressName> ORDER = Comparator.comparing(AddressName::address)
            .thenComparing(each -> each.when().fromNanos())
            .thenComparing(AddressName::name)
            .thenComparing(AddressName::source);

    private record Held(String source, String address, String name) {}

    private final int mostEnded;
    private final Map<Held, TimeSpan> present = new LinkedHashMap<>();
    private final ArrayDeque<AddressName> ended = new ArrayDeque<>();
    private final Set<String> asked = new HashSet<>();

    /**
     * Knows nothing yet.
     *
     * @param mostEnded so many names that ended are kept; of more, those that ended last
     */
    public NameLedger(int mostEnded) {
        this.mostEnded = mostEnded;
    }

    /** What was {@linkplain #names known} before, with the sources that told it. */
    public void restore(List<AddressName> names) {
        Comparator<AddressName> byEnd = Comparator.comparing(each -> each.when().toNanos());
        for (AddressName each : names.stream().sorted(byEnd).toList()) {
            asked.add(each.source());
            if (each.when().toNanos() == Long.MAX_VALUE) {
                present.put(new Held(each.source(), each.address(), each.name()), each.when());
            } else {
                end(each);
            }
        }
    }

    /**
     * All names of a source as they are now.
     *
     * @return whether any came or ended
     */
    public boolean tell(String source, List<AddressName> names, long nowNanos) {
        long begin = asked.add(source) ? Long.MIN_VALUE : nowNanos;
        Set<Held> told = new HashSet<>();
        boolean isOther = false;
        for (AddressName each : names) {
            Held held = new Held(source, each.address(), each.name());
            boolean saysWhen = each.when().fromNanos() != Long.MIN_VALUE;
            long from = saysWhen ? Math.min(each.when().fromNanos(), nowNanos) : begin;
            told.add(held);
            isOther |= present.putIfAbsent(held, new TimeSpan(from, Long.MAX_VALUE)) == null;
        }
        for (Iterator<Map.Entry<Held, TimeSpan>> all = present.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Held, TimeSpan> each = all.next();
            Held held = each.getKey();
            if (held.source().equals(source) && !told.contains(held)) {
                long from = Math.min(each.getValue().fromNanos(), nowNanos);
                all.remove();
                end(new AddressName(held.address(), held.name(), new TimeSpan(from, nowNanos), source));
                isOther = true;
            }
        }
        return isOther;
    }

    private void end(AddressName name) {
        ended.addLast(name);
        if (ended.size() > mostEnded) {
            ended.removeFirst();
        }
    }

    /** All that are and that were, by address and time. */
    public List<AddressName> names() {
        Stream<AddressName> now = present.entrySet().stream()
                .map(each -> new AddressName(
                        each.getKey().address(),
                        each.getKey().name(),
                        each.getValue(),
                        each.getKey().source()));
        return Stream.concat(ended.stream(), now).sorted(ORDER).toList();
    }

    /** Those that told something. */
    public Set<String> sources() {
        return Set.copyOf(asked);
    }

    /** How many names a source tells of now. */
    public long count(String source) {
        return present.keySet().stream()
                .filter(each -> each.source().equals(source))
                .count();
    }

    /** The {@linkplain AddressName#row table} of all names. */
    public List<String> rows() {
        List<String> rows = new ArrayList<>(List.of(AddressName.HEADING));
        names().forEach(each -> rows.add(each.row()));
        return rows;
    }
}
