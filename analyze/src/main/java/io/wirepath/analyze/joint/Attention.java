package io.wirepath.analyze.joint;

/**
 * Which calls of a component the sampler tries to change, and how often: those that changed owners lately are visited
 * once a sweep on average, the others less, the longer they have been quiet.
 *
 * <p>How often a call is visited never depends on the state at hand, only on rounds that are over: so the chain keeps
 * its equilibrium, and a call that falls quiet too early is still woken.
 */
final class Attention {

    /** Tickets of a call by the rounds that it has been quiet for. */
    private static final int[] TICKETS = {12, 4, 2, 1};

    /** Rounds after which a call is not visited less any more. */
    static final int QUIETEST = TICKETS.length - 1;

    private final int[] order;
    /** Calls of each level end here in the order. */
    private final int[] end = new int[TICKETS.length];
    /** Tickets before those of each level. */
    private final int[] before = new int[TICKETS.length + 1];

    private Attention(int[] component, byte[] quiet) {
        order = new int[component.length];
        int at = 0;
        for (int level = 0; level <= QUIETEST; level++) {
            int first = at;
            for (int j : component) {
                if (quiet[j] == level) {
                    order[at++] = j;
                }
            }
            end[level] = at;
            before[level + 1] = before[level] + TICKETS[level] * (at - first);
        }
    }

    /**
     * Looks at calls by what they did.
     *
     * @param quiet per call for how many rounds it has been quiet, at most {@link #QUIETEST}
     */
    static Attention of(int[] component, byte[] quiet) {
        return new Attention(component, quiet);
    }

    /** How many times more often a call is visited than the quietest ones. */
    static int tickets(int quiet) {
        return TICKETS[quiet];
    }

    /** Moves of one sweep. */
    int moves() {
        return (before[QUIETEST + 1] + TICKETS[0] - 1) / TICKETS[0];
    }

    /** The call to try next. */
    int pick(SeededRandom random) {
        int ticket = random.nextInt(before[QUIETEST + 1]);
        int level = 0;
        while (ticket >= before[level + 1]) {
            level++;
        }
        int first = level == 0 ? 0 : end[level - 1];
        return order[first + (ticket - before[level]) / TICKETS[level]];
    }
}
