package io.wirepath.causes.joint.model;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.linking.OwnerLinks;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A pair of a task and a call about which a {@link Factor} is to find words; the task is laid out with the call.
 *
 * @param messages the messages
 * @param shared what messages share
 * @param scene the scene
 * @param walk the task with the call
 * @param task number of the task in the scene; none where the call has no owner
 * @param call number of the call
 */
public record Told(MessageTable messages, Shared shared, Scene scene, TaskWalk walk, int task, int call) {

    /** How rare what two messages share is, which a third one does not have. */
    public interface Shared {
        /** In bits; 0 where they share nothing rare. */
        double bits(int one, int other, int except);
    }

    /** The server of calls with this label. */
    String callee(int label) {
        int example = IntStream.range(0, scene.calls)
                .filter(own -> scene.label[own] == label)
                .findFirst()
                .orElseThrow();
        int request = scene.callRequest[example];
        return messages.nodes().get(messages.destination(request)).name() + ':' + messages.destinationPort(request);
    }

    public String requestBytes() {
        return bytes(request(), callRequest());
    }

    public String answerBytes() {
        return bytes(answer(), callAnswer());
    }

    public String requestContent() {
        return shared(shared.bits(request(), callRequest(), MessageTable.NONE));
    }

    public String answerContent() {
        double ofRequest = shared.bits(answer(), callRequest(), request());
        return shared(Math.max(ofRequest, shared.bits(answer(), callAnswer(), request())));
    }

    public String echoedContent() {
        return shared(shared.bits(request(), callAnswer(), callRequest()));
    }

    public String connections() {
        return "from " + caller(request()) + ", to " + caller(callRequest());
    }

    private int request() {
        return scene.taskRequest[task];
    }

    private int callRequest() {
        return scene.callRequest[call];
    }

    private int answer() {
        return OwnerLinks.answer(messages, request());
    }

    private int callAnswer() {
        return OwnerLinks.answer(messages, callRequest());
    }

    private String bytes(int one, int other) {
        return one == MessageTable.NONE || other == MessageTable.NONE
                ? "one of the answers was not seen"
                : messages.lengthBytes(one) + " bytes, then " + messages.lengthBytes(other);
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
}
