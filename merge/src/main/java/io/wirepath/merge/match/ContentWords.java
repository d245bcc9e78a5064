package io.wirepath.merge.match;

import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.order.TimedRecord;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The signature and type words of {@link OpenSightings}, by slot. Takes no memory until a sighting has some. Not
 * thread-safe.
 */
final class ContentWords {

    private static final int WORDS = (SightingCodec.VLAN_AT - SightingCodec.SIGNATURE_AT) / Long.BYTES;

    private long[] words = {};

    /** Copies the words of a record to this one of so many slots, and returns whether there are any. */
    boolean take(int slot, int slots, ByteBuffer source, int at) {
        if (TimedRecord.isShort(source, at)) {
            return false;
        }
        int from = at + SightingCodec.SIGNATURE_AT;
        long any = 0;
        for (int i = 0; i < WORDS; i++) {
            any |= source.getLong(from + i * Long.BYTES);
        }
        if (any == 0) {
            return false;
        }
        if (words.length < slots * WORDS) {
            words = Arrays.copyOf(words, slots * WORDS);
        }
        for (int i = 0; i < WORDS; i++) {
            words[slot * WORDS + i] = source.getLong(from + i * Long.BYTES);
        }
        return true;
    }

    /** Puts the words of a slot into a message. */
    void put(int slot, ByteBuffer message) {
        for (int i = 0; i < WORDS; i++) {
            message.putLong(MessageCodec.SIGNATURE_AT + i * Long.BYTES, words[slot * WORDS + i]);
        }
    }

    /** Puts words of a message without content. */
    static void putNone(ByteBuffer message) {
        for (int i = 0; i < WORDS; i++) {
            message.putLong(MessageCodec.SIGNATURE_AT + i * Long.BYTES, 0);
        }
    }
}
