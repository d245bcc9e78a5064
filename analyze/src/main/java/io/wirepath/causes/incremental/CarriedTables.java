package io.wirepath.causes.incremental;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;

/**
 * What earlier windows taught: of each node the latest tasks that are over, with the calls that they were found to own.
 *
 * <p>An algorithm counts its tables from them as it counts them from a window's own messages. Bounded: so many tasks of
 * a node, so many nodes, and nothing older than an hour; old tasks make room for new ones. Holds hashes, lengths and
 * times, never payload. Immutable; safe to share. Times are those of the messages, so a correction of a clock between
 * two windows should be followed by a fresh start.
 */
public final class CarriedTables {

    private static final CarriedTables NOTHING =
            new CarriedTables(new MessageTableBuilder(new NodeTable()).build(), Decided.nothing(0));

    private final MessageTable messages;
    private final Decided decided;

    CarriedTables(MessageTable messages, Decided decided) {
        this.messages = messages;
        this.decided = decided;
    }

    /** Nothing was learnt yet. */
    public static CarriedTables nothing() {
        return NOTHING;
    }

    /** Messages that are kept. */
    public int size() {
        return messages.size();
    }

    /** Whether nothing was learnt yet. */
    public boolean isEmpty() {
        return messages.size() == 0;
    }

    MessageTable messages() {
        return messages;
    }

    Decided decided() {
        return decided;
    }
}
