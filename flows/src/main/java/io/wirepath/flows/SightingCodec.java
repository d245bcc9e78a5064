package io.wirepath.flows;

import java.util.List;

/**
 * The layout of a sighting record, version {@value #VERSION}: fixed, {@value #LENGTH} bytes, little-endian.
 *
 * <pre>
 *    0  u16  version                       2  u16  length of the record
 *    4  u16  sniffer number                6  u16  number of the operation that it asks for, 0 if not told
 *    8  i64  connection: frame number that opened it
 *   16  16B  source address               32  16B  destination address   (IPv4 as ::ffff:a.b.c.d, network order,
 *                                                   as two i64 high, low)
 *   48  u16  source port                  50  u16  destination port
 *   52  u8   transport (6, 17)            53  u8   role (ordinal of Role)
 *   54  u8   protocol (ordinal)           55  u8   time to live of the first packet
 *   56  i64  first byte, ns since epoch   64  i64  last byte
 *   72  i64  length, bytes on the wire    80  i64  bytes of it that are missing
 *   88  i64  call id: numbers the calls of a connection, NO_CALL_ID if none
 *   96  i64  digest of the bytes present
 *  104  i64  offset of the first byte in its flow
 *  112  u32  sequence number of the first byte
 *  116  u32  bytes retransmitted         120  u32  mirror copies of its packets
 *  124  u16  IPv4 identification of the first packet
 *  126  u16  flags (FLAG_*)
 *  128  u16  outcome, see Outcome       130  u8   segments that had to be sent again, at most 255
 *  131  u8   the same of the latest message of the other direction, told too late for its record
 *  132  u32  µs by which waiting for them made the message complete later
 *  136  u32  the same of the latest message of the other direction, told too late for its record
 *  140  u32  µs for which the receiver's window was closed while the message was sent; with FLAG_STREAMED from its
 *            first to its last byte; with FLAG_DELAYED_ACK for which the sender waited for acknowledgments
 *  144  u32  µs from the first SYN to the end of the handshake; in the opener's first message, 0 in others. In
 *            responses: µs that the way from here to the sender and back takes at least, 0 where nothing tells
 *  148  u8   SYNs sent again; in the opener's first message
 *  149  u24  what its first packet acknowledges, see Acknowledged
 *  152  8×u32  content signature: salted hashes of its rarest tokens, 0 where unused
 *  184  6×u32  type words: hashes of the words in its first bytes, in order, 0 where unused
 *  208  i32  VLAN of the first packet, or -1
 *  212  u32  number of packets
 * </pre>
 *
 * The record holds no payload bytes. Two sightings of one message by different sniffers agree in length, digest,
 * sequence number, what is acknowledged, content signature and type words.
 */
public final class SightingCodec {

    public static final int VERSION = 3;
    public static final int LENGTH = 216;

    public static final int VERSION_AT = 0;
    public static final int LENGTH_AT = 2;
    public static final int SNIFFER_AT = 4;
    public static final int OPERATION_AT = 6;
    public static final int CONNECTION_AT = 8;
    public static final int SOURCE_AT = 16;
    public static final int DESTINATION_AT = 32;
    public static final int SOURCE_PORT_AT = 48;
    public static final int DESTINATION_PORT_AT = 50;
    public static final int TRANSPORT_AT = 52;
    public static final int ROLE_AT = 53;
    public static final int PROTOCOL_AT = 54;
    public static final int TTL_AT = 55;
    public static final int FIRST_BYTE_AT = 56;
    public static final int LAST_BYTE_AT = 64;
    public static final int BYTES_AT = 72;
    public static final int MISSING_AT = 80;
    public static final int CALL_ID_AT = 88;
    public static final int DIGEST_AT = 96;
    public static final int STREAM_OFFSET_AT = 104;
    public static final int SEQUENCE_AT = 112;
    public static final int RETRANSMITTED_AT = 116;
    public static final int MIRROR_COPIES_AT = 120;
    public static final int IP_ID_AT = 124;
    public static final int FLAGS_AT = 126;
    public static final int OUTCOME_AT = 128;
    public static final int RESENT_AT = 130;
    public static final int LATE_RESENT_AT = 131;
    public static final int RESENT_WAIT_AT = 132;
    public static final int LATE_RESENT_WAIT_AT = 136;
    public static final int WAIT_AT = 140;
    public static final int SET_UP_AT = 144;
    public static final int SYN_RETRIES_AT = 148;
    /** Length of what begins with the outcome: message records have the same order. */
    public static final int FATE_LENGTH = 24;

    public static final int SIGNATURE_AT = 152;
    public static final int SIGNATURE_HASHES = 8;
    public static final int TYPE_WORDS_AT = 184;
    public static final int TYPE_WORDS = 6;
    public static final int VLAN_AT = 208;
    public static final int PACKETS_AT = 212;

    /** Value of the call id where the message has none. */
    public static final long NO_CALL_ID = Long.MIN_VALUE;

    /** The connection was picked up in the middle. */
    public static final int FLAG_MIDSTREAM = 1;

    /** Bytes inside the message are missing. */
    public static final int FLAG_GAP = 2;

    /** Bytes were cut off by the snapshot length. */
    public static final int FLAG_CUT = 4;

    /** FIN followed the message. */
    public static final int FLAG_FIN = 8;

    /** RST ended the message. */
    public static final int FLAG_RST = 16;

    /**
     * The message sets up its connection or keeps it in order (a handshake, a heartbeat, an acknowledgement, a poll
     * that waits): it neither causes work nor is it work.
     */
    public static final int FLAG_SETUP = 32;

    /** The sender of the message opened the connection (its SYN was seen, or its port tells so by framing). */
    public static final int FLAG_FROM_OPENER = 64;

    /**
     * The message is an encrypted record that may hold requests or responses of several streams of its connection, or
     * none: which, is left to the analysis.
     */
    public static final int FLAG_MULTIPLEXED = 128;

    /**
     * Until then not one packet of the other direction of the TCP connection was captured: an answer would not be seen.
     */
    public static final int FLAG_ONE_DIRECTION = 256;

    /** None of its bytes was captured; an acknowledgement tells of them, and the time of the message is that one's. */
    public static final int FLAG_UNSEEN = 512;

    /**
     * An answer that came in parts, each when its sender had it: for most of the time between its first and last byte
     * all that was sent had been acknowledged, and nothing was there to send (events, a watch, a tail).
     */
    public static final int FLAG_STREAMED = 1024;

    /**
     * Its sender held a part back until a delayed acknowledgment of the part before came, as Nagle's algorithm does
     * (RFC 9293 §3.7.4; RFC 1122 §4.2.3.2).
     */
    public static final int FLAG_DELAYED_ACK = 2048;

    /** Its times are when it left its sender and when it reached its receiver: both ends told, and no sniffer. */
    public static final int FLAG_BOTH_ENDS = 4096;

    /** What the FLAG_ bits are called where they are written, from the lowest on. */
    public static final List<String> FLAG_NAMES = List.of(
            "midstream",
            "gap",
            "cut",
            "fin",
            "rst",
            "setup",
            "from-opener",
            "multiplexed",
            "one-direction",
            "unseen",
            "streamed",
            "delayed-ack",
            "both-ends");

    private SightingCodec() {}
}
