package io.wirepath.analyze.joint;

import java.util.Arrays;

/** A change that the sampler may make: calls that change owners, and what the two tasks concerned would then own. */
final class Proposal {

    final CallList first = new CallList();
    final CallList second = new CallList();
    /** Tasks concerned, or {@link CandidateSets#NONE}. */
    int firstTask;

    int secondTask;
    int moved;
    int[] call = new int[16];
    int[] toSlot = new int[16];
    /** Log of how much likelier the way back is proposed than this change. */
    double logBack;

    /** Calls of a task in order of sending. */
    static final class CallList {
        int[] calls = new int[64];
        int count;
        /** As in {@link Owners#setKey}. */
        long key;

        void clear() {
            count = 0;
            key = 0;
        }

        void take(int[] from, int number, long itsKey) {
            reserve(number);
            System.arraycopy(from, 0, calls, 0, number);
            count = number;
            key = itsKey;
        }

        void add(int call) {
            reserve(count + 1);
            calls[count++] = call;
            key += Owners.keyOf(call);
        }

        void insert(int call) {
            add(call);
            for (int at = count - 1; at > 0 && calls[at - 1] > call; at--) {
                calls[at] = calls[at - 1];
                calls[at - 1] = call;
            }
        }

        void remove(int call) {
            int at = 0;
            while (calls[at] != call) {
                at++;
            }
            System.arraycopy(calls, at + 1, calls, at, --count - at);
            key -= Owners.keyOf(call);
        }

        private void reserve(int number) {
            if (number > calls.length) {
                calls = Arrays.copyOf(calls, number * 2);
            }
        }
    }

    /** Starts a change between two tasks, each of which may be none, as they are now. */
    void begin(Owners owners, int one, int other) {
        firstTask = one;
        secondTask = other;
        moved = 0;
        logBack = 0;
        first.clear();
        second.clear();
        if (one >= 0) {
            first.take(owners.calls[one], owners.count[one], owners.setKey[one]);
        }
        if (other >= 0) {
            second.take(owners.calls[other], owners.count[other], owners.setKey[other]);
        }
    }

    /** Notes that this call gets this slot. */
    void change(int ofCall, int slot) {
        if (moved == call.length) {
            call = Arrays.copyOf(call, moved * 2);
            toSlot = Arrays.copyOf(toSlot, moved * 2);
        }
        call[moved] = ofCall;
        toSlot[moved++] = slot;
    }
}
