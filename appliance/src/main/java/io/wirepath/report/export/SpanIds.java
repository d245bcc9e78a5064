package io.wirepath.report.export;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.flows.SplitMix64;
import java.util.HexFormat;

/**
 * Identifiers of spans and traces, as hexadecimal text. They are made from what the call was (endpoints, time,
 * connection), not from its place in the analysis: two analyses of the same messages name a call alike, and two
 * captures in one tracing system do not collide. Spans have 64 bits: among a million calls two agree once in 37 million
 * runs.
 */
public final class SpanIds {

    private static final long SPAN_SALT = 0x5bd1_e995_9e37_79b9L;
    private static final long CLIENT_SALT = 0x27d4_eb2f_1656_67c5L;
    private static final long TRACE_HIGH_SALT = 0x2545_f491_4f6c_dd1dL;
    private static final long TRACE_LOW_SALT = 0x1405_7b7e_f767_814fL;

    private final MessageTable messages;
    private final MessageDetails details;
    private final int[] request;
    private final HexFormat hex = HexFormat.of();

    /**
     * Names the calls of these messages.
     *
     * @param request row of the request of each call
     */
    public SpanIds(MessageTable messages, MessageDetails details, int[] request) {
        this.messages = messages;
        this.details = details;
        this.request = request;
    }

    /** Identifier of the span of this call, which stands for the work of the called node: 16 digits. */
    public String span(int call) {
        return hex.toHexDigits(nonZero(hash(call, SPAN_SALT)));
    }

    /** Identifier of the span of the caller of this call: 16 digits. */
    public String client(int call) {
        return hex.toHexDigits(nonZero(hash(call, CLIENT_SALT)));
    }

    /** Identifier of the trace whose root is this call: 32 digits. */
    public String trace(int rootCall) {
        return hex.toHexDigits(nonZero(hash(rootCall, TRACE_HIGH_SALT)))
                + hex.toHexDigits(hash(rootCall, TRACE_LOW_SALT));
    }

    private long hash(int call, long salt) {
        int row = request[call];
        NodeTable nodes = messages.nodes();
        long hash = mix(salt, nodes.get(messages.source(row)).address().hashCode());
        hash = mix(hash, nodes.get(messages.destination(row)).address().hashCode());
        hash = mix(hash, (long) messages.sourcePort(row) << 16 | messages.destinationPort(row));
        hash = mix(hash, details.firstNanos(messages.record(row)));
        hash = mix(hash, details.sniffer(messages.record(row)));
        // several calls of one connection can begin in one packet, and be rebuilt from one record
        return mix(mix(hash, messages.record(row)), placeInRecord(row));
    }

    private int placeInRecord(int row) {
        int place = 0;
        for (int x = row - 1; x >= 0 && messages.timeNanos(x) == messages.timeNanos(row); x--) {
            place += messages.record(x) == messages.record(row) ? 1 : 0;
        }
        return place;
    }

    private static long mix(long hash, long value) {
        return SplitMix64.mix((hash ^ value) + SplitMix64.STEP);
    }

    /** All zeros is no identifier in OTLP. */
    private static long nonZero(long id) {
        return id == 0 ? 1 : id;
    }
}
