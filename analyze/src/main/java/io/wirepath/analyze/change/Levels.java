package io.wirepath.analyze.change;

import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The levels of a sequence of observations, one after another, and what changes they make: each rise or fall begins
 * one, and the later level that is nearer to what was before than to what it began with ends it; one that goes further
 * beyond than it comes back also begins another, and is nothing to compare the first with. Immutable.
 *
 * <pre>
 *                       ┌────────┐
 *              ┌────────┘   b    │             a lasts from the first rise to the fall, and is measured on its first level;
 *   ───────────┘   a             └──────       b begins at the second rise; the fall ends both and begins none
 * </pre>
 */
final class Levels {

    /** Of two levels that take turns, a lower one that comes second is the change if it is so little of the other. */
    private static final double SELDOM = 0.5;

    private final Observations observations;
    private final double[] level;
    private final Place[] place;
    private final double chance;

    /**
     * Places the changes.
     *
     * @param score of each observation, as {@link Place} takes it
     * @param starts about where each level but the first begins
     * @param level the height of each level
     * @param search observations by which the changes may lie elsewhere
     * @param chance what the cut is told to be by chance
     */
    Levels(Observations observations, double[] score, int[] starts, double[] level, int search, double chance) {
        this.observations = observations;
        this.level = level;
        this.chance = chance;
        place = new Place[starts.length];
        for (int i = 0; i < place.length; i++) {
            int from = i == 0 ? 0 : starts[i - 1];
            int to = i + 1 < place.length ? starts[i + 1] : score.length;
            place[i] = Place.of(score, from, starts[i], to, search);
        }
    }

    /**
     * Which observations lie in levels that last long enough to be no mere pause. Of what recurs nobody knows how long
     * the first and the last one are.
     */
    int[] inLongLevels(boolean recurs) {
        IntStream.Builder those = IntStream.builder();
        for (int i = 0; i <= place.length; i++) {
            int from = i == 0 ? 0 : place[i - 1].likeliest();
            int to = i < place.length ? place[i].likeliest() : observations.size();
            long end = observations.nanos(Math.min(to, observations.size() - 1));
            boolean isCut = recurs && (i == 0 || i == place.length);
            if (isCut || end - observations.nanos(from) >= ChangeModel.MIN_NANOS) {
                IntStream.range(from, to).forEach(those::add);
            }
        }
        return those.build().toArray();
    }

    /**
     * The one change of what goes to and fro between two levels, with its pauses. What had begun before is left out.
     */
    List<Change> recurring() {
        int onset = isToSecond() ? 0 : 1;
        boolean lasts = (place.length - onset) % 2 == 1;
        int end = lasts ? place.length : place.length - 1;
        List<Change.Pause> pauses = new ArrayList<>();
        for (int i = onset + 1; i < end; i += 2) {
            pauses.add(new Change.Pause(nanos(at(i)), nanos(at(i + 1))));
        }
        Change whole = change(onset, end);
        return List.of(new Change(
                whole.onsetNanos(),
                whole.onsetFromNanos(),
                whole.onsetToNanos(),
                whole.endNanos(),
                whole.endFromNanos(),
                whole.endToNanos(),
                begin(end),
                whole.beforeNanos(),
                Long.MAX_VALUE,
                0,
                chance,
                pauses));
    }

    /**
     * Whether what takes turns changes to the level that was not there first: the higher one, or the lower one where
     * few are there.
     */
    private boolean isToSecond() {
        int[] number = new int[2];
        for (int i = 0; i <= place.length; i++) {
            number[i % 2] += (i < place.length ? place[i].likeliest() : observations.size()) - at(i - 1);
        }
        return level[1] > level[0] || number[1] < number[0] * SELDOM;
    }

    /** Where the level behind a place begins; 0 for that before all. */
    private int at(int i) {
        return i < 0 ? 0 : place[i].likeliest();
    }

    /** The changes, in order of their onsets. */
    List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        boolean[] ends = new boolean[place.length];
        for (int onset = 0; onset < place.length; onset++) {
            if (!ends[onset]) {
                int end = onset + 1;
                while (end < place.length && !isBack(onset, end)) {
                    end++;
                }
                if (end < place.length) {
                    ends[end] = !goesBeyond(onset, end);
                }
                changes.add(change(onset, end));
            }
        }
        return changes;
    }

    /** Whether the level that begins at one change is nearer to that before another change than to that after it. */
    private boolean isBack(int onset, int at) {
        double own = level[at + 1];
        return Math.abs(own - level[onset]) < Math.abs(own - level[onset + 1]);
    }

    /**
     * Whether the level that ends a change lies further beyond what was before than the change had led away from it.
     */
    private boolean goesBeyond(int onset, int at) {
        return Math.abs(level[at + 1] - level[onset]) > Math.abs(level[onset + 1] - level[onset]);
    }

    private Change change(int onset, int end) {
        boolean lasts = end == place.length;
        return new Change(
                nanos(place[onset].likeliest()),
                nanos(Math.max(0, place[onset].first() - 1)),
                nanos(place[onset].last()),
                lasts ? MessageTable.NIL : nanos(place[end].likeliest()),
                lasts ? MessageTable.NIL : nanos(Math.max(0, place[end].first() - 1)),
                lasts ? MessageTable.NIL : nanos(place[end].last()),
                begin(onset + 1),
                onset == 0 ? Long.MIN_VALUE : nanos(place[onset - 1].likeliest()),
                lasts ? Long.MAX_VALUE : goesBeyond(onset, end) ? begin(end) : begin(end + 1),
                0,
                chance,
                List.of());
    }

    private long begin(int at) {
        return at < place.length ? nanos(place[at].likeliest()) : Long.MAX_VALUE;
    }

    private long nanos(int at) {
        return observations.nanos(at);
    }
}
