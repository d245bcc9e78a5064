package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import org.jspecify.annotations.Nullable;

/**
 * A framer's word about the next bytes of a direction. Reused; {@link #clear()} before each use.
 */
public final class Piece {

    /** Value of {@link #key} where calls are matched in order and not by an id. */
    public static final long IN_ORDER = Long.MIN_VALUE;

    /** Value of {@link #key} of a call whose id was cut off: it goes with the only one that is open, if that is one. */
    public static final long CUT_OFF = Long.MIN_VALUE + 1;

    /**
     * Value of {@link #key} of a request of which nobody knows whether it wants an answer: the next answer in order
     * belongs to the latest of them.
     */
    public static final long LATEST = Long.MIN_VALUE + 2;

    /** Largest value of {@link #needed}: a header that must be seen whole is given up beyond it. */
    public static final int MAX_NEEDED = 4096;

    /** Which of the direction's open messages the bytes belong to: a stream or channel; 0 without multiplexing. */
    public int slot;

    /** Whether this direction takes its turn with these bytes: what the other side has open ends, if turns end it. */
    public boolean turns;

    /** Whether the message ends after these bytes. */
    public boolean ends;

    /** The role of the message, as soon as it is known; UNKNOWN until then. */
    public Role role = Role.UNKNOWN;

    /**
     * The protocol's id of the call, {@link #IN_ORDER}, {@link #LATEST} or {@link #CUT_OFF}. Looked at when the role
     * becomes known.
     */
    public long key;

    /**
     * What a delivery and its acknowledgement, which is set-up, have in common; or {@link #IN_ORDER}. Looked at as
     * {@link #key} is.
     */
    public long delivery;

    /** SightingCodec.FLAG_ bits that the message gets. */
    public int flags;

    /**
     * How the request ended, where these bytes say it: see {@link io.wirepath.flows.Outcome}; the worst of a message
     * counts.
     */
    public int outcome;

    /** Where the framer asks for more: how many bytes it must see in one piece. */
    public int needed;

    /** Whether what the other side holds back goes first, since it is followed by these bytes; nothing was consumed. */
    public boolean settlesOther;

    /** Whether receivers may disagree on where the message ends; true once for a message. */
    public boolean endIsDoubtful;

    /** Whether the stream is not what it looked like; nothing was consumed. */
    public boolean gaveUp;

    /** Whether what follows after these bytes, in both directions, is another protocol. */
    public boolean handsOver;

    /** Whether what follows is with another than the server: this one hands it on. */
    public boolean tunnels;

    /** Which protocol follows, where that is known. */
    public @Nullable Protocol followedBy;

    /** Whether the message that is open in the slot ended before these bytes. */
    public boolean splits;

    /** Whether the message that is open in the slot ended before these bytes and turns out to be set-up. */
    public boolean wasSetUp;

    /** Whether the message that is open in the slot ended before these bytes if it has paused for long. */
    public boolean rests;

    /** Whether no message begins like this: where none is open in the slot, its beginning is missing. */
    public boolean goesOn;

    /**
     * Whether what would say that an answer is wanted was cut off: it is a request if an answer comes that nothing else
     * asked for, else one-way.
     */
    public boolean mayAsk;

    /** Whether the bytes belong to a further message of a call: one-way, with the number of the call. */
    public boolean cut;

    /**
     * Whether the bytes only say that the stream ends, behind its last message: set-up where they are a message of
     * their own.
     */
    public boolean trails;

    /** Whether nothing more comes in this slot, in this direction. */
    public boolean endsStream;

    /** What the message asks for or says, where the operator wants to know and it has become known; null otherwise. */
    public @Nullable String operation;

    /**
     * Header lines that identify the message for the site's own tracing, where the operator wants them and they do not
     * stand in its bytes as text; empty where there may be some that cannot be read, null where there are none.
     */
    public @Nullable String identifiers;

    /** Forgets all. */
    public void clear() {
        slot = 0;
        turns = false;
        ends = false;
        role = Role.UNKNOWN;
        key = IN_ORDER;
        delivery = IN_ORDER;
        flags = 0;
        outcome = 0;
        needed = 0;
        settlesOther = false;
        endIsDoubtful = false;
        gaveUp = false;
        handsOver = false;
        tunnels = false;
        followedBy = null;
        splits = false;
        wasSetUp = false;
        rests = false;
        cut = false;
        goesOn = false;
        mayAsk = false;
        trails = false;
        endsStream = false;
        operation = null;
        identifiers = null;
    }

    /** Says that {@code count} bytes must be seen in one piece; gives up where that is too many. */
    int need(int count) {
        if (count > MAX_NEEDED) {
            return giveUp();
        }
        needed = count;
        return 0;
    }

    /** Says that the stream is not what it looked like. */
    int giveUp() {
        gaveUp = true;
        return 0;
    }
}
