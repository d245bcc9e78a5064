package io.wirepath.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.compare.Comparison;
import io.wirepath.analyze.compare.Contrast;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Sums;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        ObjectNode incident = finding.putObject("incident").put("suffers", "7 requests of 1 client come through it");
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
        assertTrue(page.contains("7 requests of 1 client come through it<"), page);
        assertTrue(page.contains("web → app:80"), page);
        assertTrue(page.contains("no answer"), page);
        assertTrue(page.contains("<dt>Replicas that did not change</dt><dd>app1"), page);
        assertFalse(page.contains("<h2>Ruled out"), "nothing was compared: " + page);
        assertTrue(page.contains("<h2>Neither shown nor ruled out"), page);
        assertEquals(page, page(finding()), "the same again");
    }

    /** What was over before a window told it is told by none. */
    @Test
    void namesNoWindowWhereNoneToldIt() {
        ObjectNode finding = finding().putNull("window");
        assertFalse(page(finding).contains("told by window"), page(finding));
        finding.put("window", "20261121T120000Z-60");
        assertTrue(page(finding).contains("first told by window 20261121T120000Z-60. Made"), page(finding));
    }

    @Test
    void tellsEachTimeOfWhatComesAndGoes() {
        ObjectNode finding = finding();
        finding.putArray("pauses")
                .addObject()
                .put("fromNanos", NOON + 10_000_000_000L)
                .put("toNanos", NOON + 80_000_000_000L);
        String page = page(finding);
        String each = "2 times: 2026-11-21 12:00:00 to 2026-11-21 12:00:10, 2026-11-21 12:01:20 to 2026-11-21 12:01:30";
        assertTrue(page.contains(each + ", 20.0 s in all"), page);
        finding.putNull("endNanos");
        assertTrue(page(finding).contains("12:00:10, since 2026-11-21 12:01:20; not over"), page(finding));
    }

    private static Contrast calls(double after, double effect, double halfWidth) {
        ComparedPlace web = new ComparedPlace(ComparedPlace.Sort.EDGE, "CLIENT", "web-" + (int) after);
        double ms = 1e6;
        return new Contrast(
                web, Measure.CALL, "", 16 * ms, after * ms, effect * ms, halfWidth * ms, 2000, 800, 0.2, false, "");
    }

    /** What chance may explain is not ruled out by that: it may be so, and often is. */
    @Test
    void onlyWhatCannotBeLargeIsRuledOut() {
        List<Contrast> contrasts = List.of(calls(17, 0.5, 1), calls(39, 12, 14));
        Comparison compared = new Comparison(Sums.NOTHING, Sums.NOTHING, contrasts);
        String page = IncidentPage.of(
                new IncidentPage.Incident(finding(), List.of(request()), List.of(), compared, "wirepath 1"));
        int out = page.indexOf("Ruled out, each with 95 % certainty: to differ much from the time before");
        int open = page.indexOf("Neither shown nor ruled out");
        assertTrue(out > 0 && open > out, page);
        assertEquals(1, page.substring(out, open).split("CLIENT → web-17 ", -1).length - 1, page);
        assertEquals(1, page.substring(open).split("CLIENT → web-39 ", -1).length - 1, page);
    }

    /** On a phone, on a wall, and read aloud. */
    @Test
    void isReadByEverybody(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("incident.html"), page(finding()), StandardCharsets.UTF_8);
        try (PageBrowser browser = new PageBrowser()) {
            browser.page().navigate(file.toUri().toString());
            browser.assertForEverybody();
            browser.assertFits();
        }
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
