package io.wirepath.merge.spool;

import static io.wirepath.merge.log.LogDocument.putText;
import static io.wirepath.merge.log.LogDocument.takeText;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SiteId;
import io.wirepath.merge.log.CounterCodec;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.spool.SpoolVisitor.GapReason;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the documents of a spool mean, whatever log holds them. Their frame, with kind, version and seal, is in
 * {@link LogDocument}; each payload begins with the number.
 *
 * <pre>
 *    0  u8   kind                    1  u16  version of that kind
 *    3  i64  number                 11  ...  the rest of the payload
 *    n  u32  seal
 *
 *  kind              version  the rest of the payload
 *  1 start           1        run
 *  2 sighting        1        sighting record, see {@link SightingCodec}
 *  3 connection end  1        record of the same length, see {@link ConnectionEnd}
 *  4 name            1        i64 i64 address, u8 origin (ordinal of NameOrigin), text name
 *  5 progress        1        i64 the capture is complete up to this time
 *  6 counters        1        i64 time of the run's first frame, i64 of its last, counters, see {@link CounterCodec}
 *  7 end             1        nothing
 *  8 note            1        i64 time, 0 where none is known, text
 *  9 gap             1        u8 reason (ordinal of GapReason): why the numbers before this one are missing
 * 10 layers          1        i64 connection, i64 i64 source, u16 port, u8 layers × as in {@link OuterLayers}
 * 11 roll            1        i64 i64 incarnation, i64 when the roll began, u8 1 if a run follows [ run ]
 * 12 operation       1        u16 number, text: what sightings with this number ask for, identifiers left out; told again in
 *                             each roll before the first of them
 * 13 load            1        i64 time, u16 number, and so many times: text name, f64 value
 * 14 site id         1        i64 salted hash of what requests of one trace have in common, i64 i64 trace, i64 span, 0 where not kept:
 *                             what the request carries whose sighting follows
 *
 *  run: i64 start, i64 fingerprint of the salt, text sniffer, text source, text program, text host
 *  text: u16 length in bytes, UTF-8
 * </pre>
 *
 * Times are nanoseconds since the epoch, by the sniffer's clock. A roll begins with a document of kind roll, which is
 * no document of the sniffer: its number is that of the first document that follows, and nobody ships it. A start is
 * always the first document of its roll, so all documents of a roll are of one run; only a gap may stand before it.
 */
public final class SpoolDocument {

    public static final int START = 1;
    public static final int SIGHTING = 2;
    public static final int CONNECTION_END = 3;
    public static final int NAME = 4;
    public static final int PROGRESS = 5;
    public static final int COUNTERS = 6;
    public static final int END = 7;
    public static final int NOTE = 8;
    public static final int GAP = 9;
    public static final int LAYERS = 10;
    static final int ROLL = 11;
    public static final int OPERATION = 12;
    public static final int LOAD = 13;
    public static final int SITE_ID = 14;

    /** Longest document; only that with the counters comes near it. */
    public static final int MAX_LENGTH = 1 << 16;

    /** Shortest document. */
    public static final int MIN_LENGTH = LogDocument.PAYLOAD_AT + Long.BYTES + LogDocument.SEAL_BYTES;

    /** Length of a document with a record. */
    public static final int RECORD_LENGTH = MIN_LENGTH + SightingCodec.LENGTH;

    /** Highest number of a document: what comes behind it is still a number. */
    static final long MAX_NUMBER = 1L << 62;

    static final int NUMBER_AT = LogDocument.PAYLOAD_AT;
    static final int REST_AT = NUMBER_AT + Long.BYTES;

    /**
     * Numbers are skipped up to the next multiple of this where some may have been read by others and lost since: so
     * none is ever given twice.
     */
    static final long SKIP = 1L << 32;

    private static final int VERSION = 1;

    /** Base of the digits, and how many of them eight bytes are. */
    private static final int HEX = 16;

    private static final GapReason[] REASONS = GapReason.values();

    private SpoolDocument() {}

    /** Kind of the document that begins at the buffer's position: one of the constants of this class. */
    public static int kind(ByteBuffer document) {
        return document.get(document.position() + LogDocument.KIND_AT) & 0xff;
    }

    /** Number of the document that begins at the little-endian buffer's position, from 1. */
    public static long number(ByteBuffer document) {
        return document.getLong(document.position() + NUMBER_AT);
    }

    /** The version of this kind of document that this program writes and reads. */
    static int version(int kind) {
        return kind == SIGHTING ? SightingCodec.VERSION : VERSION;
    }

    /** Starts a document; the rest of the payload is put next, then the seal. */
    static ByteBuffer begin(LogDocument document, int kind, long number) {
        return document.begin(kind, version(kind)).putLong(number);
    }

    static void putId(ByteBuffer to, SiteId id) {
        to.putLong(Long.parseUnsignedLong(id.key(), HEX));
        to.putLong(half(id.trace(), 0)).putLong(half(id.trace(), HEX)).putLong(half(id.span(), 0));
    }

    private static long half(String digits, int from) {
        return digits.isEmpty() ? 0 : Long.parseUnsignedLong(digits, from, from + HEX, HEX);
    }

    static SiteId takeId(ByteBuffer from) {
        long hash = from.getLong();
        String trace = digits(from.getLong()) + digits(from.getLong());
        String span = digits(from.getLong());
        return SiteId.kept(hash, isNone(trace) ? "" : trace, isNone(span) ? "" : span);
    }

    private static String digits(long half) {
        return HexFormat.of().toHexDigits(half);
    }

    /** No identifier of a trace or a span is all zeros. */
    private static boolean isNone(String digits) {
        return digits.chars().allMatch(each -> each == '0');
    }

    static void putRun(ByteBuffer to, SnifferRun run) {
        to.putLong(run.startNanos()).putLong(run.saltFingerprint());
        putText(to, run.sniffer());
        putText(to, run.source());
        putText(to, run.program());
        putText(to, run.host());
    }

    static SnifferRun takeRun(ByteBuffer from) {
        long startNanos = from.getLong();
        long fingerprint = from.getLong();
        return new SnifferRun(takeText(from), takeText(from), takeText(from), takeText(from), startNanos, fingerprint);
    }

    /** Makes the head of a roll. */
    static void roll(LogDocument document, Roll roll, UUID incarnation, @Nullable SnifferRun run) {
        ByteBuffer to = begin(document, ROLL, roll.firstNumber());
        to.putLong(incarnation.getMostSignificantBits()).putLong(incarnation.getLeastSignificantBits());
        to.putLong(roll.beginNanos()).put((byte) (run == null ? 0 : 1));
        if (run != null) {
            putRun(to, run);
        }
        document.seal();
    }

    /** The run that was going on when a roll began; null before the first start. */
    static @Nullable SnifferRun runOfRoll(ByteBuffer document) {
        document.position(REST_AT + 3 * Long.BYTES);
        return document.get() == 0 ? null : takeRun(document);
    }

    /** The number that counts as the last one where some behind this one may have been given. */
    static long skipFrom(long last) {
        return last / SKIP * SKIP + SKIP;
    }

    /** Whether a gap up to this number is one of numbers that were skipped. */
    static boolean isSkipped(long last) {
        return last % SKIP == 0;
    }

    /** Makes a document with a sentence for people; time 0 where none is known. */
    public static ByteBuffer note(LogDocument document, long number, long timeNanos, String sentence) {
        LogDocument.putText(begin(document, NOTE, number).putLong(timeNanos), sentence);
        return document.seal();
    }

    /** Whether this program knows the kind and the version of the document that begins at the buffer's position. */
    public static boolean isKnown(ByteBuffer document) {
        int kind = kind(document);
        boolean known = kind <= LAYERS || kind == OPERATION || kind == LOAD || kind == SITE_ID;
        return known && document.getShort(document.position() + LogDocument.VERSION_AT) == version(kind);
    }

    /** Makes a document that says why the numbers before its own are missing. */
    static void gap(LogDocument document, long number, GapReason reason) {
        begin(document, GAP, number).put((byte) reason.ordinal());
        document.seal();
    }

    static GapReason gapReason(ByteBuffer document) {
        return REASONS[document.get(document.position() + REST_AT)];
    }
}
