package io.wirepath.pipeline;

import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.MessageTable;
import java.util.Map;

/** Chooses the algorithm once the messages are known. */
@FunctionalInterface
public interface AlgorithmChoice {

    /** The algorithm for these messages. */
    Chosen choose(MessageTable messages);

    /** How path instances are built of the links. */
    default AnalysisSettings paths() {
        return AnalysisSettings.defaults();
    }

    /**
     * An algorithm that was chosen.
     *
     * @param algorithm the algorithm
     * @param settings what shapes its result, by option name, in the order of the report
     */
    record Chosen(CausalAlgorithm algorithm, Map<String, String> settings) {}
}
