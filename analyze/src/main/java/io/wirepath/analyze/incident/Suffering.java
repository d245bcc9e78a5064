package io.wirepath.analyze.incident;

import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Who suffers from an incident, and requests that show it.
 *
 * @param callers nodes that called the place in the changed time: what is said rests on so many
 * @param clients nodes whose requests from outside came through the place then
 * @param requests those requests
 * @param slow numbers of some calls that show it most
 * @param usual a call each that is like those, of the time that it is compared with
 */
public record Suffering(int callers, int clients, int requests, List<Integer> slow, List<Integer> usual) {

    /** Of what nobody knows single requests of. */
    static final Suffering UNKNOWN = new Suffering(0, 0, 0, List.of(), List.of());

    private static final int EXAMPLES = 3;

    static Suffering of(Surroundings at, Incident cause) {
        BitSet callers = new BitSet();
        BitSet roots = new BitSet();
        BitSet clients = new BitSet();
        List<Integer> changed = new ArrayList<>();
        boolean unreachable = cause.kind() == Incident.Kind.UNREACHABLE;
        for (int call : concerned(at, cause)) {
            boolean isOfIt = cause.isTraffic() || at.isEvidence(call) && cause.isSeenBy(caller(at, call));
            if (isOfIt && cause.change().holds(at.began(call))) {
                callers.set(unreachable ? at.server(call) : caller(at, call));
                changed.add(call);
                int root = at.calls().root()[call];
                if (at.isFromOutside(root)) {
                    roots.set(root);
                    clients.set(caller(at, root));
                }
            }
        }
        List<Integer> slow = changed.stream()
                .filter(call -> !Double.isNaN(shown(at, cause, call)))
                .sorted(Comparator.comparingDouble(call -> -shown(at, cause, call)))
                .limit(EXAMPLES)
                .toList();
        List<Integer> usual = new ArrayList<>();
        for (int call : slow) {
            int like = like(at, cause, call);
            if (like != MessageTable.NONE && !usual.contains(like)) {
                usual.add(like);
            }
        }
        return new Suffering(callers.cardinality(), clients.cardinality(), roots.cardinality(), slow, usual);
    }

    /** The calls of its place; of a server that cannot be connected to, those that failed at who tried. */
    private static int[] concerned(Surroundings at, Incident cause) {
        return cause.kind() != Incident.Kind.UNREACHABLE
                ? at.at(cause)
                : IntStream.of(at.at(cause.peers())).filter(at::isFailed).toArray();
    }

    private static int caller(Surroundings at, int call) {
        return at.messages().source(at.calls().request()[call]);
    }

    /** How much this call shows of what changed; NaN where it shows nothing. */
    private static double shown(Surroundings at, Incident cause, int call) {
        return switch (cause.kind()) {
            case SLOWER, SLOWER_TAIL, QUEUES, FASTER ->
                at.served().isTimed(call)
                        ? (double) at.served().ownNanos(call) * (cause.effectNanos() < 0 ? -1 : 1)
                        : Double.NaN;
            case SLOWER_LINK, SLOWER_WAY -> onTheWayNanos(at, call);
            case STALLS -> {
                double held = onTheWayNanos(at, call) + waitNanos(at, call);
                yield held > 0 ? held : Double.NaN;
            }
            case ERRORS, UNREACHABLE -> at.isFailed(call) ? 1 : Double.NaN;
            case UNANSWERED -> at.calls().isUnanswered(at.messages(), call) ? 1 : Double.NaN;
            default -> Double.NaN;
        };
    }

    private static double onTheWayNanos(Surroundings at, int call) {
        return at.served().isTimed(call)
                ? (double) (at.served().roundTripNanos(call) - at.served().serviceNanos(call))
                : Double.NaN;
    }

    /** How long both of its messages waited for segments that were sent again. */
    private static double waitNanos(Surroundings at, int call) {
        int response = at.calls().response()[call];
        return (double) at.messages().resentWaitNanos(at.calls().request()[call])
                + (response == MessageTable.NONE ? 0 : at.messages().resentWaitNanos(response));
    }

    /** The call of the same kind, of the time before or else after it, that shows least unusual. */
    private static int like(Surroundings at, Incident cause, int call) {
        IntPredicate reference = other -> at.isCounted(other)
                && at.kinds().asked(other) == at.kinds().asked(call)
                && cause.change().isReference(at.began(other))
                && at.served().isTimed(other);
        int[] all = at.byServer().of(at.server(call)).filter(reference).toArray();
        if (all.length == 0) {
            return MessageTable.NONE;
        }
        return IntStream.of(all)
                .boxed()
                .sorted(Comparator.comparingLong(other -> at.served().ownNanos(other)))
                .skip(all.length / 2)
                .findFirst()
                .orElseThrow();
    }
}
