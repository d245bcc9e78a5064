package io.wirepath.flows.message;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The first bytes of a message, kept until it ends so that its content signature can be computed: at most
 * {@value #LIMIT}. Pooled.
 */
final class ContentCopy {

    static final int LIMIT = 4096;

    private static final int INITIAL = 512;

    private byte[] bytes = new byte[INITIAL];
    private int length;

    void reset() {
        length = 0;
    }

    void add(ByteBuffer source, int offset, int count) {
        int take = Math.min(count, LIMIT - length);
        if (take <= 0) {
            return;
        }
        if (length + take > bytes.length) {
            bytes = Arrays.copyOf(bytes, LIMIT);
        }
        source.get(offset, bytes, /* offset= */ length, /* length= */ take);
        length += take;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }
}
