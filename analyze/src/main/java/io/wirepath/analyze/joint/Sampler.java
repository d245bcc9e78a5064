package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * Markov chain Monte Carlo over the owners of calls (Metropolis), with three moves on a random undecided call.
 *
 * <pre>
 *  move     give the call to another candidate, or to none
 *  swap     exchange owners with a call to the same callee sent near it
 *  segment  exchange all calls of two tasks from this call on, or up to a later one    (mends whole chains)
 * </pre>
 *
 * <p>Each evaluates only the two tasks touched. Nothing is allocated in a sweep. Not thread-safe.
 */
final class Sampler {

    private static final double MOVE_SHARE = 0.30;
    private static final double SWAP_SHARE = 0.65;
    /** How often a move proposes that a call has no owner. */
    private static final double ORPHAN_SHARE = 0.1;

    private static final int WIDEST_SWAP = 12;
    private static final int SWAP_MARGIN = 2;
    /** No change of order is taken to make up for more than this, in nats: looking at it costs more than the rest. */
    private static final double MOST_BY_ORDER = 12;

    private final Scene scene;
    private final CandidateSets candidates;
    private final Owners owners;
    private final TaskModel model;
    private final TaskWalk walk;
    private final Overtaking overtaking;
    /** Evidence for each slot, as a log-likelihood ratio. */
    private final double[] evidence;

    private final double[] taskScore;
    private final boolean[] active;
    private final int[][] neighbours;
    private final int[] placeOfCall;
    private final int[] swapReach;
    private final SeededRandom random;
    private final Residence residence;
    private final ScoreMemo memo;
    /** Per call: how often it changed owners since this was looked at last. */
    private final int[] changes;

    private final Proposal proposal = new Proposal();

    Sampler(
            Scene scene,
            CandidateSets candidates,
            Owners owners,
            TaskModel model,
            TaskWalk walk,
            Overtaking overtaking,
            double[] evidence,
            boolean[] active,
            SeededRandom random,
            Residence residence) {
        this.scene = scene;
        this.candidates = candidates;
        this.owners = owners;
        this.model = model;
        this.walk = walk;
        this.overtaking = overtaking;
        this.evidence = evidence;
        this.active = active;
        this.random = random;
        this.residence = residence;
        memo = new ScoreMemo(scene.tasks);
        changes = new int[scene.calls];
        Arrays.fill(changes, 1);
        taskScore = new double[scene.tasks];
        placeOfCall = new int[scene.calls];
        neighbours = scene.callsByLabel();
        for (int[] list : neighbours) {
            for (int place = 0; place < list.length; place++) {
                placeOfCall[list[place]] = place;
            }
        }
        swapReach = new int[scene.labels];
        for (int j = 0; j < scene.calls; j++) {
            int c = scene.label[j];
            swapReach[c] = Math.min(WIDEST_SWAP, Math.max(swapReach[c], candidates.count(j)));
        }
    }

    /** The tables changed: no score is worth anything. */
    void forget() {
        memo.forget();
    }

    /** Scores one task anew after the tables changed. */
    void rescore(int task) {
        walk.lay(task, owners.calls[task], owners.count[task]);
        taskScore[task] = model.log(walk);
        remember(task);
    }

    /** Notes since when the steps of this task, which was just laid out, have been waiting. */
    private void remember(int task) {
        overtaking.propose(walk);
        overtaking.commit(task, owners.calls[task], owners.count[task]);
    }

    /** Puts the waiting in order for all tasks: it is not kept up while no label has a term for overtaking. */
    void rememberAll() {
        for (int i = 0; i < scene.tasks; i++) {
            walk.lay(i, owners.calls[i], owners.count[i]);
            remember(i);
        }
    }

    /** Whom to look at now, by what changed since the last time this was asked; all count as changed at first. */
    Attention attention(int[] component) {
        Attention attention = Attention.of(component, changes);
        for (int j : component) {
            changes[j] = 0;
        }
        return attention;
    }

    /** Score of a task as of the last change. */
    double score(int task) {
        return taskScore[task];
    }

    /** What a task would score without one of its calls. */
    double scoreWithout(int task, int call) {
        proposal.begin(owners, task, CandidateSets.NONE);
        proposal.first.remove(call);
        walk.lay(task, proposal.first.calls, proposal.first.count);
        return model.log(walk);
    }

    /** One sweep; returns the change of the log-likelihood. */
    double sweep(Attention attention, double temperature) {
        double change = 0;
        for (int n = attention.moves(); n > 0; n--) {
            int j = attention.pick(random);
            double u = random.nextDouble();
            boolean possible;
            if (u < MOVE_SHARE) {
                possible = proposeMove(j);
            } else if (u < SWAP_SHARE) {
                possible = proposeSwap(j);
            } else {
                possible = proposeSegment(j);
            }
            if (possible) {
                change += decide(temperature);
            }
            residence.tick();
        }
        return change;
    }

    private boolean proposeMove(int j) {
        int from = owners.slot[j];
        int n = candidates.count(j);
        int to = random.nextDouble() < ORPHAN_SHARE ? CandidateSets.NONE : candidates.first[j] + random.nextInt(n);
        if (to == from) {
            return false;
        }
        int target = to < 0 ? CandidateSets.NONE : candidates.task[to];
        proposal.begin(owners, owners.owner(j), target);
        proposal.change(j, to);
        if (from >= 0) {
            proposal.first.remove(j);
        }
        if (to >= 0) {
            proposal.second.insert(j);
        }
        double toTask = (1 - ORPHAN_SHARE) / n;
        if (from < 0) {
            proposal.logBack = Math.log(ORPHAN_SHARE / toTask);
        } else if (to < 0) {
            proposal.logBack = Math.log(toTask / ORPHAN_SHARE);
        }
        return true;
    }

    private boolean proposeSwap(int j) {
        int reach = swapReach[scene.label[j]] + SWAP_MARGIN;
        int offset = random.nextInt(2 * reach) - reach;
        int[] list = neighbours[scene.label[j]];
        int at = placeOfCall[j] + (offset >= 0 ? offset + 1 : offset);
        if (at < 0 || at >= list.length || !active[list[at]]) {
            return false;
        }
        int other = list[at];
        int one = owners.owner(j);
        int two = owners.owner(other);
        if (one == two) {
            return false;
        }
        int slot = two < 0 ? CandidateSets.NONE : candidates.slot(j, two);
        int otherSlot = one < 0 ? CandidateSets.NONE : candidates.slot(other, one);
        if (two >= 0 && slot < 0 || one >= 0 && otherSlot < 0) {
            return false;
        }
        proposal.begin(owners, one, two);
        proposal.change(j, slot);
        proposal.change(other, otherSlot);
        if (one >= 0) {
            proposal.first.remove(j);
            proposal.first.insert(other);
        }
        if (two >= 0) {
            proposal.second.remove(other);
            proposal.second.insert(j);
        }
        return true;
    }

    private boolean proposeSegment(int j) {
        int one = owners.owner(j);
        int n = candidates.count(j);
        if (one < 0 || n < 2) {
            return false;
        }
        int two = candidates.task[candidates.first[j] + random.nextInt(n)];
        if (two == one) {
            return false;
        }
        int end = random.nextBoolean() ? Integer.MAX_VALUE : laterCall(j, one, two);
        if (end == CandidateSets.NONE) {
            return false;
        }
        proposal.begin(owners, one, two);
        proposal.first.clear();
        proposal.second.clear();
        return exchange(j, end, one, two);
    }

    /** A random call of these two tasks after call j, or none where there is none. */
    private int laterCall(int j, int one, int two) {
        int later = countAfter(j, one) + countAfter(j, two);
        if (later == 0) {
            return CandidateSets.NONE;
        }
        int pick = random.nextInt(later);
        int x = owners.count[one] - countAfter(j, one);
        int y = owners.count[two] - countAfter(j, two);
        for (; ; pick--) {
            boolean fromOne =
                    y >= owners.count[two] || x < owners.count[one] && owners.calls[one][x] < owners.calls[two][y];
            int call = fromOne ? owners.calls[one][x++] : owners.calls[two][y++];
            if (pick == 0) {
                return call;
            }
        }
    }

    private int countAfter(int j, int task) {
        int after = 0;
        for (int x = owners.count[task] - 1; x >= 0 && owners.calls[task][x] > j; x--) {
            after++;
        }
        return after;
    }

    /** Merges the lists of both tasks, exchanging the calls from {@code j} up to {@code end}. */
    private boolean exchange(int j, int end, int one, int two) {
        int x = 0;
        int y = 0;
        while (x < owners.count[one] || y < owners.count[two]) {
            boolean ofOne =
                    y >= owners.count[two] || x < owners.count[one] && owners.calls[one][x] < owners.calls[two][y];
            int call = ofOne ? owners.calls[one][x++] : owners.calls[two][y++];
            boolean changes = call >= j && call < end;
            boolean toOne = ofOne != changes;
            if (changes) {
                int slot = active[call] ? candidates.slot(call, toOne ? one : two) : CandidateSets.NONE;
                if (slot < 0) {
                    return false;
                }
                proposal.change(call, slot);
            }
            if (toOne) {
                proposal.first.add(call);
            } else {
                proposal.second.add(call);
            }
        }
        return true;
    }

    private double decide(double temperature) {
        double change = 0;
        for (int x = 0; x < proposal.moved; x++) {
            int j = proposal.call[x];
            change += scoreOf(j, proposal.toSlot[x]) - scoreOf(j, owners.slot[j]);
        }
        double firstScore = evaluate(proposal.firstTask, proposal.first);
        double secondScore = evaluate(proposal.secondTask, proposal.second);
        change += firstScore + secondScore - present(proposal.firstTask) - present(proposal.secondTask);
        double threshold = temperature * (Math.log(random.nextDouble()) - proposal.logBack);
        if (overtaking.works()) {
            if (change + MOST_BY_ORDER < threshold) {
                return 0;
            }
            layOut(proposal.firstTask, proposal.first);
            layOut(proposal.secondTask, proposal.second);
            change += overtaking.change(proposal);
        }
        if (change < threshold) {
            return 0;
        }
        accept(firstScore, secondScore);
        return change;
    }

    private void layOut(int task, Proposal.CallList calls) {
        if (task >= 0) {
            walk.lay(task, calls.calls, calls.count);
            overtaking.propose(walk);
        }
    }

    /** What a call itself adds: its evidence, or the rate of calls without an owner. */
    double scoreOf(int call, int slot) {
        return slot < 0 ? model.logSpontaneous(call) : evidence[slot];
    }

    private double present(int task) {
        return task < 0 ? 0 : taskScore[task];
    }

    private double evaluate(int task, Proposal.CallList calls) {
        if (task < 0) {
            return 0;
        }
        long key = memo.keyOf(task, calls.key);
        double known = memo.get(key);
        if (!Double.isNaN(known)) {
            return known;
        }
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
        accept(proposal.firstTask, firstScore, proposal.first);
        accept(proposal.secondTask, secondScore, proposal.second);
    }

    private void accept(int task, double score, Proposal.CallList calls) {
        if (task >= 0) {
            taskScore[task] = score;
            if (overtaking.works()) {
                overtaking.commit(task, calls.calls, calls.count);
            }
        }
    }
}
