package io.wirepath.causes.nesting;

import io.wirepath.causes.MessageTable;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * Step 3, FindNestedPairs (Project 5, Figure 4, lines 19 to 27): takes the calls in order, and for each the parent with
 * the highest score; the earliest one where several have it.
 *
 * <p>A penalty multiplies the score by {@code c^-x}. The paper counts as {@code c} "the children already assigned";
 * as one such child would then cost nothing, and none would cost infinitely little, the call itself is counted too.
 */
final class NestedPairs {

    private static final int KNOWN_POWERS = 64;

    private final MessageTable messages;
    private final CallPairs pairs;
    private final double[] overlapPower;
    private final double[] samePower;
    private final double[] childPower;
    private final NestingSettings settings;
    /** The last child that each pair was given, and the one that its parent was given before it. */
    private final int[] latestChild;

    private final int[] earlierSibling;

    NestedPairs(MessageTable messages, CallPairs pairs, NestingSettings settings) {
        this.messages = messages;
        this.pairs = pairs;
        this.settings = settings;
        overlapPower = powers(settings.overlapPenalty());
        samePower = powers(settings.samePenalty());
        childPower = powers(settings.childPenalty());
        latestChild = new int[pairs.size];
        earlierSibling = new int[pairs.size];
        Arrays.fill(latestChild, MessageTable.NONE);
    }

    /**
     * Finds them, once.
     *
     * @param raw score of each possible parent on the board
     * @param score receives the same less the penalty
     * @return per pair its parent pair, or {@link MessageTable#NONE}
     */
    int[] find(IntToDoubleFunction raw, double[] score) {
        int[] chosen = new int[pairs.size];
        Arrays.fill(chosen, MessageTable.NONE);
        for (int p = 0; p < pairs.size; p++) {
            double most = 0;
            for (int at = pairs.first[p]; at < pairs.first[p + 1]; at++) {
                int parent = pairs.parent[at];
                score[at] = raw.applyAsDouble(at);
                if (latestChild[parent] != MessageTable.NONE) {
                    score[at] *= penalty(p, parent);
                }
                if (score[at] > most) {
                    most = score[at];
                    chosen[p] = parent;
                }
            }
            if (chosen[p] != MessageTable.NONE) {
                earlierSibling[p] = latestChild[chosen[p]];
                latestChild[chosen[p]] = p;
            }
        }
        return chosen;
    }

    private double penalty(int p, int parent) {
        int overlapping = 1;
        int same = 1;
        int any = 1;
        long made = pairs.madeNanos[p];
        int callee = messages.destination(pairs.call[p]);
        for (int c = latestChild[parent]; c != MessageTable.NONE; c = earlierSibling[c]) {
            any++;
            same += messages.destination(pairs.call[c]) == callee ? 1 : 0;
            // Calls are taken in order of time, so an earlier one overlaps if it had not returned yet.
            overlapping += pairs.returnedNanos[c] > made ? 1 : 0;
        }
        double scale = power(overlapPower, overlapping, settings.overlapPenalty());
        return scale * power(samePower, same, settings.samePenalty()) * power(childPower, any, settings.childPenalty());
    }

    private static double[] powers(double exponent) {
        double[] powers = new double[KNOWN_POWERS];
        Arrays.setAll(powers, count -> count == 1 || exponent == 0 ? 1 : Math.pow(count, -exponent));
        return powers;
    }

    private static double power(double[] known, int count, double exponent) {
        return count < KNOWN_POWERS ? known[count] : Math.pow(count, -exponent);
    }
}
