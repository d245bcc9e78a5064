package io.wirepath.appliance.run;

import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.whole.Algorithms.Choice;

/** Chooses the algorithm once the messages are known. */
@FunctionalInterface
public interface AlgorithmChoice {

    /** The algorithm for these messages, and why. */
    Choice choose(MessageTable messages);
}
