package io.wirepath.report;

/** A field of a record of {@link CallRecords}, in their order; its bytes begin where those before it end. */
public enum CallField {
    /** When the request was sent, ns since the epoch. */
    BEGIN(Form.LONG),
    /** From then until the answer had come; -1 without an answer. */
    TOOK(Form.LONG),
    /** How long the request was on its way; 0 where that is not known. */
    REQUEST_WAY(Form.UNSIGNED),
    /** How long the answer was on its way. */
    ANSWER_WAY(Form.UNSIGNED),
    /** The caller's place in the names. */
    FROM(Form.SIGNED),
    /** The callee's. */
    TO(Form.SIGNED),
    /** The call that it was made for, or -1. */
    PARENT(Form.SIGNED),
    /** The call at the top of its request. */
    ROOT(Form.SIGNED),
    /** Port of the caller. */
    FROM_PORT(Form.SHORT),
    /** Port of the callee. */
    TO_PORT(Form.SHORT),
    /** Number of the {@link io.wirepath.flows.Protocol}. */
    PROTOCOL(Form.BYTE),
    /** Bits, see {@link CallRecords#FLAG_COUNTED}. */
    FLAGS(Form.BYTE),
    /** How it ended, see {@link io.wirepath.flows.Outcome}. */
    OUTCOME(Form.SHORT),
    /** Payload of the request. */
    REQUEST_BYTES(Form.UNSIGNED),
    /** Payload of the answer. */
    ANSWER_BYTES(Form.UNSIGNED),
    /** Probability of its cause: the bits of a float. */
    PROBABILITY(Form.SIGNED),
    /** Segments of the request that were sent again. */
    REQUEST_RESENT(Form.BYTE),
    /** Those of the answer. */
    ANSWER_RESENT(Form.BYTE),
    /** Of a root: that its tree is whole and right, in parts of {@link CallRecords#CERTAIN_TREE}. */
    TREE(Form.SHORT),
    /** By how much segments that were sent again made the request complete later. */
    REQUEST_RESENT_WAIT(Form.MICROS),
    /** The same of the answer. */
    ANSWER_RESENT_WAIT(Form.MICROS),
    /** How long the receiver's window was closed while the request was sent. */
    REQUEST_CLOSED(Form.MICROS),
    /** The same of the answer. */
    ANSWER_CLOSED(Form.MICROS),
    /** How long the handshake took that was made for the request; 0 where the connection was open. */
    SET_UP(Form.MICROS);

    /** How a value stands in its bytes. */
    enum Form {
        LONG(8, Long.MIN_VALUE, Long.MAX_VALUE),
        SIGNED(4, Integer.MIN_VALUE, Integer.MAX_VALUE),
        UNSIGNED(4, 0, 0xffff_ffffL),
        /** Nanoseconds, kept as microseconds. */
        MICROS(4, 0, 1000 * 0xffff_ffffL),
        SHORT(2, 0, 0xffff),
        BYTE(1, 0, 0xff);

        final int bytes;
        private final long least;
        private final long most;

        Form(int bytes, long least, long most) {
            this.bytes = bytes;
            this.least = least;
            this.most = most;
        }

        /** At most what the bytes hold of it. */
        long held(long value) {
            return Math.max(least, Math.min(most, value));
        }
    }

    final Form form;

    CallField(Form form) {
        this.form = form;
    }
}
