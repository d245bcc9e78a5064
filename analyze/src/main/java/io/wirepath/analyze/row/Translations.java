package io.wirepath.analyze.row;

import io.wirepath.analyze.field.Fields;
import io.wirepath.nat.Translation;

/** What is said of a translation of addresses. */
public final class Translations {

    /** A translation. */
    public static final Fields<Translation> FIELDS = Fields.<Translation>of("Translation", "Rewritten addresses.")
            .time("time", "When it was first seen.", Translation::firstNanos)
            .time("last", "When it was last seen.", Translation::lastNanos)
            .text("kind", "destination, source or both.", Translation::kind)
            .text(
                    "fromSource",
                    "The caller's address and port on its own side; * for what varies.",
                    Translation::fromSource)
            .text("fromDestination", "The address and port that it calls.", Translation::fromDestination)
            .text("toSource", "What its address becomes.", Translation::toSource)
            .text("toDestination", "What the called address becomes.", Translation::toDestination)
            .count("connections", "Connections on which it was seen.", Translation::connections)
            .count("evidence", "Messages seen on both sides of it.", Translation::evidence)
            .number("confidence", "Probability that it is not by chance.", Translation::confidence)
            .truth("rule", "Whether it is a rule of the operator.", Translation::rule)
            .everywhere();

    private Translations() {}
}
