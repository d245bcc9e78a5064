package io.wirepath.causes.fanin;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.linking.OwnerLinks;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What waits at each sending of a node: the one-way messages that came since the sending before, and the requests that
 * came since then and are still unanswered.
 *
 * @param messages the table of the rows
 * @param sendings rows of the sendings, by time
 * @param groups rows of what waits at each sending, by arrival
 */
record Waiting(MessageTable messages, int[] sendings, int[][] groups) {

    /** Looks at arrivals, by their time, and sendings, by theirs. */
    static Waiting of(MessageTable messages, int[] arrivals, int[] sendings) {
        int[][] groups = new int[sendings.length][];
        int next = 0;
        for (int s = 0; s < sendings.length; s++) {
            long moment = messages.timeNanos(sendings[s]);
            int first = next;
            while (next < arrivals.length && OwnerLinks.receivedNanos(messages, arrivals[next]) <= moment) {
                next++;
            }
            groups[s] = IntStream.range(first, next)
                    .map(x -> arrivals[x])
                    .filter(row -> isOpen(messages, row, moment))
                    .toArray();
        }
        return new Waiting(messages, sendings, groups);
    }

    private static boolean isOpen(MessageTable messages, int row, long moment) {
        int answer = OwnerLinks.answer(messages, row);
        return answer == MessageTable.NONE || messages.timeNanos(answer) >= moment;
    }

    /** How many messages wait at each sending but the first, before which nothing is known. */
    int[] counts() {
        return Arrays.stream(groups).skip(1).mapToInt(group -> group.length).toArray();
    }

    /** For how long, ns, the first message has waited at each sending but the first; 0 where none waits. */
    long[] waits() {
        return IntStream.range(1, groups.length)
                .mapToLong(s -> groups[s].length == 0
                        ? 0
                        : messages.timeNanos(sendings[s]) - OwnerLinks.receivedNanos(messages, groups[s][0]))
                .toArray();
    }
}
