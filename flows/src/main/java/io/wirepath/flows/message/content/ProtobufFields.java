package io.wirepath.flows.message.content;

import io.wirepath.flows.ProtobufCursor;
import java.nio.ByteBuffer;
import java.util.stream.Stream;

/** The numbers and words of bytes that are a message of Protocol Buffers to the last byte. Not thread-safe. */
final class ProtobufFields {

    private static final int DEEPEST = 4;
    private static final int HIGHEST_FIELD = 1 << 16;

    private final TokenHashes tokens;
    private final ProtobufCursor[] cursors =
            Stream.generate(ProtobufCursor::new).limit(DEEPEST + 1).toArray(ProtobufCursor[]::new);
    private ByteBuffer message = ByteBuffer.allocate(Unpacking.LIMIT);

    ProtobufFields(TokenHashes tokens) {
        this.tokens = tokens;
    }

    /** Takes the numbers and words of a message; false, and nothing is taken, if these bytes are none. */
    boolean read(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length > message.capacity()) {
            message = ByteBuffer.allocate(length);
        }
        message.put(0, bytes, from, length);
        if (!walk(0, length, false, 0)) {
            return false;
        }
        walk(0, length, true, 0);
        return true;
    }

    private boolean walk(int from, int to, boolean takes, int depth) {
        ProtobufCursor cursor = cursors[depth].on(message, from, to);
        while (cursor.next()) {
            if (cursor.field() > HIGHEST_FIELD || cursor.isCut()) {
                return false;
            }
            if (takes && cursor.isOfBytes()) {
                takeBlock(cursor.from(), cursor.at(), depth);
            } else if (takes && cursor.number() >= BinaryContent.SMALLEST_NUMBER) {
                tokens.addNumber(cursor.number(), true);
            }
        }
        return from < to && cursor.isWhole();
    }

    private void takeBlock(int from, int end, int depth) {
        if (end - from <= 1) {
            return;
        }
        boolean text = BinaryContent.allPrintable(message.array(), from, end);
        if (text) {
            tokens.addText(message.array(), from, end, 2);
        } else if (depth < DEEPEST && walk(from, end, false, depth + 1)) {
            walk(from, end, true, depth + 1);
        }
    }
}
