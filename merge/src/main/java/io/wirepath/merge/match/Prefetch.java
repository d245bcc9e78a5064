package io.wirepath.merge.match;

import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a little of what the merge asks for some steps later. Connections and messages at hand do not fit the caches, and each
 * would have to be fetched from memory step by step when its turn has come: its place, its view, its connection, what that leads
 * to. Each read here needs only what an earlier one has fetched, so that the processor waits for none of them.
 *
 * <p>Changes nothing. Not thread-safe.
 */
final class Prefetch {

    /** How many records ahead views are fetched, and how many their connections; in {@link #coming} after they were looked up. */
    private static final int RECORDS_TO_VIEW = 3;

    private static final int RECORDS_TO_CONNECTION = 6;

    /** A power of two above these. */
    private static final int COMING = 8;

    /** How many messages ahead views are fetched, how many ahead their connections, and how many ahead what these lead to. */
    private static final int MESSAGES_TO_VIEW = 9;

    private static final int MESSAGES_TO_CONNECTION = 6;
    private static final int MESSAGES_TO_ENDS = 3;

    private final OpenSightings open;
    private final HeadTable heads;
    private final ClassRegister classes;
    private final @Nullable SightedConnection[] coming = new @Nullable SightedConnection[COMING];
    private int records;

    @SuppressWarnings("unused") // it is there so that what is read is really read
    private long fetched;

    Prefetch(OpenSightings open, HeadTable heads, ClassRegister classes) {
        this.open = open;
        this.heads = heads;
        this.classes = classes;
    }

    /** A record comes soon, though others may come before it. */
    void coming(Lane lane, ByteBuffer recordsOfLane, int at) {
        fetched += heads.fetch(recordsOfLane, at);
        int turn = records++;
        coming[turn & COMING - 1] =
                classes.find(lane.number(), recordsOfLane.getLong(at + SightingCodec.CONNECTION_AT));
        SightedConnection next = coming[turn - RECORDS_TO_VIEW & COMING - 1];
        SightedConnection near = coming[turn - RECORDS_TO_CONNECTION & COMING - 1];
        fetched += (next == null ? 0 : next.sniffer) + (near == null ? 0 : near.of.number);
    }

    /** The first of these messages go soon. */
    void going(HeadQueue messages) {
        if (messages.size() > MESSAGES_TO_VIEW) {
            int far = messages.get(MESSAGES_TO_VIEW);
            fetched += open.fetch(far) + heads.fetch(far);
            SightedConnection next = open.view[messages.get(MESSAGES_TO_CONNECTION)];
            fetched += next == null ? 0 : next.of.number;
            SightedConnection near = open.view[messages.get(MESSAGES_TO_ENDS)];
            fetched += near == null ? 0 : near.of.fetch();
        }
    }
}
