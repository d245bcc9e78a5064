package io.wirepath.imports;

import java.util.Locale;

/**
 * A span of an instrumented trace.
 *
 * @param trace identifier of the trace
 * @param id identifier within the trace; a client and its server may share it (Zipkin)
 * @param parent identifier of the parent; empty for a root
 * @param service who worked
 * @param address of the machine on which it worked; empty where that is not told
 * @param kind what it is to its call
 * @param startNanos when it began, ns since the epoch
 * @param endNanos when it ended
 * @param peer the server of a client span, or the client of a server span; empty where unknown
 * @param peerPort its port, 0 where that is not told
 * @param failed whether it says so
 */
record TraceSpan(
        String trace,
        String id,
        String parent,
        String service,
        String address,
        Kind kind,
        long startNanos,
        long endNanos,
        String peer,
        int peerPort,
        boolean failed) {

    /** What a span is to its call. */
    enum Kind {
        UNSPECIFIED,
        INTERNAL,
        SERVER,
        CLIENT,
        PRODUCER,
        CONSUMER;

        /** Whether it is of who makes a call. */
        boolean asks() {
            return this == CLIENT || this == PRODUCER;
        }

        /** Whether it is of who takes one. */
        boolean serves() {
            return this == SERVER || this == CONSUMER;
        }

        /** The kind with this name; untold for another. */
        static Kind of(String name) {
            for (Kind kind : values()) {
                if (name.toUpperCase(Locale.ROOT).endsWith(kind.name())) {
                    return kind;
                }
            }
            return UNSPECIFIED;
        }
    }

    String key() {
        return trace + '/' + id;
    }

    String parentKey() {
        return trace + '/' + parent;
    }
}
