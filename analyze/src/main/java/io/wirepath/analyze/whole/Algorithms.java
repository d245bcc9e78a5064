package io.wirepath.analyze.whole;

import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.convolution.Convolution;
import io.wirepath.causes.convolution.ConvolutionSettings;
import io.wirepath.causes.incremental.WindowedInference;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.JointSettings;
import io.wirepath.causes.linking.LinkingSettings;
import io.wirepath.causes.linking.MessageLinking;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import java.util.Locale;

/** The causal algorithms by name. Pure and thread-safe. */
public final class Algorithms {

    private Algorithms() {}

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
}
