package io.wirepath.causes.joint;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.joint.evidence.SharedContent;
import io.wirepath.causes.linking.OwnerLinks;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Words for what the evidence rests on, from the requests of a task and of a call.
 *
 * @param messages the messages
 * @param content what messages share, or null where that was not used
 */
record EvidenceWords(MessageTable messages, @Nullable SharedContent content) {

    /** What the feature of this name looked at. */
    String of(String feature, int task, int call) {
        int answer = OwnerLinks.answer(messages, task);
        int callAnswer = OwnerLinks.answer(messages, call);
        return switch (feature) {
            case "request size" -> bytes(task, call);
            case "response size" -> bytes(answer, callAnswer);
            case "request content" -> shared(bits(task, call, MessageTable.NONE));
            case "response content" -> shared(Math.max(bits(answer, call, task), bits(answer, callAnswer, task)));
            case "echoed content" -> shared(bits(task, callAnswer, call));
            default -> "from " + caller(task) + ", to " + caller(call);
        };
    }

    private String bytes(int one, int other) {
        return one == MessageTable.NONE || other == MessageTable.NONE
                ? "one of the answers was not seen"
                : messages.lengthBytes(one) + " bytes, then " + messages.lengthBytes(other);
    }

    private double bits(int one, int other, int except) {
        return content == null ? 0 : content.bits(one, other, except);
    }

    private static String shared(double bits) {
        return bits <= 0
                ? "they share nothing rare"
                : String.format(Locale.ROOT, "they share content that 1 in 2^%.0f messages have", bits);
    }

    private String caller(int request) {
        NodeTable.Node node = messages.nodes().get(messages.source(request));
        return node.name() + ':' + messages.sourcePort(request);
    }

    /** The server that a request is sent to. */
    String callee(int request) {
        return messages.nodes().get(messages.destination(request)).name() + ':' + messages.destinationPort(request);
    }
}
