package io.wirepath.analyze.query.operator;

/** Counts what a query looks at, so that no query goes on for ever. Used by one thread. */
public final class StepCount {

    private final long most;
    private long steps;

    /** Counts up to this. */
    public StepCount(long most) {
        this.most = most;
    }

    /** Counts more. */
    void add(long more) {
        steps += more;
        if (steps > most) {
            throw QueryBounds.refusal(
                    "steps",
                    most,
                    "join fewer events: filter nested sources with Where, take First or MostRecent, or less time");
        }
    }

    /** Steps so far. */
    public long steps() {
        return steps;
    }
}
