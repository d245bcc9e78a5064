package io.wirepath.flows.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The paths through RFC 9293's figure 5, one end at a time. */
class TcpStateTest {

    @Test
    void openerGoesThroughSynSent() {
        assertEquals(TcpState.SYN_SENT, TcpState.CLOSED.afterSendingSyn(false));
        assertEquals(TcpState.ESTABLISHED, TcpState.SYN_SENT.afterReceivingSynAck());
    }

    @Test
    void responderGoesThroughSynReceived() {
        assertEquals(TcpState.SYN_RECEIVED, TcpState.CLOSED.afterSendingSyn(true));
        assertEquals(TcpState.ESTABLISHED, TcpState.SYN_RECEIVED.afterReceivingAck(false));
    }

    @Test
    void bothOpenAtOnce() {
        assertEquals(TcpState.SYN_RECEIVED, TcpState.SYN_SENT.afterSendingSyn(true));
    }

    @Test
    void whoClosesFirstWaits() {
        TcpState first = TcpState.ESTABLISHED.afterSendingFin();
        assertEquals(TcpState.FIN_WAIT_1, first);
        assertEquals(TcpState.FIN_WAIT_2, first.afterReceivingAck(true));
        assertEquals(TcpState.TIME_WAIT, TcpState.FIN_WAIT_2.afterReceivingFin());
    }

    @Test
    void whoClosesLastIsClosedByAnAcknowledgment() {
        TcpState last = TcpState.ESTABLISHED.afterReceivingFin();
        assertEquals(TcpState.CLOSE_WAIT, last);
        assertFalse(last.isAfterBothFins());
        assertEquals(TcpState.LAST_ACK, last.afterSendingFin());
        assertTrue(TcpState.LAST_ACK.isAfterBothFins());
        assertEquals(TcpState.CLOSED, TcpState.LAST_ACK.afterReceivingAck(true));
    }

    @Test
    void bothCloseAtOnce() {
        assertEquals(TcpState.CLOSING, TcpState.FIN_WAIT_1.afterReceivingFin());
        assertEquals(TcpState.TIME_WAIT, TcpState.CLOSING.afterReceivingAck(true));
    }

    @Test
    void repetitionsChangeNothing() {
        for (TcpState state : TcpState.values()) {
            assertEquals(
                    state.afterSendingFin(), state.afterSendingFin().afterSendingFin(), state + " sends FIN twice");
            assertEquals(
                    state.afterSendingSyn(true),
                    state.afterSendingSyn(true).afterSendingSyn(true),
                    state + " sends SYN+ACK twice");
        }
    }
}
