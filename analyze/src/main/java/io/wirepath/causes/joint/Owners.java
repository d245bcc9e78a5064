package io.wirepath.causes.joint;

import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.flows.SplitMix64;
import java.util.Arrays;

/** The state of the sampler: the slot of each call, and the calls of each task in order of sending. Not thread-safe. */
final class Owners {

    private static final int FEW = 4;
    private static final int[] EMPTY = {};

    private final CandidateSets candidates;
    /** Slot of each call, or {@link CandidateSets#NONE}. */
    final int[] slot;

    final int[][] calls;
    final int[] count;
    /** Per task a sum of one random number for each of its calls: which calls a task owns, in one number. */
    final long[] setKey;

    private final long[] key;

    Owners(CandidateSets candidates, int tasks) {
        this.candidates = candidates;
        slot = new int[candidates.first.length - 1];
        Arrays.fill(slot, CandidateSets.NONE);
        calls = new int[tasks][];
        Arrays.fill(calls, EMPTY);
        count = new int[tasks];
        setKey = new long[tasks];
        key = new long[slot.length];
        Arrays.setAll(key, call -> SplitMix64.mix((call + 1) * SplitMix64.STEP));
    }

    /** What a call adds to the key of the task that owns it. */
    long keyOf(int call) {
        return key[call];
    }

    /** Task that owns this call, or {@link CandidateSets#NONE}. */
    int owner(int call) {
        return slot[call] < 0 ? CandidateSets.NONE : candidates.task[slot[call]];
    }

    /** Gives each call this slot. */
    void assign(int[] slots) {
        Arrays.fill(count, 0);
        Arrays.fill(setKey, 0);
        for (int j = 0; j < slots.length; j++) {
            slot[j] = slots[j];
            if (slots[j] >= 0) {
                append(candidates.task[slots[j]], j);
            }
        }
    }

    private void append(int task, int call) {
        int n = count[task]++;
        if (n == calls[task].length) {
            calls[task] = Arrays.copyOf(calls[task], Math.max(FEW, n * 2));
        }
        calls[task][n] = call;
        setKey[task] += keyOf(call);
    }

    /** A task has these calls, with this key, from now on; the slots of those that change hands are set besides. */
    void take(int task, CallList own, long key) {
        if (calls[task].length < own.count) {
            calls[task] = new int[Math.max(FEW, own.count * 2)];
        }
        System.arraycopy(own.calls, 0, calls[task], 0, own.count);
        count[task] = own.count;
        setKey[task] = key;
    }

    /** Gives a call another slot. */
    void move(int call, int toSlot) {
        int from = owner(call);
        if (from >= 0) {
            int[] own = calls[from];
            int at = 0;
            while (own[at] != call) {
                at++;
            }
            System.arraycopy(own, at + 1, own, at, --count[from] - at);
            setKey[from] -= keyOf(call);
        }
        slot[call] = toSlot;
        if (toSlot >= 0) {
            int to = candidates.task[toSlot];
            append(to, call);
            int[] own = calls[to];
            for (int at = count[to] - 1; at > 0 && own[at - 1] > call; at--) {
                own[at] = own[at - 1];
                own[at - 1] = call;
            }
        }
    }

    /** The slots that these calls are in now. */
    int[] slotsOf(int[] callsOfComponent) {
        int[] slots = new int[callsOfComponent.length];
        for (int x = 0; x < slots.length; x++) {
            slots[x] = slot[callsOfComponent[x]];
        }
        return slots;
    }
}
