package io.wirepath.flows.tcp;

/**
 * State of one end of a connection (RFC 9293 §3.3.2), as an observer between the ends can tell it from what that end
 * sends and from what is sent to it.
 *
 * <pre>
 *                 sends SYN             gets SYN+ACK
 *      CLOSED ───────────────► SYN_SENT ────────────► ESTABLISHED
 *         │   sends SYN+ACK                gets ACK        │  │
 *         └──────────────────► SYN_RECEIVED ───────────────┘  │
 *                                                             │
 *        sends FIN ┌──────────────────────────────────────────┤ gets FIN
 *                  ▼                                          ▼
 *             FIN_WAIT_1 ──gets FIN──► CLOSING            CLOSE_WAIT
 *      gets ACK of │                      │ gets ACK of       │ sends FIN
 *      its FIN     ▼                      │ its FIN           ▼
 *             FIN_WAIT_2 ──gets FIN──► TIME_WAIT          LAST_ACK ──gets ACK of its FIN──► CLOSED
 * </pre>
 *
 * RST, sent or received, leads to CLOSED. A connection picked up in the middle begins as ESTABLISHED. What does not fit
 * a state (a retransmission, a segment that the capture lost before) leaves it as it is.
 */
public enum TcpState {
    /** Nothing was sent or received, or all is over. */
    CLOSED,
    /** Has sent SYN. */
    SYN_SENT,
    /** Has sent SYN+ACK. */
    SYN_RECEIVED,
    /** Data flows. */
    ESTABLISHED,
    /** Has sent FIN. */
    FIN_WAIT_1,
    /** Has sent FIN, which was acknowledged. */
    FIN_WAIT_2,
    /** Has received FIN. */
    CLOSE_WAIT,
    /** Both have sent FIN at once. */
    CLOSING,
    /** Has sent FIN after receiving one. */
    LAST_ACK,
    /** All is sent and acknowledged. */
    TIME_WAIT;

    /** After sending a segment with SYN. */
    TcpState afterSendingSyn(boolean withAck) {
        return switch (this) {
            case CLOSED -> withAck ? SYN_RECEIVED : SYN_SENT;
            case SYN_SENT -> withAck ? SYN_RECEIVED : this;
            default -> this;
        };
    }

    /** After receiving a segment with SYN and ACK. */
    TcpState afterReceivingSynAck() {
        return this == SYN_SENT || this == CLOSED ? ESTABLISHED : this;
    }

    /** After sending a segment with ACK and without SYN: its sender is connected. */
    TcpState afterSendingAck() {
        return this == SYN_SENT ? ESTABLISHED : this;
    }

    /** After receiving a segment with ACK and without SYN. */
    TcpState afterReceivingAck(boolean ofFin) {
        return switch (this) {
            case SYN_RECEIVED -> ESTABLISHED;
            case FIN_WAIT_1 -> ofFin ? FIN_WAIT_2 : this;
            case CLOSING -> ofFin ? TIME_WAIT : this;
            case LAST_ACK -> ofFin ? CLOSED : this;
            default -> this;
        };
    }

    /** After sending a segment with FIN. */
    TcpState afterSendingFin() {
        return switch (this) {
            case SYN_SENT, SYN_RECEIVED, ESTABLISHED -> FIN_WAIT_1;
            case CLOSE_WAIT -> LAST_ACK;
            default -> this;
        };
    }

    /** After receiving a segment with FIN. */
    TcpState afterReceivingFin() {
        return switch (this) {
            case SYN_SENT, SYN_RECEIVED, ESTABLISHED -> CLOSE_WAIT;
            case FIN_WAIT_1 -> CLOSING;
            case FIN_WAIT_2 -> TIME_WAIT;
            default -> this;
        };
    }

    /** Whether both ends have sent their FIN, so that nothing new can follow. */
    boolean isAfterBothFins() {
        return switch (this) {
            case CLOSING, LAST_ACK, TIME_WAIT -> true;
            default -> false;
        };
    }
}
