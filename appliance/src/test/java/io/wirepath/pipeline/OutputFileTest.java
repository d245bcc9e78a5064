package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A result that goes into a named pipe. */
@Timeout(60)
class OutputFileTest {

    @TempDir
    private Path directory;

    private Path pipe;

    @BeforeEach
    void make() throws IOException, InterruptedException {
        pipe = directory.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    }

    @Test
    void aPipeThatNobodyReadsIsRefused() {
        IOException refused = assertThrows(IOException.class, () -> OutputFile.openForReader(pipe, 0));
        assertTrue(refused.getMessage().contains("named pipe that nobody has read"), refused::getMessage);
    }

    @Test
    void aReaderGetsTheResult() throws Exception {
        FutureTask<String> read = new FutureTask<>(() -> Files.readString(pipe));
        new Thread(read, "reader").start();
        try (OutputFile file = OutputFile.open(pipe, List.of(), OutputForm.JSON)) {
            file.write(to -> Files.writeString(to, "{}"));
        }
        assertEquals("{}", read.get());
    }
}
