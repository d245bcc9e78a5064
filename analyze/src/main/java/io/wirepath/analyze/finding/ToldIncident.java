package io.wirepath.analyze.finding;

import io.wirepath.analyze.incident.Incident;
import io.wirepath.analyze.incident.IncidentCase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An incident as every output tells it: what, where, how surely, who suffers, what follows from it, and requests that
 * show it. When it began and ended is the {@link Finding}'s change.
 *
 * @param what what changed
 * @param state whether it goes on
 * @param lastNanos when the place was last seen at work, ns since the epoch; {@link
 *     io.wirepath.causes.MessageTable#NIL} where that is not known
 * @param probability that it is no matter of chance
 * @param before usual value without the change
 * @param after usual value with it
 * @param clients nodes whose requests from outside came through it then
 * @param requests those requests
 * @param requestNanos how much longer they take, on average where some do; 0 where that is not known, and less
 *     where they take less
 * @param felt false where a node answers later, and they take so little longer that who sends them does not notice it
 * @param requestShare share of all requests from outside that fail because of it
 * @param unchanged names of replicas that did not change
 * @param consequences what follows from it, as it began
 * @param examples calls that show it, and each with one that is like it from before
 */
public record ToldIncident(
        Incident.Kind what,
        IncidentCase.State state,
        long lastNanos,
        double probability,
        double before,
        double after,
        int clients,
        int requests,
        double requestNanos,
        boolean felt,
        double requestShare,
        List<String> unchanged,
        List<Consequence> consequences,
        List<Example> examples) {

    /**
     * Something that changed because of it.
     *
     * @param what what changed
     * @param nodes names of the nodes where
     * @param onsetNanos when, ns since the epoch
     * @param effectNanos how much longer something takes; 0 where it is no time
     */
    public record Consequence(Incident.Kind what, List<String> nodes, long onsetNanos, double effectNanos) {}

    /**
     * A call that shows it, or one that is like it from before.
     *
     * @param isUsual whether it is of the time that the change is compared with
     * @param call number of the call
     * @param nanos when its request was sent, ns since the epoch
     * @param client name of the caller
     * @param server name of the called
     * @param serviceNanos from the receipt of the request to the sending of the response; NIL where it is not timed
     * @param ownNanos without the time in which a call made for it was open; NIL where it is not timed
     */
    public record Example(
            boolean isUsual, int call, long nanos, String client, String server, long serviceNanos, long ownNanos) {}

    /** Who suffers, in words; empty where nobody is known to. */
    public String suffers() {
        return SufferText.of(requests, clients, "", requestNanos, what == Incident.Kind.SLOWER_TAIL, requestShare);
    }

    static ToldIncident of(PlaceNames names, IncidentCase own, @Nullable DetectorInput input) {
        Incident cause = own.cause();
        return new ToldIncident(
                cause.kind(),
                own.state(),
                own.lastNanos(),
                own.probability(),
                cause.before(),
                cause.after(),
                own.suffering().clients(),
                own.suffering().requests(),
                cause.isSlower() || cause.isSlowerNetwork() || cause.kind() == Incident.Kind.LOAD
                        ? own.requests().longerNanos()
                        : 0,
                !cause.isSlower() || own.requests().isFelt(),
                own.requestShare(),
                own.unchanged().stream().map(names::node).toList(),
                own.effects().stream()
                        .map(effect -> new Consequence(
                                effect.kind(),
                                effect.nodes().stream().map(names::node).toList(),
                                effect.change().onsetNanos(),
                                effect.effectNanos()))
                        .toList(),
                input == null ? List.of() : examples(input, own));
    }

    private static List<Example> examples(DetectorInput input, IncidentCase own) {
        List<Example> shown = new ArrayList<>();
        own.suffering().slow().forEach(call -> shown.add(example(input, call, false)));
        own.suffering().usual().forEach(call -> shown.add(example(input, call, true)));
        return shown;
    }

    private static Example example(DetectorInput input, int call, boolean isUsual) {
        int request = input.calls().request()[call];
        return new Example(
                isUsual,
                call,
                input.messages().timeNanos(request),
                input.name(input.messages().source(request)),
                input.name(input.messages().destination(request)),
                input.served().serviceNanos(call),
                input.served().ownNanos(call));
    }
}
