package io.wirepath.flows;

/** Why a connection ended. */
public enum CloseReason {
    /** Both sides sent FIN, and all before it was delivered or given up. */
    FINISHED,
    /** One side sent RST. */
    RESET,
    /** Its 4-tuple was opened again. */
    REUSED,
    /** Nothing was seen for the idle limit. */
    IDLE,
    /** Given up to keep within the memory bound. */
    EVICTED,
    /** The capture ended. */
    END_OF_CAPTURE
}
