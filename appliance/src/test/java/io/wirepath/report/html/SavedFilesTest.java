package io.wirepath.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink;
import io.wirepath.imports.ImportFile;
import io.wirepath.imports.ImportedRows;
import io.wirepath.imports.TraceSet;
import io.wirepath.report.SampleReport;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the page saves as files, read by what reads such files. */
class SavedFilesTest {

    @TempDir
    private static Path folder;

    private static PageBrowser browser;
    private static String file;

    @BeforeAll
    static void startBrowser() throws Exception {
        Path report = folder.resolve("report.html");
        HtmlReport.write(SampleReport.make(), report);
        file = report.toUri().toString();
        browser = new PageBrowser();
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    /** What each button with this label saves. */
    private static List<Path> saved(Page page, String label) {
        List<Path> files = new ArrayList<>();
        for (Locator button :
                page.locator("main button:text-is('" + label + "')").all()) {
            files.add(page.waitForDownload(button::click).path());
        }
        return files;
    }

    @ParameterizedTest
    @CsvSource({
        "overview, 1",
        "map, 1",
        "map?by=nodes, 1",
        "path?id=p1, 3",
        "request?call=0, 1",
        "lifelines, 1",
    })
    void picturesAreSoundXmlAndPointsOfTheSameShape(String view, int least) throws Exception {
        browser.forgive();
        Page page = browser.open(file + "#/" + view);
        List<Path> drawings = saved(page, "Save as SVG");
        List<Path> points = saved(page, "PNG");
        assertTrue(drawings.size() >= least, view + ": " + drawings.size());
        // charts say "SVG" beside their table
        drawings.addAll(saved(page, "SVG"));
        assertEquals(drawings.size(), points.size());
        Set<String> shapes = new HashSet<>();
        for (Path drawing : drawings) {
            var root = DocumentBuilderFactory.newNSInstance()
                    .newDocumentBuilder()
                    .parse(drawing.toFile())
                    .getDocumentElement();
            assertEquals("svg", root.getLocalName());
            assertEquals(0, root.getElementsByTagName("script").getLength());
            assertEquals(0, root.getElementsByTagName("img").getLength(), "a hostile name is text in it");
            shapes.add(shape(number(root.getAttribute("width")), number(root.getAttribute("height"))));
        }
        for (Path point : points) {
            BufferedImage image = ImageIO.read(point.toFile());
            assertNotNull(image, "not a PNG");
            assertTrue(shapes.contains(shape(image.getWidth() / 2.0, image.getHeight() / 2.0)), view);
        }
        assertEquals(List.of(), browser.complaints());
    }

    private static double number(String text) {
        return Double.parseDouble(text.replace("px", ""));
    }

    /** A pixel more or less is rounding. */
    private static String shape(double width, double height) {
        return Math.round(width / 4) + " x " + Math.round(height / 4);
    }

    @ParameterizedTest
    @CsvSource({"paths, 2", "requests, 2", "nodes, 4"})
    void tablesHaveTheRowsThatAreShown(String view, int rows) throws Exception {
        Page page = browser.open(file + "#/" + view);
        List<String> lines = Files.readAllLines(saved(page, "Save as CSV").get(0));
        assertEquals(1 + rows, lines.size(), String.join("\n", lines));
        assertEquals(
                rows, page.locator("main table").first().locator("tbody tr").count());
    }

    @Test
    void requestsAreReadByWhatReadsTraces() throws Exception {
        Page page = browser.open(file + "#/request?call=0");
        JsonNode events = new ObjectMapper()
                .readTree(saved(page, "Perfetto").get(0).toFile())
                .path("traceEvents");
        List<String> kinds = new ArrayList<>();
        events.forEach(event -> kinds.add(event.path("ph").asText()));
        assertEquals(2, kinds.stream().filter("X"::equals).count(), "a slice for each call: " + kinds);
        events.forEach(event ->
                assertTrue(event.has("pid") && !event.path("name").asText().isEmpty()));
        assertEquals(2, spans(saved(page, "Jaeger").get(0)));
    }

    /** Calls that a reader of traces takes from a file: a request and a response each. */
    private static long spans(Path trace) throws Exception {
        ImportFile read = ImportFile.of(trace);
        assertNotNull(read, "not recognised");
        assertEquals("spans", read.format());
        List<String> roles = new ArrayList<>();
        SightingSink sink = new SightingSink() {
            @Override
            public void onName(long high, long low, String name, NameOrigin origin) {}

            @Override
            public void onSighting(Sighting sighting) {
                roles.add(sighting.role().name());
            }
        };
        read.read(new ImportedRows(() -> sink, 0), new TraceSet(null));
        return roles.stream().filter("REQUEST"::equals).count();
    }
}
