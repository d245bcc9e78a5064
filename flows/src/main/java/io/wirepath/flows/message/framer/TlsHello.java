package io.wirepath.flows.message.framer;

import io.wirepath.flows.SightingSink.NameOrigin;
import java.nio.ByteBuffer;

/**
 * Reads what is of use in the hellos of a TLS handshake (RFC 8446 §4.1, §4.2; RFC 6066 §3). Every length is checked
 * against the record's end; a hello that goes on in another record is read as far as it is there.
 *
 * <pre>
 *   │ type 1 │ length 3 │ version 2 │ random 32 │ session id: length 1, bytes │
 *   client  │ cipher suites: length 2, bytes │ compression: length 1, bytes │ extensions: length 2, …
 *   server  │ cipher suite 2 │ compression 1 │ extensions: length 2, …
 *   extension │ type 2 │ length 2 │ …        0 server name: list length 2, type 1, length 2, name
 *                                                   16 protocols: list length 2, then each length 1, name;  43 versions;
 *                                                   45 modes of resumption: list length 1, modes
 * </pre>
 */
public final class TlsHello {

    private static final int SESSION_ID_AT = 38;
    private static final int SERVER_NAME = 0;
    private static final int PROTOCOL_NEGOTIATION = 16;
    private static final int ENCRYPT_THEN_MAC = 22;
    private static final int SUPPORTED_VERSIONS = 43;
    private static final int RESUMPTION_MODES = 45;
    private static final int H2 = 'h' << 8 | '2';
    private static final int H3 = 'h' << 8 | '3';
    private static final int MAX_HTTP3 = "h3-29".length();
    private static final int VERSION_13 = 0x0304;

    private int extensionAt;

    /** Tells the server name of a client's hello that begins at {@code from}. */
    public void readClient(ByteBuffer bytes, int from, int end, int serverDirection, FramerContext context) {
        int length = find(bytes, clientExtensions(bytes, from, end), end, SERVER_NAME);
        if (length > 5 && bytes.get(extensionAt + 2) == 0) {
            int name = Math.min(bytes.getShort(extensionAt + 3) & 0xffff, length - 5);
            context.onServerName(serverDirection, bytes, extensionAt + 5, name, NameOrigin.TLS_SNI);
        }
    }

    /** Whether a client's hello that begins at {@code from} offers HTTP/2 (ALPN "h2", RFC 7301 §3.1). */
    boolean offersHttp2(ByteBuffer bytes, int from, int end) {
        return offers(H2, 2, bytes, from, end);
    }

    /** Whether a client's hello that begins at {@code from} offers HTTP/3, or a draft of it ("h3", "h3-29"). */
    public boolean offersHttp3(ByteBuffer bytes, int from, int end) {
        return offers(H3, MAX_HTTP3, bytes, from, end);
    }

    private boolean offers(int name, int longest, ByteBuffer bytes, int from, int end) {
        int length = find(bytes, clientExtensions(bytes, from, end), end, PROTOCOL_NEGOTIATION);
        for (int at = extensionAt + 2; at + 3 <= extensionAt + length; at += 1 + (bytes.get(at) & 0xff)) {
            if (bytes.get(at) >= 2 && bytes.get(at) <= longest && bytes.getShort(at + 1) == name) {
                return true;
            }
        }
        return false;
    }

    /** Whether a client's hello that begins at {@code from} offers nothing but HTTP/2. */
    boolean offersOnlyHttp2(ByteBuffer bytes, int from, int end) {
        int length = find(bytes, clientExtensions(bytes, from, end), end, PROTOCOL_NEGOTIATION);
        return length == 2 + 1 + 2 && bytes.get(extensionAt + 2) == 2 && bytes.getShort(extensionAt + 3) == H2;
    }

    /** Whether a server's hello that begins at {@code from} chose HTTP/2, which it does not say here in TLS 1.3. */
    boolean choosesHttp2(ByteBuffer bytes, int from, int end) {
        int length = find(bytes, skip(bytes, from + SESSION_ID_AT, end, 1) + 3, end, PROTOCOL_NEGOTIATION);
        return length == 2 + 1 + 2 && bytes.getShort(extensionAt + 3) == H2;
    }

    /** Whether a client's hello that begins at {@code from} takes tickets (RFC 8446 §4.2.9). */
    boolean offersToResume(ByteBuffer bytes, int from, int end) {
        return find(bytes, clientExtensions(bytes, from, end), end, RESUMPTION_MODES) > 0;
    }

    private static int clientExtensions(ByteBuffer bytes, int from, int end) {
        int at = skip(bytes, from + SESSION_ID_AT, end, 1);
        return skip(bytes, skip(bytes, at, end, 2), end, 1);
    }

    /** Whether a server's hello that begins at {@code from} chose TLS 1.3. */
    public boolean isVersion13(ByteBuffer bytes, int from, int end) {
        int at = skip(bytes, from + SESSION_ID_AT, end, 1) + 3;
        int length = find(bytes, at, end, SUPPORTED_VERSIONS);
        return length == 2 && bytes.getShort(extensionAt) == VERSION_13;
    }

    /** Whether a server's hello takes the MAC of what was encrypted (RFC 7366). */
    public boolean takesMacLast(ByteBuffer bytes, int from, int end) {
        int at = skip(bytes, from + SESSION_ID_AT, end, 1) + 3;
        return find(bytes, at, end, ENCRYPT_THEN_MAC) >= 0;
    }

    /** The cipher suite that a server's hello chose, 0 if it is not there. */
    public int suite(ByteBuffer bytes, int from, int end) {
        int at = skip(bytes, from + SESSION_ID_AT, end, 1);
        return at + 2 <= end ? bytes.getShort(at) & 0xffff : 0;
    }

    /** Behind a field of variable length whose length stands in {@code width} bytes at {@code at}. */
    private static int skip(ByteBuffer bytes, int at, int end, int width) {
        if (at + width > end) {
            return end;
        }
        int length = width == 1 ? bytes.get(at) & 0xff : bytes.getShort(at) & 0xffff;
        return Math.min(end, at + width + length);
    }

    /** Finds an extension: its length, with {@link #extensionAt} at its content; -1 if it is not there. */
    private int find(ByteBuffer bytes, int extensions, int end, int wanted) {
        int at = extensions + 2;
        while (at + 4 <= end) {
            int type = bytes.getShort(at) & 0xffff;
            int length = bytes.getShort(at + 2) & 0xffff;
            if (at + 4 + length > end) {
                return -1;
            }
            if (type == wanted) {
                extensionAt = at + 4;
                return length;
            }
            at += 4 + length;
        }
        return -1;
    }
}
