package io.wirepath.flows.tls;

import io.wirepath.sniffer.Counter;

/** What decryption counts. */
public enum DecryptionCounter implements Counter {
    TLS_SESSIONS_WITH_KEY("TLS sessions for which there was a key.", Kind.FLOW),
    TLS_RECORDS_DECRYPTED("TLS records that were decrypted.", Kind.FLOW),
    TLS_RECORDS_LOST("Encrypted TLS records of sessions with a key that were not captured whole.", Kind.LOSS),
    TLS_SESSIONS_GIVEN_UP(
            "TLS sessions with a key that could not be decrypted on: an unusual cipher suite, a key of another"
                    + " session, or"
                    + " too much lost.",
            Kind.LOSS);

    private final Meaning meaning;

    DecryptionCounter(String sentence, Kind kind) {
        meaning = new Meaning(kind, sentence);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
