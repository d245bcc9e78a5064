package io.wirepath.analyze.query.operator;

/**
 * Counts what a query and those nested in it look at, so that no query goes on for ever. An event costs the more the
 * longer the expressions are that are worked out for it. Used by one thread.
 */
public final class StepCount {

    /** Operators and values that are worked out while an event is looked at. */
    private static final int IN_A_STEP = 32;

    private final long most;
    private final long weight;
    private final long[] steps;

    /** Counts up to this. */
    public StepCount(long most) {
        this(most, 1, new long[1]);
    }

    private StepCount(long most, long weight, long[] steps) {
        this.most = most;
        this.weight = weight;
        this.steps = steps;
    }

    /** The same count, of a query with so many operators and values. */
    public StepCount weighing(int operators) {
        return new StepCount(most, 1 + operators / IN_A_STEP, steps);
    }

    /** Counts events. */
    void add(long events) {
        steps[0] += events * weight;
        if (steps[0] > most) {
            throw QueryBounds.refusal(
                    "steps",
                    most,
                    "join fewer events: filter nested sources with Where, take First or MostRecent, or less time");
        }
    }

    /** Steps so far. */
    public long steps() {
        return steps[0];
    }
}
