package io.wirepath.analyze.truth;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tracelet: the template of a call, or of a one-way message, and of all that it causes (Project 5 §7.1.1). Immutable.
 *
 * <pre>
 *  caller   ──before──► request ───────────────────────────────────► response
 *  callee               └ stage 1: calls in parallel ─► stage 2 … ─answer┘
 * </pre>
 *
 * @param callee the service called; which of its replicas is drawn
 * @param before from the receipt of the cause at the caller to the request's sending
 * @param stages what the callee does, one stage after the other; the calls of a stage start together, each after its
 *     own delay, and a stage ends with the last answer. One-way messages are not waited for
 * @param answer from the end of the last stage to the response's sending; null for a one-way message
 * @param requestBytes length of the request
 * @param responseBytes length of the response
 * @param holds what the callee holds while it works on the call, and waits for before; null for nothing
 * @param takes what the caller holds from before it asks until it is answered, such as a connection of a pool; the same
 * @param meets so many of these calls go on together at a node of the callee, when the last of them has come; 1 for
 *     those that wait for none
 * @param after what the callee calls once it has answered
 */
public record CallTemplate(
        String callee,
        Delay before,
        List<List<CallTemplate>> stages,
        @Nullable Delay answer,
        int requestBytes,
        int responseBytes,
        @Nullable String holds,
        @Nullable String takes,
        int meets,
        List<CallTemplate> after) {

    private static final int REQUEST_BYTES = 120;
    private static final int RESPONSE_BYTES = 480;

    /** Refuses messages without content. */
    public CallTemplate {
        stages = stages.stream().map(List::copyOf).toList();
        after = List.copyOf(after);
        if (requestBytes < 1 || responseBytes < 1 || meets < 1) {
            throw new IllegalArgumentException("messages have at least one byte, and at least one call goes on");
        }
    }

    /** A call of this service that causes nothing further. */
    public static CallTemplate call(String callee, Delay before, Delay answer) {
        return new CallTemplate(
                callee, before, List.of(), answer, REQUEST_BYTES, RESPONSE_BYTES, null, null, 1, List.of());
    }

    /** A message to this service that nobody answers. */
    public static CallTemplate oneWay(String callee, Delay before) {
        return new CallTemplate(
                callee, before, List.of(), null, REQUEST_BYTES, RESPONSE_BYTES, null, null, 1, List.of());
    }

    /** The same with these calls one after the other, after what it does already. */
    public CallTemplate serially(CallTemplate... calls) {
        List<List<CallTemplate>> all = new ArrayList<>(stages);
        for (CallTemplate each : calls) {
            all.add(List.of(each));
        }
        return withStages(all);
    }

    /** The same with these calls at once, after what it does already. */
    public CallTemplate inParallel(CallTemplate... calls) {
        List<List<CallTemplate>> all = new ArrayList<>(stages);
        all.add(List.of(calls));
        return withStages(all);
    }

    /** The same with every delay, here and below, of this standard deviation as a share of its mean. */
    CallTemplate withRelativeDeviation(double share) {
        List<List<CallTemplate>> below = stages.stream()
                .map(stage -> stage.stream()
                        .map(each -> each.withRelativeDeviation(share))
                        .toList())
                .toList();
        return new CallTemplate(
                callee,
                before.withRelativeDeviation(share),
                below,
                answer == null ? null : answer.withRelativeDeviation(share),
                requestBytes,
                responseBytes,
                holds,
                takes,
                meets,
                after.stream().map(each -> each.withRelativeDeviation(share)).toList());
    }

    /** The same, while the callee holds something of which its node has few. */
    public CallTemplate holding(String resource) {
        return new CallTemplate(
                callee, before, stages, answer, requestBytes, responseBytes, resource, takes, meets, after);
    }

    /** The same, by a caller that holds something of which its node has few. */
    public CallTemplate taking(String resource) {
        return new CallTemplate(
                callee, before, stages, answer, requestBytes, responseBytes, holds, resource, meets, after);
    }

    /** The same, where so many go on together: a barrier, or a batch. */
    public CallTemplate meeting(int count) {
        return new CallTemplate(
                callee, before, stages, answer, requestBytes, responseBytes, holds, takes, count, after);
    }

    private CallTemplate withStages(List<List<CallTemplate>> all) {
        return new CallTemplate(callee, before, all, answer, requestBytes, responseBytes, holds, takes, meets, after);
    }
}
