package io.wirepath.appliance.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The services of the recorded sample pass on an X-Request-Id. */
final class IdsOptionTest extends VerbTest {

    @TempDir
    private Path temp;

    @Test
    void requestsThatCarryIdentifiersMeasureTheLinks() throws IOException {
        String app = SampleCapture.path("sw-app");
        assertEquals(0, run("analyze", app, "--algorithm", "linking", "--json"), err::toString);
        JsonNode without = new ObjectMapper().readTree(out.toString(UTF_8));
        assertFalse(without.has("siteIds"), "only where it is asked for");
        assertEquals(0, run("analyze", app, "--algorithm", "linking", "--ids", "--json"), err::toString);
        JsonNode with = new ObjectMapper().readTree(out.toString(UTF_8));
        assertEquals(without.path("patterns"), with.path("patterns"), "no link is made by them");
        JsonNode ids = with.path("siteIds");
        assertTrue(ids.path("carried").asInt() > 1000);
        assertTrue(ids.path("known").asInt() > 100);
        double byLinking = ids.path("recall").path("value").asDouble();
        assertEquals(0, run("analyze", app, "--algorithm", "joint", "--ids", "--json"), err::toString);
        ids = new ObjectMapper().readTree(out.toString(UTF_8)).path("siteIds");
        double byJoint = ids.path("recall").path("value").asDouble();
        assertTrue(byJoint > 0.95 && byLinking < byJoint, () -> byLinking + " and " + byJoint);
    }

    @Test
    void aStoreHoldsNone() {
        String store = temp.resolve("store").toString();
        String data = SampleCapture.path("sw-data");
        assertEquals(0, run("analyze", data, "--algorithm", "linking", "--keep", store), err::toString);
        assertEquals(1, run("analyze", store, "--algorithm", "linking", "--ids"));
        assertTrue(err.toString(UTF_8).contains("holds no packets"), err::toString);
    }
}
