package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.change.InFlight;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.AttemptTimes;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.ConnectionAttempt;
import io.wirepath.causes.Grouped;
import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.agrona.collections.Int2IntHashMap;

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
 * @param byServer the calls of each server
 * @param asked the nodes that are sent a request or a message
 * @param strangers calls that say nothing of what others get
 * @param attempts when connecting failed
 */
public record Surroundings(
        MessageTable messages,
        CallTable calls,
        ServedCalls served,
        List<RoleSummary> roles,
        int[] roleOf,
        RequestKinds kinds,
        TimeSpan counted,
        int[] inFlight,
        Grouped byServer,
        BitSet asked,
        BitSet strangers,
        AttemptTimes attempts)
        implements Requests {

    /** Words of a request that tell what it asks for: further ones are often of this one request alone. */
    private static final int WORDS = 3;

    /** Made once, for all that look at these calls. */
    public static Surroundings of(
            MessageTable messages, CallTable calls, ServedCalls served, List<RoleSummary> roles, TimeSpan counted) {
        int[] roleOf = RoleSummary.ofNodes(messages.nodes().size(), roles);
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
                Grouped.of(messages.nodes().size(), calls.size(), call -> messages.destination(calls.request()[call])),
                asked,
                Strangers.calls(messages, calls, counted, asked),
                new AttemptTimes(messages));
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
    @Override
    public long lastNanos() {
        int row = messages.size() - 1;
        while (row >= 0 && !counted.holds(messages.timeNanos(row))) {
            row--;
        }
        return row < 0 ? 0 : messages.timeNanos(row);
    }

    /** Whether this call is looked at. */
    @Override
    public boolean isCounted(int call) {
        return counted.holds(began(call));
    }

    /** Whether this call is looked at, and one of those who ask before and after. */
    @Override
    public boolean isEvidence(int call) {
        return isCounted(call) && !strangers.get(call);
    }

    /** How many requests its server had open when this call came. */
    @Override
    public int inFlight(int call) {
        return inFlight[call];
    }

    /** The node that serves this call. */
    @Override
    public int server(int call) {
        return messages.destination(calls.request()[call]);
    }

    /** Who asks, by role, in the upper half, and the first words in the lower. */
    @Override
    public long operation(int call) {
        int request = calls.request()[call];
        int words = messages.destinationPort(request);
        for (int i = 0; i < WORDS; i++) {
            words = 31 * words + messages.typeWord(request, i);
        }
        return KeyNumbers.pair(roleOf[messages.source(request)], words);
    }

    /** When this call began. */
    @Override
    public long began(int call) {
        return messages.timeNanos(calls.request()[call]);
    }

    /** Whether it wants an answer and got one. */
    @Override
    public boolean isAnswered(int call) {
        return calls.isAnswered(call);
    }

    /** Whether it was answered with a failure that blames who answers. */
    boolean isFailed(int call) {
        return calls.isFailed(messages, call);
    }

    /** Whether this call has no known cause. */
    boolean isRoot(int call) {
        return calls.parent()[call] == MessageTable.NONE;
    }

    /** Whether this call has no known cause, and comes from a node that nobody calls: not a worker or a job of ours. */
    @Override
    public boolean isFromOutside(int call) {
        return isRoot(call) && !asked.get(messages.source(calls.request()[call]));
    }

    /** Usual time to answer what comes from outside, in nanoseconds; 0 where nothing does. */
    @Override
    public double usualRequestNanos() {
        double[] times = new double[calls.size()];
        int number = 0;
        for (int call = 0; call < times.length; call++) {
            if (isRoot(call) && isEvidence(call) && served.isTimed(call)) {
                times[number++] = (double) served.roundTripNanos(call);
            }
        }
        double[] sorted = Arrays.copyOf(times, number);
        Arrays.sort(sorted);
        return number == 0 ? 0 : sorted[number / 2];
    }

    /** Whether requests to the caller that do not call the cause take longer, too. */
    @Override
    public boolean isSlowWithout(Incident cause, Incident effect) {
        Observations without = new Observations();
        for (int call : at(effect.nodes())) {
            if (isCounted(call)
                    && served.isTimed(call)
                    && !callsRole(call, roleOf[cause.nodes().get(0)])) {
                long kind = kinds.of(call) * roleOf.length + server(call);
                without.add(began(call), kind, (double) served.ownNanos(call), 0);
            }
        }
        Shift shift = Shift.of(without, effect.change());
        return shift.compared() >= ChangeModel.MIN_COMPARED && shift.nanos() >= ChangeModel.MOST * effect.effectNanos();
    }

    @Override
    public int isAlone(Incident cause, Incident effect) {
        Observations others = new Observations();
        for (int call : at(effect.nodes())) {
            if (isCounted(call) && served.isTimed(call) && !cause.nodes().contains(caller(call))) {
                others.add(began(call), kinds.of(call), (double) served.ownNanos(call), 0);
            }
        }
        Shift shift = Shift.of(others, effect.change());
        return shift.compared() < ChangeModel.MIN_COMPARED
                ? 0
                : shift.nanos() < ChangeModel.MOST * effect.effectNanos() ? 1 : -1;
    }

    /**
     * Whether most calls of the one to the other, of another request than the one before on their connection, are sent
     * so soon after that was answered that nothing is left free.
     */
    @Override
    public boolean isPoolHeld(Incident cause, Incident effect) {
        Int2IntHashMap before = new Int2IntHashMap(MessageTable.NONE);
        int compared = 0;
        int soon = 0;
        for (int call : at(cause.nodes())) {
            if (effect.nodes().contains(caller(call)) && served.isTimed(call)) {
                int other = before.put(connection(call), call);
                if (other != MessageTable.NONE
                        && calls.parent()[call] != calls.parent()[other]
                        && effect.change().isWithin(began(call))) {
                    long free = began(call) - began(other) - served.roundTripNanos(other);
                    compared++;
                    soon += free >= 0 && free <= Relevance.LITTLE * served.roundTripNanos(other) ? 1 : 0;
                }
            }
        }
        return compared >= ChangeModel.MIN_COMPARED && soon >= ChangeModel.MOST * compared;
    }

    private boolean callsRole(int call, int role) {
        boolean calls = false;
        for (int i = served.firstChild(call); i < served.endChild(call); i++) {
            calls |= roleOf[server(served.child(i))] == role;
        }
        return calls;
    }

    @Override
    public int size() {
        return calls.size();
    }

    @Override
    public int nodes() {
        return messages.nodes().size();
    }

    @Override
    public int caller(int call) {
        return messages.source(calls.request()[call]);
    }

    @Override
    public int connection(int call) {
        return messages.connection(calls.request()[call]);
    }

    @Override
    public long kind(int call) {
        return kinds.of(call);
    }

    @Override
    public int asked(int call) {
        return kinds.asked(call);
    }

    @Override
    public long opening(int call) {
        int request = calls.request()[call];
        return (long) messages.destinationPort(request) << Integer.SIZE | messages.typeWord(request, 0) & 0xffff_ffffL;
    }

    @Override
    public int root(int call) {
        return calls.root()[call];
    }

    @Override
    public boolean isTimed(int call) {
        return served.isTimed(call);
    }

    @Override
    public double ownNanos(int call) {
        return (double) served.ownNanos(call);
    }

    @Override
    public long servedNanos(int call) {
        return served.serviceNanos(call);
    }

    @Override
    public boolean isAwaited(int call) {
        return !calls.isOneWay(messages, call);
    }

    @Override
    public boolean isUnanswered(int call) {
        return calls.isUnanswered(messages, call);
    }

    @Override
    public boolean beganToFail(int call) {
        return served.beganToFail(messages, attempts, call);
    }

    @Override
    public List<Changes> further(Relevance relevance) {
        return List.of(
                ShareChanges.ofConnections(this),
                new LinkChanges(this, relevance),
                new MixChanges(this),
                new SizeChanges(this),
                new StandStills(this),
                new SilentServers(this));
    }

    @Override
    public RequestDelay requestDelay(Incident cause) {
        BitSet through = new BitSet();
        for (int call : at(cause)) {
            if (cause.isSeenBy(caller(call)) && isFromOutside(root(call))) {
                through.set(root(call));
            }
        }
        Observations times = new Observations();
        through.stream()
                .filter(call -> isEvidence(call) && isTimed(call))
                .forEach(call -> times.add(began(call), kind(call), (double) served.roundTripNanos(call), 0));
        Shift shift = Shift.of(times, cause.change());
        if (shift.compared() == 0) {
            return RequestDelay.UNKNOWN;
        }
        // where few take much longer the middle of all tells nothing
        double longer = cause.kind() == Incident.Kind.SLOWER_TAIL ? times.rise(cause.change()) : shift.nanos();
        return new RequestDelay(times.medianElsewhere(cause.change()), longer);
    }

    /** Of a server that cannot be connected to, when somebody last tried. */
    @Override
    public long lastNanos(Incident cause) {
        return cause.kind() != Incident.Kind.UNREACHABLE
                ? Requests.super.lastNanos(cause)
                : messages.attempts().stream()
                        .filter(own -> cause.nodes().contains(own.destination())
                                && cause.peers().contains(own.source())
                                && counted.holds(own.nanos()))
                        .mapToLong(ConnectionAttempt::nanos)
                        .max()
                        .orElseGet(this::lastNanos);
    }

    /** Those that failed with a call at the place; where a node cannot be reached, at those that tried. */
    @Override
    public double requestShare(Incident cause) {
        Change change = cause.change();
        int all = 0;
        int end = change.lasts() ? calls.size() : firstFrom(change.endNanos());
        for (int root = firstFrom(change.onsetNanos()); root < end; root++) {
            boolean counts = change.holds(began(root)) && isRoot(root) && isEvidence(root);
            all += counts && (isAnswered(root) || isFailed(root)) ? 1 : 0;
        }
        BitSet lost = new BitSet();
        for (int call : at(cause.kind() == Incident.Kind.UNREACHABLE ? cause.peers() : cause.nodes())) {
            int root = root(call);
            if (change.holds(began(root))
                    && isEvidence(root)
                    && isFailed(root)
                    && cause.isSeenBy(caller(call))
                    && isFailed(call)) {
                lost.set(root);
            }
        }
        return all == 0 ? 0 : (double) lost.cardinality() / all;
    }

    /** The first call not before this moment. */
    private int firstFrom(long nanos) {
        int from = 0;
        int to = calls.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (began(middle) < nanos) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    @Override
    public Suffering suffering(Incident cause) {
        return Suffering.of(this, cause);
    }
}
