package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.SightingSink.NameOrigin;
import java.nio.ByteBuffer;

/** What a start line and header fields say about the body that follows (RFC 9112 §3, §4, §6). */
final class HttpHead {

    static final int NORMAL = 0;
    static final int HEAD = 1;
    static final int CONNECT = 2;

    private static final byte[] VERSION = "http/1.".getBytes(US_ASCII);
    private static final byte[] CONTENT_LENGTH = "content-length".getBytes(US_ASCII);
    private static final byte[] CONTENT_TYPE = "content-type:".getBytes(US_ASCII);
    private static final byte[] EVENT_STREAM = "text/event-stream".getBytes(US_ASCII);
    private static final byte[] CONTENT_ENCODING = "content-encoding:".getBytes(US_ASCII);
    private static final byte[] TRANSFER_ENCODING = "transfer-encoding".getBytes(US_ASCII);
    private static final byte[] UPGRADE = "upgrade:".getBytes(US_ASCII);
    private static final byte[] HOST = "host:".getBytes(US_ASCII);
    private static final byte[] CHUNKED = "chunked".getBytes(US_ASCII);
    private static final byte[] WEBSOCKET = "websocket".getBytes(US_ASCII);
    private static final byte[] H2C = "h2c".getBytes(US_ASCII);
    private static final byte[] HEAD_METHOD = "head ".getBytes(US_ASCII);
    private static final byte[] CONNECT_METHOD = "connect ".getBytes(US_ASCII);

    /** Status of a response; 0 for a request. */
    int status;

    /** NORMAL, HEAD or CONNECT. */
    int method;

    /** Whether the target of the request is a path, so that the host field names the server. */
    boolean namesServer;

    /** Content-Length, or -1. */
    long contentLength;

    /**
     * Whether it says two lengths, so that receivers disagree on where the message ends (RFC 9112 §6.3, request
     * smuggling).
     */
    boolean contradictory;

    boolean encoded;
    /** Whether the body is a stream of events that can be read. */
    boolean eventStream;

    private boolean packed;
    boolean chunked;
    boolean toWebSocket;
    boolean toHttp2;

    /**
     * Reads a start line without its end; false if it is none.
     *
     * @param truncated whether more of the line follows that is not looked at
     */
    boolean readStart(ByteBuffer bytes, int from, int end, boolean truncated) {
        contentLength = -1;
        contradictory = false;
        encoded = false;
        eventStream = false;
        packed = false;
        chunked = false;
        toWebSocket = false;
        toHttp2 = false;
        status = 0;
        method = NORMAL;
        if (Ascii.startsWithIgnoringCase(bytes, from, end, VERSION)) {
            return readStatus(bytes, from + VERSION.length + 1, end);
        }
        int target = Ascii.indexOf(bytes, (byte) ' ', from, end) + 1;
        if (target < 2 || target == end || !(truncated || endsWithVersion(bytes, target, end))) {
            return false;
        }
        if (Ascii.startsWithIgnoringCase(bytes, from, end, HEAD_METHOD)) {
            method = HEAD;
        } else if (Ascii.startsWithIgnoringCase(bytes, from, end, CONNECT_METHOD)) {
            method = CONNECT;
        }
        namesServer = bytes.get(target) == '/';
        return true;
    }

    private static boolean endsWithVersion(ByteBuffer bytes, int target, int end) {
        int version = end - VERSION.length - 1;
        return version > target
                && bytes.get(version - 1) == ' '
                && Ascii.startsWithIgnoringCase(bytes, version, end, VERSION);
    }

    private boolean readStatus(ByteBuffer bytes, int from, int end) {
        if (end - from < 4 || bytes.get(from) != ' ') {
            return false;
        }
        status = (int) Ascii.decimal(bytes, from + 1, from + 4);
        return status >= 100;
    }

    /**
     * Where the value of a field of this name begins, or -1. Some receivers take a name with a blank behind it for that
     * name, and others do not (RFC 9112 §5.1): they disagree on the length.
     */
    private int lengthField(ByteBuffer bytes, int from, int end, byte[] name) {
        if (!Ascii.startsWithIgnoringCase(bytes, from, end, name)) {
            return -1;
        }
        int colon = Ascii.skipBlanks(bytes, from + name.length, end);
        if (colon == end || bytes.get(colon) != ':') {
            return -1;
        }
        contradictory |= colon > from + name.length;
        return colon + 1;
    }

    /** Reads a header field without its line end. */
    void readField(ByteBuffer bytes, int from, int end, int direction, FramerContext context) {
        switch (bytes.get(from) | 0x20) {
            case 'c' -> {
                int value = lengthField(bytes, from, end, CONTENT_LENGTH);
                if (value > 0) {
                    long said = Ascii.decimal(bytes, value, end);
                    contradictory |= said < 0 || contentLength >= 0 && contentLength != said;
                    contentLength = said;
                }
                packed |= Ascii.startsWithIgnoringCase(bytes, from, end, CONTENT_ENCODING);
                eventStream |= Ascii.startsWithIgnoringCase(bytes, from, end, CONTENT_TYPE)
                        && Ascii.containsIgnoringCase(bytes, from, end, EVENT_STREAM);
                eventStream &= !packed;
            }
            case 't' -> {
                int value = lengthField(bytes, from, end, TRANSFER_ENCODING);
                if (value > 0) {
                    contradictory |= encoded;
                    encoded = true;
                    chunked = Ascii.containsIgnoringCase(bytes, value, end, CHUNKED);
                    contradictory |= chunked && !endsChunked(bytes, value, end);
                }
            }
            case 'u' -> {
                if (Ascii.startsWithIgnoringCase(bytes, from, end, UPGRADE)) {
                    toWebSocket = Ascii.containsIgnoringCase(bytes, from, end, WEBSOCKET);
                    toHttp2 = Ascii.containsIgnoringCase(bytes, from, end, H2C);
                }
            }
            case 'h' -> {
                if (status == 0 && namesServer && Ascii.startsWithIgnoringCase(bytes, from, end, HOST)) {
                    readHost(bytes, Ascii.skipBlanks(bytes, from + HOST.length, end), end, 1 - direction, context);
                }
            }
            default -> {}
        }
    }

    /** Whether the last encoding of [from, end) is that of chunks, and not one whose name holds that word. */
    private static boolean endsChunked(ByteBuffer bytes, int from, int end) {
        int to = end;
        while (isBlank(bytes.get(to - 1))) {
            to--;
        }
        int begin = to - CHUNKED.length;
        return Ascii.startsWithIgnoringCase(bytes, begin, to, CHUNKED)
                && (begin == from || isBlank(bytes.get(begin - 1)) || bytes.get(begin - 1) == ',');
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /** The size in the line [from, end) that begins a chunk, or -1 where it is none (RFC 9112 §7.1). */
    static long chunkSize(ByteBuffer bytes, int from, int end) {
        long size = Ascii.hexadecimal(bytes, from, end);
        int at = from;
        while (at < end && Character.digit(bytes.get(at), 16) >= 0) {
            at++;
        }
        at = Ascii.skipBlanks(bytes, at, end);
        return at == end || bytes.get(at) == ';' ? size : -1;
    }

    private static void readHost(ByteBuffer bytes, int from, int end, int server, FramerContext context) {
        int colon = Ascii.indexOf(bytes, (byte) ':', from, end);
        int nameEnd = colon < 0 ? end : colon;
        while (nameEnd > from && bytes.get(nameEnd - 1) == ' ') {
            nameEnd--;
        }
        context.onServerName(server, bytes, from, nameEnd - from, NameOrigin.HTTP_HOST);
    }
}
