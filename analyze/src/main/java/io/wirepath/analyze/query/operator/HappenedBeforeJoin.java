package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.query.cause.CausalOrder;
import io.wirepath.analyze.query.cause.CausalWalk;
import io.wirepath.analyze.query.cause.Worlds;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.analyze.query.language.ParsedQuery.Which;
import io.wirepath.causes.Grouped;
import java.util.Arrays;
import java.util.List;

/**
 * Joins each tuple with the events that happened before one of its events, or after it, as causes go (Pivot Tracing,
 * SOSP 2015, §3.2).
 *
 * <pre>
 *  a of call x, b of call y                      a -> b where
 *    x is y                                      a's place at the call is before b's
 *    y came of x                                 a is before x's response
 *    x came of y                                 b is at or after y's response, which waits for what y caused
 * </pre>
 */
public final class HappenedBeforeJoin implements TupleSink {

    /**
     * How a join is made.
     *
     * @param known variable of the tuple that is compared
     * @param added variable that is joined
     * @param addedIsBefore whether the joined event happened before the known one; otherwise after it
     * @param which which events count
     * @param number how many of them
     * @param atLeast least probability of a pair
     * @param packed conditions on the joined event alone
     */
    public record Shape(
            int known,
            EventSource knownSource,
            int added,
            EventSource addedSource,
            boolean addedIsBefore,
            Which which,
            int number,
            double atLeast,
            List<TypedValue> packed) {}

    private final Shape shape;
    private final CausalWalk walk;
    /** The joined events by their call: what the paper packs into the baggage of a request. */
    private final Grouped events;

    private final StepCount steps;
    private final TupleSink next;
    private final JoinCandidates candidates;
    private final boolean isAddedSure;
    private final boolean takesEvery;
    /** Of the tuple that is joined. */
    private long worldsBefore;

    private double probabilityBefore;

    /** Joins by this order. */
    public HappenedBeforeJoin(Shape shape, CausalOrder order, int variables, StepCount steps, TupleSink next) {
        this.shape = shape;
        this.steps = steps;
        this.next = next;
        walk = new CausalWalk(order);
        Tuple alone = new Tuple(variables);
        TypedValue[] packed = shape.packed().toArray(TypedValue[]::new);
        steps.add(shape.addedSource().size());
        EventSource source = shape.addedSource();
        events = Grouped.of(order.size(), source.size(), event -> {
            alone.event[shape.added()] = event;
            int call = source.call(event);
            return call != EventSource.NO_CALL && Arrays.stream(packed).allMatch(condition -> condition.truth(alone))
                    ? call
                    : EventSource.NO_CALL;
        });
        candidates = new JoinCandidates(shape.which(), shape.number());
        isAddedSure = shape.addedSource().isSure();
        takesEvery = shape.which() == Which.EVERY;
    }

    @Override
    public void accept(Tuple tuple) {
        int known = tuple.event[shape.known()];
        int call = shape.knownSource().call(known);
        if (call == EventSource.NO_CALL) {
            return;
        }
        int place = shape.knownSource().place(known);
        candidates.clear();
        worldsBefore = tuple.worlds;
        probabilityBefore = tuple.probability;
        offer(
                tuple,
                call,
                Worlds.ALL,
                1,
                0,
                shape.addedIsBefore() ? 0 : place + 1,
                shape.addedIsBefore() ? place : Integer.MAX_VALUE);
        boolean throughResponse = shape.addedIsBefore() ? place >= EventSource.RESPONSE : true;
        boolean throughRequest = shape.addedIsBefore() ? true : place < EventSource.RESPONSE;
        if (throughRequest) {
            related(
                    tuple,
                    call,
                    shape.addedIsBefore(),
                    0,
                    shape.addedIsBefore() ? EventSource.RESPONSE : Integer.MAX_VALUE);
        }
        if (throughResponse) {
            related(
                    tuple,
                    call,
                    !shape.addedIsBefore(),
                    shape.addedIsBefore() ? 0 : EventSource.RESPONSE,
                    Integer.MAX_VALUE);
        }
        emit(tuple);
        tuple.worlds = worldsBefore;
        tuple.probability = probabilityBefore;
    }

    /** Offers the events at these places of all calls above, or below. */
    private void related(Tuple tuple, int call, boolean above, int fromPlace, int toPlace) {
        if (above) {
            walk.up(call);
        } else {
            walk.down(call);
        }
        steps.add(walk.found());
        for (int at = 0; at < walk.found(); at++) {
            if (walk.probability(at) >= shape.atLeast()) {
                offer(
                        tuple,
                        walk.call(at),
                        walk.worlds(at),
                        walk.probability(at),
                        walk.distance(at),
                        fromPlace,
                        toPlace);
            }
        }
    }

    private void offer(Tuple tuple, int call, long worlds, double probability, int distance, int from, int to) {
        EventSource added = shape.addedSource();
        for (int at = events.first(call); at < events.end(call); at++) {
            int event = events.at(at);
            int place = added.place(event);
            if (place >= from && place < to) {
                long own = worlds & worldsBefore & (isAddedSure ? Worlds.ALL : added.worlds(event));
                if (own != 0) {
                    double p = isAddedSure ? probability : probability * added.probability(event);
                    if (takesEvery) {
                        steps.add(1);
                        hand(tuple, event, own, p);
                    } else {
                        candidates.add(event, own, p, distance, added.timeNanos(event));
                    }
                }
            }
        }
    }

    private void emit(Tuple tuple) {
        steps.add(candidates.size());
        candidates.choose();
        for (int at = 0; at < candidates.size(); at++) {
            if (candidates.worlds(at) != 0) {
                hand(tuple, candidates.event(at), candidates.worlds(at), candidates.probability(at));
            }
        }
    }

    private void hand(Tuple tuple, int event, long worlds, double probability) {
        tuple.event[shape.added()] = event;
        tuple.worlds = worlds;
        tuple.probability = Math.min(probabilityBefore, probability);
        next.accept(tuple);
    }
}
