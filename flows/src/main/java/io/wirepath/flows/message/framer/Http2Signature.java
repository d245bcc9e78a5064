package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/** HTTP/2: the client's preface, the server's first SETTINGS, or in the middle a frame header that makes sense. */
final class Http2Signature implements Signature {

    /** "PRI ". */
    static final int PRI = 0x50524920;

    private static final byte[] PREFACE = {'P', 'R', 'I', ' ', '*', ' ', 'H', 'T', 'T', 'P', '/', '2'};
    private static final int MAX_USUAL = 1 << 14;
    private static final int MAX_STREAM = 1 << 24;

    @Override
    public Protocol protocol() {
        return Protocol.HTTP2;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (bytes.get(offset) == 'P') {
            int agreement = Ascii.agreement(bytes, offset, length, PREFACE);
            return agreement == PREFACE.length ? Verdict.YES : agreement > 0 ? Verdict.MORE : Verdict.NO;
        }
        if (bytes.get(offset) != 0) {
            return Verdict.NO;
        }
        if (length < Http2Framer.HEADER) {
            return Verdict.MORE;
        }
        int size = bytes.getInt(offset) >>> 8;
        int stream = bytes.getInt(offset + 5);
        boolean fits = fits(bytes.get(offset + 3), bytes.get(offset + 4), size, stream);
        return fits && size <= MAX_USUAL && stream >= 0 && stream < MAX_STREAM ? Verdict.YES : Verdict.NO;
    }

    /** Whether a frame can have this header. */
    static boolean isFrame(int type, int flags, int size, int stream) {
        boolean usual = size <= MAX_USUAL && stream >= 0 && stream < MAX_STREAM;
        boolean ofStream = (stream & 1) == 1;
        return usual
                && switch (type) {
                    case 0 -> ofStream && (flags & ~0x09) == 0;
                    case 1 -> ofStream && size > 0 && (flags & ~0x2d) == 0;
                    case 2 -> ofStream && size == 5;
                    case 3 -> ofStream && size == 4;
                    case 4 -> stream == 0 && size % 6 == 0 && (flags == 0 || flags == 1 && size == 0);
                    case 5 -> ofStream && size > 4;
                    case 6 -> stream == 0 && size == 8 && (flags & ~1) == 0;
                    case 7 -> stream == 0 && size >= 8;
                    case 8 -> size == 4 && flags == 0;
                    case 9 -> ofStream && size > 0 && (flags & ~4) == 0;
                    default -> false;
                };
    }

    private static boolean fits(int type, int flags, int size, int stream) {
        return switch (type) {
            case 1 -> size > 0 && (flags & ~0x2d) == 0 && (flags & 4) != 0 && (stream & 1) == 1;
            case 4 -> stream == 0 && size % 6 == 0 && (flags == 0 && size > 0 || flags == 1 && size == 0);
            case 6 -> stream == 0 && size == 8 && (flags & ~1) == 0;
            case 8 -> size == 4 && flags == 0;
            default -> false;
        };
    }
}
