package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * Markov chain Monte Carlo over the owners of calls (Metropolis and Hastings), with three {@link Moves} on a random undecided call.
 *
 * <p>Each evaluates only the two tasks touched. Nothing is allocated in a sweep. Not thread-safe.
 */
final class Sampler {

    private static final double MOVE_SHARE = 0.30;
    private static final double SWAP_SHARE = 0.65;
    /** Less likely than any random number can be, in nats. */
    private static final double HOPELESS = -40;

    private final Owners owners;
    private final TaskModel model;
    private final TaskWalk walk;
    /** Evidence for each slot, as a log-likelihood ratio. */
    private final double[] evidence;

    private final double[] taskScore;
    private final SeededRandom random;
    private final Residence residence;
    private final ScoreMemo memo;
    /** Per call: how often it changed owners since this was looked at last. */
    private final int[] changes;

    /** Per call: for how many rounds it has been quiet. */
    private final byte[] quiet;

    private boolean crowded;
    private final LikelyOwners likely;
    private final Moves moves;
    private final Proposal proposal;
    private final CallList trial = new CallList();

    Sampler(
            Scene scene,
            CandidateSets candidates,
            Owners owners,
            TaskModel model,
            TaskWalk walk,
            double[] evidence,
            boolean[] active,
            SeededRandom random,
            Residence residence) {
        this.owners = owners;
        this.model = model;
        this.walk = walk;
        this.evidence = evidence;
        this.random = random;
        this.residence = residence;
        memo = new ScoreMemo(scene.tasks);
        changes = new int[scene.calls];
        Arrays.fill(changes, 1);
        quiet = new byte[scene.calls];
        taskScore = new double[scene.tasks];
        likely = new LikelyOwners(candidates);
        proposal = new Proposal(owners);
        moves = new Moves(scene, candidates, owners, active, likely, quiet, proposal, random);
    }

    /** The tables changed: no score is worth anything. */
    void forget() {
        memo.forget();
    }

    /** Scores one task anew after the tables changed. */
    void rescore(int task) {
        walk.lay(task, owners.calls[task], owners.count[task]);
        taskScore[task] = model.log(walk);
    }

    /** Proposes from now on those owners most that were believed in most. */
    void prefer(double[] belief) {
        likely.learn(belief);
    }

    /**
     * The same in a crowded scene, where the times alone suit some of the many owners better.
     *
     * @param suiting share of each slot in how well they do, see {@link TimesWithin}
     */
    void prefer(double[] belief, float[] suiting) {
        likely.learn(belief, suiting);
        crowded = true;
        moves.suitCrowds();
    }

    /** Whom to look at now, by what changed since the last time this was asked; all count as changed at first. */
    Attention attention(int[] component) {
        for (int j : component) {
            quiet[j] = (byte) (changes[j] > 0 ? 0 : Math.min(Attention.QUIETEST, quiet[j] + 1));
            changes[j] = 0;
        }
        return attentionByQuiet(component);
    }

    /** The same, but no call is left alone for long. */
    Attention freshAttention(int[] component) {
        for (int j : component) {
            quiet[j] = (byte) (changes[j] > 0 ? 0 : 1);
            changes[j] = 0;
        }
        return attentionByQuiet(component);
    }

    private Attention attentionByQuiet(int[] component) {
        return crowded ? Attention.inTurn(component, quiet) : Attention.atRandom(component, quiet);
    }

    /** Score of a task as of the last change. */
    double score(int task) {
        return taskScore[task];
    }

    /** What a task would score without one of its calls. */
    double scoreWithout(int task, int call) {
        trial.take(owners.calls[task], owners.count[task]);
        trial.remove(call);
        walk.lay(task, trial.calls, trial.count);
        return model.log(walk);
    }

    /** So many sweeps. */
    void sweep(Attention attention, int times, double temperature) {
        for (int n = 0; n < times; n++) {
            sweep(attention, temperature);
        }
    }

    /** One sweep; returns the change of the log-likelihood. */
    double sweep(Attention attention, double temperature) {
        double change = 0;
        for (int n = attention.moves(); n > 0; n--) {
            int j = attention.pick(random);
            change += step(j, random.nextDouble(), temperature);
            residence.tick();
        }
        return change;
    }

    /** One move from this call; {@code u}, from 0 to 1, chooses which kind. Returns the change of the log-likelihood. */
    double step(int j, double u, double temperature) {
        boolean possible;
        if (u < MOVE_SHARE) {
            possible = moves.move(j);
        } else if (u < SWAP_SHARE) {
            possible = moves.swap(j);
        } else {
            possible = moves.segment(j);
        }
        return possible ? decide(temperature) : 0;
    }

    private double decide(double temperature) {
        double change = 0;
        for (int x = 0; x < proposal.moved; x++) {
            int j = proposal.call[x];
            change += scoreOf(j, proposal.toSlot[x]) - scoreOf(j, owners.slot[j]);
        }
        double firstScore = evaluate(proposal.firstTask, proposal.firstKey, true);
        double secondScore = evaluate(proposal.secondTask, proposal.secondKey, false);
        change += firstScore + secondScore - present(proposal.firstTask) - present(proposal.secondTask);
        double favour = change + temperature * proposal.logBack;
        if (favour < HOPELESS * temperature || favour < 0 && favour < temperature * Math.log(random.nextDouble())) {
            return 0;
        }
        accept(firstScore, secondScore);
        return change;
    }

    /** What a call itself adds: its evidence, or the rate of calls without an owner. */
    double scoreOf(int call, int slot) {
        return slot < 0 ? model.logSpontaneous(call) : evidence[slot];
    }

    private double present(int task) {
        return task < 0 ? 0 : taskScore[task];
    }

    private double evaluate(int task, long setKey, boolean isFirst) {
        if (task < 0) {
            return 0;
        }
        long key = memo.keyOf(task, setKey);
        double known = memo.get(key);
        if (!Double.isNaN(known)) {
            return known;
        }
        CallList calls = isFirst ? proposal.first() : proposal.second();
        walk.lay(task, calls.calls, calls.count);
        double its = model.log(walk);
        memo.put(key, its);
        return its;
    }

    private void accept(double firstScore, double secondScore) {
        residence.leaveTask(proposal.firstTask);
        residence.leaveTask(proposal.secondTask);
        for (int x = 0; x < proposal.moved; x++) {
            int j = proposal.call[x];
            residence.leaveOwner(j);
            changes[j]++;
            owners.move(j, proposal.toSlot[x]);
        }
        accept(proposal.firstTask, firstScore);
        accept(proposal.secondTask, secondScore);
    }

    private void accept(int task, double score) {
        if (task >= 0) {
            taskScore[task] = score;
        }
    }
}
