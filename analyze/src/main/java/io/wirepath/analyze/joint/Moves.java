package io.wirepath.analyze.joint;

/**
 * Makes the sampler's proposals, each from one call.
 *
 * <pre>
 *  move     give the call to another candidate, or to none
 *  swap     exchange it for a call to the same callee that a candidate owns; without an owner, take its place
 *  segment  exchange all calls of two tasks from this call on, or up to a later one    (mends whole chains)
 * </pre>
 *
 * <p>The way back of a swap or segment is the one that starts from the same call; only where a call without an owner takes the
 * place of another, it is the other call that takes it back. Not thread-safe.
 */
final class Moves {

    /** How often a move proposes that a call has no owner. */
    private static final double ORPHAN_SHARE = 0.2;

    /** The same in a crowd, where hardly any such proposal is taken. */
    private static final double ORPHAN_SHARE_IN_CROWDS = 0.05;

    private final Scene scene;
    private final CandidateSets candidates;
    private final Owners owners;
    private final boolean[] active;
    private final LikelyOwners likely;
    private final byte[] quiet;
    private final Proposal proposal;
    private final SeededRandom random;
    private double orphanShare = ORPHAN_SHARE;
    private boolean takesPlaces = true;

    /**
     * Prepares the moves.
     *
     * @param quiet per call its level of attention
     */
    Moves(
            Scene scene,
            CandidateSets candidates,
            Owners owners,
            boolean[] active,
            LikelyOwners likely,
            byte[] quiet,
            Proposal proposal,
            SeededRandom random) {
        this.scene = scene;
        this.candidates = candidates;
        this.owners = owners;
        this.active = active;
        this.likely = likely;
        this.quiet = quiet;
        this.proposal = proposal;
        this.random = random;
    }

    /**
     * Proposes seldom that a call has no owner, and never that one without takes the place of another: of all moves that one alone has
     * a way back that starts from another call.
     */
    void suitCrowds() {
        takesPlaces = false;
        orphanShare = ORPHAN_SHARE_IN_CROWDS;
    }

    /** Proposes another owner; false where there is nothing to propose. */
    boolean move(int j) {
        int from = owners.slot[j];
        boolean single = candidates.count(j) == 1;
        if (from >= 0 && (single || random.nextDouble() < orphanShare)) {
            proposal.begin(candidates.task[from], CandidateSets.NONE);
            proposal.logBack = single ? 0 : likely.log(from) - Math.log(orphanShare);
            proposal.change(j, CandidateSets.NONE, false);
            return true;
        }
        int to = likely.pick(j, from, random);
        proposal.begin(owners.owner(j), candidates.task[to]);
        proposal.change(j, to, false);
        if (from >= 0) {
            proposal.logBack = likely.logBack(from, to);
        } else {
            proposal.logBack = single ? 0 : Math.log(orphanShare) - likely.log(to);
        }
        return true;
    }

    /** Proposes to exchange a call for one that another task owns. */
    boolean swap(int j) {
        int one = owners.owner(j);
        if (one < 0 ? !takesPlaces : candidates.count(j) == 1) {
            return false;
        }
        int slot = likely.pick(j, owners.slot[j], random);
        int two = candidates.task[slot];
        int there = calls(two, scene.label[j]);
        int other = there == 0 ? CandidateSets.NONE : call(two, scene.label[j], random.nextInt(there));
        if (other < 0 || !active[other]) {
            return false;
        }
        int otherSlot = one < 0 ? CandidateSets.NONE : candidates.slot(other, one);
        if (one >= 0 && otherSlot < 0) {
            return false;
        }
        proposal.begin(one, two);
        if (one < 0) {
            double tickets = (double) Attention.tickets(quiet[other]) / Attention.tickets(quiet[j]);
            proposal.logBack = Math.log(tickets) + likely.log(owners.slot[other]) - likely.log(slot);
        } else {
            int here = calls(one, scene.label[j]);
            proposal.logBack =
                    likely.logBack(owners.slot[j], slot) + (here == there ? 0 : Math.log((double) there / here));
        }
        proposal.change(j, slot, false);
        proposal.change(other, otherSlot, true);
        return true;
    }

    /** How many calls with this label a task has. */
    private int calls(int task, int label) {
        int[] its = owners.calls[task];
        int found = 0;
        for (int x = 0; x < owners.count[task]; x++) {
            found += scene.label[its[x]] == label ? 1 : 0;
        }
        return found;
    }

    private int call(int task, int label, int number) {
        int[] its = owners.calls[task];
        int x = 0;
        for (int left = number; scene.label[its[x]] != label || left-- > 0; x++) {
            // The one that is wanted comes later.
        }
        return its[x];
    }

    /** Proposes to exchange the calls of two tasks from this one on. */
    boolean segment(int j) {
        int one = owners.owner(j);
        if (one < 0 || candidates.count(j) < 2) {
            return false;
        }
        int slot = likely.pick(j, owners.slot[j], random);
        int two = candidates.task[slot];
        int end = random.nextBoolean() ? Integer.MAX_VALUE : laterCall(j, one, two);
        if (end == CandidateSets.NONE) {
            return false;
        }
        proposal.begin(one, two);
        proposal.logBack = likely.logBack(owners.slot[j], slot);
        return give(j, end, one, two, false) && give(j, end, two, one, true);
    }

    /** A random call of these two tasks after call j, or none where there is none. */
    private int laterCall(int j, int one, int two) {
        int x = firstFrom(j + 1, one);
        int y = firstFrom(j + 1, two);
        int later = owners.count[one] - x + owners.count[two] - y;
        if (later == 0) {
            return CandidateSets.NONE;
        }
        for (int pick = random.nextInt(later); ; pick--) {
            boolean fromOne =
                    y >= owners.count[two] || x < owners.count[one] && owners.calls[one][x] < owners.calls[two][y];
            int call = fromOne ? owners.calls[one][x++] : owners.calls[two][y++];
            if (pick == 0) {
                return call;
            }
        }
    }

    /** Where the calls of a task begin that are not before this one. */
    private int firstFrom(int call, int task) {
        int x = owners.count[task];
        while (x > 0 && owners.calls[task][x - 1] >= call) {
            x--;
        }
        return x;
    }

    /** Gives the calls of a task from {@code j} up to {@code end} to another one; false where that is impossible. */
    private boolean give(int j, int end, int from, int to, boolean toFirst) {
        int[] its = owners.calls[from];
        for (int x = firstFrom(j, from); x < owners.count[from] && its[x] < end; x++) {
            int slot = active[its[x]] ? candidates.slot(its[x], to) : CandidateSets.NONE;
            if (slot < 0) {
                return false;
            }
            proposal.change(its[x], slot, toFirst);
        }
        return true;
    }
}
