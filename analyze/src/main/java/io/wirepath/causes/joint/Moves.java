package io.wirepath.causes.joint;

import io.wirepath.causes.SeededRandom;
import io.wirepath.causes.joint.model.JointDensity;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Priors;
import io.wirepath.causes.joint.scene.Scene;
import java.util.Arrays;

/**
 * Makes the sampler's proposals, each from one call.
 *
 * <pre>
 *  move     give the call to another candidate, or to none
 *  swap     exchange it for a call to the same callee that a candidate owns
 *  segment  exchange all calls of two tasks from this call on, or up to a later one    (mends whole chains)
 *  deal     deal the next calls of two tasks anew, one by one, as each goes on         (unravels loops)
 * </pre>
 *
 * <p>The way back of each starts from the same call, so calls may be visited in any order. Not thread-safe.
 */
final class Moves {

    /** So likely at least a call is dealt to each of two tasks. */
    private static final double HARDLY = 1e-6;

    /** Sizes of a deal: two calls, and each twice as many as the one before. */
    private static final int SIZES = 5;

    private final Scene scene;
    private final CandidateSets candidates;
    private final Owners owners;
    private final boolean[] active;
    private final JointDensity density;
    private final OwnerProposals proposals;
    private final Proposal proposal;
    private final SeededRandom random;

    Moves(
            Scene scene,
            CandidateSets candidates,
            Owners owners,
            boolean[] active,
            JointDensity density,
            OwnerProposals proposals,
            Proposal proposal,
            SeededRandom random) {
        this.scene = scene;
        this.candidates = candidates;
        this.owners = owners;
        this.active = active;
        this.density = density;
        this.proposals = proposals;
        this.proposal = proposal;
        this.random = random;
    }

    /** Proposes another owner; false where there is nothing to propose. */
    boolean move(int j) {
        int from = owners.slot[j];
        boolean single = candidates.count(j) == 1;
        if (from >= 0 && (single || random.nextDouble() < Priors.TO_ANYONE)) {
            proposal.begin(candidates.task[from], CandidateSets.NONE);
            proposal.logBack = single ? 0 : proposals.log(from) - Math.log(Priors.TO_ANYONE);
            proposal.change(j, CandidateSets.NONE, false);
            return true;
        }
        int to = proposals.pick(j, from, random);
        proposal.begin(owners.owner(j), candidates.task[to]);
        proposal.change(j, to, false);
        if (from >= 0) {
            proposal.logBack = proposals.logBack(from, to);
        } else {
            proposal.logBack = single ? 0 : Math.log(Priors.TO_ANYONE) - proposals.log(to);
        }
        return true;
    }

    /** Proposes to exchange a call for one that another task owns. */
    boolean swap(int j) {
        int one = owners.owner(j);
        if (one < 0 || candidates.count(j) == 1) {
            return false;
        }
        int slot = proposals.pick(j, owners.slot[j], random);
        int two = candidates.task[slot];
        int there = calls(two, scene.label[j]);
        int other = there == 0 ? CandidateSets.NONE : call(two, scene.label[j], random.nextInt(there));
        int otherSlot = other < 0 || !active[other] ? CandidateSets.NONE : candidates.slot(other, one);
        if (otherSlot < 0) {
            return false;
        }
        proposal.begin(one, two);
        proposal.logBack =
                proposals.logBack(owners.slot[j], slot) + Math.log((double) there / calls(one, scene.label[j]));
        proposal.change(j, slot, false);
        proposal.change(other, otherSlot, true);
        return true;
    }

    /** How many calls with this label a task has. */
    private int calls(int task, int label) {
        int[] own = owners.calls[task];
        int found = 0;
        for (int x = 0; x < owners.count[task]; x++) {
            found += scene.label[own[x]] == label ? 1 : 0;
        }
        return found;
    }

    private int call(int task, int label, int number) {
        int[] own = owners.calls[task];
        int x = 0;
        for (int left = number; scene.label[own[x]] != label || left-- > 0; x++) {
            // The one that is wanted comes later.
        }
        return own[x];
    }

    /** Proposes to exchange the calls of two tasks from this one on. */
    boolean segment(int j) {
        int one = owners.owner(j);
        return one >= 0 && candidates.count(j) > 1 && segment(j, one, proposals.pick(j, owners.slot[j], random));
    }

    private boolean segment(int j, int one, int slot) {
        int two = candidates.task[slot];
        int end = random.nextBoolean() ? Integer.MAX_VALUE : laterCall(j, one, two);
        if (end == CandidateSets.NONE) {
            return false;
        }
        proposal.begin(one, two);
        proposal.logBack = proposals.logBack(owners.slot[j], slot);
        return give(j, end, one, two, false) && give(j, end, two, one, true);
    }

    /**
     * Proposes to deal the next calls of two tasks anew: each goes to one of both, as likely as that one goes on with
     * it; where both have no more than two calls like this one, to exchange them. The way back deals the calls as they
     * are now (configurational bias: Siepmann and Frenkel, Mol. Phys. 1992).
     */
    boolean deal(int j) {
        int one = owners.owner(j);
        if (one < 0 || candidates.count(j) < 2) {
            return false;
        }
        int slot = proposals.pick(j, owners.slot[j], random);
        int two = candidates.task[slot];
        if (calls(one, scene.label[j]) + calls(two, scene.label[j]) <= 2) {
            return segment(j, one, slot);
        }
        int howMany = 2 << random.nextInt(SIZES);
        proposal.begin(one, two);
        double favour = deal(j, one, two, howMany);
        if (proposal.moved == 0) {
            return false;
        }
        proposal.logBack = favour + (proposal.call[0] == j ? proposals.logBack(owners.slot[j], slot) : 0);
        return true;
    }

    /** Deals, and tells how much likelier it was to deal the calls as they were than as they are dealt. */
    private double deal(int j, int one, int two, int howMany) {
        int x = firstFrom(j, one);
        int y = firstFrom(j, two);
        int lastOfOne = x == 0 ? CandidateSets.NONE : owners.calls[one][x - 1];
        int lastOfTwo = y == 0 ? CandidateSets.NONE : owners.calls[two][y - 1];
        int wasOne = lastOfOne;
        int wasTwo = lastOfTwo;
        double favour = 0;
        for (int n = 0; n < howMany && (x < owners.count[one] || y < owners.count[two]); n++) {
            boolean isOfOne =
                    y == owners.count[two] || x < owners.count[one] && owners.calls[one][x] < owners.calls[two][y];
            int call = isOfOne ? owners.calls[one][x++] : owners.calls[two][y++];
            int slot = active[call] ? candidates.slot(call, isOfOne ? two : one) : CandidateSets.NONE;
            boolean goesToOne = isOfOne;
            if (slot >= 0) {
                double now = toFirst(call, one, wasOne, two, wasTwo);
                double then = toFirst(call, one, lastOfOne, two, lastOfTwo);
                goesToOne = random.nextDouble() < then;
                favour += Math.log(isOfOne ? now : 1 - now) - Math.log(goesToOne ? then : 1 - then);
                if (goesToOne != isOfOne) {
                    proposal.change(call, slot, goesToOne);
                }
            }
            wasOne = isOfOne ? call : wasOne;
            wasTwo = isOfOne ? wasTwo : call;
            lastOfOne = goesToOne ? call : lastOfOne;
            lastOfTwo = goesToOne ? lastOfTwo : call;
        }
        return favour;
    }

    /** How likely a call is dealt to the first of two tasks, after what each has had last. */
    private double toFirst(int call, int one, int lastOfOne, int two, int lastOfTwo) {
        double ahead = density.goesOn(two, lastOfTwo, call) - density.goesOn(one, lastOfOne, call);
        return Math.max(HARDLY, Math.min(1 - HARDLY, 1 / (1 + Math.exp(ahead))));
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
        int x = Arrays.binarySearch(owners.calls[task], 0, owners.count[task], call);
        return x < 0 ? -x - 1 : x;
    }

    /** Gives the calls of a task from {@code j} up to {@code end} to another one; false where that is impossible. */
    private boolean give(int j, int end, int from, int to, boolean toFirst) {
        int[] own = owners.calls[from];
        for (int x = firstFrom(j, from); x < owners.count[from] && own[x] < end; x++) {
            int slot = active[own[x]] ? candidates.slot(own[x], to) : CandidateSets.NONE;
            if (slot < 0) {
                return false;
            }
            proposal.change(own[x], slot, toFirst);
        }
        return true;
    }
}
