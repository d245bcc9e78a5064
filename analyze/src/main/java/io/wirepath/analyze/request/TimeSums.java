package io.wirepath.analyze.request;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of all requests went: the stretches of {@link CriticalPath} of each, added by what holds them. They
 * add up to the time from request to response of all of them.
 *
 * <p>Where nobody watched a server, its time holds the way to it and back. The fastest handshake between the two tells
 * how long these take at least: that much of the time is the way's. Immutable; safe to share.
 */
public final class TimeSums {

    private static final int NODE_BITS = Integer.SIZE;

    /**
     * What holds time.
     *
     * @param cause what it was spent on
     * @param from role that called, or that works; for a way where it begins
     * @param to role that was called; the same as {@code from} of work
     */
    public record Holder(Cause cause, String from, String to) implements Comparable<Holder> {
        @Override
        public int compareTo(Holder other) {
            return toString().compareTo(other.toString());
        }

        /** What happens meanwhile, for people. */
        public String words() {
            return switch (cause) {
                case OWN -> to + " works";
                case NETWORK -> "messages are on the way between " + from + " and " + to;
                case RETRY -> from.equals(to) ? to + " tries in vain to connect" : from + " calls " + to + " in vain";
                default -> from + " " + cause.words() + " for " + to;
            };
        }
    }

    private final Map<Holder, Double> nanos = new TreeMap<>();
    private long requests;
    private double total;

    private TimeSums() {}

    /** The sums over all answered calls that have no cause, by the names of roles, by number of node. */
    public static TimeSums of(MessageTable messages, CallTable calls, ServedCalls served, String[] roles) {
        return by(messages, calls, served, roles, root -> "").getOrDefault("", new TimeSums());
    }

    /**
     * The same, group by group.
     *
     * @param group of the request that begins with this call; null where it is not counted
     */
    public static Map<String, TimeSums> by(
            MessageTable messages,
            CallTable calls,
            ServedCalls served,
            String[] roles,
            IntFunction<@Nullable String> group) {
        Map<String, TimeSums> groups = new TreeMap<>();
        CriticalPath path = new CriticalPath(messages, calls, served);
        NodeTimes times = new NodeTimes(messages);
        Map<Long, Long> ways = ways(messages);
        for (int root = 0; root < calls.size(); root++) {
            if (calls.parent()[root] != MessageTable.NONE || path.toNanos(root) == MessageTable.NIL) {
                continue;
            }
            String name = group.apply(root);
            if (name == null) {
                continue;
            }
            TimeSums sums = groups.computeIfAbsent(name, unseen -> new TimeSums());
            sums.requests++;
            Map<Integer, Long> left = new HashMap<>();
            path.follow(root, (cause, call, row, from, to) -> {
                int caller = messages.source(calls.request()[call]);
                int callee = messages.destination(calls.request()[call]);
                String server = roles[callee];
                long way = cause != Cause.OWN || times.traced(callee)
                        ? 0
                        : Math.min(
                                to - from,
                                left.computeIfAbsent(call, unseen -> ways.getOrDefault(key(caller, callee), 0L)));
                left.computeIfPresent(call, (same, before) -> before - way);
                boolean isWork = cause == Cause.OWN || cause == Cause.RETRY && row == MessageTable.NONE;
                Holder holder = new Holder(cause, isWork ? server : roles[caller], server);
                sums.add(holder, (double) (to - from - way));
                if (way > 0) {
                    sums.add(new Holder(Cause.NETWORK, roles[caller], server), (double) way);
                }
            });
        }
        return groups;
    }

    private void add(Holder holder, double time) {
        nanos.merge(holder, time, Double::sum);
        total += time;
    }

    /** This and other requests together. */
    public TimeSums plus(TimeSums more) {
        TimeSums sum = new TimeSums();
        for (TimeSums each : List.of(this, more)) {
            sum.requests += each.requests;
            each.nanos.forEach(sum::add);
        }
        return sum;
    }

    /** What holds it, the greatest share first. */
    public List<Map.Entry<Holder, Double>> greatest() {
        return nanos.entrySet().stream()
                .sorted(Map.Entry.<Holder, Double>comparingByValue().reversed().thenComparing(Map.Entry::getKey))
                .toList();
    }

    /** The fastest handshake between each two nodes: the way there and back. */
    private static Map<Long, Long> ways(MessageTable messages) {
        Map<Long, Long> ways = new HashMap<>();
        for (int request = 0; request < messages.size(); request++) {
            if (messages.setUpNanos(request) > 0) {
                ways.merge(
                        key(messages.source(request), messages.destination(request)),
                        messages.setUpNanos(request),
                        Math::min);
            }
        }
        return ways;
    }

    private static long key(int from, int to) {
        return (long) from << NODE_BITS | to;
    }

    /** Time by what holds it, ns. */
    public Map<Holder, Double> nanos() {
        return nanos;
    }

    /** All time from request to response, ns. */
    public double total() {
        return total;
    }

    /** Answered requests that have no cause. */
    public long requests() {
        return requests;
    }
}
