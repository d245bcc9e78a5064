package io.wirepath.causes.joint;

import io.wirepath.causes.joint.model.TaskWalk;
import io.wirepath.causes.joint.scene.Scene;

/**
 * What solving a scene may cost, counted in calls that are laid out to score the task that makes them, so that it is
 * the same on every machine.
 *
 * <p>A visit of a call lays out both tasks that it goes between, with all of their calls: where strangers keep a few
 * requests open at a node, each visit costs as much as the node has calls, and the scene the square of them. So a visit
 * has so many calls in the mean, which is several times what recorded systems need; what a scene needs beyond, and all
 * climbs, come from what it has to spare, a share of what all scenes of the analysis have. What there is no room for is
 * not visited: it stays with its owner, which is in doubt where there are others ({@link #visited}). Not thread-safe.
 */
final class WorkBudget {

    /** Calls laid out for a visit, in the mean: recorded systems need one to four. */
    private static final int OF_A_VISIT = 16;

    /** What a visit costs beside: as much as laying out so many calls. */
    private static final int VISIT = 4;

    /** What a scene has beyond its visits: some seconds. */
    private static final long SPARE = 100_000_000;

    /** All scenes of an analysis have as much to spare as so many. */
    private static final int SCENES = 2;

    private final TaskWalk walk;
    private long spare;
    private long granted;
    private long since;
    private long visits;
    private long skipped;

    WorkBudget(Scene scene, TaskWalk walk) {
        this.walk = walk;
        spare = (long) (SPARE * Math.min(1, SCENES * (double) scene.calls / Math.max(1, scene.callsOfAll)));
    }

    /** What was spent, from any beginning. */
    long spent() {
        return walk.laid + VISIT * visits;
    }

    /** What is left beyond the visits that were granted. */
    long spare() {
        return spare;
    }

    /** Begins a stretch of work that has room for so many visits, and for what there is to spare. */
    void grant(long ofVisits) {
        granted = ofVisits * (OF_A_VISIT + VISIT);
        since = spent();
    }

    /** Ends the stretch: what it took beyond what was granted is gone. */
    void settle() {
        spare -= Math.max(0, spent() - since - granted);
    }

    /** Whether the stretch has room for more. */
    boolean hasRoom() {
        return spent() - since < granted + spare;
    }

    /** Whether there is room for a visit, which is counted either way. */
    boolean takesVisit() {
        if (hasRoom()) {
            visits++;
            return true;
        }
        skipped++;
        return false;
    }

    /** Visits that were made, or left out. */
    private long wanted() {
        return visits + skipped;
    }

    /** A moment from which on {@link #visited} counts. */
    Mark mark() {
        return new Mark(visits, wanted());
    }

    /** Share of the visits since then that there was room for; 1 where none was wanted. */
    double visited(Mark from) {
        long all = wanted() - from.wanted;
        return all == 0 ? 1 : (visits - from.visits) / (double) all;
    }

    /** Visits up to a moment. */
    record Mark(long visits, long wanted) {}
}
