package io.wirepath.causes.joint.scene;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.linking.OwnerLinks;
import io.wirepath.flows.Role;
import java.util.Arrays;

/**
 * What a consumer means by its acknowledgements: that the work is done, or only that the message is there.
 *
 * <pre>
 *  delivery ├─ call ── its answer ─ … ─┤ acknowledgement      done
 *  delivery ├┤ acknowledgement  ├─ call ── its answer ─ …     received
 * </pre>
 */
final class AcknowledgedWork {

    private AcknowledgedWork() {}

    /**
     * Whether most acknowledgements leave after something that the node had called for came back.
     *
     * @param tasks rows of what a node received
     * @param calls rows of what it sent
     */
    static boolean isDone(MessageTable messages, int[] tasks, int[] calls) {
        long[] returns = Arrays.stream(calls)
                .map(row -> OwnerLinks.answer(messages, row))
                .filter(row -> row != MessageTable.NONE)
                .mapToLong(row -> OwnerLinks.receivedNanos(messages, row))
                .sorted()
                .toArray();
        int after = 0;
        int all = 0;
        for (int row : tasks) {
            int acknowledgement = messages.role(row) == Role.ONE_WAY ? messages.partner(row) : MessageTable.NONE;
            if (acknowledgement != MessageTable.NONE) {
                int next = Arrays.binarySearch(returns, OwnerLinks.receivedNanos(messages, row));
                int at = next < 0 ? -next - 1 : next;
                after += at < returns.length && returns[at] <= messages.timeNanos(acknowledgement) ? 1 : 0;
                all++;
            }
        }
        return 2 * after > all;
    }
}
