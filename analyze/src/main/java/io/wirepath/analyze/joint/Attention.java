package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * Which calls of a component the sampler tries to change, and how often: those that changed owners lately are visited
 * once a sweep on average, the quiet ones much less.
 *
 * <p>How often a call is visited never depends on the state at hand, only on rounds that are over: so the chain keeps
 * its equilibrium, and a call that falls quiet too early is still woken.
 */
final class Attention {

    /** A quiet call is visited once in so many sweeps. */
    private static final int QUIET = 3;

    private final int[] order;
    private final int lively;
    private final int moves;

    private Attention(int[] order, int lively) {
        this.order = order;
        this.lively = lively;
        moves = lively + (order.length - lively + QUIET - 1) / QUIET;
    }

    /**
     * Looks at calls by what they did.
     *
     * @param changes per call how often it changed owners lately
     */
    static Attention of(int[] component, int[] changes) {
        int[] order = new int[component.length];
        int lively = 0;
        int end = order.length;
        for (int j : component) {
            if (changes[j] > 0) {
                order[lively++] = j;
            } else {
                order[--end] = j;
            }
        }
        return new Attention(order, lively);
    }

    /** Looks at all calls alike. */
    static Attention toAll(int[] component) {
        return new Attention(Arrays.copyOf(component, component.length), component.length);
    }

    /** Moves of one sweep. */
    int moves() {
        return moves;
    }

    /** The call to try next. */
    int pick(SeededRandom random) {
        int ticket = random.nextInt(lively * QUIET + order.length - lively);
        return ticket < lively * QUIET ? order[ticket / QUIET] : order[ticket - lively * QUIET + lively];
    }
}
