package io.wirepath.merge.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.MergeCounter;
import io.wirepath.sniffer.CounterSet;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClassRegisterTest {

    private static final int MAX = 100;

    private final Lane lane = new Lane(0, 0, Lane.IN_ORDER);
    private final CounterSet<MergeCounter> counters = new CounterSet<>(MergeCounter.class);
    private final List<Long> gone = new ArrayList<>();
    private final ClassRegister register = new ClassRegister(MAX, c -> gone.add(c.views.get(0).id), counters);
    private final ByteBuffer record = ByteBuffer.allocate(SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);

    private SightedConnection use(long id, long nanos) {
        record.putLong(SightingCodec.CONNECTION_AT, id);
        SightedConnection view = register.of(lane, record, 0);
        ClassRegister.touch(view.of, nanos);
        return view;
    }

    @Test
    void forgetsWhatWasUsedLongestAgo() {
        for (long id = 0; id < 10 * MAX; id++) {
            use(7, id);
            use(1000 + id, id);
            assertTrue(register.size() <= MAX);
        }
        assertNotNull(register.find(0, 7), "the one in use was forgotten");
        assertEquals(counters.get(MergeCounter.CONNECTIONS_FORGOTTEN), gone.size());
        assertEquals(10 * MAX + 1 - MAX, gone.size());
        for (int i = 0; i < gone.size(); i++) {
            assertEquals(1000L + i, gone.get(i));
        }
    }

    @Test
    void keepsThoseWithOpenMessagesAndForgetsTheOthers() {
        List<SightedConnection> open = new ArrayList<>();
        for (long id = 0; id < 3 * MAX; id++) {
            SightedConnection view = use(id, id);
            view.of.firstOpen = 1;
            open.add(view);
        }
        assertEquals(3 * MAX, register.size());
        for (long id = 0; id < 3 * MAX; id++) {
            use(1000 + id, 1000 + id);
        }
        for (SightedConnection view : open) {
            assertNotNull(register.find(0, view.id));
        }
        assertTrue(register.size() < 4 * MAX + 2, register.size() + " connections");
        open.forEach(view -> view.of.firstOpen = OpenSightings.NONE);
        for (long id = 0; id < 3 * MAX; id++) {
            use(5000 + id, 5000 + id);
        }
        assertTrue(register.size() < 4 * MAX + 2, register.size() + " connections");
    }

    @Test
    void letsEndedOnesGoWhenNothingOfThemCanCome() {
        SightedConnection early = use(1, 100);
        SightedConnection late = use(2, 110);
        for (SightedConnection view : List.of(early, late)) {
            view.ended = true;
            register.noteEnd(view.of);
        }
        ClassRegister.touch(early.of, 200);
        register.retireBefore(150);
        assertEquals(List.of(2L), gone);
        register.retireBefore(201);
        assertEquals(List.of(2L, 1L), gone);
        assertEquals(0, register.size());
    }
}
