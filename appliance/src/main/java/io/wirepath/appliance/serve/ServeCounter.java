package io.wirepath.appliance.serve;

import io.wirepath.sniffer.Counter;

/** What became of the windows. */
public enum ServeCounter implements Counter {
    WINDOWS_ANALYSED(Kind.FLOW, "Windows that were analysed."),
    WINDOWS_COARSER(
            Kind.LOSS,
            "Windows analysed from fewer messages than they have, since one before them took longer than it lasts."),
    WINDOWS_LEFT_OUT(Kind.LOSS, "Windows left out because the analysis was too far behind; their messages are kept."),
    WINDOWS_FAILED(Kind.LOSS, "Windows whose analysis failed; their reports say why."),
    FINDINGS_NOT_FOLLOWED(
            Kind.LOSS, "Findings not followed, or no longer, for too many were open: each as often as it is told.");

    private final Meaning meaning;

    ServeCounter(Kind kind, String sentence) {
        meaning = new Meaning(kind, sentence);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
