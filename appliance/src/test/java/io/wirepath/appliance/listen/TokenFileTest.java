package io.wirepath.appliance.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenFileTest {

    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("token"), text);
    }

    @Test
    void ofTheApiIsTooLongToBeGuessed() throws IOException {
        assertEquals("0123456789abcdef", TokenFile.read(file(" 0123456789abcdef\n")));
        String said = assertThrows(Failure.class, () -> TokenFile.read(file("0123456789abcde")))
                .getMessage();
        assertTrue(said.contains("at least 16 characters"), said);
    }

    @Test
    void ofOthersIsAnyWord() throws IOException {
        assertEquals("s3", TokenFile.readGiven(file("s3\n")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "two words", "one\r\nX-Other: header", "schl\u00fcssel"})
    void isNeverWhatAHeaderCannotHold(String text) {
        String said = assertThrows(Failure.class, () -> TokenFile.readGiven(file(text)))
                .getMessage();
        assertTrue(said.contains("a token is one word"), said);
    }
}
