package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.incident.Culprits.Grouped;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that changed while the capture ran, the causes apart from what follows from them. Pure.
 *
 * <p>All series share a chance of {@value #FALSE_ALARMS} of showing a change where nothing changed: half of it is for
 * leaps of the nodes, each alike.
 */
public final class Incidents {

    /** Chance that an analysis in which nothing changed finds a change. */
    public static final double FALSE_ALARMS = 0.003;

    private Incidents() {}

    /**
     * The causes: by the time that they cost, then what changed of the traffic.
     *
     * @param counted what began at other times is left out
     */
    public static List<IncidentCase> of(
            MessageTable messages, CallTable calls, ServedCalls served, List<RoleSummary> roles, TimeSpan counted) {
        Surroundings at = Surroundings.of(messages, calls, served, roles, counted);
        Relevance relevance = Relevance.of(at);
        NodeChanges nodes = new NodeChanges(at, relevance);
        LinkChanges links = new LinkChanges(at, relevance);
        FailureChanges failures = new FailureChanges(at);
        ConnectionChanges connections = new ConnectionChanges(at);
        LoadChanges load = new LoadChanges(at);
        MixChanges mix = new MixChanges(at);
        List<Incident> found = new ArrayList<>(failures.find(chance(failures.series())));
        found.addAll(connections.find(chance(connections.series())));
        found.addAll(links.find(chance(links.series())));
        found.addAll(nodes.find(chance(nodes.series())));
        found.addAll(load.find(chance(load.series())));
        found.addAll(mix.find(chance(mix.series())));
        List<IncidentCase> cases = new ArrayList<>();
        for (Grouped group :
                found.isEmpty() ? List.<Grouped>of() : new Culprits(at.dependencies(), at::isSlowWithout).of(found)) {
            Incident cause = group.cause();
            List<Integer> role = roles.get(at.roleOf()[cause.nodes().get(0)]).nodes();
            cases.add(new IncidentCase(
                    cause,
                    List.copyOf(group.effects()),
                    requestNanos(at, cause),
                    cause.isFailure() ? failures.requestShare(cause) : 0,
                    cause.effectNanos() == 0 || !cause.peers().isEmpty() ? List.of() : nodes.unchanged(cause, role)));
        }
        return cases;
    }

    /** What is not the leaps' is shared by six sorts of series alike, so that many of one do not blind another. */
    static double chance(int series) {
        return FALSE_ALARMS / 2 / 6 / Math.max(1, series);
    }

    /** How much longer the requests that come through the place take, like compared with like. */
    private static double requestNanos(Surroundings at, Incident cause) {
        boolean[] through = new boolean[at.calls().size()];
        for (int call = 0; call < through.length; call++) {
            int root = at.calls().root()[call];
            through[root] |= root != call && isAt(at, cause, call);
        }
        Observations times = new Observations();
        for (int call = 0; call < through.length; call++) {
            if (through[call] && at.isCounted(call) && at.served().isTimed(call)) {
                times.add(
                        at.began(call),
                        at.kinds().of(call),
                        (double) at.served().roundTripNanos(call),
                        0);
            }
        }
        return Shift.of(times, cause.change()).nanos();
    }

    private static boolean isAt(Surroundings at, Incident cause, int call) {
        int server = at.server(call);
        int caller = at.messages().source(at.calls().request()[call]);
        return cause.peers().isEmpty()
                ? cause.nodes().contains(server)
                : cause.nodes().contains(server) && cause.peers().contains(caller)
                        || cause.nodes().contains(caller) && cause.peers().contains(server);
    }
}
