package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.finding.Finding.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class MergedFindingsTest {

    private static Finding finding(String kind, String title, String... nodes) {
        return new Finding(Severity.PROBLEM, kind, title, "How.", List.of(nodes), 0, 0);
    }

    @Test
    void tellsAFaultOnceWithItsTime() {
        Finding dated = finding("network-loss-since", "Held up since 10:00", "app", "web");
        Finding undated = finding("network-loss", "Of 31 requests all waited", "web", "app");
        List<Finding> once = Findings.merged(List.of(dated, undated));
        assertEquals(1, once.size());
        assertEquals("network-loss-since", once.get(0).kind());
        assertTrue(once.get(0).detail().endsWith("Of 31 requests all waited."));
    }

    @Test
    void failuresAreToldByOneShareAlone() {
        Finding dated = finding("errors-since", "auth answers 32 % with an error since 10:00", "auth");
        Finding undated = finding("failures-begin", "auth answers 12 % with an error", "auth");
        List<Finding> once = Findings.merged(List.of(dated, undated));
        assertEquals(1, once.size());
        assertEquals("How. How.", once.get(0).detail());
    }

    @Test
    void keepsFaultsOfOtherNodes() {
        List<Finding> both = List.of(
                finding("errors-since", "auth answers with errors since 10:00", "auth"),
                finding("failures-begin", "pay answers with errors", "pay"));
        assertEquals(both, Findings.merged(both));
    }
}
