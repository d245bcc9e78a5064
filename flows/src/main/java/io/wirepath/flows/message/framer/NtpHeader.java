package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.nio.ByteBuffer;

/**
 * The header of an NTP datagram (RFC 5905 §7.3).
 *
 * <pre>
 *   0  leap(2) version(3) mode(3)   1  stratum   2  poll   3  precision (signed, log2 s)
 *   4  root delay      8  root dispersion       12  reference id
 *  16  reference      24  origin      32  receive      40  transmit      (time stamps of 8 bytes)
 *  48  extension fields, then a key's number and digest
 * </pre>
 *
 * <p>Who asks and who answers stands in the mode. Peers (symmetric active and passive) and who broadcasts tell their
 * time when it is theirs to tell: each brings back the other's last time stamp, and nobody answers.
 */
final class NtpHeader implements DatagramFormat {

    private static final int LENGTH = 48;

    private static final int CLIENT = 3;
    private static final int SERVER = 4;
    private static final int BROADCAST = 5;
    private static final int NEWEST_VERSION = 4;
    private static final int MAX_STRATUM = 16;
    private static final int MAX_POLL = 17;
    private static final int FINEST_PRECISION = -32;

    /** What a client that tells nothing of itself writes (draft-ietf-ntp-data-minimization). */
    private static final int NO_PRECISION = 32;

    private static final int SHORTEST_FIELD = 16;
    private static final int LONGEST_DIGEST = 24;

    @Override
    public Protocol protocol() {
        return Protocol.NTP;
    }

    @Override
    public boolean tell(ByteBuffer bytes, int offset, int length, int cut, Piece piece) {
        boolean plausible = isPlausible(bytes, offset, length);
        piece.role = plausible ? role(bytes, offset) : Role.UNKNOWN;
        return plausible;
    }

    private static boolean isPlausible(ByteBuffer bytes, int at, int length) {
        if (length < LENGTH) {
            return false;
        }
        int first = bytes.get(at);
        int version = first >>> 3 & 7;
        int mode = first & 7;
        boolean known = version > 0 && version <= NEWEST_VERSION && mode > 0 && mode <= BROADCAST;
        if (!known || (bytes.get(at + 1) & 0xff) > MAX_STRATUM || (bytes.get(at + 2) & 0xff) > MAX_POLL) {
            return false;
        }
        return bytes.getLong(at + 40) != 0 && tellsOfClock(bytes, at, mode) && endsWell(bytes, at, length);
    }

    /** A client need not tell of its clock. */
    private static boolean tellsOfClock(ByteBuffer bytes, int at, int mode) {
        int precision = bytes.get(at + 3);
        if (precision < 0) {
            // below 256 s from the root
            return precision >= FINEST_PRECISION && bytes.get(at + 8) == 0;
        }
        boolean tellsNothing = bytes.getInt(at + 4) == 0 && bytes.getLong(at + 8) == 0;
        return mode == CLIENT && (precision == 0 || precision == NO_PRECISION) && tellsNothing;
    }

    private static boolean endsWell(ByteBuffer bytes, int at, int length) {
        int field = LENGTH;
        while (length - field > LONGEST_DIGEST) {
            int size = bytes.getShort(at + field + 2) & 0xffff;
            if (size < SHORTEST_FIELD || size % Integer.BYTES != 0) {
                return false;
            }
            field += size;
        }
        return (length - field) % Integer.BYTES == 0;
    }

    /** Who asks, who answers, and who only tells its time. */
    private static Role role(ByteBuffer bytes, int at) {
        return switch (bytes.get(at) & 7) {
            case CLIENT -> Role.REQUEST;
            case SERVER -> Role.RESPONSE;
            default -> Role.ONE_WAY;
        };
    }
}
