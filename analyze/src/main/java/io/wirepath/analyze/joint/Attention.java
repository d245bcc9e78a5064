package io.wirepath.analyze.joint;

/**
 * Which calls of a component the sampler tries to change, how often and in which order: those that changed owners lately are visited
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
    /** Where to go on at each level, where calls are visited in turn. */
    private final int[] next = new int[TICKETS.length];

    private final boolean inTurn;
    private int level = QUIETEST;
    /** Visits that are left at this level before it is the next one's turn. */
    private int left;

    private Attention(int[] component, byte[] quiet, boolean inTurn) {
        this.inTurn = inTurn;
        order = new int[component.length];
        int at = 0;
        for (int each = 0; each <= QUIETEST; each++) {
            int first = at;
            next[each] = at;
            for (int j : component) {
                if (quiet[j] == each) {
                    order[at++] = j;
                }
            }
            end[each] = at;
            before[each + 1] = before[each] + TICKETS[each] * (at - first);
        }
    }

    /**
     * Looks at calls by what they did, in random order.
     *
     * @param quiet per call for how many rounds it has been quiet, at most {@link #QUIETEST}
     */
    static Attention atRandom(int[] component, byte[] quiet) {
        return new Attention(component, quiet, false);
    }

    /**
     * The same, one after the other in order of sending, level by level: no call is left out of a sweep by chance, and what a move
     * touches was touched just before. Only for moves that start from the same call as the way back.
     */
    static Attention inTurn(int[] component, byte[] quiet) {
        return new Attention(component, quiet, true);
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
        return inTurn ? nextInTurn() : drawn(random);
    }

    private int nextInTurn() {
        while (left == 0) {
            level = level == QUIETEST ? 0 : level + 1;
            left = ((end[level] - first(level)) * TICKETS[level] + TICKETS[0] - 1) / TICKETS[0];
        }
        left--;
        int at = next[level];
        next[level] = at + 1 == end[level] ? first(level) : at + 1;
        return order[at];
    }

    private int first(int ofLevel) {
        return ofLevel == 0 ? 0 : end[ofLevel - 1];
    }

    private int drawn(SeededRandom random) {
        int ticket = random.nextInt(before[QUIETEST + 1]);
        int itsLevel = 0;
        while (ticket >= before[itsLevel + 1]) {
            itsLevel++;
        }
        return order[first(itsLevel) + (ticket - before[itsLevel]) / TICKETS[itsLevel]];
    }
}
