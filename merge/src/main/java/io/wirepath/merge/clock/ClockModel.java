package io.wirepath.merge.clock;

import io.wirepath.merge.result.ClockLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All sniffers' clocks against one reference.
 *
 * <p>First every sniffer gets a coarse offset along a tree of the best pairs, which brings all times to one base even
 * where clocks are hours apart; then all pairs are solved together by least squares, each weighted by its uncertainty.
 * The time is cut where any pair has a step. Sniffers without a chain of common traffic to the reference are apart:
 * their times stay as they are.
 *
 * <p>Immutable; safe to share.
 */
public final class ClockModel {

    /**
     * One pair of sniffers.
     *
     * @param first number of the sniffer whose clock the lines count time by; of two of which one was set, the other
     * @param second the other; offsets are its clock less the first's
     * @param clock what their packets say
     */
    public record Pair(int first, int second, PairwiseClock clock) {

        /** Whether one of both clocks was set. */
        boolean showsStep() {
            return clock.pieces().size() > 1;
        }

        private int other(int sniffer) {
            return sniffer == first ? second : first;
        }
    }

    /** Farther from its coarse offset than this, a clock was set. */
    private static final double FAR_NANOS = 100_000_000;

    private final int reference;
    private final long[] coarse;
    private final boolean[] known;
    private final List<Piece> pieces;
    private final Piece first;
    private final int count;

    /** A stretch of time, in coarsely corrected time, with each sniffer's fine offset and skew. */
    private record Piece(
            long fromNanos,
            long middleNanos,
            long toNanos,
            double[] offset,
            double[] skew,
            double[] u,
            double[] skewU) {

        /** How far a sniffer's coarsely corrected time is from the middle; its clock may have been set meanwhile. */
        double away(int sniffer, long baseNanos) {
            return baseNanos - middleNanos - offset[sniffer];
        }

        /** How far outside of this piece a sniffer's coarsely corrected time is. */
        double beyond(int sniffer, long baseNanos) {
            double own = baseNanos - offset[sniffer];
            return Math.max(0, Math.max(fromNanos - own, own - toNanos));
        }

        /** The same of other sniffers. */
        Piece of(UnaryOperator<double[]> sniffers) {
            return new Piece(
                    fromNanos,
                    middleNanos,
                    toNanos,
                    sniffers.apply(offset),
                    sniffers.apply(skew),
                    sniffers.apply(u),
                    sniffers.apply(skewU));
        }

        /** Goes on with a sniffer's line of another piece. */
        void takeOver(int sniffer, Piece from) {
            long away = middleNanos - from.middleNanos;
            offset[sniffer] = from.offset[sniffer] + from.skew[sniffer] * away;
            skew[sniffer] = from.skew[sniffer];
            u[sniffer] = from.u[sniffer] + from.skewU[sniffer] * Math.abs((double) away);
            skewU[sniffer] = from.skewU[sniffer];
        }
    }

    private ClockModel(int reference, long[] coarse, boolean[] known, List<Piece> pieces) {
        this.reference = reference;
        this.coarse = coarse;
        this.known = known;
        this.pieces = pieces;
        first = pieces.get(0);
        count = pieces.size();
    }

    /** The model that takes every clock as it is: right for one sniffer, or where the operator says so. */
    public static ClockModel identity(int sniffers) {
        double[] zero = new double[sniffers];
        boolean[] known = new boolean[sniffers];
        Arrays.fill(known, true);
        return new ClockModel(0, new long[sniffers], known, List.of(new Piece(0, 0, 0, zero, zero, zero, zero)));
    }

    /**
     * Solves the clocks of all sniffers together, by the time of one that was not set meanwhile.
     *
     * @param reference the sniffer whose clock is right by definition, the latest if it was set; or -1 for the one with
     *     the most matched packets, of those that were not set
     */
    public static ClockModel solve(int sniffers, List<Pair> pairs, int reference) {
        boolean[] set = new boolean[sniffers];
        pairs.stream().filter(Pair::showsStep).forEach(pair -> set[pair.second()] = true);
        if (reference < 0 || !set[reference]) {
            return solveBy(sniffers, pairs, reference < 0 ? bestConnected(sniffers, pairs, set) : reference);
        }
        boolean[] tied = ClockTree.from(reference, sniffers, pairs).known();
        List<Pair> ofTied = pairs.stream().filter(pair -> tied[pair.first()]).toList();
        ClockModel solved = solveBy(sniffers, pairs, bestConnected(sniffers, ofTied, set));
        ClockLine own = Objects.requireNonNull(solved.lines().get(reference));
        ClockLine back = new ClockLine(
                own.fromNanos(),
                own.toNanos(),
                own.atNanos() + Math.round(own.offsetNanos()),
                -own.offsetNanos(),
                own.offsetUncertaintyNanos(),
                -own.skew(),
                own.skewUncertainty());
        ClockModel moved = solved.by(back);
        return new ClockModel(reference, moved.coarse, moved.known, moved.pieces);
    }

    private static ClockModel solveBy(int sniffers, List<Pair> all, int reference) {
        int[] steps = steps(sniffers, all);
        ClockTree tree = ClockTree.from(reference, sniffers, all);
        // of two that were set, neither has a steady time for the lines of their pair
        List<Pair> steady = all.stream()
                .filter(pair -> Math.min(steps[pair.first()], steps[pair.second()]) <= 0)
                .toList();
        ClockTree ofSteady = ClockTree.from(reference, sniffers, steady);
        boolean areEnough = Arrays.equals(tree.known(), ofSteady.known());
        ClockTree used = areEnough ? ofSteady : tree;
        List<Pair> pairs = areEnough ? steady : all;
        List<Piece> pieces = new ArrayList<>();
        for (long[] stretch : stretches(pairs, used.coarse())) {
            pieces.add(piece(sniffers, reference, pairs, used, stretch[0], stretch[1]));
        }
        return new ClockModel(reference, used.coarse(), used.known(), List.copyOf(pieces));
    }

    /**
     * The model that was told by earlier lines.
     *
     * @param reference number of the sniffer that the others were compared with
     * @param lines how far each sniffer's clock is ahead of the time; null where that is not known
     */
    public static ClockModel of(int reference, List<@Nullable ClockLine> lines) {
        int sniffers = lines.size();
        long[] coarse = new long[sniffers];
        boolean[] known = new boolean[sniffers];
        ClockLine one = lines.stream().filter(Objects::nonNull).findFirst().orElse(null);
        long middle = one == null ? 0 : one.atNanos();
        Piece piece = new Piece(
                middle,
                middle,
                middle,
                new double[sniffers],
                new double[sniffers],
                new double[sniffers],
                new double[sniffers]);
        for (int sniffer = 0; sniffer < sniffers; sniffer++) {
            ClockLine line = lines.get(sniffer);
            if (line != null) {
                known[sniffer] = true;
                coarse[sniffer] = Math.round(line.offsetAt(middle));
                piece.offset[sniffer] = line.offsetAt(middle) - coarse[sniffer];
                piece.skew[sniffer] = line.skew();
                piece.u[sniffer] = line.uncertaintyAt(middle);
                piece.skewU[sniffer] = line.skewUncertainty();
            }
        }
        return new ClockModel(reference, coarse, known, List.of(piece));
    }

    /**
     * The lines of a sniffer, in order of time, each up to where any clock was set; none of one that is apart.
     *
     * @param atNanos moment of the reference's clock for which the offset of the line about it holds
     */
    public List<ClockLine> lines(int sniffer, long atNanos) {
        List<ClockLine> lines = new ArrayList<>();
        long about = pieceAt(atNanos).fromNanos;
        for (Piece piece : known[sniffer] ? pieces : List.<Piece>of()) {
            lines.add(line(piece, sniffer, piece.fromNanos == about ? atNanos : piece.middleNanos));
        }
        return List.copyOf(lines);
    }

    /** The latest lines of all sniffers; null of those that are apart. */
    public List<@Nullable ClockLine> lines() {
        long at = pieces.get(count - 1).middleNanos;
        List<@Nullable ClockLine> lines = new ArrayList<>();
        for (int sniffer = 0; sniffer < known.length; sniffer++) {
            lines.add(line(sniffer, at));
        }
        return lines;
    }

    /**
     * This model with what the operator says of sniffers that are apart.
     *
     * @param offsets by sniffer: how far its clock is ahead of the reference's, nanoseconds
     */
    public ClockModel tied(Map<Integer, Long> offsets) {
        if (offsets.isEmpty()) {
            return this;
        }
        long[] tiedCoarse = coarse.clone();
        boolean[] tiedKnown = known.clone();
        offsets.forEach((sniffer, offset) -> {
            if (!tiedKnown[sniffer]) {
                tiedCoarse[sniffer] = offset;
                tiedKnown[sniffer] = true;
            }
        });
        return new ClockModel(reference, tiedCoarse, tiedKnown, pieces);
    }

    /**
     * The same model with other numbers for the sniffers.
     *
     * @param old the present number of each sniffer, by its new number
     */
    public ClockModel renumbered(int[] old) {
        int newReference = 0;
        long[] newCoarse = new long[old.length];
        boolean[] newKnown = new boolean[old.length];
        for (int sniffer = 0; sniffer < old.length; sniffer++) {
            newReference = old[sniffer] == reference ? sniffer : newReference;
            newCoarse[sniffer] = coarse[old[sniffer]];
            newKnown[sniffer] = known[old[sniffer]];
        }
        List<Piece> newPieces = pieces.stream()
                .map(piece -> piece.of(
                        values -> Arrays.stream(old).mapToDouble(i -> values[i]).toArray()))
                .toList();
        return new ClockModel(newReference, newCoarse, newKnown, newPieces);
    }

    /** This model with more sniffers, of which nothing is known. */
    public ClockModel widened(int sniffers) {
        List<Piece> wider = pieces.stream()
                .map(piece -> piece.of(values -> Arrays.copyOf(values, sniffers)))
                .toList();
        return new ClockModel(reference, Arrays.copyOf(coarse, sniffers), Arrays.copyOf(known, sniffers), wider);
    }

    /**
     * The same clocks by another time than the reference's, so that times go on as they were when another sniffer
     * becomes the reference. Uncertainties are against the reference still.
     *
     * @param own how far the reference's clock is ahead of that time
     */
    public ClockModel by(ClockLine own) {
        long shift = Math.round(own.offsetAt(pieces.get(count - 1).middleNanos - Math.round(own.offsetNanos())));
        long[] newCoarse = new long[coarse.length];
        for (int sniffer = 0; sniffer < newCoarse.length; sniffer++) {
            newCoarse[sniffer] = known[sniffer] ? coarse[sniffer] + shift : coarse[sniffer];
        }
        List<Piece> newPieces = new ArrayList<>();
        for (Piece piece : pieces) {
            long middle = piece.middleNanos - shift;
            double rest = own.offsetAt(middle) - shift;
            newPieces.add(new Piece(
                    piece.fromNanos - shift,
                    middle,
                    piece.toNanos - shift,
                    Arrays.stream(piece.offset).map(offset -> offset + rest).toArray(),
                    Arrays.stream(piece.skew).map(skew -> skew + own.skew()).toArray(),
                    piece.u,
                    piece.skewU));
        }
        return new ClockModel(reference, newCoarse, known, List.copyOf(newPieces));
    }

    /** This model, with the earlier lines of sniffers that nothing ties any more; both by the same time. */
    public ClockModel withMissingFrom(ClockModel earlier) {
        long[] newCoarse = coarse.clone();
        boolean[] newKnown = known.clone();
        for (int sniffer = 0; sniffer < newCoarse.length; sniffer++) {
            if (!known[sniffer] && earlier.known[sniffer]) {
                newCoarse[sniffer] = earlier.coarse[sniffer];
                newKnown[sniffer] = true;
                for (Piece piece : pieces) {
                    piece.takeOver(sniffer, earlier.pieceAt(piece.middleNanos));
                }
            }
        }
        return new ClockModel(reference, newCoarse, newKnown, pieces);
    }

    /** This model without what it knows of a sniffer. */
    public ClockModel without(int sniffer) {
        boolean[] newKnown = known.clone();
        newKnown[sniffer] = false;
        return new ClockModel(reference, coarse, newKnown, pieces);
    }

    /** By sniffer, the pairs that show a step of one of both clocks less those that show none: most of who was set. */
    public static int[] steps(int sniffers, Collection<Pair> pairs) {
        int[] steps = new int[sniffers];
        for (Pair pair : pairs) {
            int step = pair.showsStep() ? 1 : -1;
            steps[pair.first()] += step;
            steps[pair.second()] += step;
        }
        return steps;
    }

    /**
     * The place of each sniffer in an order in which those come first that were not set: from one with the fewest steps
     * on, along pairs that show none before others. Whose steps are those of another that was set comes before that
     * one.
     *
     * @param reference of those with as few steps the first; -1 for none
     */
    public static int[] steadyFirst(int sniffers, Collection<Pair> pairs, int reference) {
        int[] steps = steps(sniffers, pairs);
        List<List<Pair>> of = new ArrayList<>();
        IntStream.range(0, sniffers).forEach(sniffer -> of.add(new ArrayList<>()));
        for (Pair pair : pairs) {
            of.get(pair.first()).add(pair);
            of.get(pair.second()).add(pair);
        }
        int[] place = new int[sniffers];
        Arrays.fill(place, sniffers);
        Deque<Integer> others = IntStream.range(0, sniffers)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(sniffer -> steps[sniffer])
                        .thenComparing(sniffer -> sniffer != reference))
                .collect(Collectors.toCollection(ArrayDeque::new));
        Deque<Integer> steady = new ArrayDeque<>();
        Deque<Integer> set = new ArrayDeque<>();
        for (int placed = 0; placed < sniffers; ) {
            boolean isSet = steady.isEmpty() && !set.isEmpty();
            int sniffer = (isSet ? set : steady.isEmpty() ? others : steady).removeFirst();
            List<Integer> as =
                    isSet && place[sniffer] == sniffers ? asSteady(sniffer, of.get(sniffer), place) : List.of();
            if (!as.isEmpty()) {
                steady.addAll(as);
                set.addFirst(sniffer);
            } else if (place[sniffer] == sniffers) {
                place[sniffer] = placed++;
                of.get(sniffer).forEach(pair -> (pair.showsStep() ? set : steady).addLast(pair.other(sniffer)));
            }
        }
        return place;
    }

    /** Of whom one that was set shows no more steps than those do that were not: it alone was set, and not they. */
    private static List<Integer> asSteady(int set, List<Pair> pairs, int[] place) {
        int steps = pairs.stream()
                .filter(pair -> place[pair.other(set)] < place.length)
                .mapToInt(pair -> pair.clock().pieces().size())
                .max()
                .orElse(0);
        return pairs.stream()
                .filter(pair -> place[pair.other(set)] == place.length
                        && pair.showsStep()
                        && pair.clock().pieces().size() <= steps)
                .map(pair -> pair.other(set))
                .toList();
    }

    /** Whether the first of this pair, which shows a step, rather was set than the second. */
    public static boolean isFirstSet(Pair pair, int[] steadyFirst) {
        return pair.showsStep() && steadyFirst[pair.first()] > steadyFirst[pair.second()];
    }

    private static int bestConnected(int sniffers, List<Pair> pairs, boolean[] set) {
        long[] matched = new long[sniffers];
        for (Pair pair : pairs) {
            matched[pair.first()] += pair.clock().matched();
            matched[pair.second()] += pair.clock().matched();
        }
        int best = 0;
        for (int i = 1; i < sniffers; i++) {
            boolean better = matched[best] == 0 || set[i] == set[best]
                    ? matched[i] > matched[best]
                    : set[best] && matched[i] > 0;
            best = better ? i : best;
        }
        return best;
    }

    /** Between a pair's last sample before a step and its first behind it. */
    private record Step(long beforeNanos, long behindNanos) {}

    /**
     * Stretches of coarsely corrected time without a step of any clock. Pairs show one step at the moments of their own
     * samples; it lies before the first of those behind it, and no sooner than the last before it.
     */
    private static List<long[]> stretches(List<Pair> pairs, long[] coarse) {
        List<Step> steps = new ArrayList<>();
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Pair pair : pairs) {
            List<ClockLine> lines = pair.clock().pieces();
            long base = coarse[pair.first()];
            for (int i = 0; i < lines.size(); i++) {
                long from = lines.get(i).fromNanos() - base;
                first = Math.min(first, from);
                last = Math.max(last, lines.get(i).toNanos() - base);
                if (i > 0) {
                    steps.add(new Step(lines.get(i - 1).toNanos() - base, from));
                }
            }
        }
        steps.sort(Comparator.comparingLong(Step::behindNanos));
        List<long[]> stretches = new ArrayList<>();
        long from = pairs.isEmpty() ? 0 : first;
        for (Step step : steps) {
            if (step.beforeNanos() >= from && step.behindNanos() > from) {
                stretches.add(new long[] {from, step.behindNanos() - 1});
                from = step.behindNanos();
            }
        }
        stretches.add(new long[] {from, pairs.isEmpty() ? 0 : Math.max(from, last)});
        return stretches;
    }

    private static Piece piece(int sniffers, int reference, List<Pair> pairs, ClockTree tree, long from, long to) {
        Piece first = piece(sniffers, reference, pairs, tree, from, to, new double[sniffers]);
        boolean stepped = Arrays.stream(first.offset).anyMatch(offset -> Math.abs(offset) > FAR_NANOS);
        // a line stands over the time of a clock; that of a clock which was set is known only now
        return stepped ? piece(sniffers, reference, pairs, tree, from, to, first.offset) : first;
    }

    private static Piece piece(
            int sniffers, int reference, List<Pair> pairs, ClockTree tree, long from, long to, double[] fine) {
        long middle = from + (to - from) / 2;
        WeightedOffsets offsets = new WeightedOffsets(sniffers, reference);
        WeightedOffsets skews = new WeightedOffsets(sniffers, reference);
        for (Pair pair : pairs) {
            if (!tree.known()[pair.first()]) {
                continue;
            }
            long at = middle + tree.coarse()[pair.first()] + Math.round(fine[pair.first()]);
            ClockLine line = pair.clock().at(at);
            double coarse = tree.coarse()[pair.second()] - tree.coarse()[pair.first()];
            offsets.add(pair.first(), pair.second(), line.offsetAt(at) - coarse, line.uncertaintyAt(at));
            skews.add(pair.first(), pair.second(), line.skew(), line.skewUncertainty() + 1e-9);
        }
        offsets.solve();
        skews.solve();
        return new Piece(
                from, middle, to, offsets.values(), skews.values(), offsets.uncertainties(), skews.uncertainties());
    }

    /** Number of the sniffer that all others are compared with. */
    public int reference() {
        return reference;
    }

    /** Whether this sniffer's clock could be compared with the reference's. */
    public boolean isKnown(int sniffer) {
        return known[sniffer];
    }

    /** A time stamp of this sniffer as the reference's clock would have shown it; unchanged for a sniffer apart. */
    public long correct(int sniffer, long nanos) {
        if (!known[sniffer]) {
            return nanos;
        }
        long base = nanos - coarse[sniffer];
        return corrected(pieceOf(sniffer, base), sniffer, base);
    }

    /**
     * The same where it is known about when that was: of the moments at which a clock that was put back showed this
     * time, the nearest.
     */
    public long correct(int sniffer, long nanos, long aboutNanos) {
        if (!known[sniffer]) {
            return nanos;
        }
        long base = nanos - coarse[sniffer];
        Piece best = first;
        double least = Double.POSITIVE_INFINITY;
        for (Piece piece : pieces) {
            double off =
                    piece.beyond(sniffer, base) + Math.abs((double) (corrected(piece, sniffer, base) - aboutNanos));
            best = off <= least ? piece : best;
            least = Math.min(least, off);
        }
        return corrected(best, sniffer, base);
    }

    private static long corrected(Piece piece, int sniffer, long base) {
        return base - rounded(piece.offset[sniffer] + piece.skew[sniffer] * piece.away(sniffer, base));
    }

    /** In how many stretches this sniffer's clock went without being set. */
    public int stretches(int sniffer) {
        return 1 + (int) steps(sniffer).filter(step -> step != 0).count();
    }

    /** By how much this sniffer's clock was put back, all in all: so much of its time stands for two moments. */
    public long putBackNanos(int sniffer) {
        return Math.round(-steps(sniffer).filter(step -> step < 0).sum());
    }

    /** By how much this sniffer's clock was set at the end of each piece, nanoseconds; 0 where it was not. */
    private DoubleStream steps(int sniffer) {
        return IntStream.range(1, known[sniffer] ? count : 1).mapToDouble(i -> {
            Piece before = pieces.get(i - 1);
            Piece behind = pieces.get(i);
            double step = behind.offset[sniffer] - before.offset[sniffer];
            double drifted = PairwiseClock.MAX_SKEW * (behind.middleNanos - before.middleNanos);
            return Math.abs(step) > ClockSteps.MIN_STEP_NANOS / 2 + drifted ? step : 0;
        });
    }

    /** Half-width of what the correction of this time stamp can be wrong by, nanoseconds; 0 for the reference. */
    public long uncertainty(int sniffer, long nanos) {
        long base = nanos - coarse[sniffer];
        Piece piece = pieceOf(sniffer, base);
        return rounded(piece.u[sniffer] + piece.skewU[sniffer] * Math.abs(piece.away(sniffer, base)));
    }

    /**
     * As {@link Math#round(double)} below 2^51 ns, which are 26 days, in a tenth of its time: every time stamp comes
     * here.
     */
    private static long rounded(double nanos) {
        return (long) Math.floor(nanos + 0.5);
    }

    /** Offset and skew of a sniffer at a moment of the reference's clock; null for a sniffer apart. */
    public @Nullable ClockLine line(int sniffer, long atNanos) {
        return known[sniffer] ? line(pieceAt(atNanos), sniffer, atNanos) : null;
    }

    private ClockLine line(Piece piece, int sniffer, long atNanos) {
        double offset = coarse[sniffer] + piece.offset[sniffer] + piece.skew[sniffer] * (atNanos - piece.middleNanos);
        double away = Math.abs((double) (atNanos - piece.middleNanos));
        double u = piece.u[sniffer] + piece.skewU[sniffer] * away;
        return new ClockLine(
                piece.fromNanos, piece.toNanos, atNanos, offset, u, piece.skew[sniffer], piece.skewU[sniffer]);
    }

    /** The piece in which a sniffer's clock showed this; the later one of two, where it was put back. */
    private Piece pieceOf(int sniffer, long baseNanos) {
        Piece best = first;
        for (int i = 1; i < count; i++) {
            Piece piece = pieces.get(i);
            best = piece.beyond(sniffer, baseNanos) <= best.beyond(sniffer, baseNanos) ? piece : best;
        }
        return best;
    }

    /** The piece at a moment of the reference's time. */
    private Piece pieceAt(long baseNanos) {
        Piece best = first;
        for (int i = 1; i < count; i++) {
            Piece piece = pieces.get(i);
            best = piece.fromNanos <= baseNanos ? piece : best;
        }
        return best;
    }
}
