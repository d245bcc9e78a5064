package io.wirepath.appliance.diagnosis;

import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.finding.Finding.Severity;
import java.util.List;

/**
 * Something about captures that a reader must know before all else.
 *
 * @param finding what it is and what to do
 * @param spoils what can no longer be believed because of it
 */
record Fault(Finding finding, Spoils spoils) {

    /** How far a fault reaches. */
    enum Spoils {
        /** Findings stand as they are. */
        NOTHING,
        /** That a response was not captured does not mean that there was none. */
        MISSING_RESPONSES,
        /** Times and causes are no longer those of the system. */
        EVERYTHING
    }

    static Fault of(Severity severity, String kind, String title, String detail, Spoils spoils) {
        return new Fault(new Finding(severity, kind, title, detail, List.of(), 0, 0), spoils);
    }
}
