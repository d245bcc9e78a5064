package io.wirepath.appliance.sniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

final class FloodBudgetTest {

    private static final long SECOND = 1_000_000_000L;
    private static final int ROOM = 3000;
    private static final int HONEST = 7;
    private static final int FLOOD = 8;
    private static final int SERVER = 9;

    private final FloodBudget budget = new FloodBudget((long) ROOM * FloodBudget.PART, 4711);
    private final ByteBuffer bytes = ByteBuffer.allocate(SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final Sighting sighting = new Sighting().wrap(bytes, 0);
    private final ConnectionEnd end = new ConnectionEnd().wrap(bytes, 0);

    private boolean takes(int client, Role role, long call) {
        boolean answer = role == Role.RESPONSE;
        bytes.putLong(SightingCodec.SOURCE_AT + 8, answer ? SERVER : client);
        bytes.putLong(SightingCodec.DESTINATION_AT + 8, answer ? client : SERVER);
        bytes.put(SightingCodec.ROLE_AT, (byte) role.ordinal());
        bytes.putLong(SightingCodec.CALL_ID_AT, call);
        bytes.putLong(SightingCodec.CONNECTION_AT, client);
        return budget.takes(sighting);
    }

    private int requests(int client, int count) {
        int taken = 0;
        for (int call = 0; call < count; call++) {
            taken += takes(client, Role.REQUEST, call) ? 1 : 0;
        }
        return taken;
    }

    @Test
    void oneWhoFloodsLeavesAThirdToTheOthers() {
        int taken = requests(FLOOD, 100 * ROOM);
        assertEquals(ROOM * 2 / 3, taken, 20);
        assertEquals(100, requests(HONEST, 100));
    }

    @Test
    void aMillionThatAreNeverSeenAgainHaveOneShareTogether() {
        assertEquals(100, requests(HONEST, 100));
        int taken = 0;
        for (int stranger = 0; stranger < 1_000_000; stranger++) {
            bytes.putLong(SightingCodec.SOURCE_AT + 8, 1_000_000_007L * (stranger + 1));
            taken += budget.takes(end) ? 1 : 0;
        }
        assertTrue(taken < ROOM * 2 / 3, taken + " taken");
        assertEquals(200, requests(HONEST, 200));
    }

    private boolean takesEmpty(long address) {
        bytes.putLong(SightingCodec.SOURCE_AT + 8, 0xffff_0000_0000L | address & 0xffff_ffffL);
        return budget.takes(end);
    }

    @Test
    void connectionsThatCarriedNothingAreSampledOfEachPrefix() {
        int taken = 0;
        for (int stranger = 0; stranger < 1_000_000; stranger++) {
            taken += takesEmpty((11L << 24) + stranger) ? 1 : 0;
        }
        assertEquals(ROOM / FloodBudget.PART * 2 / 3, taken, 1);
        int honest = 0;
        for (int client = 0; client < 10; client++) {
            honest += takesEmpty((10L << 24) + client) ? 1 : 0;
        }
        assertEquals(10, honest);
        bytes.putLong(ConnectionEnd.TOTALS_AT, 1);
        assertTrue(budget.takes(end), "one that carried something");
        assertEquals(100, requests(HONEST, 100));
    }

    /** A flood of SYNs that lasts longer than an attempt waits: each becomes a record of its own. */
    @Test
    void attemptsToConnectAreSampledOfEachPrefix() {
        bytes.putShort(SightingCodec.OUTCOME_AT, (short) Outcome.NO_ANSWER);
        int taken = 0;
        for (int stranger = 0; stranger < 1_000_000; stranger++) {
            bytes.putLong(SightingCodec.SOURCE_AT + 8, 0xffff_0000_0000L | (11L << 24) + stranger);
            taken += budget.takes(sighting) ? 1 : 0;
        }
        assertEquals(ROOM / FloodBudget.PART * 2 / 3, taken, 1);
        bytes.putLong(SightingCodec.SOURCE_AT + 8, 0xffff_0000_0000L | (10L << 24));
        assertTrue(budget.takes(sighting), "one of another prefix");
        bytes.putShort(SightingCodec.OUTCOME_AT, (short) Outcome.UNKNOWN);
        assertEquals(100, requests(HONEST, 100));
    }

    /** Who has asked may end that side, and is answered. */
    @Test
    void anAnswerIsTakenThoughTheEndOfWhoAskedWasNot() {
        requests(FLOOD, 100 * ROOM);
        bytes.putShort(SightingCodec.OUTCOME_AT, (short) Outcome.CLOSED);
        assertFalse(takes(FLOOD, Role.UNKNOWN, 0));
        bytes.putShort(SightingCodec.OUTCOME_AT, (short) Outcome.UNKNOWN);
        assertTrue(takes(FLOOD, Role.RESPONSE, 0));
    }

    @Test
    void anAnswerIsTakenWhereItsRequestWas() {
        int call = 0;
        while (takes(FLOOD, Role.REQUEST, call)) {
            call++;
        }
        assertFalse(takes(FLOOD, Role.RESPONSE, call));
        assertTrue(takes(FLOOD, Role.RESPONSE, call - 1));
        assertTrue(takes(FLOOD, Role.RESPONSE, 0));
    }

    @Test
    void nothingIsLeftOutBelowTheRateThatFillsTheSpoolInElevenMinutes() {
        for (int second = 0; second < 2000; second++) {
            budget.onTime(second * SECOND);
            int aSecond = ROOM * FloodBudget.PART / 960;
            assertEquals(aSecond, requests(HONEST, aSecond), "at second " + second);
        }
    }

    @Test
    void theSpoolReachesBackTenMinutesWhateverComes() {
        long taken = 0;
        for (int second = 0; second < 640; second++) {
            budget.onTime(second * SECOND);
            for (int client = 100; client < 140; client++) {
                taken += requests(client, 500);
            }
        }
        // what the first moments took on top is the room itself
        assertTrue(taken <= (long) ROOM * FloodBudget.PART + ROOM, taken + " records in 640 s");
    }

    @Test
    void aClockThatIsSetBackGivesNothingAway() {
        budget.onTime(1000 * SECOND);
        requests(FLOOD, 100 * ROOM);
        budget.onTime(1000 * SECOND + 1);
        assertEquals(0, requests(FLOOD, 100), 5);
        budget.onTime(10 * SECOND);
        assertTrue(requests(FLOOD, 100 * ROOM) < ROOM);
    }

    @Test
    void allocatesNothing() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        requests(FLOOD, 10_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        requests(FLOOD, 100_000);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < 10_000, allocated + " bytes");
    }
}
