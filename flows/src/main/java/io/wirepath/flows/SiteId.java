package io.wirepath.flows;

import java.util.HexFormat;

/**
 * The identifiers that a site's own tracing put into a request; each is empty where it carries none, or where it is not
 * kept.
 *
 * @param trace of the trace, 32 hexadecimal digits
 * @param span of the span that sent the request, 16 hexadecimal digits
 * @param request any text that goes from request to request
 * @param key what requests of one trace have in common
 */
public record SiteId(String trace, String span, String request, String key) {

    /** As it stood in the request. */
    public static SiteId of(String trace, String span, String request) {
        return new SiteId(trace, span, request, trace.isEmpty() ? "request " + request : trace);
    }

    /** The same, with a salted hash of what requests of one trace have in common. */
    public SiteId sealed(long hash) {
        return new SiteId(trace, span, request, HexFormat.of().toHexDigits(hash));
    }

    /** As a sniffer kept it: what requests have in common as a salted hash. */
    public static SiteId kept(long hash, String trace, String span) {
        return new SiteId(trace, span, "", HexFormat.of().toHexDigits(hash));
    }

    /** What a sniffer keeps of the identifiers that requests carry. */
    public enum Keeping {
        /** Nothing; they are not looked for. */
        NONE,
        /** A salted hash, by which requests of one trace are known: enough to measure links. */
        HASHED,
        /** Beside the hash, the identifiers of trace and span as they are: spans join the site's own trace by them. */
        JOINED
    }
}
