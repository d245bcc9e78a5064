package io.wirepath.analyze.joint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OvertakingTest {

    private static final int TASKS = 400;
    private static final int LABELS = 2;
    private static final int PROPOSALS = 20_000;
    private static final int SERVICE = 3;

    private final Random random = new Random(7);
    private final Scene scene = firstComeFirstServed();
    private final CandidateSets candidates = CandidateSets.of(scene);
    private final Owners owners = new Owners(candidates, scene.tasks);
    private final GapBins bins = new GapBins(5);
    private final TaskWalk walk =
            new TaskWalk(scene, new EventOrder(scene), bins, new SeededRandom(1).oddNumbers(LABELS));
    private final long[] waitingSince = new long[scene.calls + scene.tasks];
    private final int[][] emissions =
            IntStream.rangeClosed(0, LABELS).mapToObj(this::emissions).toArray(int[][]::new);
    private final Overtaking overtaking = new Overtaking(scene, owners, new GapDensities(scene, bins), bins);

    /** Tasks of one event loop: whoever came first is served first, makes a call of each label, and ends. */
    private Scene firstComeFirstServed() {
        Scene made = new Scene(1, TASKS, TASKS * LABELS, 1, LABELS);
        long free = 0;
        long clock = 0;
        for (int i = 0; i < TASKS; i++) {
            clock += random.nextInt(2 * SERVICE);
            free = Math.max(free, clock) + SERVICE;
            made.taskRequest[i] = i;
            made.arrival[i] = clock;
            for (int l = 0; l < LABELS; l++) {
                int j = i * LABELS + l;
                made.label[j] = l;
                made.sent[j] = free + l;
                made.received[j] = free + 4;
                made.callRequest[j] = TASKS + j;
            }
            made.departure[i] = free + 20 + random.nextInt(9);
            made.endIsKnown[i] = i % 10 != 0;
        }
        return made;
    }

    /** Each change is told as it is found by looking at all pairs before and after. */
    @Test
    void tellsWhatAProposalChanges() {
        int[] truth = new int[scene.calls];
        Arrays.setAll(truth, j -> candidates.slot(j, j / LABELS));
        owners.assign(truth);
        propose();
        overtaking.collect();
        overtaking.fit(1);
        assertTrue(overtaking.works(), "an event loop must be seen as one");
        Proposal proposal = new Proposal(owners);
        double before = allPairs();
        int changed = 0;
        for (int n = 0; n < PROPOSALS; n++) {
            propose(proposal);
            lay(proposal.firstTask, proposal.first());
            lay(proposal.secondTask, proposal.second());
            double told = overtaking.change(proposal);
            for (int x = 0; x < proposal.moved; x++) {
                owners.move(proposal.call[x], proposal.toSlot[x]);
            }
            propose();
            double after = allPairs();
            assertEquals(after - before, told, 1e-9, "proposal " + n);
            changed += told == 0 ? 0 : 1;
            before = after;
        }
        assertTrue(changed > PROPOSALS / 10, changed + " changed something");
    }

    /** A random call goes to another task or to none, or takes the place of the first or last one of the same label there. */
    private void propose(Proposal proposal) {
        int j = random.nextInt(scene.calls);
        int to = candidates.first[j] + random.nextInt(candidates.count(j));
        int from = owners.owner(j);
        int two = candidates.task[to];
        if (two == from) {
            proposal.begin(from, CandidateSets.NONE);
            proposal.change(j, CandidateSets.NONE, false);
            return;
        }
        proposal.begin(from, two);
        proposal.change(j, to, false);
        boolean first = random.nextBoolean();
        for (int x = 0; x < owners.count[two]; x++) {
            int other = owners.calls[two][first ? x : owners.count[two] - 1 - x];
            int back = from < 0 ? CandidateSets.NONE : candidates.slot(other, from);
            if (scene.label[other] == scene.label[j] && (from < 0 || back >= 0)) {
                proposal.change(other, back, true);
                return;
            }
        }
    }

    private void lay(int task, CallList calls) {
        if (task >= 0) {
            walk.lay(task, calls.calls, calls.count);
            overtaking.propose(walk);
        }
    }

    /** Makes the present state of all tasks known. */
    private void propose() {
        for (int i = 0; i < scene.tasks; i++) {
            walk.lay(i, owners.calls[i], owners.count[i]);
            overtaking.propose(walk);
            overtaking.commit(i, owners.calls[i], owners.count[i]);
            for (int x = 0; x < walk.events; x++) {
                if (!walk.isReceipt(x)) {
                    waitingSince[walk.call[x] >= 0 ? walk.call[x] : scene.calls + i] = walk.waitingSince[x];
                }
            }
        }
    }

    private double allPairs() {
        double sum = 0;
        for (int label = 0; label <= LABELS; label++) {
            int[] its = emissions[label];
            for (int p = 0; p < its.length; p++) {
                for (int q = p + 1; q < its.length && q <= p + Overtaking.WINDOW; q++) {
                    sum += isOvertaken(its[p], its[q]) ? overtaking.theta(label) : 0;
                }
            }
        }
        return sum;
    }

    private boolean isOvertaken(int earlier, int later) {
        return hasOwner(earlier)
                && hasOwner(later)
                && time(earlier) < time(later)
                && waitingSince[later] < waitingSince[earlier];
    }

    private boolean hasOwner(int emission) {
        return emission >= scene.calls || owners.slot[emission] >= 0;
    }

    private long time(int emission) {
        return emission < scene.calls ? scene.sent[emission] : scene.departure[emission - scene.calls];
    }

    /** Calls with this label, or departures that are known, in order of time. */
    private int[] emissions(int label) {
        return IntStream.range(0, scene.calls + scene.tasks)
                .filter(e -> e < scene.calls
                        ? scene.label[e] == label
                        : label == LABELS && scene.endIsKnown[e - scene.calls])
                .boxed()
                .sorted(Comparator.comparingLong(this::time))
                .mapToInt(e -> e)
                .toArray();
    }
}
