package io.wirepath.merge.spool;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * The layout of a document of a spool: little-endian, whatever log holds it.
 *
 * <pre>
 *    0  u8   kind                    1  u16  version of that kind
 *    3  i64  number                 11  ...  payload
 *    n  u32  seal: CRC-32C of all bytes before it
 *
 *  kind              version  payload
 *  1 start           1        i64 start, i64 fingerprint of the salt, text sniffer, text source, text program, text host
 *  2 sighting        1        sighting record, see {@link SightingCodec}
 *  3 connection end  1        record of the same length, see {@link ConnectionEnd}
 *  4 name            1        i64 i64 address, u8 origin (ordinal of NameOrigin), text name
 *  5 progress        1        i64 the capture is complete up to this time
 *  6 counters        1        u16 counters × [ text name  u8 kind (ordinal of Counter.Kind)  text sentence  i64 value ]
 *  7 end             1        nothing
 *  8 note            1        i64 time, text
 *  9 gap             1        u8 reason (ordinal of GapReason): why the numbers before this one are missing
 *
 *  text: u16 length in bytes, UTF-8
 * </pre>
 *
 * Times are nanoseconds since the epoch, by the sniffer's clock.
 */
public final class SpoolDocument {

    static final int START = 1;
    static final int SIGHTING = 2;
    static final int CONNECTION_END = 3;
    static final int NAME = 4;
    static final int PROGRESS = 5;
    static final int COUNTERS = 6;
    static final int END = 7;
    static final int NOTE = 8;
    static final int GAP = 9;

    private static final int NUMBER_AT = 3;

    private SpoolDocument() {}

    /** Number of the document that begins at the little-endian buffer's position. */
    public static long number(ByteBuffer document) {
        return document.getLong(document.position() + NUMBER_AT);
    }
}
