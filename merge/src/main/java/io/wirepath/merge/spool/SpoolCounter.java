package io.wirepath.merge.spool;

import io.wirepath.sniffer.Counter;

/** What a spool counts while it is written. */
public enum SpoolCounter implements Counter {
    SPOOL_DOCUMENTS("Documents written to the spool: sightings, ends of connections, names and marks.", Kind.FLOW),
    SPOOL_DOCUMENTS_NOT_KEPT(
            "Documents that could not be kept because the disk was full; their numbers are missing.", Kind.LOSS),
    SPOOL_SIGHTINGS_NOT_KEPT("Sightings among the documents that could not be kept.", Kind.LOSS),
    SPOOL_DOCUMENTS_DELETED("Documents deleted with the oldest rolls, to keep the bounds of the spool.", Kind.DIRT),
    SPOOL_ROLLS_DELETED("Rolls deleted to keep the bounds of the spool.", Kind.DIRT),
    SPOOL_SYNCS_FAILED("Times that what was written could not be forced to the disk.", Kind.LOSS);

    private final String sentence;
    private final Kind kind;

    SpoolCounter(String sentence, Kind kind) {
        this.sentence = sentence;
        this.kind = kind;
    }

    @Override
    public String sentence() {
        return sentence;
    }

    @Override
    public Kind kind() {
        return kind;
    }
}
