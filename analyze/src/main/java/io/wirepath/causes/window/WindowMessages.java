package io.wirepath.causes.window;

import io.wirepath.causes.TimeSpan;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import java.util.List;
import java.util.function.Consumer;

/**
 * The messages of a window that is complete. Does not change any more, so it may be read in any
 * thread.
 */
public final class WindowMessages {

    private final TimeSpan core;
    private final TimeSpan whole;
    private final List<RecordBucket.Piece> pieces;
    private final long leftOut;

    WindowMessages(TimeSpan core, TimeSpan whole, List<RecordBucket.Piece> pieces, long leftOut) {
        this.leftOut = leftOut;
        this.core = core;
        this.whole = whole;
        this.pieces = List.copyOf(pieces);
    }

    /** The time whose paths and calls this window counts. */
    public TimeSpan core() {
        return core;
    }

    /** The core with its margins. */
    public TimeSpan whole() {
        return whole;
    }

    /** Messages of the core that had no room in memory. */
    public long leftOut() {
        return leftOut;
    }

    /** Shows all messages, in no particular order; the flyweight is reused. */
    public void forEach(Consumer<MessageRecord> visitor) {
        MessageRecord message = new MessageRecord();
        for (RecordBucket.Piece piece : pieces) {
            for (int i = 0; i < piece.records(); i++) {
                message.wrap(piece.bytes(), i * MessageCodec.LENGTH);
                if (whole.holds(SlidingWindows.timeNanos(message))) {
                    visitor.accept(message);
                }
            }
        }
    }
}
