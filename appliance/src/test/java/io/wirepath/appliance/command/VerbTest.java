package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.pipeline.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Tests that run verbs of the program and look at what they print. */
abstract class VerbTest {

    /** What the latest run printed. */
    final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** What it complained of. */
    final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Runs a verb; gives the exit code. */
    int run(String... arguments) {
        out.reset();
        err.reset();
        PrintStream complaints = new PrintStream(err, true, StandardCharsets.UTF_8);
        return CommandTree.run(new Console(out, complaints, false, false, false), arguments);
    }

    /** What a verb prints, which must succeed. */
    String printed(String... arguments) {
        assertEquals(0, run(arguments), () -> String.join(" ", arguments) + '\n' + err);
        return out.toString(StandardCharsets.UTF_8);
    }
}
