package io.wirepath.analyze.incident;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Calls of those who come to a server or leave it meanwhile, and ask much: what they get is compared with nothing, and
 * would hide or make a change of what all others get. Nodes that are asked themselves are no strangers, and where
 * nobody else asks enough, nobody is one.
 */
final class Strangers {

    /** Who asks from the first to the last third of the time is no stranger. */
    private static final long PARTS = 3;

    private Strangers() {}

    /** Calls of one caller to a server. */
    private static final class Asker {
        private int number;
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;

        void add(long nanos) {
            number++;
            first = Math.min(first, nanos);
            last = Math.max(last, nanos);
        }
    }

    /** The calls of strangers. */
    static BitSet calls(MessageTable messages, CallTable calls, TimeSpan counted, BitSet asked) {
        Map<Integer, Map<Integer, Asker>> servers = new HashMap<>();
        Map<Integer, Asker> all = new HashMap<>();
        for (int request : calls.request()) {
            if (counted.holds(messages.timeNanos(request))) {
                int server = messages.destination(request);
                servers.computeIfAbsent(server, unseen -> new HashMap<>())
                        .computeIfAbsent(messages.source(request), unseen -> new Asker())
                        .add(messages.timeNanos(request));
                all.computeIfAbsent(server, unseen -> new Asker()).add(messages.timeNanos(request));
            }
        }
        servers.forEach((server, callers) -> {
            Asker whole = all.getOrDefault(server, new Asker());
            callers.values().removeIf(own -> !passes(own, whole));
            callers.keySet().removeIf(asked::get);
            int strange = callers.values().stream().mapToInt(own -> own.number).sum();
            if (whole.number - strange < Relevance.MIN_COMPARED) {
                callers.clear();
            }
        });
        BitSet strangers = new BitSet();
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            Map<Integer, Asker> callers = servers.get(messages.destination(request));
            strangers.set(call, callers != null && callers.containsKey(messages.source(request)));
        }
        return strangers;
    }

    /** Whether it asks much, and not from the beginning to the end. */
    private static boolean passes(Asker own, Asker whole) {
        long third = (whole.last - whole.first) / PARTS;
        boolean stays = own.first <= whole.first + third && own.last >= whole.last - third;
        return !stays && own.number >= Math.max(Relevance.MIN_COMPARED, Relevance.MIN_RISE_OF_SHARE * whole.number);
    }
}
