package io.wirepath.flows.message;

import io.wirepath.flows.message.content.DigestKey;
import io.wirepath.flows.message.content.SipHash;
import java.nio.ByteBuffer;

/**
 * A streaming 64-bit keyed hash of the bytes of a message ({@link SipHash}): the same for any segmentation.
 *
 * <p>Messages of fewer than {@value #MIN_BYTES} bytes have the digest of their length alone: there are so few of them
 * that even a holder of the key must not be able to try them all. Not thread-safe.
 */
final class ContentDigest {

    /** The shortest message whose digest depends on its bytes. */
    static final int MIN_BYTES = 8;

    private final DigestKey key;
    private final SipHash hash;

    ContentDigest(DigestKey key) {
        this.key = key;
        hash = new SipHash(key);
    }

    /** Starts again. */
    void reset() {
        hash.reset();
    }

    /** Takes the next bytes; the buffer must be big-endian. */
    void update(ByteBuffer bytes, int offset, int count) {
        hash.update(bytes, offset, count);
    }

    /** The digest of all bytes so far; more may follow. */
    long value() {
        long length = hash.length();
        return length < MIN_BYTES ? SipHash.ofWord(key.low(), key.high(), length) : hash.value();
    }
}
