package io.wirepath.appliance.serve.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AnalysisAttemptTest {

    @TempDir
    private Path directory;

    private long memoryKills = 7;

    private AnalysisAttempt inAnotherLife() {
        return new AnalysisAttempt(directory.resolve("attempt"), () -> memoryKills);
    }

    private static boolean isSetAside(AnalysisAttempt attempt, String what) {
        return attempt.setAside(what).isPresent();
    }

    @Test
    void whatEndedTheServiceTwiceForWantOfMemoryIsSetAside() {
        for (int life = 0; life < AnalysisAttempt.MAX_MEMORY_ENDS; life++) {
            AnalysisAttempt attempt = inAnotherLife();
            assertFalse(isSetAside(attempt, "w1"));
            attempt.begin("w1");
            memoryKills++;
        }
        assertTrue(inAnotherLife().setAside("w1").orElse("").startsWith("the kernel ended the service"));
        assertFalse(isSetAside(inAnotherLife(), "w2"));
    }

    @Test
    void killsFromOutsideAreNotTakenForTheWindow() {
        for (int life = 0; life < AnalysisAttempt.MAX_TRIES; life++) {
            AnalysisAttempt attempt = inAnotherLife();
            assertFalse(isSetAside(attempt, "w1"));
            attempt.begin("w1");
        }
        assertEquals(
                Optional.of("the service ended 6 times while it was at this, by itself or by a kill"),
                inAnotherLife().setAside("w1"));
    }

    @Test
    void whatEndedWellIsForgotten() {
        inAnotherLife().begin("w1");
        AnalysisAttempt second = inAnotherLife();
        second.begin("w1");
        second.end();
        assertFalse(isSetAside(inAnotherLife(), "w1"));
        assertFalse(Files.exists(directory.resolve("attempt")));
    }

    @Test
    void anotherWindowBetweenBeginsTheCountAnew() {
        inAnotherLife().begin("w1");
        inAnotherLife().begin("w2");
        inAnotherLife().begin("w1");
        assertFalse(isSetAside(inAnotherLife(), "w1"));
    }
}
