package io.wirepath.causes.budget;

import io.wirepath.flows.Role;
import io.wirepath.merge.MessageRecord;

/** Who called, of each message: whose share of memory it takes. Not thread-safe. */
public final class Callers {

    /** Messages from which on a caller has a share of its own; all those who say less have one together. */
    static final int OWN_SHARE = 16;

    /** The share of those who say little. */
    static final long FEW = 0;

    private static final int COUNTED = 1 << 14;

    private final HeavyHitters messages = new HeavyHitters(COUNTED);

    /** Whether the source of a message is who calls; where nothing says, the one with the higher port. */
    public static boolean isSource(MessageRecord message) {
        Role role = message.role();
        return role == Role.UNKNOWN ? message.sourcePort() >= message.destinationPort() : role != Role.RESPONSE;
    }

    /** Counts a message; gives a number for whose share it takes. */
    public long share(MessageRecord message) {
        boolean source = isSource(message);
        long caller = source
                ? NodeBudget.key(message.sourceHigh(), message.sourceLow())
                : NodeBudget.key(message.destinationHigh(), message.destinationLow());
        messages.add(caller);
        return messages.count(caller) < OWN_SHARE ? FEW : caller;
    }

    /** Lets what came before weigh half as much. */
    public void age() {
        messages.age();
    }
}
