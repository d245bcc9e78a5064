package io.wirepath.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.report.SiteIds.SiteId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SiteIdsTest {

    private final Report report = SampleReport.make();
    private final MessageTable messages = report.analysis().messages();
    private final CallTable calls = report.analysis().calls();

    /** A call, and one that was caused by it. */
    private int caused() {
        for (int call = 0; call < calls.size(); call++) {
            if (calls.parent()[call] != MessageTable.NONE) {
                return call;
            }
        }
        throw new AssertionError("the sample has links");
    }

    private SiteIds with(SiteId ofCause, SiteId ofCall) {
        List<SiteId> ids = new ArrayList<>(Collections.nCopies(calls.size(), null));
        ids.set(calls.parent()[caused()], ofCause);
        ids.set(caused(), ofCall);
        return SiteIds.compare(ids, messages, calls);
    }

    @Test
    void aCauseWithTheSameIdentifierIsRight() {
        SiteIds found = with(new SiteId("", "", "a"), new SiteId("", "", "a"));
        assertEquals(List.of(2L, 1L, 1L, 1L), List.of(found.carried(), found.known(), found.linked(), found.right()));
        assertEquals(1, found.recall().value());
        assertTrue(found.recall().low() < 0.5, "one of one says little");
    }

    @Test
    void whatCameWithNoRequestSaysNothing() {
        SiteIds found = with(new SiteId("", "", "a"), new SiteId("", "", "b"));
        assertEquals(List.of(2L, 0L, 0L, 0L), List.of(found.carried(), found.known(), found.linked(), found.right()));
        assertNull(found.precision());
    }
}
