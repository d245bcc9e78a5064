package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.appliance.run.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class InterfacesCommandTest {

    @Test
    void theLoopbackIsListedInBothShapes() throws IOException {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "needs Linux");
        JsonNode interfaces =
                new ObjectMapper().readTree(run("interfaces", "--json")).get("interfaces");
        JsonNode loopback = null;
        for (JsonNode each : interfaces) {
            if (each.get("name").asText().equals("lo")) {
                loopback = each;
            }
        }
        assertTrue(loopback != null && loopback.get("loopback").asBoolean(), interfaces.toString());
        assertEquals(1, loopback.get("linkType").asInt());

        String table = run("interfaces");
        assertTrue(table.contains("interface") && table.contains("  lo "), table);
    }

    private static String run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(out, new PrintStream(err, true, StandardCharsets.UTF_8), false, false, false);
        assertEquals(0, CommandTree.run(console, arguments), () -> err.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }
}
