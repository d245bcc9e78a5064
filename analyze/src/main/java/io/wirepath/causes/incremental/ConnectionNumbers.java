package io.wirepath.causes.incremental;

import io.wirepath.causes.MessageTable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Numbers connections of several tables alike: by addresses and ports, whichever way round. Not thread-safe. */
final class ConnectionNumbers {

    private final Map<String, Integer> number = new HashMap<>();
    private int next;

    /** Leaves the connections of this table their numbers. */
    ConnectionNumbers keep(MessageTable messages) {
        for (int row = 0; row < messages.size(); row++) {
            next = Math.max(next, messages.connection(row) + 1);
            number.putIfAbsent(ends(messages, row), messages.connection(row));
        }
        return this;
    }

    /** The number of each connection of this table; ones not met before get new numbers. */
    int[] numbersOf(MessageTable messages) {
        int most = 0;
        for (int row = 0; row < messages.size(); row++) {
            most = Math.max(most, messages.connection(row) + 1);
        }
        int[] numbers = new int[most];
        Arrays.fill(numbers, MessageTable.NONE);
        for (int row = 0; row < messages.size(); row++) {
            int own = messages.connection(row);
            if (numbers[own] == MessageTable.NONE) {
                numbers[own] = number.computeIfAbsent(ends(messages, row), ends -> next++);
            }
        }
        return numbers;
    }

    private static String ends(MessageTable messages, int row) {
        String from = messages.nodes().get(messages.source(row)).address() + ' ' + messages.sourcePort(row);
        String to = messages.nodes().get(messages.destination(row)).address() + ' ' + messages.destinationPort(row);
        return messages.transport(row) + (from.compareTo(to) < 0 ? from + ' ' + to : to + ' ' + from);
    }
}
