package io.wirepath.analyze.request;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.Arrays;
import org.agrona.collections.Int2IntHashMap;

/** Which calls came before others: on one connection, or as attempts at the same. Immutable; thread-safe. */
final class EarlierCalls {

    private final MessageTable messages;
    private final CallTable calls;
    private final int[] before;

    EarlierCalls(MessageTable messages, CallTable calls) {
        this.messages = messages;
        this.calls = calls;
        before = new int[calls.size()];
        Arrays.fill(before, MessageTable.NONE);
        Int2IntHashMap latest = new Int2IntHashMap(MessageTable.NONE);
        for (int call = 0; call < before.length; call++) {
            int request = calls.request()[call];
            if (answersInOrder(request) && !calls.isOneWay(messages, call)) {
                int connection = messages.connection(request);
                before[call] = latest.get(connection);
                latest.put(connection, call);
            }
        }
    }

    /** Whether the protocol answers the requests of a connection one after another. */
    private boolean answersInOrder(int row) {
        return switch (messages.protocol(row)) {
            case HTTP1, REDIS, POSTGRESQL, MYSQL -> true;
            default -> false;
        };
    }

    /** The call before this one on its connection, where they are answered in order; else {@link MessageTable#NONE}. */
    int inOrderBefore(int call) {
        return before[call];
    }

    /**
     * The earliest call without an answer that was made for the same cause before this one, and is like it; or none.
     */
    int unansweredLike(ServedCalls served, int parent, int call) {
        for (int at = served.firstChild(parent); at < served.endChild(parent) && served.child(at) < call; at++) {
            int other = served.child(at);
            if (calls.isUnanswered(messages, other) && areAlike(other, call)) {
                return other;
            }
        }
        return MessageTable.NONE;
    }

    /** Whether a call like this one was made later for the same cause. */
    boolean isRepeated(ServedCalls served, int parent, int call) {
        if (parent == MessageTable.NONE) {
            return false;
        }
        for (int at = served.endChild(parent) - 1; at >= served.firstChild(parent) && served.child(at) > call; at--) {
            if (areAlike(served.child(at), call)) {
                return true;
            }
        }
        return false;
    }

    private boolean areAlike(int one, int other) {
        int a = calls.request()[one];
        int b = calls.request()[other];
        boolean alike = messages.destinationPort(a) == messages.destinationPort(b)
                && messages.protocol(a) == messages.protocol(b);
        for (int i = 0; i < MessageTable.TYPE_WORDS && alike; i++) {
            alike = messages.typeWord(a, i) == messages.typeWord(b, i);
        }
        return alike;
    }
}
