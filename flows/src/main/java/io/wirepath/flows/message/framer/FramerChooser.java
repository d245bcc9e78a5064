package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Recognises a protocol from the first bytes of a message, in either direction, at the start of a connection or in its
 * middle.
 *
 * <p>Each {@link Signature} says yes, no, or that it needs more bytes; once it has said yes or no, more bytes do not
 * change that. The first in the list that says yes after all before it have said no is taken, so the choice depends on
 * the stream and not on how it was cut into segments. Never sees more than {@value #LOOKS_AT} bytes. Not thread-safe.
 */
public final class FramerChooser {

    private static final byte[] TO_WEB_SOCKET = "upgrade: websocket".getBytes(US_ASCII);

    /** With so many bytes every signature has decided. */
    static final int LOOKS_AT = 24;

    /**
     * Looks at the first bytes of a message.
     *
     * @param ends whether no more bytes of it come
     * @return the protocol; UNKNOWN if it is none of those known; null if more bytes must be seen
     */
    public @Nullable Protocol choose(
            FramerContext context, int direction, ByteBuffer bytes, int offset, int length, boolean ends) {
        for (int i = 0; i < ProtocolSpec.ALL.size(); i++) {
            ProtocolSpec spec = ProtocolSpec.ALL.get(i);
            switch (spec.beginning().judge(context, direction, bytes, offset, length)) {
                case YES -> {
                    return spec.protocol();
                }
                case MORE -> {
                    if (length < LOOKS_AT && !ends) {
                        return null;
                    }
                }
                case NO -> {}
            }
        }
        return Protocol.UNKNOWN;
    }

    /** What the first packet of direction 0 speaks: where it asks for WebSocket, that; UNKNOWN if it does not tell. */
    public Protocol spoken(FramerContext context, ByteBuffer bytes, int offset, int length) {
        Protocol choice = choose(context, 0, bytes, offset, length, /* ends= */ true);
        if (choice == Protocol.HTTP1 && Ascii.containsIgnoringCase(bytes, offset, offset + length, TO_WEB_SOCKET)) {
            return Protocol.WEBSOCKET;
        }
        return choice == null ? Protocol.UNKNOWN : choice;
    }

    /** Whether TLS begins here: its side's hello. */
    public static boolean isHello(ByteBuffer bytes, int offset, int length) {
        return TlsFramer.isHello(bytes, offset, length);
    }

    /**
     * The protocol, of those wanted, of which these bytes of one packet may be whole messages, by a weak sign; UNKNOWN
     * if none.
     */
    public static Protocol whole(
            Set<Protocol> wanted, FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        for (int i = 0; i < ProtocolSpec.ALL.size(); i++) {
            ProtocolSpec spec = ProtocolSpec.ALL.get(i);
            if (wanted.contains(spec.protocol())
                    && spec.beginning().isWhole(context, direction, bytes, offset, length)) {
                return spec.protocol();
            }
        }
        return Protocol.UNKNOWN;
    }
}
