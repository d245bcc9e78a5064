package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Predictions of the sample, in which app2 is 50 ms slower. */
final class WhatIfCommandTest extends VerbTest {

    private static final double MILLI = 1e6;

    @Test
    void aFasterNodeIsPredictedInWordsAndAsJson() throws IOException {
        String capture = SampleCapture.path("sw-app");
        assertEquals(0, run("whatif", capture, "--quiet", "--faster", "app@10.3.0.12=4", "--json"), err::toString);
        JsonNode all = new ObjectMapper().readTree(out.toByteArray()).at("/requests/0");
        JsonNode mean = all.get("mean");
        assertEquals("", all.get("entry").asText());
        assertTrue(mean.get("thenNanos").asDouble() < mean.get("recordedNanos").asDouble() - 5 * MILLI, all::toString);
        assertTrue(mean.get("lowNanos").asLong() <= mean.get("thenNanos").asLong());
        assertTrue(mean.get("thenNanos").asLong() <= mean.get("highNanos").asLong());

        assertEquals(0, run("whatif", capture, "--quiet", "--load", "2"), err::toString);
        String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains("WHAT IF there are 2.0 times as many requests"), text);
    }

    @Test
    void whatIsNotToBePredictedIsRefused() {
        String capture = SampleCapture.path("sw-app");
        assertEquals(2, run("whatif", capture), err::toString);
        assertEquals(2, run("whatif", capture, "--load", "0"), err::toString);
        assertEquals(1, run("whatif", capture, "--quiet", "--sooner", "nobody=5ms"), err::toString);
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("nobody"), err::toString);
    }
}
