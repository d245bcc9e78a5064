package io.wirepath.causes.joint;

import io.wirepath.causes.joint.scene.CandidateSets;
import java.util.Arrays;

/**
 * A change that the sampler may make: calls that change hands between two tasks, and which calls both would then own.
 *
 * <p>Most proposals are known to the memo of scores by their keys alone, so the lists of calls are made only when asked
 * for.
 */
final class Proposal {

    private final Owners owners;
    private final CallList first = new CallList();
    private final CallList second = new CallList();
    private boolean firstIsListed;
    private boolean secondIsListed;
    /** Tasks concerned, or {@link CandidateSets#NONE}. */
    int firstTask;

    int secondTask;
    /** Which calls both would own, as in {@link Owners#setKey}. */
    long firstKey;

    long secondKey;
    int moved;
    /** The calls that change hands; those of each task in order of sending. */
    int[] call = new int[16];

    int[] toSlot = new int[16];
    private boolean[] toFirst = new boolean[16];
    /** Log of how much likelier the way back is proposed than this change. */
    double logBack;

    Proposal(Owners owners) {
        this.owners = owners;
    }

    /** Starts a change between two tasks, each of which may be none, as they are now. */
    void begin(int one, int other) {
        firstTask = one;
        secondTask = other;
        firstKey = one < 0 ? 0 : owners.setKey[one];
        secondKey = other < 0 ? 0 : owners.setKey[other];
        moved = 0;
        logBack = 0;
        firstIsListed = false;
        secondIsListed = false;
    }

    /** Notes that a call of the first task goes to this slot of the second one, or the other way round. */
    void change(int ofCall, int slot, boolean goesToFirst) {
        if (moved == call.length) {
            call = Arrays.copyOf(call, moved * 2);
            toSlot = Arrays.copyOf(toSlot, moved * 2);
            toFirst = Arrays.copyOf(toFirst, moved * 2);
        }
        call[moved] = ofCall;
        toSlot[moved] = slot;
        toFirst[moved++] = goesToFirst;
        long key = owners.keyOf(ofCall);
        firstKey += goesToFirst ? key : -key;
        secondKey += goesToFirst ? -key : key;
    }

    /** What the first task would own. */
    CallList first() {
        if (!firstIsListed) {
            list(first, firstTask, true);
            firstIsListed = true;
        }
        return first;
    }

    /** What the second task would own. */
    CallList second() {
        if (!secondIsListed) {
            list(second, secondTask, false);
            secondIsListed = true;
        }
        return second;
    }

    private void list(CallList own, int task, boolean isFirst) {
        own.clear();
        if (task < 0) {
            return;
        }
        int[] present = owners.calls[task];
        int leaves = next(0, !isFirst);
        int comes = next(0, isFirst);
        for (int x = 0; x < owners.count[task]; x++) {
            for (; comes < moved && call[comes] < present[x]; comes = next(comes + 1, isFirst)) {
                own.add(call[comes]);
            }
            if (leaves < moved && call[leaves] == present[x]) {
                leaves = next(leaves + 1, !isFirst);
            } else {
                own.add(present[x]);
            }
        }
        for (; comes < moved; comes = next(comes + 1, isFirst)) {
            own.add(call[comes]);
        }
    }

    /** The next change, this one or a later one, that goes to the first task, or to the second. */
    private int next(int from, boolean goesToFirst) {
        int x = from;
        while (x < moved && toFirst[x] != goesToFirst) {
            x++;
        }
        return x;
    }
}
