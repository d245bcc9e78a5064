package io.wirepath.flows.names;

import io.wirepath.flows.SightingSink.NameOrigin;
import java.nio.ByteBuffer;

/**
 * Names that a client called its server by, until the server answers: before that anyone may have sent them. The latest
 * {@value #MAX} are remembered, so that half-open connections take no more. Allocates nothing after its start. Not
 * thread-safe.
 */
public final class PendingNames {

    /** No name. */
    public static final long NONE = -1;

    private static final int MAX = 1 << 12;
    private static final int MAX_BYTES = 255;

    private final ByteBuffer bytes = ByteBuffer.allocate(MAX * MAX_BYTES);
    private final long[] tickets = new long[MAX];
    private final int[] lengths = new int[MAX];
    private final NameOrigin[] origins = new NameOrigin[MAX];
    private final NameSink to;
    private long last;

    /** Tells names to this sink. */
    public PendingNames(NameSink to) {
        this.to = to;
    }

    /**
     * Keeps a name.
     *
     * @return what stands for it in {@link #tell}; {@link #NONE} for a name that is too long to be one
     */
    public long hold(ByteBuffer from, int offset, int length, NameOrigin origin) {
        if (length > MAX_BYTES) {
            return NONE;
        }
        long ticket = ++last;
        int place = (int) ticket & MAX - 1;
        tickets[place] = ticket;
        lengths[place] = length;
        origins[place] = origin;
        bytes.put(place * MAX_BYTES, from, offset, length);
        return ticket;
    }

    /**
     * Tells a name of an address, if it is still remembered.
     *
     * @param answered whether the server answered; otherwise it is told as what was claimed
     */
    public void tell(long ticket, long addressHigh, long addressLow, boolean answered) {
        int place = (int) ticket & MAX - 1;
        if (ticket > 0 && tickets[place] == ticket) {
            NameOrigin origin = answered ? origins[place] : NameOrigin.CLAIMED;
            to.onName(addressHigh, addressLow, bytes, place * MAX_BYTES, lengths[place], origin);
        }
    }
}
