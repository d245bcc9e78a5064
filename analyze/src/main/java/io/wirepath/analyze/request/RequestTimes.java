package io.wirepath.analyze.request;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.delay.Ways;
import io.wirepath.analyze.request.TimeSums.Holder;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of each request went: the stretches of {@link CriticalPath}, by what holds them. Each path is followed
 * once; the sums of any groups of requests are added from here.
 *
 * <p>Where nobody watched a server, its time holds the way to it and back. What {@link Ways} knows of these is
 * the way's. Safe to share once made.
 */
public final class RequestTimes {

    private final List<Holder> holders = new ArrayList<>();
    private final IntArrayList roots = new IntArrayList();

    /** Where the stretches of each root end in the two columns below. */
    private final IntArrayList ends = new IntArrayList();

    private final IntArrayList holder = new IntArrayList();
    private final LongArrayList nanos = new LongArrayList();

    private RequestTimes() {}

    /** Of all answered calls that have no cause, by the names of roles, by number of node. */
    public static RequestTimes of(MessageTable messages, CallTable calls, ServedCalls served, String[] roles) {
        RequestTimes all = new RequestTimes();
        CriticalPath path = new CriticalPath(messages, calls, served);
        TimeSink sink = all.new Stretches(messages, calls, roles);
        for (int root = 0; root < calls.size(); root++) {
            if (calls.parent()[root] == MessageTable.NONE && path.toNanos(root) != MessageTable.NIL) {
                path.follow(root, sink);
                all.roots.addInt(root);
                all.ends.addInt(all.holder.size());
            }
        }
        return all;
    }

    /** Of all requests together. */
    public TimeSums all() {
        return by(root -> "").getOrDefault("", new TimeSums(holders));
    }

    /**
     * The same, group by group.
     *
     * @param group of the request that begins with this call; null where it is not counted
     */
    public Map<String, TimeSums> by(IntFunction<@Nullable String> group) {
        Map<String, TimeSums> groups = new TreeMap<>();
        for (int i = 0; i < roots.size(); i++) {
            String name = group.apply(roots.getInt(i));
            if (name != null) {
                TimeSums sums = groups.computeIfAbsent(name, unseen -> new TimeSums(holders));
                sums.addRequest();
                for (int at = i == 0 ? 0 : ends.getInt(i - 1); at < ends.getInt(i); at++) {
                    sums.add(holder.getInt(at), (double) nanos.getLong(at));
                }
            }
        }
        return groups;
    }

    /** Takes the stretches of one path after the other. */
    private final class Stretches implements TimeSink {

        private static final long UNSEEN = -1;

        private final MessageTable messages;
        private final CallTable calls;
        private final String[] names;
        private final int[] roleOf;
        private final Long2LongHashMap numbers = new Long2LongHashMap(UNSEEN);

        private final Ways ways;

        /** What is left of the way of each call. */
        private final long[] left;

        Stretches(MessageTable messages, CallTable calls, String[] roles) {
            this.messages = messages;
            this.calls = calls;
            names = Arrays.stream(roles).distinct().toArray(String[]::new);
            Map<String, Integer> byName = new HashMap<>();
            Arrays.stream(names).forEach(name -> byName.put(name, byName.size()));
            roleOf = Arrays.stream(roles).mapToInt(byName::get).toArray();
            left = new long[calls.size()];
            Arrays.fill(left, UNSEEN);
            ways = new Ways(messages);
        }

        @Override
        public void add(Cause cause, int call, int row, long from, long to) {
            int caller = messages.source(calls.request()[call]);
            int callee = messages.destination(calls.request()[call]);
            long way = cause == Cause.OWN ? way(call, to - from) : 0;
            boolean isWork = cause == Cause.OWN || cause == Cause.RETRY && row == MessageTable.NONE;
            keep(cause, isWork ? roleOf[callee] : roleOf[caller], roleOf[callee], to - from - way);
            if (way > 0) {
                keep(Cause.NETWORK, roleOf[caller], roleOf[callee], way);
            }
        }

        /** How much of this time at a server that nobody watched is the way's. */
        private long way(int call, long atMost) {
            long rest = left[call] == UNSEEN ? ways.nanos(calls.request()[call]) : left[call];
            long way = Math.min(atMost, rest);
            left[call] = rest - way;
            return way;
        }

        private void keep(Cause cause, int from, int to, long time) {
            long key = KeyNumbers.pair(cause.ordinal() * names.length + from, to);
            long number = numbers.get(key);
            if (number == UNSEEN) {
                number = holders.size();
                numbers.put(key, number);
                holders.add(new Holder(cause, names[from], names[to]));
            }
            holder.addInt((int) number);
            nanos.addLong(time);
        }
    }
}
