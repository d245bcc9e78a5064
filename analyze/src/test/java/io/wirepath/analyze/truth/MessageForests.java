package io.wirepath.analyze.truth;

import io.wirepath.analyze.truth.GeneratedTrace.TrueMessage;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import java.util.stream.IntStream;

/** Path instances as trees of messages. */
public final class MessageForests {

    private MessageForests() {}

    /** The true messages of a trace, each below the one whose receipt made its sender send it. */
    public static PathForest ofTruth(GeneratedTrace trace) {
        return new PathForest(
                IntStream.range(0, trace.messages().size()).asLongStream().toArray(),
                trace.messages().stream().mapToInt(TrueMessage::parent).toArray(),
                trace.messages().stream()
                        .map(message -> label(
                                trace.nodes().get(message.source()),
                                trace.nodes().get(message.destination()),
                                message.role()))
                        .toArray(String[]::new));
    }

    /** The messages of the table of a generated trace, each below the most likely parent that an algorithm gave it. */
    public static PathForest of(MessageTable messages, LinkTable links) {
        return new PathForest(
                IntStream.range(0, messages.size()).mapToLong(messages::record).toArray(),
                IntStream.range(0, messages.size()).map(links::likelyParent).toArray(),
                IntStream.range(0, messages.size())
                        .mapToObj(row -> label(
                                messages.nodes().get(messages.source(row)).name(),
                                messages.nodes().get(messages.destination(row)).name(),
                                messages.role(row)))
                        .toArray(String[]::new));
    }

    private static String label(String from, String to, Role role) {
        return from + " → " + to + (role == Role.RESPONSE ? " answer" : "");
    }
}
