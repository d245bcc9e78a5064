package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.InFlight;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Outcome.Verdict;
import java.util.Arrays;
import java.util.BitSet;
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
 * @param counted what began at other times is left out
 * @param inFlight how many requests its server had open when each call came
 * @param asked the nodes that are sent a request or a message
 * @param strangers calls that say nothing of what others get
 */
record Surroundings(
        MessageTable messages,
        CallTable calls,
        ServedCalls served,
        List<RoleSummary> roles,
        int[] roleOf,
        RequestKinds kinds,
        TimeSpan counted,
        int[] inFlight,
        BitSet asked,
        BitSet strangers) {

    /** A caller is slow by itself if requests without the cause take longer by this part of the effect, … */
    private static final double WITHOUT_THE_CAUSE = 0.5;

    /** … of at least so many. */
    private static final int MIN_WITHOUT = 20;

    /** A request that failed costs what so many usually take: it is made again, and somebody waits. */
    private static final double FAILURE = 3;

    /** Words of a request that tell what it asks for: further ones are often of this one request alone. */
    private static final int WORDS = 3;

    static Surroundings of(
            MessageTable messages, CallTable calls, ServedCalls served, List<RoleSummary> roles, TimeSpan counted) {
        int[] roleOf = Dependencies.roleOf(messages.nodes().size(), roles);
        RequestKinds kinds = new RequestKinds(messages, calls, served, roleOf);
        BitSet asked = new BitSet();
        for (int request : calls.request()) {
            asked.set(messages.destination(request));
        }
        return new Surroundings(
                messages,
                calls,
                served,
                roles,
                roleOf,
                kinds,
                counted,
                inFlight(messages, calls),
                asked,
                Strangers.calls(messages, calls, counted, asked));
    }

    private static int[] inFlight(MessageTable messages, CallTable calls) {
        InFlight[] atNode = new InFlight[messages.nodes().size()];
        Arrays.setAll(atNode, node -> new InFlight());
        int[] inFlight = new int[calls.size()];
        for (int call = 0; call < inFlight.length; call++) {
            int response = calls.response()[call];
            if (response != MessageTable.NONE) {
                int request = calls.request()[call];
                inFlight[call] = atNode[messages.destination(request)].enter(
                        messages.timeNanos(request), messages.timeNanos(response));
            }
        }
        return inFlight;
    }

    /** When the last message was sent that is looked at. */
    long lastNanos() {
        int row = messages.size() - 1;
        while (row >= 0 && !counted.holds(messages.timeNanos(row))) {
            row--;
        }
        return row < 0 ? 0 : messages.timeNanos(row);
    }

    /** When the place of an incident was last at work. */
    long lastNanos(Incident cause) {
        for (int call = calls.size() - 1; call >= 0; call--) {
            if (isCounted(call) && isAt(cause, call)) {
                return began(call);
            }
        }
        return lastNanos();
    }

    /** Usual time between two of its requests. */
    double usualGapNanos(Incident cause) {
        long first = Long.MAX_VALUE;
        int number = 0;
        for (int call = 0; call < calls.size(); call++) {
            if (isCounted(call) && isAt(cause, call)) {
                first = Math.min(first, began(call));
                number++;
            }
        }
        return number < 2 ? 0 : (double) (lastNanos(cause) - first) / (number - 1);
    }

    /** Whether this call is looked at. */
    boolean isCounted(int call) {
        return counted.holds(began(call));
    }

    /** Whether this call is looked at, and one of those who ask before and after. */
    boolean isEvidence(int call) {
        return isCounted(call) && !strangers.get(call);
    }

    /** How many requests its server had open when this call came. */
    int inFlight(int call) {
        return inFlight[call];
    }

    /** Whether this call is one that an incident is about. */
    boolean isAt(Incident cause, int call) {
        int server = server(call);
        int caller = messages.source(calls.request()[call]);
        return cause.peers().isEmpty()
                ? cause.nodes().contains(server)
                : cause.nodes().contains(server) && cause.peers().contains(caller)
                        || cause.nodes().contains(caller) && cause.peers().contains(server);
    }

    /** The node that serves this call. */
    int server(int call) {
        return messages.destination(calls.request()[call]);
    }

    /** Who asks, by role, in the upper half, and the first words in the lower. */
    long operation(int call) {
        int request = calls.request()[call];
        int words = messages.destinationPort(request);
        for (int i = 0; i < WORDS; i++) {
            words = 31 * words + messages.typeWord(request, i);
        }
        return KeyNumbers.pair(roleOf[messages.source(request)], words);
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

    /** Whether this call has no known cause, and comes from a node that nobody calls: not a worker or a job of ours. */
    boolean isFromOutside(int call) {
        return isRoot(call) && !asked.get(messages.source(calls.request()[call]));
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

    /** Price of a request that failed, in time. */
    double failureNanos() {
        double usual = usualRequestNanos();
        return usual > 0 ? FAILURE * usual : Incident.FAILURE_NANOS;
    }

    /** The calls between nodes. */
    Dependencies dependencies() {
        BitSet[] called = new BitSet[messages.nodes().size()];
        Arrays.setAll(called, node -> new BitSet());
        for (int request : calls.request()) {
            called[messages.source(request)].set(messages.destination(request));
        }
        return Dependencies.of(roles, roleOf, called, usualRequestNanos());
    }

    /** Whether requests to the caller that do not call the cause take longer, too. */
    boolean isSlowWithout(Incident cause, Incident effect) {
        Observations without = new Observations();
        for (int call = 0; call < calls.size(); call++) {
            if (isCounted(call)
                    && effect.nodes().contains(server(call))
                    && served.isTimed(call)
                    && !callsRole(call, roleOf[cause.nodes().get(0)])) {
                long kind = kinds.of(call) * roleOf.length + server(call);
                without.add(began(call), kind, (double) served.ownNanos(call), 0);
            }
        }
        Shift shift = Shift.of(without, effect.change());
        return shift.compared() >= MIN_WITHOUT && shift.nanos() >= WITHOUT_THE_CAUSE * effect.effectNanos();
    }

    private boolean callsRole(int call, int role) {
        boolean calls = false;
        for (int i = served.firstChild(call); i < served.endChild(call); i++) {
            calls |= roleOf[server(served.child(i))] == role;
        }
        return calls;
    }
}
