package io.wirepath.pipeline;

import io.wirepath.causes.LruMap;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.AddressText;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.flows.names.NameFilter;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Names for addresses, from a hosts file and from what was seen in the traffic. The most trusted origin wins (the rank
 * of {@link NameOrigin}), then the name seen most often, then the alphabet; so the order of the traffic does not
 * matter.
 *
 * <p>Names age where time is told ({@link #onTime}): what was seen weighs half as much after each hour, and a name that
 * weighs next to nothing gives way to any that is still seen, so that an address that is given to another host loses
 * the old one's name. Those from files do not age.
 *
 * <p>A name that was seen for several addresses (replicas behind one DNS name) tells them no longer apart, so the
 * address is put behind it; not where the operator says that it is one address's, which nobody's traffic changes. So it
 * is where the name is in dispute: where anyone may have sent it, or another one was seen about as often.
 */
public final class NodeNames {

    private record Address(long high, long low) {}

    private record Candidate(String name, NameOrigin origin, TimeSpan when) {

        /** How much of the traffic's time it had the name, ns; at most the largest number. */
        long within(TimeSpan traffic) {
            long from = Math.max(when.fromNanos(), traffic.fromNanos());
            long to = Math.min(when.toNanos(), traffic.toNanos());
            long length = to - from;
            return to <= from ? 0 : length > 0 ? length : Long.MAX_VALUE;
        }

        boolean isLent() {
            return !when.equals(TimeSpan.ALWAYS);
        }
    }

    /** Takes names with how often they were seen. */
    @FunctionalInterface
    public interface CountedNames {

        /** A name that an address was seen to have so many times. */
        void onName(long addressHigh, long addressLow, String name, NameOrigin origin, int times);
    }

    private static final Comparator<Map.Entry<Candidate, Integer>> BY_WORTH = bestFirst(TimeSpan.ALWAYS);

    private static final long FAR_MORE_OFTEN = 2;

    /** The weight of one time. */
    private static final int UNIT = 16;

    private static final int MAX_WEIGHT = 1 << 30;

    /** Time after which a name weighs half: {@link NameFilter} reports those that are still seen again each hour. */
    private static final long HALVED_NANOS = NameFilter.PERIOD_NANOS;

    private static final long MINUTE = 60_000_000_000L;

    /** Heap for the names of an address, of which they take about an eighth. */
    private static final long HEAP_OF_AN_ADDRESS = 4 << 10;

    private static final int MAX_NAMES = 16;

    private final Map<Address, Map<Candidate, Integer>> candidates;
    private final int mostNames;
    private long agedNanos = Long.MIN_VALUE;
    private long minute = Long.MIN_VALUE;
    private boolean lends;

    /** Keeps all names. */
    public NodeNames() {
        this(Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /**
     * Keeps at most so many names each, beside those that are {@linkplain #lend lent}, of at most so many addresses:
     * those whose names were seen last.
     */
    public NodeNames(int mostAddresses, int mostNames) {
        this.mostNames = mostNames;
        candidates = new LruMap<>(mostAddresses);
    }

    /** As many as fit this JVM's heap. */
    public static NodeNames ofHeap() {
        long addresses = Runtime.getRuntime().maxMemory() / HEAP_OF_AN_ADDRESS;
        return new NodeNames((int) Math.min(1 << 24, addresses), MAX_NAMES);
    }

    private static Comparator<Map.Entry<Candidate, Integer>> bestFirst(TimeSpan traffic) {
        return Comparator.comparing((Map.Entry<Candidate, Integer> entry) -> entry.getValue() == 0)
                .thenComparing(entry -> entry.getKey().origin().rank())
                .thenComparing(entry -> -entry.getKey().within(traffic))
                .thenComparing(Map.Entry::getValue, Comparator.reverseOrder())
                .thenComparing(entry -> entry.getKey().name());
    }

    /** Notes that an address was seen with this name. */
    public void add(long addressHigh, long addressLow, String name, NameOrigin origin) {
        add(addressHigh, addressLow, name, origin, 1);
    }

    /** Notes that an address was seen with this name so many times. */
    public void add(long addressHigh, long addressLow, String name, NameOrigin origin, int times) {
        add(addressHigh, addressLow, new Candidate(name, origin, TimeSpan.ALWAYS), weight(times));
    }

    /**
     * Notes that an address has this name for a time, as a lease says; it counts where traffic is
     * {@linkplain #resolve(TimeSpan) of that time}.
     */
    public void lend(long addressHigh, long addressLow, String name, NameOrigin origin, TimeSpan when) {
        Candidate candidate = new Candidate(name, origin, when);
        lends |= candidate.isLent();
        add(addressHigh, addressLow, candidate, UNIT);
    }

    private void add(long addressHigh, long addressLow, Candidate candidate, int weight) {
        Address address = new Address(addressHigh, addressLow);
        Map<Candidate, Integer> own = candidates.computeIfAbsent(address, key -> new HashMap<>());
        if (candidate.isLent() || own.containsKey(candidate) || hasRoom(own, Map.entry(candidate, weight))) {
            own.merge(candidate, weight, (before, more) -> Math.min(MAX_WEIGHT, before + more));
        }
    }

    /** Makes room for what is worth more; those that are lent, one after the other, take none from those seen. */
    private boolean hasRoom(Map<Candidate, Integer> own, Map.Entry<Candidate, Integer> other) {
        List<Map.Entry<Candidate, Integer>> held = own.size() < mostNames
                ? List.of()
                : own.entrySet().stream()
                        .filter(entry -> !entry.getKey().isLent())
                        .sorted(BY_WORTH)
                        .toList();
        if (held.size() < mostNames) {
            return true;
        }
        Map.Entry<Candidate, Integer> worst = held.get(held.size() - 1);
        boolean isWorthMore = BY_WORTH.compare(other, worst) < 0;
        if (isWorthMore) {
            own.remove(worst.getKey());
        }
        return isWorthMore;
    }

    private static int weight(int times) {
        return (int) Math.min(MAX_WEIGHT, (long) UNIT * times);
    }

    /**
     * Lets names age; to be called with the time of the traffic, which may be set back.
     *
     * @return whether they aged, or loans may have begun or ended, which is looked at once a minute
     */
    public boolean onTime(long nowNanos) {
        if (agedNanos == Long.MIN_VALUE || nowNanos < agedNanos) {
            agedNanos = nowNanos;
        }
        int halvings = (int) Math.min(Integer.SIZE - 1, (nowNanos - agedNanos) / HALVED_NANOS);
        if (halvings > 0) {
            agedNanos = nowNanos;
            candidates
                    .values()
                    .forEach(own -> own.replaceAll(
                            (candidate, weight) -> isFromFile(candidate.origin()) ? weight : weight >> halvings));
        }
        boolean isAnotherMinute = minute != nowNanos / MINUTE;
        minute = nowNanos / MINUTE;
        return halvings > 0 || lends && isAnotherMinute;
    }

    private static boolean isFromFile(NameOrigin origin) {
        return switch (origin) {
            case HOSTS_FILE, ASKED, CAPTURE, PROCESS -> true;
            case DNS_ANSWER, DNS_UNASKED, TLS_SNI, HTTP_HOST, CLAIMED -> false;
        };
    }

    /** Forgets all names of an origin. */
    public void forget(NameOrigin origin) {
        candidates.values().forEach(own -> own.keySet().removeIf(candidate -> candidate.origin() == origin));
        candidates.values().removeIf(Map::isEmpty);
    }

    /**
     * Shows every name of every address, the address whose name was seen last at the end; of those that it had for a
     * time the last alone.
     */
    public void forEach(CountedNames to) {
        candidates.forEach((address, own) -> {
            TimeSpan last = own.keySet().stream()
                    .filter(Candidate::isLent)
                    .map(Candidate::when)
                    .max(Comparator.comparingLong(TimeSpan::toNanos).thenComparingLong(TimeSpan::fromNanos))
                    .orElse(TimeSpan.ALWAYS);
            own.forEach((candidate, weight) -> {
                if (candidate.when().equals(last) || !candidate.isLent()) {
                    to.onName(
                            address.high(),
                            address.low(),
                            candidate.name(),
                            candidate.origin(),
                            (weight + UNIT - 1) / UNIT);
                }
            });
        });
    }

    /** The name of every address that has one, at any time. Two addresses never share a name. */
    public Map<String, String> resolve() {
        return resolve(TimeSpan.ALWAYS);
    }

    /**
     * The same of those that had one at a time. Where an address changed hands within it, it has the name that it had
     * longest, and where nobody is known to have had it then, that which it had next: both with the address behind it.
     *
     * @param traffic when its messages were seen
     */
    public Map<String, String> resolve(TimeSpan traffic) {
        Comparator<Map.Entry<Candidate, Integer>> bestFirst = bestFirst(traffic);
        Map<String, String> names = new HashMap<>();
        Set<String> seen = new HashSet<>();
        Set<String> shared = new HashSet<>();
        Map<String, String> given = new HashMap<>();
        Set<String> disputed = new HashSet<>();
        candidates.forEach((address, all) -> {
            Map<Candidate, Integer> options = within(all, traffic);
            if (options.isEmpty()) {
                return;
            }
            Map.Entry<Candidate, Integer> best =
                    options.entrySet().stream().min(bestFirst).orElseThrow();
            String name = best.getKey().name();
            String where = AddressText.of(address.high(), address.low());
            names.put(where, name);
            if (!seen.add(name)) {
                shared.add(name);
            }
            if (isFromFile(best.getKey().origin())) {
                given.merge(name, where, (one, other) -> "");
            }
            if (isDisputed(best, options) || best.getKey().within(traffic) == 0) {
                disputed.add(where);
            }
        });
        names.replaceAll((address, name) -> {
            boolean isAnothers = shared.contains(name) && !address.equals(given.get(name));
            return isAnothers || disputed.contains(address) ? name + "@" + address : name;
        });
        return names;
    }

    /** What was so in this time; where nothing was, what was so next: a server may forget leases that were renewed. */
    private static Map<Candidate, Integer> within(Map<Candidate, Integer> all, TimeSpan traffic) {
        Map<Candidate, Integer> options = new HashMap<>(all);
        options.keySet().removeIf(candidate -> candidate.within(traffic) == 0);
        if (options.isEmpty()) {
            all.keySet().stream()
                    .filter(candidate -> candidate.when().fromNanos() >= traffic.toNanos())
                    .min(Comparator.comparingLong(candidate -> candidate.when().fromNanos()))
                    .ifPresent(next -> options.put(next, UNIT));
        }
        return options;
    }

    /**
     * Whether anyone may have sent the name, or another was seen often beside it. How often is told at 1, 2, 4, 8
     * times, so half as often told is its square root as often seen; a name of a less trusted origin must have been
     * told {@value #FAR_MORE_OFTEN} times as often, seen the square as often.
     */
    private static boolean isDisputed(Map.Entry<Candidate, Integer> best, Map<Candidate, Integer> options) {
        return switch (best.getKey().origin()) {
            case HOSTS_FILE, ASKED, CAPTURE, PROCESS ->
                best.getKey().isLent()
                        && options.keySet().stream().anyMatch(other -> isLentToAnother(best.getKey(), other));
            case DNS_UNASKED, CLAIMED -> true;
            case DNS_ANSWER, TLS_SNI, HTTP_HOST ->
                options.entrySet().stream().anyMatch(other -> isAnother(best, other) && isSeenBeside(best, other));
        };
    }

    private static boolean isLentToAnother(Candidate one, Candidate other) {
        return other.origin() == one.origin() && other.isLent() && !other.name().equals(one.name());
    }

    private static boolean isSeenBeside(Map.Entry<Candidate, Integer> best, Map.Entry<Candidate, Integer> other) {
        NameOrigin origin = other.getKey().origin();
        if (origin == best.getKey().origin()) {
            return other.getValue() * 2L >= best.getValue();
        }
        return (origin == NameOrigin.TLS_SNI || origin == NameOrigin.HTTP_HOST)
                && other.getValue() >= FAR_MORE_OFTEN * best.getValue();
    }

    /** A short and a long form of one name are no two. */
    private static boolean isAnother(Map.Entry<Candidate, Integer> best, Map.Entry<Candidate, Integer> other) {
        String name = best.getKey().name();
        String another = other.getKey().name();
        return !name.equalsIgnoreCase(another) && !startsWithLabels(name, another) && !startsWithLabels(another, name);
    }

    private static boolean startsWithLabels(String whole, String part) {
        return whole.length() > part.length()
                && whole.charAt(part.length()) == '.'
                && whole.regionMatches(true, 0, part, 0, part.length());
    }
}
