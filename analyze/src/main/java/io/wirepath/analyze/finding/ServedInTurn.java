package io.wirepath.analyze.finding;

import io.wirepath.causes.TimeOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.collections.IntArrayList;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Whether no more than k of some calls are worked on at once, and the others wait in turn: behind a lock, a pool, a
 * single thread. Seen from outside, by when calls come and when they are answered.
 *
 * <pre>
 *   alone      a ├──s──┤ d                  its own time
 *   in turn         a ┄┄├──s──┤ d           its own time: from the end of the other on
 * </pre>
 *
 * <p>Each k is a rule of whose end lets a call go on, and leaves to chance how long calls take from there; one at a
 * time, the next need not be the first that came. The rule that explains best when calls end is the one, if it explains
 * much more than every rule without a turn ({@link EndsExplained}). Where some calls wait for none, those that wait
 * must take as long from their holder's end. It is no turn where calls end one after another as they came, or overtake.
 *
 * @param atOnce k
 * @param evidence logarithm of the ratio of the likelihoods, against the best rule without a turn, in nats
 * @param holder of each call the call whose end let it go on; -1 where it did not wait
 * @param waitedNanos of each call how long it waited
 * @param aloneNanos how long a call takes that waits for none, the median; where nearly all wait, from its holder's end
 */
public record ServedInTurn(int atOnce, double evidence, int[] holder, long[] waitedNanos, double aloneNanos) {

    private static final int MAX_AT_ONCE = 64;
    static final double MIN_EVIDENCE = 20;
    private static final double MIN_EVIDENCE_EACH = 0.3;
    private static final double MAX_OUT_OF_TURN = 0.1;
    private static final double CHANCE = 0.05;
    private static final double OUT_OF_TURN_NATS = -5;

    /** Share of calls that wait for none, at most, where they are too few to show how long calls take. */
    private static final double MAX_ALONE = 0.1;

    /** Share of ends that may be closer than a sixth of their kind's mean: where nobody waits in turn it is 0.15. */
    private static final double MAX_CLOSE = 0.1;

    /**
     * The rule that explains best when calls end; null where it is no turn. Both times in the order of coming.
     *
     * @param kind of each call, by number from 0 on: what calls of one kind take is alike
     */
    static @Nullable ServedInTurn of(long[] cameNanos, long[] endedNanos, int[] kind) {
        long[] ended = endings(cameNanos, endedNanos);
        List<Rule> rules = rules(cameNanos, ended, kind);
        double without = rules.isEmpty() ? 0 : EndsExplained.withoutTurn(cameNanos, ended, kind);
        // who is next is the lesser question: of one at a time both answers may be tried
        for (int i = 0; i < Math.min(2, rules.size()) && rules.get(i).atOnce == rules.get(0).atOnce; i++) {
            ServedInTurn turn = rules.get(i).turn(without);
            if (turn != null) {
                return turn;
            }
        }
        return null;
    }

    /** Whether a turn explains more than what is without one, of whatever kinds, even where it is not claimed. */
    static boolean isPossible(long[] cameNanos, long[] endedNanos) {
        long[] ended = endings(cameNanos, endedNanos);
        int[] ofOneKind = new int[ended.length];
        List<Rule> rules = rules(cameNanos, ended, ofOneKind);
        return !rules.isEmpty()
                && rules.get(0).keepsTurns()
                && rules.get(0).nats - EndsExplained.withoutTurn(cameNanos, ended, ofOneKind) >= MIN_EVIDENCE;
    }

    /** Whether enough calls wait for none to show how long one takes alone. */
    boolean isShownAlone() {
        return IntStream.of(holder).filter(call -> call < 0).count() >= DetectorInput.MIN_CALLS;
    }

    /** After they came; where clocks say otherwise, at once. */
    static long[] endings(long[] came, long[] ended) {
        long[] endings = new long[ended.length];
        Arrays.setAll(endings, call -> Math.max(ended[call], came[call] + 1));
        return endings;
    }

    /** All rules by which enough calls wait, the best first. */
    private static List<Rule> rules(long[] cameNanos, long[] ended, int[] kind) {
        int[] waiting = new int[MAX_AT_ONCE + 1];
        Open open = new Open(ended);
        for (int call = 0; call < ended.length; call++) {
            waiting[Math.min(MAX_AT_ONCE, open.at(cameNanos[call]))]++;
            open.add(call);
        }
        List<Rule> rules = new ArrayList<>();
        int atLeast = 0;
        for (int k = MAX_AT_ONCE; k >= 1; k--) {
            atLeast += waiting[k];
            if (atLeast >= DetectorInput.MIN_CALLS) {
                rules.add(Rule.inOrder(cameNanos, ended, kind, k));
            }
        }
        if (!rules.isEmpty()) {
            rules.add(Rule.withOvertaking(cameNanos, ended, kind));
            rules.sort(Comparator.comparingDouble((Rule rule) -> rule.nats).reversed());
        }
        return rules;
    }

    /** The calls that are there, by when they end. */
    private static final class Open {
        private final long[] ended;
        private final IntArrayList calls = new IntArrayList();

        private Open(long[] ended) {
            this.ended = ended;
        }

        /** How many are there still. */
        private int at(long nanos) {
            int gone = 0;
            while (gone < calls.size() && ended[calls.getInt(gone)] <= nanos) {
                gone++;
            }
            for (int i = gone; gone > 0 && i < calls.size(); i++) {
                calls.setInt(i - gone, calls.getInt(i));
            }
            for (int i = 0; i < gone; i++) {
                calls.popInt();
            }
            return calls.size();
        }

        private void add(int call) {
            calls.addInt(call);
            for (int i = calls.size() - 1; i > 0 && ended[calls.getInt(i - 1)] > ended[call]; i--) {
                calls.setInt(i, calls.getInt(i - 1));
                calls.setInt(i - 1, call);
            }
        }

        /** Of those that are there, the one after whose end k - 1 are left. */
        private int holder(int k) {
            return calls.getInt(calls.size() - k);
        }
    }

    /** One rule of who waits for whom, and what it leaves to chance. */
    private static final class Rule {
        private final long[] came;
        private final long[] ended;
        private final int[] kind;
        private final int atOnce;
        private final int[] holder;
        private final double[] own;
        private int outOfTurn;
        private int[] waiting = {};
        private double nats;

        private Rule(long[] came, long[] ended, int[] kind, int atOnce) {
            this.came = came;
            this.ended = ended;
            this.kind = kind;
            this.atOnce = atOnce;
            holder = new int[came.length];
            own = new double[came.length];
            Arrays.fill(holder, -1);
        }

        /** In the order in which they came. */
        static Rule inOrder(long[] came, long[] ended, int[] kind, int atOnce) {
            Rule rule = new Rule(came, ended, kind, atOnce);
            Open open = new Open(ended);
            for (int call = 0; call < came.length; call++) {
                if (open.at(came[call]) >= atOnce) {
                    rule.holder[call] = open.holder(atOnce);
                }
                open.add(call);
            }
            rule.weigh(0);
            return rule;
        }

        /**
         * One at a time, of whom the next need not be the first that came, as of a mutex or a row of a database:
         * whoever ended just before held it. Which of those that wait is next must be told too ({@link NextInLine}).
         * Whoever comes when others are there, and ends before any of them, is out of turn.
         */
        static Rule withOvertaking(long[] came, long[] ended, int[] kind) {
            Rule rule = new Rule(came, ended, kind, 1);
            int[] byEnd = TimeOrder.of(ended);
            NextInLine line = new NextInLine(came.length);
            for (int i = 0; i < byEnd.length; i++) {
                int call = byEnd[i];
                if (i > 0 && ended[byEnd[i - 1]] > came[call]) {
                    rule.holder[call] = byEnd[i - 1];
                    line.add(byEnd[i - 1], call, TimeOrder.before(came, ended[byEnd[i - 1]]));
                } else if (TimeOrder.before(came, came[call]) > i) {
                    rule.outOfTurn++;
                }
                line.leaves(call);
            }
            rule.weigh(line.nats() + OUT_OF_TURN_NATS * rule.outOfTurn);
            return rule;
        }

        private void weigh(double more) {
            for (int call = 0; call < own.length; call++) {
                own[call] = ended[call] - (holder[call] < 0 ? came[call] : ended[holder[call]]);
            }
            waiting = IntStream.range(0, holder.length)
                    .filter(call -> holder[call] >= 0)
                    .toArray();
            nats = EndsExplained.nats(own, kind) + more;
        }

        /** What it claims, if it explains so much more than any rule without a turn. */
        @Nullable
        ServedInTurn turn(double without) {
            double evidence = nats - without;
            double[] alone = IntStream.range(0, own.length)
                    .filter(call -> holder[call] < 0)
                    .mapToDouble(call -> own[call])
                    .sorted()
                    .toArray();
            boolean isTold = evidence >= Math.max(MIN_EVIDENCE, MIN_EVIDENCE_EACH * waiting.length)
                    && waiting.length >= DetectorInput.MIN_CALLS
                    && (alone.length < DetectorInput.MIN_CALLS ? isNearlyAlways(alone) : isAsAlone(alone))
                    && keepsTurns()
                    && endAsTheyCame() < 0.75;
            long[] waited = new long[own.length];
            double lost = 0;
            double all = 0;
            for (int call = 0; call < own.length; call++) {
                waited[call] = holder[call] < 0 ? 0 : ended[holder[call]] - came[call];
                lost += Math.min(ended[call] - came[call], waited[call]);
                all += ended[call] - came[call];
            }
            if (!isTold || lost < DetectorInput.MIN_SHARE * all) {
                return null;
            }
            double[] shown = alone.length < DetectorInput.MIN_CALLS
                    ? Arrays.stream(own).sorted().toArray()
                    : alone;
            return new ServedInTurn(atOnce, evidence, holder, waited, shown[shown.length / 2]);
        }

        /**
         * Of one at a time the calls that wait show how long it is held, if others are few enough to be left aside, and
         * if ends are apart. Of more, some must show it alone.
         */
        private boolean isNearlyAlways(double[] alone) {
            return alone.length <= MAX_ALONE * own.length
                    && (atOnce == 1 ? areApart() : 2 * alone.length >= DetectorInput.MIN_CALLS && isAsAlone(alone));
        }

        /**
         * Where answers wait for what is done for many at once, as for a flush of a log, they come in bunches, and by
         * chance ends would be closer than a sixth of the mean in 15 of 100. What is quick by its kind is no bunch: so
         * each is held against the others of its kind.
         */
        private boolean areApart() {
            int kinds = Arrays.stream(kind).max().orElse(0) + 1;
            double[] sum = new double[kinds];
            int[] number = new int[kinds];
            for (int call : waiting) {
                sum[kind[call]] += own[call];
                number[kind[call]]++;
            }
            double mean = Arrays.stream(sum).sum() / waiting.length;
            long close = IntStream.of(waiting)
                    .filter(call -> {
                        int others = number[kind[call]] - 1;
                        return own[call] < (others == 0 ? mean : (sum[kind[call]] - own[call]) / others) / 6;
                    })
                    .count();
            return close <= MAX_CLOSE * waiting.length;
        }

        /** Whether few end before who they wait for, or before all that were there when they came. */
        private boolean keepsTurns() {
            long overtaking =
                    IntStream.of(waiting).filter(call -> own[call] < 0).count();
            return areFew(outOfTurn + overtaking);
        }

        /** Whether calls that waited take then what those take that waited for none. */
        private boolean isAsAlone(double[] alone) {
            double shortest = alone[alone.length / 50] / 2;
            double median = alone[alone.length / 2];
            long sooner =
                    IntStream.of(waiting).filter(call -> own[call] < shortest).count();
            double share = (double) IntStream.of(waiting)
                            .filter(call -> own[call] <= median)
                            .count()
                    / waiting.length;
            return areFew(sooner) && share > 0.25 && share < 0.75;
        }

        /** Whether fewer contradict it than would by chance if a tenth of those that wait did. */
        private boolean areFew(long contradicting) {
            return new BinomialDistribution(null, waiting.length, MAX_OUT_OF_TURN)
                            .cumulativeProbability((int) contradicting)
                    <= CHANCE;
        }

        /**
         * How often a call that came longer after its holder than another did ends longer after it, too. What waits in
         * turn ends so by chance; what nothing holds, and takes as long as those around it, ends one after another as
         * it came.
         */
        private double endAsTheyCame() {
            int alike = 0;
            for (int i = 1; i < waiting.length; i++) {
                int one = waiting[i - 1];
                int other = waiting[i];
                long cameLater = came[other] - came[holder[other]] - came[one] + came[holder[one]];
                alike += cameLater > 0 == own[other] - own[one] > 0 ? 1 : 0;
            }
            return alike / (waiting.length - 1.0);
        }
    }
}
