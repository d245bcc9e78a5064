package io.wirepath.analyze.query.operator;

/** How many bytes the aggregates of a query may still keep, over all groups. Not thread-safe. */
final class StateRoom {

    /** A different value, or a bucket of a quantile, with its entry in a table. */
    static final int ENTRY_BYTES = 120;

    private final long most;
    private long used;

    StateRoom(long most) {
        this.most = most;
    }

    /**
     * Takes room.
     *
     * @throws io.wirepath.analyze.query.language.QueryException where there is no more
     */
    void take(int bytes) {
        used += bytes;
        if (used > most) {
            throw QueryBounds.refusal(
                    "bytes of different values and sums", most, "select fewer of them, or group by less");
        }
    }
}
