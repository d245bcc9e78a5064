package io.wirepath.flows.message.content;

/**
 * Reads the tokens of a message, in whatever form its content is.
 *
 * <pre>
 *   message ─┬─ frame of a WebSocket: without its mask ─┐
 *            ├─ head and body: each by itself ──────────┼─► compressed? ─► text: words, also escaped or encoded ones
 *            └─ anything else ──────────────────────────┘              └► binary: words, numbers, n-grams
 * </pre>
 *
 * Not thread-safe.
 */
final class ContentTokens {

    private final TokenHashes tokens;
    private final EncodedText text;
    private final BinaryContent binary;
    private final Unpacking unpacking = new Unpacking();

    ContentTokens(TokenHashes tokens) {
        this.tokens = tokens;
        text = new EncodedText(tokens);
        binary = new BinaryContent(tokens, text);
    }

    /** Takes the tokens of a message. */
    void read(byte[] bytes, int length) {
        tokens.begin();
        int unmasked = unpacking.webSocket(bytes, length);
        if (unmasked > 0) {
            readPart(unpacking.bytes(), 0, unmasked);
        } else if (TokenHashes.isText(bytes, 0, length)) {
            int body = body(bytes, length);
            text.read(bytes, 0, body, 2);
            readBody(bytes, body, length);
        } else {
            readBody(bytes, 0, length);
        }
    }

    /** Where the empty line of a head ends, or the length. */
    private static int body(byte[] bytes, int length) {
        for (int at = 3; at < length; at++) {
            if (bytes[at] == '\n' && bytes[at - 1] == '\r' && bytes[at - 2] == '\n' && bytes[at - 3] == '\r') {
                return at + 1;
            }
        }
        return length;
    }

    private void readBody(byte[] bytes, int from, int to) {
        int inflated = from < to ? unpacking.inflate(bytes, from, to) : 0;
        if (inflated > 0) {
            readPart(unpacking.bytes(), 0, inflated);
        } else {
            readPart(bytes, from, to);
        }
    }

    private void readPart(byte[] bytes, int from, int to) {
        if (from < to && TokenHashes.isText(bytes, from, to)) {
            text.read(bytes, from, to, 2);
        } else {
            binary.read(bytes, from, to);
        }
    }
}
