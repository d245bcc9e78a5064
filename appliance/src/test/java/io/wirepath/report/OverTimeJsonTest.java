package io.wirepath.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

class OverTimeJsonTest {

    @Test
    void countsRequestsByTheirBeginning() {
        JsonNode overTime = ReportJson.of(SampleReport.make()).path("overTime");
        assertEquals(1_795_196_958_000_000_000L, overTime.path("fromNanos").asLong());
        assertEquals(10_000_000, overTime.path("stepNanos").asLong());
        assertEquals("[1,0,0,0,0,1]", overTime.path("requests").toString(), "the call of redis is no request");
        assertEquals("[2,0,0,0,0,1]", overTime.path("calls").toString());
        assertEquals("[0,0,0,0,0,1]", overTime.path("failed").toString());
        assertEquals(30e6, overTime.path("p50Nanos").get(0).asDouble(), 0.02 * 30e6);
        assertTrue(overTime.path("p50Nanos").get(1).isNull(), "nothing was answered there");
    }

    @Test
    void stepsAreRoundAndNotTooMany() {
        assertEquals(10_000_000, OverTimeJson.step(0));
        assertEquals(500_000_000, OverTimeJson.step(43_000_000_000L));
        assertEquals(50_000_000_000L * 1000, OverTimeJson.step(86_400_000_000_000L * 60));
    }

    @Test
    void nothingIsToldOfNothing() {
        assertTrue(ReportJson.of(SampleReport.empty()).path("overTime").isMissingNode());
    }
}
