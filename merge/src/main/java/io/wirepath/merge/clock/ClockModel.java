package io.wirepath.merge.clock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
     * @param first number of the sniffer whose clock the lines count time by
     * @param second the other; offsets are its clock less the first's
     * @param clock what their packets say
     */
    public record Pair(int first, int second, PairwiseClock clock) {}

    private final int reference;
    private final long[] coarse;
    private final boolean[] known;
    private final List<Piece> pieces;
    private final Piece first;
    private final int count;

    /** A stretch of time, in coarsely corrected time, with each sniffer's fine offset and skew. */
    private record Piece(
            long fromNanos, long middleNanos, double[] offset, double[] skew, double[] u, double[] skewU) {}

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
        return new ClockModel(0, new long[sniffers], known, List.of(new Piece(0, 0, zero, zero, zero, zero)));
    }

    /**
     * Solves the clocks of all sniffers together.
     *
     * @param reference the sniffer whose clock is right by definition, or -1 for the one with the most matched packets
     */
    public static ClockModel solve(int sniffers, List<Pair> pairs, int reference) {
        int chosen = reference >= 0 ? reference : bestConnected(sniffers, pairs);
        ClockTree tree = ClockTree.from(chosen, sniffers, pairs);
        List<Piece> pieces = new ArrayList<>();
        for (long[] stretch : stretches(pairs, tree.coarse())) {
            pieces.add(piece(sniffers, chosen, pairs, tree, stretch[0], stretch[1]));
        }
        return new ClockModel(chosen, tree.coarse(), tree.known(), List.copyOf(pieces));
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
        List<Piece> newPieces = new ArrayList<>();
        for (Piece piece : pieces) {
            newPieces.add(new Piece(
                    piece.fromNanos,
                    piece.middleNanos,
                    renumbered(piece.offset, old),
                    renumbered(piece.skew, old),
                    renumbered(piece.u, old),
                    renumbered(piece.skewU, old)));
        }
        return new ClockModel(newReference, newCoarse, newKnown, List.copyOf(newPieces));
    }

    private static double[] renumbered(double[] values, int[] old) {
        return Arrays.stream(old).mapToDouble(i -> values[i]).toArray();
    }

    private static int bestConnected(int sniffers, List<Pair> pairs) {
        long[] matched = new long[sniffers];
        for (Pair pair : pairs) {
            matched[pair.first()] += pair.clock().matched();
            matched[pair.second()] += pair.clock().matched();
        }
        int best = 0;
        for (int i = 1; i < sniffers; i++) {
            best = matched[i] > matched[best] ? i : best;
        }
        return best;
    }

    /** Stretches of coarsely corrected time without a step of any clock. */
    private static List<long[]> stretches(List<Pair> pairs, long[] coarse) {
        List<Long> cuts = new ArrayList<>();
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Pair pair : pairs) {
            List<ClockLine> lines = pair.clock().pieces();
            for (int i = 0; i < lines.size(); i++) {
                long from = lines.get(i).fromNanos() - coarse[pair.first()];
                first = Math.min(first, from);
                last = Math.max(last, lines.get(i).toNanos() - coarse[pair.first()]);
                if (i > 0) {
                    cuts.add(from);
                }
            }
        }
        cuts.sort(null);
        List<long[]> stretches = new ArrayList<>();
        long from = pairs.isEmpty() ? 0 : first;
        for (long cut : cuts) {
            if (cut > from) {
                stretches.add(new long[] {from, cut - 1});
                from = cut;
            }
        }
        stretches.add(new long[] {from, pairs.isEmpty() ? 0 : Math.max(from, last)});
        return stretches;
    }

    private static Piece piece(int sniffers, int reference, List<Pair> pairs, ClockTree tree, long from, long to) {
        long middle = from + (to - from) / 2;
        WeightedOffsets offsets = new WeightedOffsets(sniffers, reference);
        WeightedOffsets skews = new WeightedOffsets(sniffers, reference);
        for (Pair pair : pairs) {
            if (!tree.known()[pair.first()]) {
                continue;
            }
            long at = middle + tree.coarse()[pair.first()];
            ClockLine line = pair.clock().at(at);
            double coarse = tree.coarse()[pair.second()] - tree.coarse()[pair.first()];
            offsets.add(pair.first(), pair.second(), line.offsetAt(at) - coarse, line.uncertaintyAt(at));
            skews.add(pair.first(), pair.second(), line.skew(), line.skewUncertainty() + 1e-9);
        }
        offsets.solve();
        skews.solve();
        return new Piece(
                from, middle, offsets.values(), skews.values(), offsets.uncertainties(), skews.uncertainties());
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
        Piece piece = pieceAt(base);
        return base - Math.round(piece.offset[sniffer] + piece.skew[sniffer] * (base - piece.middleNanos));
    }

    /** Half-width of what the correction of this time stamp can be wrong by, nanoseconds; 0 for the reference. */
    public long uncertainty(int sniffer, long nanos) {
        Piece piece = pieceAt(nanos - coarse[sniffer]);
        double away = Math.abs((double) (nanos - coarse[sniffer] - piece.middleNanos));
        return Math.round(piece.u[sniffer] + piece.skewU[sniffer] * away);
    }

    /** Offset and skew of a sniffer at a moment of the reference's clock; null for a sniffer apart. */
    public @Nullable ClockLine line(int sniffer, long atNanos) {
        if (!known[sniffer]) {
            return null;
        }
        Piece piece = pieceAt(atNanos);
        double offset = coarse[sniffer] + piece.offset[sniffer] + piece.skew[sniffer] * (atNanos - piece.middleNanos);
        double away = Math.abs((double) (atNanos - piece.middleNanos));
        double u = piece.u[sniffer] + piece.skewU[sniffer] * away;
        return new ClockLine(
                piece.fromNanos, Long.MAX_VALUE, atNanos, offset, u, piece.skew[sniffer], piece.skewU[sniffer]);
    }

    private Piece pieceAt(long baseNanos) {
        Piece best = first;
        for (int i = 1; i < count; i++) {
            Piece piece = pieces.get(i);
            best = piece.fromNanos <= baseNanos ? piece : best;
        }
        return best;
    }
}
