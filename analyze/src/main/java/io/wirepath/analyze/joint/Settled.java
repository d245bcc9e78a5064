package io.wirepath.analyze.joint;

/**
 * Groups of calls that are solved exactly and of which hardly any other state is possible: they rest for a round, and for one
 * more each time that they prove the same again. Not thread-safe.
 */
final class Settled {

    /** Probability of the state at hand from which on a group may rest. */
    private static final double SURE = 0.9995;

    /** Per call: how many times in a row its group was sure. */
    private final byte[] sure;
    /** Per call: rounds for which its group still rests. */
    private final byte[] rest;

    Settled(int calls) {
        sure = new byte[calls];
        rest = new byte[calls];
    }

    /** Whether this group needs no look in this round; to be asked once a round. */
    boolean mayRest(int[] group) {
        boolean all = true;
        for (int j : group) {
            all &= rest[j] > 0;
        }
        for (int j : group) {
            rest[j] = (byte) (all ? rest[j] - 1 : 0);
        }
        return all;
    }

    /** Notes how likely the state is that a group was left in. */
    void note(int[] group, double probability) {
        for (int j : group) {
            sure[j] = (byte) (probability < SURE ? 0 : Math.min(Byte.MAX_VALUE, sure[j] + 1));
            rest[j] = sure[j];
        }
    }
}
