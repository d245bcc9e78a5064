package io.wirepath.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.SiteId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
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
        return SiteIds.compare(ids, TimeSpan.ALWAYS, messages, calls);
    }

    @Test
    void aCauseWithTheSameIdentifierIsRight() {
        SiteIds found = with(SiteId.of("", "", "a"), SiteId.of("", "", "a"));
        assertEquals(
                List.of(2L, 1L, 1L, 1L),
                List.of(found.carried(), found.known().calls(), found.linked().calls(), found.right()));
        assertEquals(1, found.recall().value());
        assertTrue(found.recall().low() < 0.5, "one of one says little");
    }

    @Test
    void whatCameWithNoRequestSaysNothing() {
        SiteIds found = with(SiteId.of("", "", "a"), SiteId.of("", "", "b"));
        assertEquals(
                List.of(2L, 0L, 0L, 0L),
                List.of(found.carried(), found.known().calls(), found.linked().calls(), found.right()));
        assertNull(found.precision());
    }

    /** A stranger who sends one identifier again and again says as much by all of them as by one. */
    @Test
    void whoRepeatsAnIdentifierGetsNoCertainty() {
        SiteId one = SiteId.of("", "", "a");
        SiteIds same = SiteIds.compare(Collections.nCopies(calls.size(), one), TimeSpan.ALWAYS, messages, calls);
        assertEquals(calls.size(), same.carried());
        SiteIds.Share recall = Objects.requireNonNull(same.recall());
        assertEquals(1, recall.worth(), 1e-9);
        assertTrue(recall.high() - recall.low() > 0.7, recall::toString);
    }

    /** An identifier with two requests that a node serves at a time tells the cause of nothing. */
    @Test
    void whatTwoRequestsCarryAtATimeIsAmbiguous() {
        int open = caused();
        int other = calls.parent()[open];
        int node = messages.destination(calls.request()[other]);
        List<SiteId> ids = new ArrayList<>(Collections.nCopies(calls.size(), null));
        long sent = messages.timeNanos(calls.request()[open]);
        int served = 0;
        for (int call = 0; call < calls.size(); call++) {
            int response = calls.response()[call];
            if (messages.destination(calls.request()[call]) == node
                    && messages.timeNanos(calls.request()[call]) <= sent
                    && (response == MessageTable.NONE || messages.timeNanos(response) >= sent)) {
                ids.set(call, SiteId.of("", "", "a"));
                served++;
            }
        }
        ids.set(open, SiteId.of("", "", "a"));
        SiteIds found = SiteIds.compare(ids, TimeSpan.ALWAYS, messages, calls);
        assertEquals(served > 1 ? 0 : 1, found.known().calls());
        assertEquals(served > 1 ? 1 : 0, found.ambiguous());
    }
}
