package io.wirepath.causes.joint.scene;

/**
 * The numbers of the joint linker that change answers, in one place; docs/results/constants.md has where each comes
 * from and what half and twice of it change. A number that means the same stands here once. What only bounds work or
 * memory stands where it is used.
 */
public final class Priors {

    // Counts in tables.
    /** Samples less of what is judged: a wrong guess must not speak for itself. */
    public static final double ITSELF = 1;
    /** Samples of what a table is backed off to, and of plans that are independent of each other. */
    public static final double BACKED_OFF = 1;
    /** Samples taken as seen of what was not, and taken from what was seen once (absolute discounting). */
    public static final double UNSEEN = 0.5;
    /** Pairs taken as seen at their rate by chance. */
    public static final double BY_CHANCE = 5;
    /** Samples that the pace of a transition borrows of its kind. */
    public static final double LIKE_ITS_KIND = 100;
    /** Share of the variance of a delay that none foretells better than. */
    public static final double MIN_VARIANCE = 0.2;
    /** Samples in a smoothing window. */
    public static final double SMOOTHING_SAMPLES = 16;
    /** Share of the calls of a label taken as seen without an owner, and how many of each label beside that. */
    public static final double ORPHAN_SHARE = 0.01;

    public static final double ORPHANS = 0.1;
    /** A gain, in nats, from which what has numbers of its own pays: about what Akaike's criterion or the BIC ask. */
    public static final double PAYS = 5;
    /** Nats a likely pair that evidence must gain in the mean: random bytes share a short token now and then. */
    public static final double MIN_PER_PAIR = 0.1;
    /** Bins an octave of sizes, and of delays that may be in excess of chance. */
    public static final int BINS_AN_OCTAVE = 3;
    /** Bins an octave of gaps: wide bins blur where densities are steep. */
    public static final int GAP_BINS_AN_OCTAVE = 8;

    // The schedule.
    /** Rounds of learning. */
    public static final int ROUNDS = 9;
    /** Rounds where decided tasks teach the first tables. */
    public static final int ROUNDS_GOING_ON = 3;
    /** Last rounds in which plans count in full. */
    public static final int FULL_ROUNDS = 2;
    /** How much what comes from a guess counts: plans in the first round, and whole tasks as if they made no calls. */
    public static final double GUESSED = 0.3;
    /** Sweeps before a count begins. */
    public static final int BURN_IN = 4;
    /** Sweeps counted in a round. */
    public static final int COUNTED = 28;
    /** Sweeps counted of the posterior. */
    public static final int POSTERIOR = 40;
    /** Of the posterior: tasks are not as independent as the model assumes. */
    public static final double TEMPERATURE = 1.3;
    /** Sweeps of the cooling, each colder, and the temperature of the last. */
    public static final int COOLING = 36;

    public static final double COLDEST = 0.03;
    /** A settled call is visited in one of so many sweeps, at least: a power of two. */
    public static final int SELDOM = 8;

    /** Share of what the chains do not agree in that is doubt in all that they say. */
    public static final double DOUBT = 0.4;

    // Proposals.
    /** Share of proposals that go to all alike, or to no owner. */
    public static final double TO_ANYONE = 0.1;
    /** Share that goes to former owners. */
    public static final double TO_FORMER = 0.4;
    /** Bins to each side over which delays are taken together. */
    public static final int NEIGHBOURS = 2;
    /** Nats from which a call with one possible owner is frozen, and that one pair says for or against, at most. */
    public static final double CERTAIN = 16;

    // Scenes.
    /** Quantile of a time that is the longest; what is left is the weight of a bin beyond it. */
    public static final double NEARLY_ALL = 0.999;
    /** Factor on the longest delay that was seen to matter. */
    public static final double MARGIN = 2;
    /** So few show nothing. */
    public static final int FEW = 20;
    /** So many of a kind are enough to look at. */
    public static final int ENOUGH = 4000;
    /** So many that are near each of them are looked at. */
    public static final int MAX_PAIRS = 512;

    private Priors() {}
}
