package io.wirepath.appliance.serve.history;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AnalysisAttemptTest {

    @TempDir
    private Path directory;

    private AnalysisAttempt inAnotherLife() {
        return new AnalysisAttempt(directory.resolve("attempt"));
    }

    @Test
    void whatEndedTheServiceTwiceIsSetAside() {
        for (int life = 0; life < AnalysisAttempt.MOST_TRIES; life++) {
            AnalysisAttempt attempt = inAnotherLife();
            assertFalse(attempt.isSetAside("w1"));
            attempt.begin("w1");
        }
        assertTrue(inAnotherLife().isSetAside("w1"));
        assertFalse(inAnotherLife().isSetAside("w2"));
    }

    @Test
    void whatEndedWellIsForgotten() {
        inAnotherLife().begin("w1");
        AnalysisAttempt second = inAnotherLife();
        second.begin("w1");
        second.end();
        assertFalse(inAnotherLife().isSetAside("w1"));
        assertFalse(Files.exists(directory.resolve("attempt")));
    }

    @Test
    void anotherWindowBetweenBeginsTheCountAnew() {
        inAnotherLife().begin("w1");
        inAnotherLife().begin("w2");
        inAnotherLife().begin("w1");
        assertFalse(inAnotherLife().isSetAside("w1"));
    }
}
