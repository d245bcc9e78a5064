package io.wirepath.analyze.incident;

import io.wirepath.analyze.CallTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.change.InFlight;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Outcome.Verdict;
import java.util.Arrays;
import java.util.List;

/**
 * What incidents are looked for in.
 *
 * @param messages the messages
 * @param calls the calls with their likely parents
 * @param served how long each call took where it was served
 * @param roles the replicas of each role
 * @param roleOf number of the role of each node
 * @param kinds what kind of request each call is
 * @param inHand how many requests its server had in hand when each call came
 */
record Surroundings(
        MessageTable messages,
        CallTable calls,
        ServedCalls served,
        List<RoleSummary> roles,
        int[] roleOf,
        RequestKinds kinds,
        int[] inHand) {

    static Surroundings of(MessageTable messages, CallTable calls, ServedCalls served, List<RoleSummary> roles) {
        int[] roleOf = new int[messages.nodes().size()];
        for (int role = 0; role < roles.size(); role++) {
            for (int node : roles.get(role).nodes()) {
                roleOf[node] = role;
            }
        }
        RequestKinds kinds = new RequestKinds(messages, calls, served, roleOf);
        return new Surroundings(messages, calls, served, roles, roleOf, kinds, inHand(messages, calls));
    }

    private static int[] inHand(MessageTable messages, CallTable calls) {
        InFlight[] atNode = new InFlight[messages.nodes().size()];
        Arrays.setAll(atNode, node -> new InFlight());
        int[] inHand = new int[calls.size()];
        for (int call = 0; call < inHand.length; call++) {
            int response = calls.response()[call];
            if (response != MessageTable.NONE) {
                int request = calls.request()[call];
                inHand[call] = atNode[messages.destination(request)].enter(
                        messages.timeNanos(request), messages.timeNanos(response));
            }
        }
        return inHand;
    }

    /** How many requests its server had in hand when this call came. */
    int inFlight(int call) {
        return inHand[call];
    }

    /** The node that serves this call. */
    int server(int call) {
        return messages.destination(calls.request()[call]);
    }

    /** When this call began. */
    long began(int call) {
        return messages.timeNanos(calls.request()[call]);
    }

    /** Whether it wants an answer and got one. */
    boolean isAnswered(int call) {
        return calls.response()[call] != MessageTable.NONE;
    }

    /** Whether it was answered with a failure that blames who answers. */
    boolean isFailed(int call) {
        return Outcome.verdict(calls.outcome(messages, call)) == Verdict.FAILED;
    }

    /** Whether this call has no known cause. */
    boolean isRoot(int call) {
        return calls.parent()[call] == MessageTable.NONE;
    }

    /** Usual time to answer what comes from outside, in nanoseconds; 0 where nothing does. */
    double usualRequestNanos() {
        double[] times = new double[calls.size()];
        int number = 0;
        for (int call = 0; call < times.length; call++) {
            if (isRoot(call) && served.isTimed(call)) {
                times[number++] = (double) served.roundTripNanos(call);
            }
        }
        double[] sorted = Arrays.copyOf(times, number);
        Arrays.sort(sorted);
        return number == 0 ? 0 : sorted[number / 2];
    }
}
