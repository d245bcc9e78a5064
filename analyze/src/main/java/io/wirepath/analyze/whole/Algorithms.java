package io.wirepath.analyze.whole;

import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.convolution.Convolution;
import io.wirepath.causes.convolution.ConvolutionSettings;
import io.wirepath.causes.incremental.WindowedInference;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.JointSettings;
import io.wirepath.causes.linking.LinkingSettings;
import io.wirepath.causes.linking.MessageLinking;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import io.wirepath.flows.Role;
import java.util.Locale;

/** The causal algorithms by name, and the choice among them. Pure and thread-safe. */
public final class Algorithms {

    private static final double MOST = 0.5;

    private Algorithms() {}

    /**
     * An algorithm, and why it is the right one.
     *
     * @param algorithm the algorithm
     * @param reason a sentence for people
     */
    public record Choice(CausalAlgorithm algorithm, String reason) {}

    /**
     * The algorithm of this name with its default settings.
     *
     * @throws IllegalArgumentException where there is none; the message names those that there are
     */
    public static CausalAlgorithm byName(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "joint" -> joint(JointSettings.defaults());
            case "nesting" -> new Nesting(NestingSettings.defaults());
            case "convolution" -> new Convolution(ConvolutionSettings.defaults());
            case "linking" -> new MessageLinking(LinkingSettings.defaults());
            default ->
                throw new IllegalArgumentException(
                        "there is no algorithm \"" + name + "\"; choose joint, linking, nesting or convolution");
        };
    }

    /** The joint algorithm; over tables that are too long for one window it goes window by window. */
    public static CausalAlgorithm joint(JointSettings settings) {
        return new WindowedInference(new JointLinking(settings), WindowedInference.DEFAULT_ROWS);
    }

    /**
     * The joint algorithm where most nodes that receive and send do so in calls, message linking otherwise. Each such
     * node counts once, whatever it sends: no stranger chooses by sending much, and none who only calls is asked.
     */
    public static Choice choose(MessageTable messages) {
        return choose(messages, JointSettings.defaults());
    }

    /** The same, with these settings where it is the joint algorithm. */
    public static Choice choose(MessageTable messages, JointSettings settings) {
        int nodes = messages.nodes().size();
        boolean[] receives = new boolean[nodes];
        int[] sent = new int[nodes];
        int[] sentInCalls = new int[nodes];
        for (int row = 0; row < messages.size(); row++) {
            if (messages.role(row) != Role.RESPONSE) {
                receives[messages.destination(row)] = true;
            }
            sent[messages.source(row)]++;
            sentInCalls[messages.source(row)] += messages.partner(row) == MessageTable.NONE ? 0 : 1;
        }
        int all = 0;
        int calling = 0;
        for (int node = 0; node < nodes; node++) {
            boolean counts = receives[node] && sent[node] > 0;
            all += counts ? 1 : 0;
            calling += counts && sentInCalls[node] > MOST * sent[node] ? 1 : 0;
        }
        String reason = calling + " of " + all + " nodes that receive and send do so in calls";
        return calling > MOST * all
                ? new Choice(joint(settings), reason)
                : new Choice(new MessageLinking(LinkingSettings.defaults()), "only " + reason);
    }
}
