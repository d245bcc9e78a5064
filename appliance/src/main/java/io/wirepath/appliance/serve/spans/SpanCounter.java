package io.wirepath.appliance.serve.spans;

import io.wirepath.sniffer.Counter;

/** What became of the requests and spans for a tracing system. */
public enum SpanCounter implements Counter {
    REQUESTS_CHOSEN(Kind.FLOW, "Requests whose spans were to be sent: failed, rare, slow, or one in so many."),
    REQUESTS_OVER_BUDGET(Kind.LOSS, "Requests left out because a window has spans for so many calls only."),
    SPANS_SENT(Kind.FLOW, "Spans that the receiver took."),
    SPANS_REJECTED(Kind.LOSS, "Spans that the receiver took no interest in."),
    SPANS_LOST(Kind.LOSS, "Spans given up because the receiver was away for too long, or too slow, or refused them."),
    HISTOGRAMS_SENT(Kind.FLOW, "Histograms of how long requests took that the receiver of metrics took."),
    HISTOGRAMS_LOST(
            Kind.LOSS,
            "Histograms that the receiver of metrics did not take; the next ones tell of the same requests.");

    private final Meaning meaning;

    SpanCounter(Kind kind, String sentence) {
        meaning = new Meaning(kind, sentence);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
