package io.wirepath.pipeline;

import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.result.Address;

/**
 * Which messages are looked at for one call: all that its hosts sent and were sent, unless they are too many to infer
 * in a moment what caused it; then those of its connection alone. Counts first; then tells. Used by one thread.
 */
final class CallSurroundings {

    /** Among so many, causes are found in a second or two; the cost grows with the square of how busy a host is. */
    static final int MOST = 50_000;

    private final CallSelection.Asked asked;
    private final int most;
    private int counted;

    /** Of this call. */
    CallSurroundings(CallSelection.Asked asked) {
        this(asked, MOST);
    }

    /** The same, where so many messages are looked at. */
    CallSurroundings(CallSelection.Asked asked, int most) {
        this.asked = asked;
        this.most = most;
    }

    /** Counts a message. */
    void count() {
        counted++;
    }

    /** How many messages there are; all were looked at unless {@link #areLeftOut}. */
    int counted() {
        return counted;
    }

    /** Whether those of other connections were left out. */
    boolean areLeftOut() {
        return counted > most;
    }

    /** Whether a message is looked at, by now that all are counted. */
    boolean holds(MessageRecord message) {
        return !areLeftOut()
                || isAsking(message.sourceHigh(), message.sourceLow(), message.sourcePort())
                || isAsking(message.destinationHigh(), message.destinationLow(), message.destinationPort());
    }

    private boolean isAsking(long high, long low, int port) {
        Address client = asked.hosts().get(0);
        return port == asked.clientPort() && client.high() == high && client.low() == low;
    }
}
