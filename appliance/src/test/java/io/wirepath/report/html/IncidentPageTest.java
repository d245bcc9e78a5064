package io.wirepath.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class IncidentPageTest {

    private static final long NOON = 1_795_262_400_000_000_000L;

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static ObjectNode finding() {
        ObjectNode finding = object().put("id", "3f2a91c0")
                .put("severity", "problem")
                .put("title", "<script>app</script> is slow")
                .put("onsetNanos", NOON)
                .put("endNanos", NOON + 90_000_000_000L)
                .put("state", "ended");
        finding.putArray("nodes").add("app");
        ObjectNode incident = finding.putObject("incident").put("requests", 7).put("clients", 1);
        incident.putArray("unchanged").add("app1");
        return finding;
    }

    private static ObjectNode request() {
        ObjectNode request = object().put("startNanos", NOON).put("durationNanos", 87_000_000);
        ObjectNode call = request.putArray("calls").addObject();
        call.put("from", "web").put("to", "app").put("port", 80).put("startNanos", 0);
        return request;
    }

    private static String page(ObjectNode finding) {
        return IncidentPage.of(new IncidentPage.Incident(finding, List.of(request()), List.of(), null, "wirepath 1"));
    }

    @Test
    void tellsWhatWhenWhoAndWhatWasRuledOut() {
        String page = page(finding());
        assertTrue(page.contains("2026-11-21 12:00:00 to 2026-11-21 12:01:30, 90.0 s"), page);
        assertTrue(page.contains("7 requests of 1 client<"), page);
        assertTrue(page.contains("web → app:80"), page);
        assertTrue(page.contains("no answer"), page);
        assertTrue(page.contains("Replicas that did not change: app1"), page);
        assertEquals(page, page(finding()), "the same again");
    }

    @Test
    void whatPacketsNamedIsText() {
        assertFalse(page(finding()).contains("<script"));
    }

    @Test
    void lackOfEvidenceIsNoEnd() {
        ObjectNode finding = finding().put("state", "no_evidence_since");
        assertTrue(page(finding).contains("does not say that it is over"), page(finding));
    }
}
