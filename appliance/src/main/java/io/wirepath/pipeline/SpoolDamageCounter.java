package io.wirepath.pipeline;

import io.wirepath.sniffer.Counter;

/** What of a spool could not be used when it was read; told where it is not 0. */
public enum SpoolDamageCounter implements Counter {
    SPOOL_PLACES_DAMAGED("Damaged places in the spool; what lay there is lost."),
    SPOOL_RECORDS_MALFORMED("Intact records of the spool with impossible content; they were not used."),
    SPOOL_NOT_READ_TO_ITS_END("Spools that could not be read to their end; what lay behind is not known.");

    private final Meaning meaning;

    SpoolDamageCounter(String sentence) {
        meaning = new Meaning(Kind.LOSS, sentence);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
