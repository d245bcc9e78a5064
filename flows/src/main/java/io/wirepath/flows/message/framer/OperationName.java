package io.wirepath.flows.message.framer;

import io.wirepath.flows.message.framer.hpack.HeaderFields;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks for and what a response says, as a short text: {@code GET /cart}, {@code 200},
 * {@code grpc-status 5}. The query of a target is left out. Made only where the operator asks for it, since it is
 * payload.
 */
final class OperationName {

    private static final int LONGEST = 256;

    private OperationName() {}

    /** Of the fields of an HTTP/2 header block; null where they say nothing. */
    static @Nullable String of(HeaderFields fields) {
        String method = fields.method();
        String path = fields.path();
        if (method != null && path != null) {
            return clean(method + " " + path);
        }
        boolean http = fields.status() != HeaderFields.NONE;
        boolean grpc = fields.grpcStatus() != HeaderFields.NONE;
        if (!http && !grpc) {
            return null;
        }
        String status = http ? fields.status() + (grpc ? " " : "") : "";
        return grpc ? status + "grpc-status " + fields.grpcStatus() : status;
    }

    /** Of the start line of an HTTP/1 message: method and target, or the status. */
    static String of(ByteBuffer bytes, int from, int end, boolean response) {
        int first = Ascii.indexOf(bytes, (byte) ' ', from, end);
        int second = Ascii.indexOf(bytes, (byte) ' ', first + 1, end);
        int begin = response ? first + 1 : from;
        return clean(text(bytes, begin, second < 0 ? end : second));
    }

    private static String text(ByteBuffer bytes, int from, int end) {
        StringBuilder text = new StringBuilder();
        for (int at = from; at < end; at++) {
            text.append((char) (bytes.get(at) & 0xff));
        }
        return text.toString();
    }

    private static String clean(String raw) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(raw.length(), LONGEST); i++) {
            char c = raw.charAt(i);
            if (c == '?' || c == '#') {
                break;
            }
            text.append(c < ' ' || c > '~' ? '.' : c);
        }
        return text.toString();
    }
}
