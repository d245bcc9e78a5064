package io.wirepath.appliance.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ShellCompletionTest {

    @TempDir
    private Path temp;

    private List<String> offered(String... words) throws IOException, InterruptedException {
        Path script = Files.writeString(temp.resolve("wirepath"), ShellCompletion.bash());
        String line = String.join(" ", words);
        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        "source '" + script + "'; COMP_WORDS=(" + line + " ''); COMP_CWORD=" + words.length
                                + "; COMP_WORDS[COMP_CWORD]=''; COMP_LINE='" + line
                                + " '; COMP_POINT=${#COMP_LINE}; _complete_wirepath; printf '%s\\n' \"${COMPREPLY[@]}\"")
                .directory(temp.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(bash.getInputStream().readAllBytes(), UTF_8);
        assertEquals(0, bash.waitFor(), printed);
        return printed.lines().map(String::strip).toList();
    }

    @ParameterizedTest
    @CsvSource({"wirepath, analyze", "wirepath, extract", "wirepath config, check", "wirepath analyze --rank, time"})
    void bashIsOfferedVerbsAndValues(String line, String offer) throws Exception {
        assertTrue(offered(line.split(" ")).contains(offer), () -> line);
    }

    @Test
    void zshTakesTheScript() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/zsh")), "zsh is not installed");
        Path script = Files.writeString(temp.resolve("_wirepath"), ShellCompletion.zsh());
        Process zsh = new ProcessBuilder("/usr/bin/zsh", "-n", script.toString())
                .redirectErrorStream(true)
                .start();
        assertEquals("", new String(zsh.getInputStream().readAllBytes(), UTF_8));
        assertEquals(0, zsh.waitFor());
    }
}
