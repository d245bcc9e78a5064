package io.wirepath.flows.message;

import io.wirepath.sniffer.Counter;

/** What the message stage counts. */
public enum MessageCounter implements Counter {
    MESSAGES("Messages rebuilt.", Kind.FLOW),
    MESSAGES_FRAMED("Messages whose boundaries a protocol's framer gave; the others were cut by turns.", Kind.FLOW),
    MESSAGES_SETUP("Messages that set a connection up (handshakes, log-in) and belong to no call.", Kind.FLOW),
    MESSAGES_ONE_WAY("One-way messages: neither request nor response.", Kind.FLOW),
    ATTEMPTS_REFUSED("Attempts to open a TCP connection that RST answered.", Kind.FLOW),
    ATTEMPTS_UNANSWERED("Attempts to open a TCP connection that nothing answered for 3 s.", Kind.FLOW),
    CALLS("Requests, each with a call id.", Kind.FLOW),
    CALLS_ANSWERED("Requests whose response was seen.", Kind.FLOW),
    RESPONSES_WITHOUT_REQUEST(
            "Responses whose request was not seen, at the start of a capture or after a loss.", Kind.ANOMALY),
    DNS_QUERIES_REPEATED(
            "DNS queries that were sent again while unanswered; only the first is a message.", Kind.ANOMALY),
    QUERIES_REPEATED(
            "Requests of peers, and requests and responses of SIP, that were sent again, by the transaction; only"
                    + " the first is a"
                    + " message.",
            Kind.ANOMALY),
    MESSAGES_CLOSED_BY_IDLE("Messages that ended because nothing followed for the idle gap.", Kind.ANOMALY),
    MESSAGES_WITH_MISSING_BYTES("Messages of which some bytes were not captured.", Kind.LOSS),
    FRAMERS_GAVE_UP("Streams that stopped looking like their protocol; split by turns from there on.", Kind.ANOMALY),
    CALLS_FORGOTTEN("Requests discarded before their response came, to stay within the memory limit.", Kind.LOSS),
    CONTENT_SKIPPED("Messages without content signature, because too many were open at once.", Kind.LOSS),
    IDENTIFIERS_UNREADABLE(
            "Requests of HTTP/2 that may carry identifiers of the site's tracing under a name that could not be read:"
                    + " it was sent before the capture began, or a loss.",
            Kind.ANOMALY),
    MESSAGES_OF_DOUBTFUL_END(
            "HTTP messages with two lengths, a malformed one, or bare line feeds: receivers may disagree on where"
                    + " they end.",
            Kind.ANOMALY);

    private final Meaning meaning;

    MessageCounter(String sentence, Kind kind) {
        meaning = new Meaning(kind, sentence);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
