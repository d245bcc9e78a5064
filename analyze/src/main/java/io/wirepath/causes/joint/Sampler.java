package io.wirepath.causes.joint;

import io.wirepath.causes.SeededRandom;
import io.wirepath.causes.joint.model.JointDensity;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;

/**
 * Markov chain Monte Carlo over the owners of calls (Metropolis and Hastings), with four {@link Moves} from undecided
 * calls in turn.
 *
 * <p>Each evaluates only the two tasks touched. Nothing is allocated in a sweep. Not thread-safe.
 */
final class Sampler {

    private final Owners owners;
    private final JointDensity density;
    private final double[] taskScore;
    private final SeededRandom random;
    private final HoldingTimes holding;
    private final ScoreMemo scores;
    private final WorkBudget budget;
    private final Moves moves;
    private final Proposal proposal;
    final Visits visits;

    /**
     * Prepares a sampler of these owners.
     *
     * @param active per call whether it is to be decided
     */
    Sampler(
            Scene scene,
            CandidateSets candidates,
            Owners owners,
            JointDensity density,
            ScoreMemo scores,
            WorkBudget budget,
            boolean[] active,
            OwnerProposals proposals,
            SeededRandom random,
            HoldingTimes holding) {
        this.owners = owners;
        this.density = density;
        this.random = random;
        this.holding = holding;
        this.scores = scores;
        this.budget = budget;
        visits = new Visits(scene.calls);
        taskScore = new double[scene.tasks];
        proposal = new Proposal(owners);
        moves = new Moves(scene, candidates, owners, active, density, proposals, proposal, random);
    }

    /** Scores one task again after the tables or its calls changed. */
    void rescore(int task) {
        taskScore[task] = scores.of(task, owners.setKey[task], owners.calls[task], owners.count[task]);
    }

    /**
     * So many sweeps, in each of which a move starts from those of these calls that it {@linkplain Visits visits}, as
     * far as the budget granted has room.
     *
     * @param atLeast each call is visited at least in one of so many sweeps, a power of two
     * @return the change of the log-likelihood
     */
    double sweep(int[] component, int times, double temperature, int atLeast) {
        double change = 0;
        for (int n = 0; n < times; n++) {
            visits.nextSweep();
            for (int j : component) {
                if (visits.include(j, atLeast) && budget.takesVisit()) {
                    change += step(j, random.nextDouble(), temperature);
                }
                holding.tick();
            }
        }
        return change;
    }

    /**
     * One move from this call; {@code u}, from 0 to 1, chooses which kind. Returns the change of the log-likelihood.
     */
    double step(int j, double u, double temperature) {
        boolean possible;
        if (u < 1.0 / 3) {
            possible = moves.move(j);
        } else if (u < 2.0 / 3) {
            possible = moves.swap(j);
        } else if (u < 5.0 / 6) {
            possible = moves.segment(j);
        } else {
            possible = moves.deal(j);
        }
        return possible ? decide(temperature) : 0;
    }

    private double decide(double temperature) {
        double change = 0;
        for (int x = 0; x < proposal.moved; x++) {
            int j = proposal.call[x];
            change += density.ofCall(j, proposal.toSlot[x]) - density.ofCall(j, owners.slot[j]);
        }
        double firstScore = evaluate(proposal.firstTask, proposal.firstKey, true);
        double secondScore = evaluate(proposal.secondTask, proposal.secondKey, false);
        change += firstScore + secondScore - present(proposal.firstTask) - present(proposal.secondTask);
        double favour = change + temperature * proposal.logBack;
        if (favour < 0 && favour < temperature * Math.log(random.nextDouble())) {
            return 0;
        }
        accept(firstScore, secondScore);
        return change;
    }

    private double present(int task) {
        return task < 0 ? 0 : taskScore[task];
    }

    private double evaluate(int task, long setKey, boolean isFirst) {
        if (task < 0) {
            return 0;
        }
        double known = scores.get(task, setKey);
        if (!Double.isNaN(known)) {
            return known;
        }
        CallList calls = isFirst ? proposal.first() : proposal.second();
        return scores.scored(task, setKey, calls.calls, calls.count);
    }

    private void accept(double firstScore, double secondScore) {
        holding.leaveTask(proposal.firstTask);
        holding.leaveTask(proposal.secondTask);
        CallList first = proposal.first();
        CallList second = proposal.second();
        for (int x = 0; x < proposal.moved; x++) {
            holding.leaveOwner(proposal.call[x]);
            owners.slot[proposal.call[x]] = proposal.toSlot[x];
        }
        if (proposal.firstTask >= 0) {
            owners.take(proposal.firstTask, first, proposal.firstKey);
            taskScore[proposal.firstTask] = firstScore;
        }
        if (proposal.secondTask >= 0) {
            owners.take(proposal.secondTask, second, proposal.secondKey);
            taskScore[proposal.secondTask] = secondScore;
        }
    }
}
