package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class InterfacesCommandTest extends VerbTest {

    @Test
    void theLoopbackIsListedInBothShapes() throws IOException {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "needs Linux");
        JsonNode interfaces =
                new ObjectMapper().readTree(printed("interfaces", "--json")).get("interfaces");
        JsonNode loopback = null;
        for (JsonNode each : interfaces) {
            if (each.get("name").asText().equals("lo")) {
                loopback = each;
            }
        }
        assertTrue(loopback != null && loopback.get("loopback").asBoolean(), interfaces.toString());
        assertEquals(1, loopback.get("linkType").asInt());

        String table = printed("interfaces");
        assertTrue(table.contains("interface") && table.contains("  lo "), table);
    }
}
