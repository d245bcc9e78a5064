package io.wirepath.appliance.serve.input;

import io.wirepath.sniffer.Counter;

/** What became of the identifiers that requests carry. */
enum SiteIdCounter implements Counter {
    IDS(Kind.FLOW, "Requests whose identifiers sniffers kept."),
    IDS_FORGOTTEN(Kind.LOSS, "Those forgotten for want of room before the window of their time was analysed.");

    private final Meaning meaning;

    SiteIdCounter(Kind kind, String sentence) {
        meaning = new Meaning(kind, sentence);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
