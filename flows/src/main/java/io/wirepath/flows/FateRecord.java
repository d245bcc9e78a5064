package io.wirepath.flows;

/**
 * A flyweight over a record that says how its message fared: how the request ended, and what TCP did to the message.
 * Sighting and message records have these fields in a row, at different places.
 *
 * <pre>
 *    0  u16  outcome, see Outcome          2  u8   segments sent again      3  u8   the same, late
 *    4  u32  µs of waiting for them        8  u32  the same, late
 *   12  u32  µs that its sender waited    16  u32  µs of the handshake     20  u8   SYNs sent again
 * </pre>
 *
 * What its sender waited for is told by flags: an acknowledgment with FLAG_DELAYED_ACK, nothing but its own program
 * with FLAG_STREAMED, a closed window without both. Late is what is told of the latest message of the other
 * direction, whose record had left. Not thread-safe.
 */
public abstract class FateRecord extends ConversationRecord {

    private static final int RESENT = 2;
    private static final int LATE_RESENT = 3;
    private static final int RESENT_WAIT = 4;
    private static final int LATE_RESENT_WAIT = 8;
    private static final int WAIT = 12;
    private static final int SET_UP = 16;
    private static final int SYN_RETRIES = 20;

    private final int fateAt;

    /**
     * Points at nothing yet.
     *
     * @param fateAt where these fields begin in the record
     */
    protected FateRecord(int fateAt) {
        this.fateAt = fateAt;
    }

    /** How the request ended, as the message says: see {@link Outcome}. */
    public final int outcome() {
        return bytes.getShort(at + fateAt) & 0xffff;
    }

    /** Segments that had to be sent again, at most 255. */
    public final int resentSegments() {
        return bytes.get(at + fateAt + RESENT) & 0xff;
    }

    /** By how many µs waiting for them made the message complete later. */
    public final long resentWaitMicros() {
        return bytes.getInt(at + fateAt + RESENT_WAIT) & 0xffff_ffffL;
    }

    /**
     * Segments of the latest message of the other direction that had to be sent again, told too late for its record.
     */
    public final int lateResentSegments() {
        return bytes.get(at + fateAt + LATE_RESENT) & 0xff;
    }

    /** By how many µs waiting for them made that message complete later. */
    public final long lateResentWaitMicros() {
        return bytes.getInt(at + fateAt + LATE_RESENT_WAIT) & 0xffff_ffffL;
    }

    /** The FLAG_ bits of {@link SightingCodec}. */
    public abstract int flags();

    /** µs of a closed window while the message was sent; 0 where the flags name another wait. */
    public final long zeroWindowMicros() {
        return waitOf(0);
    }

    /** µs from the first to the last byte of a message that was streamed; 0 of others. */
    public final long streamedMicros() {
        return (flags() & SightingCodec.FLAG_STREAMED) == 0 ? 0 : waitMicros();
    }

    /** µs for which the sender, at most, held a part back until a delayed acknowledgment came; 0 of others. */
    public final long acknowledgmentWaitMicros() {
        return waitOf(SightingCodec.FLAG_DELAYED_ACK);
    }

    /** µs that its sender waited, for whatever the flags name. */
    public final long waitMicros() {
        return bytes.getInt(at + fateAt + WAIT) & 0xffff_ffffL;
    }

    private long waitOf(int flag) {
        return (flags() & (SightingCodec.FLAG_STREAMED | SightingCodec.FLAG_DELAYED_ACK)) == flag ? waitMicros() : 0;
    }

    /** µs from the first SYN to the end of the handshake, in the opener's first message if it came at once; else 0. */
    public final long setUpMicros() {
        return role() == Role.RESPONSE ? 0 : bytes.getInt(at + fateAt + SET_UP) & 0xffff_ffffL;
    }

    /**
     * Of a response, the µs that the way from the sniffer to its sender and back takes at least, as the handshake or
     * acknowledgments show it; 0 where nothing does, and of other messages.
     */
    public final long wayMicros() {
        return role() == Role.RESPONSE ? bytes.getInt(at + fateAt + SET_UP) & 0xffff_ffffL : 0;
    }

    /** SYNs that were sent again, in the opener's first message. */
    public final int synRetries() {
        return bytes.get(at + fateAt + SYN_RETRIES) & 0xff;
    }
}
