package io.wirepath.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
final class PackageContentsIT {

    private static final Pattern ENTRY = Pattern.compile("(\\S{10}) (\\S+) +\\d+ \\S+ \\S+ \\.(/.*)");

    private static String deb;
    private static List<Matcher> entries;

    @BeforeAll
    static void list() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/dpkg-deb")), "this is no Debian: dpkg-deb is not here");
        deb = Shell.built(".deb").toString();
        entries = Shell.run("dpkg-deb", "-c", deb)
                .good()
                .lines()
                .map(ENTRY::matcher)
                .filter(Matcher::matches)
                .toList();
        assertTrue(entries.size() > 50, () -> "only " + entries.size() + " files");
    }

    private static List<String> paths() {
        return entries.stream().map(entry -> entry.group(3)).toList();
    }

    @Test
    void everythingBelongsToRootAndOnlyTheProgramsAreExecutable() {
        for (Matcher entry : entries) {
            String path = entry.group(3);
            boolean runs =
                    List.of("/usr/bin/wirepath", "/usr/lib/wirepath/train").contains(path);
            String mode = path.endsWith("/") ? "drwxr-xr-x" : runs ? "-rwxr-xr-x" : "-rw-r--r--";
            assertEquals(mode, entry.group(1), path);
            assertEquals("root/root", entry.group(2), path);
        }
    }

    @Test
    void everythingStandsWhereItBelongs() {
        Pattern places = Pattern.compile("/(usr|usr/(bin|lib|share)|etc|lib|lib/systemd)?/|/usr/bin/wirepath"
                + "|/usr/lib/(wirepath|sysusers\\.d|tmpfiles\\.d)/.*|/etc/wirepath/.*|/lib/systemd/system/(wirepath.*)?"
                + "|/usr/share/man/(man1/(wirepath.*\\.1\\.gz)?)?|/usr/share/doc/(wirepath/.*)?"
                + "|/usr/share/(bash-completion/(completions/(wirepath)?)?|zsh/(vendor-completions/(_wirepath)?)?)");
        for (String path : paths()) {
            assertTrue(places.matcher(path).matches(), path);
        }
        assertTrue(paths().containsAll(List.of(
                "/usr/lib/wirepath/wirepath.jar",
                "/usr/lib/wirepath/jvm.args",
                "/usr/lib/wirepath/jvm-24.args",
                "/usr/lib/wirepath/service.args",
                "/usr/lib/wirepath/small.args",
                "/etc/wirepath/sniffer.yaml",
                "/etc/wirepath/serve.yaml",
                "/lib/systemd/system/wirepath-sniffer@.service",
                "/lib/systemd/system/wirepath-serve.service",
                "/lib/systemd/system/wirepath.target",
                "/usr/lib/sysusers.d/wirepath.conf",
                "/usr/lib/tmpfiles.d/wirepath.conf",
                "/usr/share/man/man1/wirepath.1.gz",
                "/usr/share/man/man1/wirepath-analyze.1.gz",
                "/usr/share/bash-completion/completions/wirepath",
                "/usr/share/zsh/vendor-completions/_wirepath",
                "/usr/share/doc/wirepath/copyright",
                "/usr/share/doc/wirepath/libraries.tsv",
                "/usr/share/doc/wirepath/wirepath.cdx.json",
                "/usr/share/doc/wirepath/changelog.gz",
                "/usr/share/doc/wirepath/examples/prometheus-alerts.yaml",
                "/usr/share/doc/wirepath/examples/grafana-dashboard.json",
                "/usr/share/doc/wirepath/manual/README.md")));
    }

    @Test
    void holdsNoLibraryThatOnlyTestsOrGatesNeed() {
        assertTrue(paths().stream().anyMatch(path -> path.matches("/usr/lib/wirepath/lib/picocli-.*jar")));
        assertEquals(
                List.of(),
                paths().stream()
                        .filter(path -> path.matches(
                                ".*(junit|jazzer|archunit|playwright|chronicle-analytics|error_prone_core).*"))
                        .toList());
    }

    @Test
    void everyLibraryHasItsLicenceNamedAndTheChangesAreTold(@TempDir Path temp) throws Exception {
        Shell.run("dpkg-deb", "-x", deb, temp.toString()).good();
        Path docs = temp.resolve("usr/share/doc/wirepath");
        List<Pattern> named = Pattern.compile("usr/lib/wirepath/(?:lib|connect)/(\\S+)\\*")
                .matcher(Files.readString(docs.resolve("copyright")))
                .results()
                .map(glob -> Pattern.compile(".*/" + Pattern.quote(glob.group(1)) + "[^/]*\\.jar"))
                .toList();
        for (String path : paths()) {
            if (path.endsWith(".jar") && !path.contains("/wirepath-") && !path.endsWith("/wirepath.jar")) {
                assertEquals(
                        1,
                        named.stream()
                                .filter(each -> each.matcher(path).matches())
                                .count(),
                        path);
            }
        }
        for (Pattern each : named) {
            assertTrue(paths().stream().anyMatch(path -> each.matcher(path).matches()), "is not there: " + each);
        }
        String changes =
                Shell.run("zcat", docs.resolve("changelog.gz").toString()).good();
        assertTrue(changes.startsWith("wirepath (0."), changes);
    }

    /** A list that is new stands beside the packages then: look at what changed, and put it in the place of the old. */
    @Test
    void theLibrariesAreThoseThatWereLookedAtAndTheBillOfMaterialsNamesThem(@TempDir Path temp) throws Exception {
        Shell.run("dpkg-deb", "-x", deb, temp.toString()).good();
        Path docs = temp.resolve("usr/share/doc/wirepath");
        List<String> libraries = LibraryList.ofBill(docs.resolve("wirepath.cdx.json"));
        Files.write(Shell.built(".deb").resolveSibling("libraries.tsv"), libraries);
        assertEquals(libraries, Files.readAllLines(docs.resolve("libraries.tsv")));
        assertEquals(
                libraries.stream()
                        .map(line -> line.substring(0, line.indexOf('\t')))
                        .toList(),
                paths().stream()
                        .filter(path -> path.matches("/usr/lib/wirepath/(lib|connect)/.*\\.jar")
                                && !path.contains("/wirepath-"))
                        .map(path -> path.substring(path.lastIndexOf('/') + 1))
                        .sorted()
                        .toList());
    }

    @Test
    void theFilesOfAnOperatorAreConffilesAndNoOther() throws Exception {
        assertEquals(
                "/etc/wirepath/serve.yaml\n/etc/wirepath/sniffer.yaml\n",
                Shell.run("dpkg-deb", "-I", deb, "conffiles")
                        .good()
                        .lines()
                        .sorted()
                        .reduce("", (a, b) -> a + b + "\n"));
    }

    @Test
    void namesWhatItNeeds() throws Exception {
        String control = Shell.run("dpkg-deb", "-I", deb, "control").good();
        assertTrue(control.contains("\nArchitecture: all\n"), control);
        assertTrue(
                control.contains(
                        "\nDepends: default-jre-headless (>= 2:1.17) | java17-runtime-headless, libpcap0.8, adduser\n"),
                control);
        assertTrue(control.matches("(?s).*\nInstalled-Size: [1-9][0-9]{3,}\n.*"), control);
    }

    @Test
    void theScriptsAreGoodShell(@TempDir Path temp) throws Exception {
        Shell.run("dpkg-deb", "-e", deb, temp.resolve("control").toString()).good();
        for (String script : List.of("postinst", "prerm", "postrm")) {
            Path file = temp.resolve("control").resolve(script);
            assertTrue(Files.isExecutable(file), script);
            Shell.run("sh", "-n", file.toString()).good();
        }
    }

    @Test
    void theArchiveRunsWhereItIsUnpacked(@TempDir Path temp) throws Exception {
        Shell.run("tar", "xf", Shell.built(".tar.gz").toString(), "-C", temp.toString())
                .good();
        Path home = only(temp);
        String program = home.resolve("bin/wirepath").toString();
        assertTrue(Shell.run(program, "version").good().matches("wirepath [0-9]\\S+, Java \\S+ \\(.*\\)\n"));
        String files = home.resolve("etc/wirepath").toString();
        Shell.run(program, "config", "check", files + "/sniffer.yaml", files + "/serve.yaml")
                .good();
        for (String file : List.of(
                "INSTALL",
                "LICENSE",
                "share/man/man1/wirepath.1.gz",
                "share/bash-completion/completions/wirepath",
                "systemd/wirepath.target")) {
            assertTrue(Files.exists(home.resolve(file)), file);
        }
    }

    private static Path only(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findFirst().orElseThrow();
        }
    }
}
