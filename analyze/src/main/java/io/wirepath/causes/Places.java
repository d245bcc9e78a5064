package io.wirepath.causes;

import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Calls of which perhaps no more than k are open at once, as behind a pool of k connections: how many, and which call
 * takes whose place. Immutable.
 *
 * <pre>
 *  open   k ├──────────┤ answered: leaves its place
 *                          ├──────────┤ sent: takes it
 * </pre>
 */
public final class Places {

    /** Places at most. */
    public static final int MAX_AT_ONCE = 256;

    /** Who waited for a place is sent as soon as this many times what most take. */
    public static final int SOON = 4;

    /** Of the calls that take the last place, those that are made above it: clocks and losses. */
    private static final double MAX_ABOVE = 0.01;

    private static final int NONE = -1;

    private final long[] sent;
    private final long[] answered;

    /** The calls in the order in which they were answered. */
    private final int[] byAnswer;

    /**
     * Looks at calls in the order in which they were sent.
     *
     * @param answered later than each was sent
     */
    public Places(long[] sent, long[] answered) {
        this.sent = sent;
        this.answered = answered;
        byAnswer = TimeOrder.of(answered);
    }

    /** The calls in the order in which they were answered. Not to be changed. */
    public int[] byAnswer() {
        return byAnswer;
    }

    /** The most that are open at once, but for a few; 0 where they are too many, or seldom so many. */
    public int most(int seldom) {
        int[] reached = new int[MAX_AT_ONCE + 2];
        int open = 0;
        int ends = 0;
        for (long now : sent) {
            for (; answered[byAnswer[ends]] <= now; ends++) {
                open--;
            }
            reached[Math.min(MAX_AT_ONCE + 1, ++open)]++;
        }
        int above = 0;
        for (int k = MAX_AT_ONCE + 1; k > 0; k--) {
            if (above <= MAX_ABOVE * reached[k] && reached[k] >= seldom) {
                return k > MAX_AT_ONCE ? 0 : k;
            }
            above += reached[k];
        }
        return 0;
    }

    /** Of each call the one that left the place which it takes, while k were open; -1 of those that find more room. */
    public int[] taken(int k, int[] connection) {
        int[] taken = new int[sent.length];
        Set<Integer> left = new LinkedHashSet<>();
        int open = 0;
        int ends = 0;
        for (int call = 0; call < sent.length; call++) {
            for (; answered[byAnswer[ends]] <= sent[call]; ends++) {
                if (open-- >= k || !left.isEmpty()) {
                    left.add(byAnswer[ends]);
                }
            }
            taken[call] = take(left, connection, call);
            open++;
        }
        return taken;
    }

    /** That on the same connection, else the first that was left. */
    private static int take(Set<Integer> left, int[] connection, int call) {
        int first = NONE;
        for (Iterator<Integer> each = left.iterator(); each.hasNext(); ) {
            int other = each.next();
            first = first < 0 ? other : first;
            if (connection[other] == connection[call]) {
                each.remove();
                return other;
            }
        }
        left.remove(first);
        return first;
    }

    /** Of each call for how long the place that it takes had been free; the longest where it takes none. */
    public long[] free(int[] taken) {
        long[] free = new long[sent.length];
        Arrays.setAll(free, call -> taken[call] < 0 ? Long.MAX_VALUE : sent[call] - answered[taken[call]]);
        return free;
    }
}
