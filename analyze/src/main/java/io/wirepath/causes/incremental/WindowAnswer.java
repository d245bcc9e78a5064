package io.wirepath.causes.incremental;

import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.explain.Explanation;
import io.wirepath.causes.linking.OwnerLinks;
import io.wirepath.causes.linking.OwnerTable;
import java.util.List;

/**
 * What a streaming algorithm found out about a window. Immutable.
 *
 * @param window the messages
 * @param decided what was known before
 * @param owners who owns which call of the window
 * @param before what was carried to the window
 * @param explanations those that were asked for, of rows of the window
 */
public record WindowAnswer(
        MessageTable window, Decided decided, OwnerTable owners, CarriedTables before, List<Explanation> explanations) {

    /** The links that the owners mean. */
    public LinkTable links() {
        return OwnerLinks.of(window, owners);
    }

    /**
     * What to carry to a window that begins at this time: nothing of this window from then on is taught.
     *
     * @param untilNanos when the next window begins, ns since the epoch
     */
    public CarriedTables carry(long untilNanos) {
        return new CarriedTasks(this, untilNanos).carry();
    }
}
