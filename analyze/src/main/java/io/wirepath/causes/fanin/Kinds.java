package io.wirepath.causes.fanin;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.PortText;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Numbers what comes to a node, and what leaves it, by the role of the other end and the port. Not thread-safe. */
final class Kinds {

    private final MessageTable messages;
    private final IntFunction<String> role;
    private final Map<String, Integer> number = new HashMap<>();
    private final List<String> name = new ArrayList<>();

    Kinds(MessageTable messages, IntFunction<String> role) {
        this.messages = messages;
        this.role = role;
    }

    /** What a request is to the node that receives it. */
    int received(int row) {
        return of(PortText.of(role.apply(messages.source(row)), port(row)));
    }

    /** What a request is to the node that sends it. */
    int sent(int row) {
        return of("to " + PortText.of(role.apply(messages.destination(row)), port(row)));
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

    private String port(int row) {
        return Integer.toString(serverPort(messages, row));
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
