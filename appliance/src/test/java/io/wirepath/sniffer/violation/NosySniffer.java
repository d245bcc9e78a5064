package io.wirepath.sniffer.violation;

import io.wirepath.analyze.violation.ImpureAnalysis;

/** Breaks the rules of the house on purpose, to show that they can fail; see {@code HouseRulesCanFailTest}. */
public final class NosySniffer {

    private NosySniffer() {}

    /** Knows the analysis, which comes long after a sniffer. */
    public static String knows() {
        return ImpureAnalysis.cycle();
    }
}
