package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

final class ManPagesTest {

    @TempDir
    private Path temp;

    @Command(
            name = "tricky",
            description = {"Does 100%% of it: a \\ and a - stay.", ".SH is no heading here"},
            footer = {"'quoted' first", "  indented"})
    @SuppressWarnings("unused") // picocli looks at them
    private static final class Tricky {
        @Option(
                names = {"-n", "--number"},
                paramLabel = "N",
                description = "How many.")
        private int number;

        @Option(names = "--secret", hidden = true)
        private boolean secret;

        @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files.")
        private List<Path> files;
    }

    @Test
    void writesAPageThatShowsWhatWasMeant() {
        assertEquals("""
                .TH "TRICKY" 1 "" "Wirepath" "Wirepath manual"
                .SH NAME
                tricky \\- Does 100% of it
                .SH SYNOPSIS
                .B tricky
                [OPTIONS] FILE...
                .SH DESCRIPTION
                Does 100% of it: a \\e and a \\- stay. .SH is no heading here
                .SH ARGUMENTS
                .TP
                .B FILE
                Files.
                .SH OPTIONS
                .TP
                .B \\-n, \\-\\-number=N
                How many.
                .SH NOTES
                .nf
                \\&'quoted' first
                  indented
                .fi
                .SH EXIT STATUS
                0 done, 1 the work failed, 2 wrong usage.
                .SH SEE ALSO
                The manual in /usr/share/doc/wirepath.
                """, new ManPage(CommandSpec.forAnnotatedObject(new Tricky())).roff());
    }

    @Test
    void thereIsAPageForEveryVerbAndTheRealFormatterTakesIt() throws IOException, InterruptedException {
        List<ManPage> pages = ManPages.pages();
        List<String> names = pages.stream().map(ManPage::name).toList();
        assertTrue(
                names.containsAll(List.of("wirepath", "wirepath-analyze", "wirepath-config", "wirepath-config-check")),
                names::toString);
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/groff")), "groff is not installed (.ci/packages: groff-base)");
        for (ManPage page : pages) {
            Path file = Files.writeString(temp.resolve(page.name() + ".1"), page.roff());
            Process groff = new ProcessBuilder("groff", "-man", "-ww", "-z", "-k", file.toString())
                    .redirectErrorStream(true)
                    .start();
            String warnings = new String(groff.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, groff.waitFor());
            assertEquals("", warnings, page.name());
        }
    }
}
