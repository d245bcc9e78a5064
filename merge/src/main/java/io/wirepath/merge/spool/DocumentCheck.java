package io.wirepath.merge.spool;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.OuterLayer;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.log.DocumentShape;
import io.wirepath.merge.log.Seal;
import io.wirepath.merge.spool.SpoolVisitor.GapReason;
import io.wirepath.sniffer.FrameTimes;
import java.nio.ByteBuffer;

/**
 * The one place that checks a document of a spool. Anybody with a sniffer's certificate, or a file, may have written
 * it: a seal is no proof of anything but that it came whole. After a yes, it can be decoded and no accessor fails.
 * Allocates nothing. Used by one thread at a time.
 */
public final class DocumentCheck {

    private static final int ORIGINS = NameOrigin.values().length;
    private static final int REASONS = GapReason.values().length;
    private static final int CLOSE_REASONS = CloseReason.values().length;
    private static final int LAYER_KINDS = OuterLayer.Kind.values().length;

    private final Seal seal = new Seal();
    private final DocumentShape shape = new DocumentShape();

    /** Whether the buffer holds, from 0 to its limit, a whole document that belongs into a spool. */
    public boolean isWhole(ByteBuffer document) {
        if (document.limit() < SpoolDocument.MIN_LENGTH || !seal.isOn(document)) {
            return false;
        }
        int kind = document.get(0) & 0xff;
        long number = document.getLong(SpoolDocument.NUMBER_AT);
        boolean isRecord = kind == SpoolDocument.SIGHTING || kind == SpoolDocument.CONNECTION_END;
        return number > 0
                && number <= SpoolDocument.MAX_NUMBER
                && kind != SpoolDocument.ROLL
                && (!isRecord || document.limit() == SpoolDocument.RECORD_LENGTH);
    }

    /** Whether the document, from 0 to the limit, is of a kind that is known and can be decoded. */
    public boolean isSound(ByteBuffer document) {
        if (document.limit() < SpoolDocument.MIN_LENGTH) {
            return false;
        }
        shape.at(document, SpoolDocument.REST_AT);
        return switch (document.get(0) & 0xff) {
            case SpoolDocument.START -> run().isAll();
            case SpoolDocument.SIGHTING -> record(document, false);
            case SpoolDocument.CONNECTION_END -> record(document, true);
            case SpoolDocument.NAME ->
                shape.skip(2 * Long.BYTES).below(ORIGINS).text().isAll();
            case SpoolDocument.PROGRESS -> shape.skip(Long.BYTES).isAll() && isTime(document, SpoolDocument.REST_AT);
            case SpoolDocument.COUNTERS -> shape.skip(2 * Long.BYTES).counters().isAll();
            case SpoolDocument.END -> shape.isAll();
            case SpoolDocument.NOTE -> shape.skip(Long.BYTES).text().isAll();
            case SpoolDocument.GAP -> shape.below(REASONS).isAll();
            case SpoolDocument.LAYERS -> layers(document);
            case SpoolDocument.ROLL -> roll();
            case SpoolDocument.OPERATION -> shape.skip(Short.BYTES).text().isAll();
            case SpoolDocument.LOAD -> loads();
            case SpoolDocument.SITE_ID -> shape.skip(4 * Long.BYTES).isAll();
            default -> false;
        };
    }

    private boolean loads() {
        shape.skip(Long.BYTES);
        for (int left = shape.u16(); left > 0 && shape.isSound(); left--) {
            shape.text().skip(Double.BYTES);
        }
        return shape.isAll();
    }

    private DocumentShape run() {
        return shape.skip(2 * Long.BYTES).text().text().text().text();
    }

    private boolean roll() {
        shape.skip(3 * Long.BYTES);
        return shape.u8() == 0 ? shape.isAll() : run().isAll();
    }

    private boolean record(ByteBuffer document, boolean end) {
        int at = SpoolDocument.REST_AT;
        return shape.skip(SightingCodec.LENGTH).isAll()
                && ConnectionEnd.isAt(document, at) == end
                && document.getLong(at + SightingCodec.CONNECTION_AT) >= 0
                && isTime(document, at + SightingCodec.FIRST_BYTE_AT)
                && isTime(document, at + SightingCodec.LAST_BYTE_AT)
                && (end ? isEnd(document, at) : isSighting(document, at));
    }

    private static boolean isSighting(ByteBuffer document, int at) {
        long length = document.getLong(at + SightingCodec.BYTES_AT);
        long missing = document.getLong(at + SightingCodec.MISSING_AT);
        return length >= 0 && missing >= 0 && missing <= length;
    }

    private static boolean isEnd(ByteBuffer document, int at) {
        return (document.get(at + ConnectionEnd.REASON_AT) & 0xff) < CLOSE_REASONS;
    }

    private static boolean isTime(ByteBuffer document, int at) {
        return FrameTimes.isPossible(document.getLong(at));
    }

    private boolean layers(ByteBuffer document) {
        shape.skip(3 * Long.BYTES + Short.BYTES);
        int count = shape.u8();
        boolean sound = shape.isSound() && count <= OuterLayers.MAX && document.getLong(SpoolDocument.REST_AT) >= 0;
        for (int i = 0; i < count && sound; i++) {
            sound = shape.below(LAYER_KINDS).skip(OuterLayers.LAYER_BYTES - 1).isSound();
        }
        return sound && shape.isAll();
    }
}
