package io.wirepath.flows.tls;

import io.wirepath.flows.SegmentContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a client said before the server answered (RFC 8446 §2.3), held back until the server takes or refuses it: its
 * EncryptedExtensions name early data, or do not (§4.2.10). What is refused was never heard; the client may say it
 * again. Not thread-safe.
 */
final class EarlyData {

    /** Bytes that are held back: more than servers let in; beyond, the data are taken for heard. */
    private static final int MAX_HELD = 1 << 16;

    private static final int ENCRYPTED_EXTENSIONS = 8;
    private static final int EARLY_DATA = 42;
    private static final int HEADER = 4;

    /** What a record held. */
    interface Receiver {

        void take(byte[] data, long recordOffset, SegmentContext first, SegmentContext last);
    }

    private record Held(byte[] data, long recordOffset, SegmentContext first, SegmentContext last) {}

    private final List<Held> held = new ArrayList<>();
    private int bytes;

    /** Whether there is room for so many bytes more. */
    boolean holds(int length) {
        return bytes + length <= MAX_HELD;
    }

    void hold(byte[] data, int length, long recordOffset, SegmentContext first, SegmentContext last) {
        held.add(new Held(Arrays.copyOf(data, length), recordOffset, copy(first), copy(last)));
        bytes += length;
    }

    private static SegmentContext copy(SegmentContext from) {
        SegmentContext copy = new SegmentContext();
        copy.copy(from);
        return copy;
    }

    /** Hands on what is held, in order, and holds nothing. */
    void release(Receiver to) {
        held.forEach(each -> to.take(each.data(), each.recordOffset(), each.first(), each.last()));
        held.clear();
        bytes = 0;
    }

    /** Whether these are the server's EncryptedExtensions, which decide. */
    static boolean isDecision(byte[] handshake, int length) {
        return length > HEADER && handshake[0] == ENCRYPTED_EXTENSIONS;
    }

    /** Whether they take early data. */
    static boolean isTaken(byte[] handshake, int length) {
        int at = HEADER + 2;
        int end = Math.min(length, at + number(handshake, HEADER, length));
        while (at + HEADER <= end) {
            if (number(handshake, at, length) == EARLY_DATA) {
                return true;
            }
            at += HEADER + number(handshake, at + 2, length);
        }
        return false;
    }

    private static int number(byte[] from, int at, int length) {
        return at + 1 < length ? (from[at] & 0xff) << 8 | from[at + 1] & 0xff : 0;
    }
}
