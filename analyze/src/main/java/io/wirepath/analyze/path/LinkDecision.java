package io.wirepath.analyze.path;

import io.wirepath.causes.AnalysisSettings;

/** What a tree does with one possible link (WAP5 §5.1 step 3). */
enum LinkDecision {
    PROBABLY_TRUE,
    PROBABLY_FALSE,
    /** One instance is built with the link and one without it. */
    TRY_BOTH;

    /** Decides by the probability; the most likely link of a child is at least tried. */
    static LinkDecision of(double probability, boolean mostLikely, AnalysisSettings settings) {
        if (probability >= settings.surelyTrue()) {
            return PROBABLY_TRUE;
        }
        return probability > settings.surelyFalse() || mostLikely ? TRY_BOTH : PROBABLY_FALSE;
    }

    /** Decides where the tree has no try-both link left to give. */
    static LinkDecision withoutTrying(double probability, boolean mostLikely) {
        return probability >= 0.5 || mostLikely ? PROBABLY_TRUE : PROBABLY_FALSE;
    }
}
