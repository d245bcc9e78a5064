package io.wirepath.analyze.query.operator;

/** Counts the rows that nested queries keep, all together, until the query is answered. Used by one thread. */
public final class RowCount {

    private final long most;
    private long rows;

    /** Counts up to this. */
    public RowCount(long most) {
        this.most = most;
    }

    /** Counts more. */
    public void add(long more) {
        rows += more;
        if (rows > most) {
            throw QueryBounds.refusal(
                    "rows in its nested queries", most, "filter them with Where, or sum them up with GroupBy");
        }
    }
}
