package io.wirepath.appliance.serve.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.serve.history.MessageHistory.Mark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFileTest {

    @TempDir
    private Path directory;

    @Test
    void holdsWhatWasWrittenLastAndTellsDamage() throws IOException {
        Path path = directory.resolve("state");
        StateFile file = new StateFile(path);
        assertTrue(file.read().isEmpty());
        file.write("one".getBytes(UTF_8));
        file.write("another".getBytes(UTF_8));
        assertArrayEquals("another".getBytes(UTF_8), file.read().orElseThrow());
        byte[] bytes = Files.readAllBytes(path);
        for (int at = 0; at < bytes.length; at++) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 4;
            Files.write(path, damaged);
            assertTrue(file.read().isEmpty(), "byte " + at);
        }
        Files.write(path, new byte[2]);
        assertTrue(file.read().isEmpty());
        try (var files = Files.list(directory)) {
            assertEquals(1, files.count(), "no draft is left");
        }
    }

    @Test
    void whatIsDamagedIsKeptBesideWhatIsWrittenNext() throws IOException {
        Path path = directory.resolve("state");
        StateFile file = new StateFile(path);
        List<Path> told = new ArrayList<>();
        assertTrue(file.readOrSetAside(told::add).isEmpty());
        assertEquals(List.of(), told, "what is not there is not damaged");
        file.write("one".getBytes(UTF_8));
        byte[] bytes = Files.readAllBytes(path);
        bytes[bytes.length - 1] ^= 1;
        Files.write(path, bytes);
        assertTrue(file.readOrSetAside(told::add).isEmpty());
        Path aside = directory.resolve("state.damaged");
        assertEquals(List.of(aside), told);
        file.write("another".getBytes(UTF_8));
        assertArrayEquals(bytes, Files.readAllBytes(aside));
        assertArrayEquals(
                "another".getBytes(UTF_8), file.readOrSetAside(told::add).orElseThrow());
    }

    @Test
    void checkpointsComeBackAndFindThePlaceToReadFrom() throws IOException {
        ServeCheckpoint checkpoint = new ServeCheckpoint(
                new byte[] {1, 2, -3}, List.of(new Mark("a", 1, 100), new Mark("a", 5, 200), new Mark("b", 0, 300)));
        ServeCheckpoint back = ServeCheckpoint.decode(checkpoint.encode());
        assertArrayEquals(checkpoint.merge(), back.merge());
        assertEquals(checkpoint.marks(), back.marks());
        assertEquals("a", back.before(Long.MIN_VALUE).folder());
        assertEquals(1, back.before(150).index());
        assertEquals(1, back.before(200).index(), "a message of that very time may stand before the mark");
        assertEquals(5, back.before(201).index());
        assertEquals("b", back.before(Long.MAX_VALUE).folder());
        assertThrows(IOException.class, () -> ServeCheckpoint.decode("{\"format\":9}".getBytes(UTF_8)));
    }
}
