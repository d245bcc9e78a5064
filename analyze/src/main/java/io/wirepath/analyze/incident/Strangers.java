package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls of those who come to a server or leave it meanwhile, or who ask a server that other servers ask most of the
 * time, though nobody asks them: what they get is compared with nothing, and would hide or make a change of what all
 * others get. Nodes that are asked themselves are no strangers, and where nobody else asks enough, nobody is one.
 *
 * <pre>
 *  web ──► app    all the time: evidence            time   ├──── 1 ────┼──── 2 ────┼──── 3 ────┤
 *  X   ──► app    is asked by nobody: a stranger    cl     x  x  x   x   x  x    x   x  x  x  x   stays
 *  cl  ──► web    client among clients: evidence    Y                  x x x xx xx x x            comes and leaves
 * </pre>
 *
 * <p>Callers that ask little each are one crowd, which stays where it asks as much in each third of the time.
 */
final class Strangers {

    /** Who asks from the first to the last third of the time is no stranger. */
    private static final int PARTS = 3;

    /** Share of a server's calls that others must make, so that those of an unsteady crowd are left out. */
    private static final double MIN_SHARE = 0.1;

    private Strangers() {}

    /** Calls of one caller to a server, or of several. */
    private static final class Asker {
        private final int[] number = new int[PARTS];

        void add(int part) {
            number[part]++;
        }

        void add(Asker other) {
            for (int part = 0; part < PARTS; part++) {
                number[part] += other.number[part];
            }
        }

        int all() {
            return number[0] + number[1] + number[2];
        }

        boolean stays() {
            return number[0] > 0 && number[PARTS - 1] > 0;
        }

        /** Whether it asks about as much in each third of the time as all others. */
        boolean isSteady(Asker others) {
            double share = (double) all() / Math.max(1, others.all());
            boolean steady = true;
            for (int part = 0; part < PARTS; part++) {
                steady &= !Relevance.isOtherTraffic(share * others.number[part], number[part]);
            }
            return steady;
        }

        /** Whether it asks so much that it tells in what all ask. */
        boolean isMuch(Asker whole) {
            return all() >= Math.max(ChangeModel.MIN_COMPARED, Relevance.MIN_RISE_OF_SHARE * whole.all());
        }
    }

    /** The calls of strangers. */
    static BitSet calls(MessageTable messages, CallTable calls, TimeSpan counted, BitSet asked) {
        Map<Integer, List<Integer>> ofServer = new HashMap<>();
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            if (counted.holds(messages.timeNanos(request))) {
                ofServer.computeIfAbsent(messages.destination(request), unseen -> new ArrayList<>())
                        .add(call);
            }
        }
        BitSet strange = new BitSet();
        for (List<Integer> own : ofServer.values()) {
            BitSet strangers = strangers(messages, calls, own, asked);
            for (int call : own) {
                strange.set(call, strangers.get(messages.source(calls.request()[call])));
            }
        }
        return strange;
    }

    /** The strangers among those who make these calls to a server, which stand in order of time. */
    private static BitSet strangers(MessageTable messages, CallTable calls, List<Integer> ofServer, BitSet asked) {
        long first = messages.timeNanos(calls.request()[ofServer.get(0)]);
        long last = messages.timeNanos(calls.request()[ofServer.get(ofServer.size() - 1)]);
        Asker servers = new Asker();
        Map<Integer, Asker> clients = new HashMap<>();
        for (int call : ofServer) {
            int request = calls.request()[call];
            int caller = messages.source(request);
            int part = (int) ((messages.timeNanos(request) - first) / ((last - first) / PARTS + 1));
            Asker own = asked.get(caller) ? servers : clients.computeIfAbsent(caller, unseen -> new Asker());
            own.add(part);
        }
        return strangers(servers, clients);
    }

    private static BitSet strangers(Asker servers, Map<Integer, Asker> clients) {
        Asker whole = new Asker();
        whole.add(servers);
        clients.values().forEach(whole::add);
        BitSet none = new BitSet();
        BitSet strangers = new BitSet();
        if (servers.all() >= ChangeModel.MIN_COMPARED && 2 * servers.all() > whole.all()) {
            clients.keySet().forEach(strangers::set);
            return strangers;
        }
        Asker crowd = new Asker();
        Asker others = new Asker();
        others.add(servers);
        BitSet ofCrowd = new BitSet();
        clients.forEach((client, own) -> {
            if (!own.isMuch(whole)) {
                crowd.add(own);
                ofCrowd.set(client);
            } else if (own.stays()) {
                others.add(own);
            } else {
                strangers.set(client);
            }
        });
        if (crowd.isMuch(whole) && !crowd.isSteady(others) && isEnough(others, whole)) {
            strangers.or(ofCrowd);
        } else {
            others.add(crowd);
        }
        return others.all() < ChangeModel.MIN_COMPARED ? none : strangers;
    }

    /** Whether these alone tell of a server. */
    private static boolean isEnough(Asker own, Asker whole) {
        return own.all() >= Math.max(ChangeModel.MIN_COMPARED, MIN_SHARE * whole.all());
    }
}
