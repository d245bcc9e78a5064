package io.wirepath.causes;

import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import org.agrona.collections.Int2IntHashMap;

/**
 * Peers that hand on what they are asked, and answer straight to who began (WAP5 §2.2, recursive lookups with a
 * shortcut): between two of them most requests are never answered, so those are no calls. Where most are answered, one
 * that is not has lost its answer.
 */
final class HandedOn {

    private HandedOn() {}

    /**
     * Makes one-way messages of requests between equal UDP ports that nobody answered, at ports where most were not.
     */
    static void settle(MessageTableBuilder messages) {
        Int2IntHashMap balance = new Int2IntHashMap(Integer.MIN_VALUE);
        for (int row = 0; row < messages.size; row++) {
            if (isAsked(messages, row)) {
                int port = messages.sourcePort[row] & 0xffff;
                balance.put(
                        port, balance.getOrDefault(port, 0) + (messages.partner[row] == MessageTable.NONE ? 1 : -1));
            }
        }
        for (int row = 0; row < messages.size; row++) {
            if (isAsked(messages, row)
                    && messages.partner[row] == MessageTable.NONE
                    && balance.getOrDefault(messages.sourcePort[row] & 0xffff, 0) > 0) {
                messages.role[row] = (byte) Role.ONE_WAY.ordinal();
                messages.callId[row] = MessageTableBuilder.NO_CALL;
            }
        }
    }

    private static boolean isAsked(MessageTableBuilder messages, int row) {
        return messages.role[row] == Role.REQUEST.ordinal()
                && messages.transport[row] == IpProtocol.UDP
                && messages.sourcePort[row] == messages.destinationPort[row]
                && messages.protocol[row] == Protocol.ECHOED_FIELD.ordinal();
    }
}
