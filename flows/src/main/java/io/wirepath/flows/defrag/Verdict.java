package io.wirepath.flows.defrag;

/** What became of a fragment that was offered to the {@link IpDefragmenter}. */
public enum Verdict {
    /** Kept; its datagram is not complete yet. */
    HELD,
    /** It completed its datagram, which {@link IpDefragmenter#completed()} holds until the next offer. */
    COMPLETE,
    /** All its bytes were there already and equal: a copy made by the mirror, or sent twice. */
    DUPLICATE,
    /** All its bytes were there already and some differ: the first ones win. */
    CONFLICT,
    /** It has no bytes, or is not the last and its length is no multiple of eight (RFC 791 §3.2). */
    MALFORMED,
    /** It reaches past the longest datagram that IP allows: the "ping of death". */
    OVERLONG,
    /** It contradicts another fragment about where the datagram ends. */
    CONTRADICTS_END
}
