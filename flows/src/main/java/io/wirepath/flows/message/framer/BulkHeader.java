package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/**
 * Datagrams that carry a stream of their own, of which nothing outside shows what asks and what answers: DTLS,
 * WireGuard, RTP, and ESP inside UDP.
 *
 * <pre>
 *   DTLS       type 20..25 │ version fefd or feff │ epoch 2, number 6 │ length 2 │ …            RFC 9147, RFC 6347
 *   WireGuard  type 1..4 │ 000000 │ …      148, 92 and 64 bytes; of data 32 and a multiple of 16
 *   RTP        10 … │ payload type │ number 2 │ time 4 │ source 4 │ …                             RFC 3550
 *   ESP        SPI 4, not 0 │ number 4 │ …     on port 4500                                       RFC 3948
 * </pre>
 */
public final class BulkHeader {

    private static final int DTLS_HEADER = 13;
    private static final int RTP_HEADER = 12;
    private static final int NAT_TRAVERSAL = 4500;

    private BulkHeader() {}

    /**
     * What a datagram carries, as its own bytes say; UNKNOWN if they do not.
     *
     * @param cut bytes that the capture cut off behind the {@code length} that are there
     */
    public static Protocol of(ByteBuffer bytes, int at, int length, int cut, int sourcePort, int destinationPort) {
        if (length >= DTLS_HEADER && isDtls(bytes, at, length + cut)) {
            return Protocol.DTLS;
        }
        if (length >= Integer.BYTES && isWireGuard(bytes, at, length + cut)) {
            return Protocol.WIREGUARD;
        }
        boolean port = sourcePort == NAT_TRAVERSAL || destinationPort == NAT_TRAVERSAL;
        return port && isEsp(bytes, at, length) ? Protocol.IPSEC : Protocol.UNKNOWN;
    }

    private static boolean isDtls(ByteBuffer bytes, int at, int length) {
        if (bytes.get(at) < 20 || bytes.get(at) > 25) {
            return false;
        }
        int version = bytes.getShort(at + 1) & 0xffff;
        int record = bytes.getShort(at + 11) & 0xffff;
        return (version == 0xfeff || version == 0xfefd || version == 0x0100)
                && record > 0
                && record <= length - DTLS_HEADER;
    }

    private static boolean isWireGuard(ByteBuffer bytes, int at, int length) {
        return switch (length < 32 ? 0 : bytes.getInt(at) >>> 24 << 8 | bytes.getInt(at) & 0xff_ffff) {
            case 1 << 8 -> length == 148;
            case 2 << 8 -> length == 92;
            case 3 << 8 -> length == 64;
            case 4 << 8 -> length % 16 == 0;
            default -> false;
        };
    }

    /** A keep-alive is one byte; the keys are negotiated behind four zeros. */
    private static boolean isEsp(ByteBuffer bytes, int at, int length) {
        return length == 1 ? bytes.get(at) == -1 : length >= 16 && bytes.getInt(at) != 0;
    }

    /** What tells one stream of RTP from others: its source, with the type of its payload; 0 if it is none. */
    public static long rtpStream(ByteBuffer bytes, int at, int length) {
        if (length < RTP_HEADER || (bytes.get(at) & 0xc0) != 0x80) {
            return 0;
        }
        int type = bytes.get(at + 1) & 0x7f;
        boolean control = type >= 72 && type <= 79;
        return control ? 0 : 1L << Integer.SIZE + 8 | (long) type << Integer.SIZE | bytes.getInt(at + 8) & 0xffff_ffffL;
    }

    /** The number of a datagram in its stream of RTP. */
    public static int rtpNumber(ByteBuffer bytes, int at) {
        return bytes.getShort(at + 2) & 0xffff;
    }
}
