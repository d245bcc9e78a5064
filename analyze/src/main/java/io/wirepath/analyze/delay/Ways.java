package io.wirepath.analyze.delay;

import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import org.agrona.collections.Long2LongHashMap;

/**
 * How long the way to a server takes where nobody watched it: the times that are known of it are the caller's, and hold
 * the way there and back. What handshakes and acknowledgments show between the two is the least that is the way's; the
 * rest is the most that is the server's. Immutable once made; safe to share.
 */
public final class Ways {

    private final MessageTable messages;
    private final NodeTimes times;

    /** The fastest from one node to the other and back. */
    private final Long2LongHashMap fastest = new Long2LongHashMap(0);

    /** The ways of these messages. */
    public Ways(MessageTable messages) {
        this.messages = messages;
        times = new NodeTimes(messages);
        for (int row = 0; row < messages.size(); row++) {
            if (messages.wayNanos(row) > 0) {
                long between = KeyNumbers.pair(messages.destination(row), messages.source(row));
                long known = fastest.get(between);
                fastest.put(between, known == 0 ? messages.wayNanos(row) : Math.min(known, messages.wayNanos(row)));
            }
        }
    }

    /**
     * How much of the time of a request, as its caller sees it, is the way's at least; 0 where its server was watched.
     */
    public long nanos(int request) {
        int callee = messages.destination(request);
        return times.traced(callee) ? 0 : fastest.get(KeyNumbers.pair(messages.source(request), callee));
    }
}
