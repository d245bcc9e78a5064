package io.wirepath.bench.accuracy;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.Median;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.SplitMix64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A fault of a known kind, put into recorded calls at a place and from a moment that chance chooses: the times, answers
 * and calls of the requests that it concerns are changed, with all that waits for them.
 *
 * @param nodes where it is; empty where it is everywhere
 * @param onsetNanos when it begins; the beginning of the stretch where it was always there
 * @param againNanos after how long it begins again; 0 where it begins once
 * @param added what is added to the requests of each node, where that is all that is done to it
 */
record InjectedFault(
        Kind kind,
        List<Integer> nodes,
        long onsetNanos,
        long againNanos,
        Map<Integer, List<Added>> added,
        TrafficEdit.Edited traffic) {

    /** The onset that is nearest to a moment. */
    long onsetNear(long nanos) {
        return againNanos > 0 && nanos - onsetNanos > againNanos / 2 ? onsetNanos + againNanos : onsetNanos;
    }

    /** What is added to a request of this moment. */
    record Added(long nanos, long later) {}

    /** The median of what is added to the requests of one node at a changed level; 0 where that is not known. */
    double addedNanos(List<Integer> of, Change change) {
        double[] all = (of.size() == 1 ? added.getOrDefault(of.get(0), List.of()) : List.<Added>of())
                .stream()
                        .filter(each -> change.isWithin(each.nanos()))
                        .mapToDouble(Added::later)
                        .sorted()
                        .toArray();
        return Median.middle(all);
    }

    /** What is changed. */
    enum Kind {
        SLOWER,
        ONE_OPERATION,
        TAIL,
        DRIFT,
        ON_AND_OFF,
        FROM_THE_START,
        ALL_STAND_STILL,
        ERRORS,
        OTHER_BODY,
        STOPS_CALLING,
        CALLS_AGAIN,
        TWO_PLACES
    }

    private static final int MIN_CALLS = 40;
    private static final int MIN_OF_OPERATION = 15;
    private static final double FACTOR = 5;
    private static final long SECOND = 1_000_000_000L;
    private static final int SERVER_ERROR = 500;

    /** Puts one of each kind and seed into the calls of a set, wherever a place is suited. */
    static void each(String set, Analysis analysis, TimeSpan span, int seeds, Consumer<InjectedFault> to) {
        TrafficEdit.Edited in = TrafficEdit.recorded(analysis);
        for (Kind kind : Kind.values()) {
            for (int seed = 0; seed < seeds; seed++) {
                // neighbouring seeds begin alike
                long scattered = (set.hashCode() + 31L * seed + 1009L * kind.ordinal()) * SplitMix64.STEP;
                InjectedFault fault = new Maker(kind, in, analysis.roles(), span, new Random(scattered)).made();
                if (fault != null) {
                    to.accept(fault);
                }
            }
        }
    }

    private static final class Maker {
        private final Kind kind;
        private final MessageTable messages;
        private final CallTable calls;
        private final ServedCalls served;
        private final List<RoleSummary> roles;
        private final TimeSpan span;
        private final Random random;
        private final TrafficEdit edit;
        private final long onset;
        private final Map<Integer, List<Added>> added = new HashMap<>();

        Maker(Kind kind, TrafficEdit.Edited in, List<RoleSummary> roles, TimeSpan span, Random random) {
            this.kind = kind;
            messages = in.messages();
            calls = in.calls();
            served = in.served();
            this.roles = roles;
            this.span = span;
            this.random = random;
            edit = new TrafficEdit(messages, calls, served);
            long length = span.toNanos() - span.fromNanos();
            onset = kind == Kind.FROM_THE_START
                    ? span.fromNanos()
                    : span.fromNanos() + (long) (length * (0.4 + 0.3 * random.nextDouble()));
        }

        @Nullable
        InjectedFault made() {
            for (int call = 0; call < calls.size(); call++) {
                if (!span.holds(edit.began(calls.root()[call]))) {
                    edit.drop(call);
                }
            }
            if (kind == Kind.ALL_STAND_STILL) {
                edit.freeze(onset, onset + 8 * SECOND);
                return new InjectedFault(kind, List.of(), onset, 0, added, edit.build());
            }
            List<Integer> places = places();
            int needed = kind == Kind.TWO_PLACES ? 2 : 1;
            if (places.size() < needed) {
                return null;
            }
            List<Integer> chosen = new ArrayList<>();
            for (int i = 0; i < needed; i++) {
                int node = places.remove(random.nextInt(places.size()));
                chosen.add(node);
                put(node);
            }
            long again = kind == Kind.ON_AND_OFF ? (span.toNanos() - onset) / 2 : 0;
            return new InjectedFault(kind, chosen, onset, again, added, edit.build());
        }

        private int server(int call) {
            return messages.destination(calls.request()[call]);
        }

        private boolean isIn(int call) {
            return span.holds(edit.began(calls.root()[call])) && served.isTimed(call);
        }

        /** Nodes with enough requests before and after. */
        private List<Integer> places() {
            int[] before = new int[messages.nodes().size()];
            int[] after = new int[before.length];
            for (int call = 0; call < calls.size(); call++) {
                if (isIn(call) && isConcerned(call)) {
                    (edit.began(call) < onset ? before : after)[server(call)]++;
                }
            }
            List<Integer> places = new ArrayList<>();
            for (RoleSummary role : roles) {
                boolean suited = kind != Kind.FROM_THE_START || role.nodes().size() > 1;
                for (int node : role.nodes()) {
                    if (suited
                            && after[node] >= MIN_CALLS
                            && (before[node] >= MIN_CALLS || kind == Kind.FROM_THE_START)
                            && (kind != Kind.ONE_OPERATION || operation(node) != null)) {
                        places.add(node);
                    }
                }
            }
            return places;
        }

        /** Whether a call has what this kind of fault changes. */
        private boolean isConcerned(int call) {
            return switch (kind) {
                case STOPS_CALLING, CALLS_AGAIN -> served.endChild(call) > served.firstChild(call);
                default -> true;
            };
        }

        private long asked(int call) {
            int request = calls.request()[call];
            return messages.typeWord(request, 0) * 1_000_003L
                    + messages.typeWord(request, 1) * 31L
                    + messages.typeWord(request, 2);
        }

        /**
         * One of at least three kinds of requests of a node that is at most a third of all; null where there is none.
         */
        private @Nullable Long operation(int node) {
            Map<Long, int[]> number = new HashMap<>();
            int all = 0;
            for (int call = 0; call < calls.size(); call++) {
                if (isIn(call) && server(call) == node) {
                    number.computeIfAbsent(asked(call), unseen -> new int[2])[edit.began(call) < onset ? 0 : 1]++;
                    all++;
                }
            }
            int most = all / 3;
            List<Long> suited = number.entrySet().stream()
                    .filter(each -> Math.min(each.getValue()[0], each.getValue()[1]) >= MIN_OF_OPERATION
                            && each.getValue()[0] + each.getValue()[1] <= most)
                    .map(Map.Entry::getKey)
                    .sorted()
                    .toList();
            return number.size() < 3 || suited.isEmpty() ? null : suited.get(Math.floorMod(onset, suited.size()));
        }

        private double usual(int node) {
            double[] own = new double[calls.size()];
            int size = 0;
            for (int call = 0; call < own.length; call++) {
                if (isIn(call) && server(call) == node) {
                    own[size++] = served.ownNanos(call);
                }
            }
            own = Arrays.copyOf(own, size);
            Arrays.sort(own);
            return own[size / 2];
        }

        private void delay(int call, long later) {
            edit.delay(call, later);
            added.computeIfAbsent(server(call), unseen -> new ArrayList<>()).add(new Added(edit.began(call), later));
        }

        private double usualRequest() {
            double[] own = new double[calls.size()];
            int size = 0;
            for (int call = 0; call < own.length; call++) {
                if (isIn(call) && calls.root()[call] == call) {
                    own[size++] = served.roundTripNanos(call);
                }
            }
            own = Arrays.copyOf(own, size);
            Arrays.sort(own);
            return size == 0 ? 0 : own[size / 2];
        }

        private void put(int node) {
            Long operation = kind == Kind.ONE_OPERATION ? operation(node) : null;
            double extra = Math.max((FACTOR - 1) * usual(node), 0.5 * usualRequest());
            double length = Math.max(1, span.toNanos() - onset);
            for (int call = 0; call < calls.size(); call++) {
                long at = edit.began(call);
                if (!isIn(call) || server(call) != node || at < onset) {
                    continue;
                }
                double part = (at - onset) / length;
                double jitter = 0.7 + 0.6 * random.nextDouble();
                long later = Math.round(extra * jitter);
                switch (kind) {
                    case SLOWER, FROM_THE_START, TWO_PLACES -> delay(call, later);
                    case ONE_OPERATION -> {
                        if (operation != null && asked(call) == operation) {
                            edit.delay(call, later);
                        }
                    }
                    case TAIL -> {
                        if (random.nextInt(5) == 0) {
                            edit.delay(call, 3 * later);
                        }
                    }
                    case DRIFT -> edit.delay(call, Math.round(2 * part * later));
                    case ON_AND_OFF -> {
                        delay(call, (int) (part * 4) % 2 == 0 ? later : 0);
                    }
                    case ERRORS -> {
                        if (random.nextInt(3) == 0) {
                            edit.fail(call, Outcome.of(Outcome.Kind.HTTP, SERVER_ERROR));
                        }
                    }
                    case OTHER_BODY -> edit.resize(call, 4);
                    case STOPS_CALLING -> {
                        if (served.endChild(call) > served.firstChild(call)) {
                            edit.drop(served.child(served.endChild(call) - 1));
                        }
                    }
                    case CALLS_AGAIN -> {
                        if (served.endChild(call) > served.firstChild(call)) {
                            edit.repeat(served.child(served.endChild(call) - 1));
                        }
                    }
                    case ALL_STAND_STILL -> {}
                }
            }
        }
    }
}
