package io.wirepath.causes.joint;

import io.wirepath.causes.joint.scene.Priors;
import java.util.Arrays;

/**
 * Which calls a sweep starts a move from: those that are in doubt, and of the settled ones a part. Where one task has
 * made a call throughout, hardly a proposal is accepted.
 *
 * <pre>
 *  call had another owner in the last round            each sweep
 *  one owner in the last 1, 2, 3 and more rounds       each 2nd, 4th, 8th sweep
 * </pre>
 *
 * <p>Where the temperature rises, they are visited more often: what never happened at a lower one may. Moves from other
 * calls may still take a settled call along. How often a call is visited changes between rounds and never depends on
 * the state at hand, so every sweep leaves the density as it is. Not thread-safe.
 */
final class Visits {

    /** Per call: a visit in one of so many sweeps. */
    private final int[] every;

    private int sweep;

    Visits(int calls) {
        every = new int[calls];
        Arrays.fill(every, 1);
    }

    /** Notes how a round ended for a call. */
    void note(int call, boolean isSettled) {
        every[call] = isSettled ? Math.min(Priors.SELDOM, 2 * every[call]) : 1;
    }

    void nextSweep() {
        sweep++;
    }

    /** Whether this sweep starts a move from this call, which is visited at least in one of so many. */
    boolean include(int call, int atLeast) {
        return (sweep + call & Math.min(atLeast, every[call]) - 1) == 0;
    }
}
