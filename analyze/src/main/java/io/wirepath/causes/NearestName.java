package io.wirepath.causes;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what somebody may have meant by a name that is not there. */
public final class NearestName {

    private NearestName() {}

    /**
     * The name that is least far from the one written, if it is near: one slip of the fingers for each three letters.
     */
    public static Optional<String> of(String written, Collection<String> names) {
        return names.stream()
                .filter(name -> distance(written, name) <= Math.max(1, Math.max(written.length(), name.length()) / 3))
                .min(Comparator.<String>comparingInt(name -> distance(written, name))
                        .thenComparing(name -> name));
    }

    /** Letters to be put in, left out, changed, or swapped with their neighbour (optimal string alignment). */
    public static int distance(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, from, to, i, j);
            }
        }
        return cost[from.length()][to.length()];
    }

    private static int step(int[][] cost, String from, String to, int i, int j) {
        int changed = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        int least = Math.min(cost[i - 1][j - 1] + changed, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
    }
}
