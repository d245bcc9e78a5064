package io.wirepath.analyze.joint;

import io.wirepath.analyze.MessageTable;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;

/** Which messages open something that has an owner: requests, and messages that want no answer. */
final class Exchanges {

    private Exchanges() {}

    /** Whether this message is a request or a one-way message, and no part of setting up its connection. */
    static boolean opens(MessageTable messages, int row) {
        Role role = messages.role(row);
        return (role == Role.REQUEST || role == Role.ONE_WAY) && (messages.flags(row) & SightingCodec.FLAG_SETUP) == 0;
    }

    /** Row of the answer to this message, or {@link MessageTable#NONE}. */
    static int answer(MessageTable messages, int row) {
        return messages.role(row) == Role.REQUEST ? messages.partner(row) : MessageTable.NONE;
    }

    /** When the message reached its receiver, or left its sender where nobody saw that. */
    static long receivedNanos(MessageTable messages, int row) {
        long received = messages.receivedNanos(row);
        return received != MessageTable.NIL ? received : messages.sentNanos(row);
    }
}
