package io.wirepath.merge.spool;

import io.wirepath.sniffer.Counter;

/** What a spool counts while it is written. */
public enum SpoolCounter implements Counter {
    SPOOL_DOCUMENTS("Documents written to the spool: sightings, connection ends, names and marks.", Kind.FLOW),
    SPOOL_DOCUMENTS_NOT_KEPT("Documents not kept because the disk was full; their numbers are missing.", Kind.LOSS),
    SPOOL_SIGHTINGS_NOT_KEPT("Sightings among the documents not kept.", Kind.LOSS),
    SPOOL_DOCUMENTS_DELETED(
            "Documents deleted with the oldest rolls, to stay within the limits of the spool.", Kind.ANOMALY),
    SPOOL_ROLLS_DELETED("Rolls deleted to stay within the limits of the spool.", Kind.ANOMALY),
    SIGHTINGS_LEFT_OUT_OF_FLOODS("Sightings left out because more came than the spool has room for.", Kind.LOSS),
    CONNECTION_ENDS_LEFT_OUT_OF_FLOODS(
            "Ends of connections left out because more came than the spool has room for.", Kind.LOSS),
    NAMES_LEFT_OUT_OF_FLOODS("Names left out because more came than the spool has room for.", Kind.LOSS),
    SPOOL_SYNCS_FAILED("Failed attempts to force written data to the disk.", Kind.LOSS);

    private final Meaning meaning;

    SpoolCounter(String sentence, Kind kind) {
        meaning = new Meaning(kind, sentence);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
