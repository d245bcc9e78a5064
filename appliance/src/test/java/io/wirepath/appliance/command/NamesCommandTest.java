package io.wirepath.appliance.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What the verb refuses before it asks anybody. */
final class NamesCommandTest extends VerbTest {

    @Test
    void showsNoPasswordOfAnAddress() {
        assertEquals(1, run("names", "netbox+https://me:s3cret@inventory.example"));
        String said = err.toString(UTF_8);
        assertFalse(said.contains("s3cret"), said);
        assertTrue(said.contains("netbox+https://…@inventory.example"), said);
    }
}
