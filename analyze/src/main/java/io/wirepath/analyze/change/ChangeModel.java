package io.wirepath.analyze.change;

/** The numbers that the judgements of change share. */
public final class ChangeModel {

    /** How far the level of a place usually wanders by itself, in logarithms, … */
    static final double WAVES = 0.25;

    /** … as surely as so many stretches of its own would tell. */
    static final double WAVES_FREEDOM = 20;

    /** The place's own stretches are so many times shorter than the one that is judged, and so wander more. */
    static final int PARTS = 4;

    /** Fewest observations that show anything: of a leap, of what it is compared with, of a block, of events. */
    public static final int MIN_WITNESSES = 5;

    /** Counts are compared as if so much were added to each. */
    public static final double FLOOR_OF_COUNTS = 0.1;

    /** A count is steady where it is the same for this share of those that are alike. */
    static final double STEADY = 0.95;

    /** Places between which a leap is looked for, and at which a line may leave its level. */
    static final int PLACES = 40;

    /** Stretches that are judged, the highest first. */
    static final int LEAPS_JUDGED = 8;

    /** Observations nearer to each other than this count once. */
    static final long ONE_CAUSE_NANOS = 100_000_000L;

    /** What lasts shorter is a pause, and no level. */
    public static final long MIN_NANOS = 4_500_000_000L;

    /** Leaps of one series, and steps that a line is compared with, at most. */
    static final int MAX_CHANGES = 5;

    /** Factor on the chance of a leap that ends: pauses, jobs and cold starts come and go by themselves. */
    static final double CARE_OF_END = 1000;

    /** A leap that ends must explain so many times more than one that lasts, to be told instead. */
    static final double MORE_WITH_AN_END = 1.25;

    /** Who is silent for so long no longer answers: no response comes later, and no pause is as long. */
    public static final long SILENCE_NANOS = 2_000_000_000L;

    /** A duration of so many usual ones of its kind is held up. */
    public static final double MUCH_LONGER = 4;

    /** What explains, shows or costs so much of something is most of it. */
    public static final double MOST = 0.5;

    /** What has so much of something is what it comes from, and no other. */
    public static final double NEARLY_ALL = 0.9;

    /** Observations that are like others and tell by how much these differ. */
    public static final int MIN_COMPARED = 20;

    /** Parts of the time in which something must come again to be no accident, and by which a spread is judged. */
    public static final int BLOCKS = 32;

    /** Observations that are kept of a series, and requests of a role: more tell hardly more. */
    public static final int MAX_OBSERVATIONS = 20_000;

    private ChangeModel() {}
}
