package io.wirepath.causes.fanin;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.PortText;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.agrona.collections.Long2LongHashMap;

/** Numbers what comes to a node, and what leaves it, by the role of the other end and the port. Not thread-safe. */
final class Kinds {

    private static final long UNKNOWN = -1;
    private static final int PORT_BITS = 16;

    private final MessageTable messages;
    private final IntFunction<String> role;
    private final Map<String, Integer> number = new HashMap<>();
    private final List<String> name = new ArrayList<>();
    /** Kinds that were asked for, by node, port and direction: their texts are made once. */
    private final Long2LongHashMap known = new Long2LongHashMap(UNKNOWN);

    Kinds(MessageTable messages, IntFunction<String> role) {
        this.messages = messages;
        this.role = role;
    }

    /** What a request is to the node that receives it. */
    int received(int row) {
        return of(messages.source(row), serverPort(messages, row), false);
    }

    /** What a request is to the node that sends it. */
    int sent(int row) {
        return of(messages.destination(row), serverPort(messages, row), true);
    }

    private int of(int node, int port, boolean sent) {
        long key = ((long) node << PORT_BITS | port) << 1 | (sent ? 1 : 0);
        long kind = known.get(key);
        if (kind == UNKNOWN) {
            String text = PortText.of(role.apply(node), Integer.toString(port));
            kind = of(sent ? "to " + text : text);
            known.put(key, kind);
        }
        return (int) kind;
    }

    /**
     * Port of the server's end: where a request goes, and the lower port of a one-way message, which may come from
     * there.
     */
    static int serverPort(MessageTable messages, int row) {
        return messages.role(row) == Role.REQUEST
                ? messages.destinationPort(row)
                : Math.min(messages.sourcePort(row), messages.destinationPort(row));
    }

    private int of(String text) {
        return number.computeIfAbsent(text, t -> {
            name.add(t);
            return name.size() - 1;
        });
    }

    /** Name of a kind. */
    String name(int kind) {
        return name.get(kind);
    }
}
