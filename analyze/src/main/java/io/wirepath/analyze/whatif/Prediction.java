package io.wirepath.analyze.whatif;

import java.util.List;

/**
 * How long requests would take in a system that is otherwise. Immutable; safe to share.
 *
 * @param rows all requests first, then those of each entry, most first
 * @param places what calls hold that others wait for
 * @param replays how many replays the intervals are from
 */
public record Prediction(List<Row> rows, List<Place> places, int replays) {

    /**
     * Requests of clients at one entry.
     *
     * @param name role that they ask, and what for where that is known; empty for all requests
     * @param requests answered requests in the recording
     * @param figures mean, median, 90th and 99th percentile, in this order
     */
    public record Row(String name, int requests, List<Figure> figures) {}

    /**
     * A number in ns: as recorded, as a replay of the recording gives it, and as predicted. A recording of the changed
     * system that is as long lies between the bounds in 95 of 100 cases, as far as the recording shows all that
     * requests wait for.
     */
    public record Figure(
            double recordedNanos, double replayedNanos, double thenNanos, double lowNanos, double highNanos) {}

    /**
     * What calls hold.
     *
     * @param name node that serves them, or of a pool {@code CALLER>CALLEE}
     * @param kind what they ask for; empty where all requests count
     * @param standing whether packets show that anybody waits for it
     * @param atOnceNow how many hold it at once, as recorded; 0 where no limit is known or possible
     * @param atOnceThen as it would be
     */
    public record Place(String name, String kind, Standing standing, int atOnceNow, int atOnceThen) {}

    /** What is known of a place. */
    public enum Standing {
        /** Requests wait for it, and a replay with that queue takes as long as was recorded. */
        WAITED_FOR,
        /** Nobody waits for it; somebody asks what would be with so few. */
        ASKED,
        /**
         * Nobody seems to wait for it, and there may be no more than were ever held at once: the upper bounds are of a
         * queue there, all else of none.
         */
        POSSIBLE,
        /** Requests seem to wait for it, and a replay does not bear that out: its waits count as work. */
        DOUBTFUL
    }

    /** Copies the lists. */
    public Prediction {
        rows = List.copyOf(rows);
        places = List.copyOf(places);
    }
}
