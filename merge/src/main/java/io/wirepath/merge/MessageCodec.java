package io.wirepath.merge;

/**
 * The layout of a message record, version {@value #VERSION}: fixed, {@value #LENGTH} bytes, little-endian.
 *
 * <pre>
 *    0  u16  version                       2  u16  length of the record
 *    4  u16  sender's home sniffer         6  u16  receiver's home sniffer   (NO_SNIFFER where nobody was there)
 *    8  i64  connection                   16  16B  source, canonical        32  16B  destination, canonical
 *   48  u16  source port                  50  u16  destination port
 *   52  u8   transport (6, 17)            53  u8   role (ordinal of flows.Role)
 *   54  u8   protocol (ordinal)           55  u8   hops from the sender to its home sniffer, 255 unknown
 *   56  i64  sent: first byte passed the sender's home sniffer, corrected, NIL if nobody was there
 *   64  i64  received: last byte passed the receiver's home sniffer, corrected, NIL if nobody was there
 *   72  i64  sent, raw                    80  i64  received, raw
 *   88  i64  length                       96  i64  missing
 *  104  i64  call id, NO_CALL_ID if none 112  i64  digest, 0 where no one sighting has all that they have together
 *  120  16B  virtual source, zero if none                136  16B  virtual destination, zero if none
 *  152  u16  virtual source port         154  u16  virtual destination port
 *  156  u32  retransmitted bytes         160  u32  mirror copies
 *  164  u16  sightings merged            166  u16  flags (flows.SightingCodec.FLAG_*)
 *  168  8×u32  content signature         200  6×u32  type words
 *  224  i64  correction of sent: uncertainty ns          232  i64  correction of received: uncertainty ns
 *  240  u16  outcome, see flows.Outcome  242  u8  segments sent again       243  u8   late
 *  244  u32  µs of waiting for them       248  u32 late                      252  u32  µs that its sender waited
 *  256  u32  µs of connection set-up      260  u8  SYNs sent again           261  u8   0
 *  262  u16  number of its operation in the templates of the store, 0 if it has none
 *            (all of these as in flows.SightingCodec; what is late is of the latest message of the other direction)
 * </pre>
 */
public final class MessageCodec {

    public static final int VERSION = 3;
    public static final int LENGTH = 264;

    public static final int VERSION_AT = 0;
    public static final int LENGTH_AT = 2;
    public static final int SENDER_SNIFFER_AT = 4;
    public static final int RECEIVER_SNIFFER_AT = 6;
    public static final int CONNECTION_AT = 8;
    public static final int SOURCE_AT = 16;
    public static final int DESTINATION_AT = 32;
    public static final int SOURCE_PORT_AT = 48;
    public static final int DESTINATION_PORT_AT = 50;
    public static final int TRANSPORT_AT = 52;
    public static final int ROLE_AT = 53;
    public static final int PROTOCOL_AT = 54;
    public static final int HOPS_AT = 55;
    public static final int SENT_AT = 56;
    public static final int RECEIVED_AT = 64;
    public static final int RAW_SENT_AT = 72;
    public static final int RAW_RECEIVED_AT = 80;
    public static final int BYTES_AT = 88;
    public static final int MISSING_AT = 96;
    public static final int CALL_ID_AT = 104;
    public static final int DIGEST_AT = 112;
    public static final int VIRTUAL_SOURCE_AT = 120;
    public static final int VIRTUAL_DESTINATION_AT = 136;
    public static final int VIRTUAL_SOURCE_PORT_AT = 152;
    public static final int VIRTUAL_DESTINATION_PORT_AT = 154;
    public static final int RETRANSMITTED_AT = 156;
    public static final int MIRROR_COPIES_AT = 160;
    public static final int SIGHTINGS_AT = 164;
    public static final int FLAGS_AT = 166;
    public static final int SIGNATURE_AT = 168;
    public static final int TYPE_WORDS_AT = 200;
    public static final int SENT_UNCERTAINTY_AT = 224;
    public static final int RECEIVED_UNCERTAINTY_AT = 232;
    public static final int OUTCOME_AT = 240;
    public static final int RESENT_AT = 242;
    public static final int LATE_RESENT_AT = 243;
    public static final int RESENT_WAIT_AT = 244;
    public static final int LATE_RESENT_WAIT_AT = 248;
    public static final int WAIT_AT = 252;
    public static final int SET_UP_AT = 256;
    public static final int SYN_RETRIES_AT = 260;
    public static final int OPERATION_AT = 262;

    /** A time that nobody was there to see (WAP5 §4). */
    public static final long NIL = Long.MIN_VALUE;

    /** Sniffer number where nobody was there. */
    public static final int NO_SNIFFER = 0xffff;

    private MessageCodec() {}
}
