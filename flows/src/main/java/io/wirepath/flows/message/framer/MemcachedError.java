package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Outcome;
import java.nio.ByteBuffer;

/**
 * The errors of memcached's text protocol.
 *
 * <pre>
 *   ERROR\r\n     CLIENT_ERROR text\r\n     SERVER_ERROR text\r\n
 * </pre>
 *
 * Source: memcached, "protocol.txt", "Error strings".
 */
final class MemcachedError {

    private static final byte[][] WORDS = {
        "ERROR\r\n".getBytes(US_ASCII), "CLIENT_ERROR ".getBytes(US_ASCII), "SERVER_ERROR ".getBytes(US_ASCII)
    };

    private MemcachedError() {}

    /** The {@link Outcome} of a response that begins with these bytes: unknown unless they are an error. */
    static int outcome(ByteBuffer bytes, int from, int end) {
        int first = bytes.get(from);
        if (first == 'E' || first == 'C' || first == 'S') {
            for (int i = 0; i < WORDS.length; i++) {
                if (Ascii.startsWithIgnoringCase(bytes, from, end, WORDS[i])) {
                    return Outcome.of(Outcome.Kind.MEMCACHED, i + 1);
                }
            }
        }
        return Outcome.UNKNOWN;
    }
}
