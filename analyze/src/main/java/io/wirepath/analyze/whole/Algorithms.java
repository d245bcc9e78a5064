package io.wirepath.analyze.whole;

import io.wirepath.analyze.CausalAlgorithm;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.convolution.Convolution;
import io.wirepath.analyze.convolution.ConvolutionSettings;
import io.wirepath.analyze.incremental.WindowedInference;
import io.wirepath.analyze.joint.JointLinking;
import io.wirepath.analyze.joint.JointSettings;
import io.wirepath.analyze.linking.LinkingSettings;
import io.wirepath.analyze.linking.MessageLinking;
import io.wirepath.analyze.nesting.Nesting;
import io.wirepath.analyze.nesting.NestingSettings;
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

    /** The joint algorithm where most messages belong to calls, message linking otherwise. */
    public static Choice choose(MessageTable messages) {
        return choose(messages, JointSettings.defaults());
    }

    /** The same, with these settings where it is the joint algorithm. */
    public static Choice choose(MessageTable messages, JointSettings settings) {
        long paired = 0;
        for (int row = 0; row < messages.size(); row++) {
            paired += messages.partner(row) != MessageTable.NONE ? 1 : 0;
        }
        long percent = messages.size() == 0 ? 0 : 100 * paired / messages.size();
        return paired > MOST * messages.size()
                ? new Choice(joint(settings), percent + " % of the messages belong to calls")
                : new Choice(
                        new MessageLinking(LinkingSettings.defaults()),
                        "only " + percent + " % of the messages belong to calls");
    }
}
