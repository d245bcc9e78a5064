package io.wirepath.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What brings its own Java runs in a root of a shell, a few tools and the C libraries, and nothing else: no Java, no
 * Maven, no network.
 */
@Timeout(300)
final class OwnJavaIT {

    /** Makes the root of this machine's own files, as far as scripts and the Java need them, and unpacks into it. */
    private static final String ROOT = """
            set -eu
            root=$1
            mkdir -p "$root/bin" "$root/tmp" "$root/proc" "$root/dev" "$root/opt"
            need() {
              ldd "$1" | sed -n 's/.*[[:space:]]\\(\\/[^ ]*\\) (.*/\\1/p' | while read -r library; do
                mkdir -p "$root${library%/*}"
                case $library in "$root"/*) ;; *) cp -L "$library" "$root$library" ;; esac
              done
            }
            for tool in sh sed readlink du cut id stat; do
              file=$(readlink -f "$(command -v "$tool")")
              cp "$file" "$root/bin/$tool"
              need "$file"
            done
            tar xf "$2" -C "$root/opt"
            mv "$root"/opt/wirepath-* "$root/opt/wirepath"
            need "$root/opt/wirepath/lib/wirepath/java/lib/server/libjvm.so"
            need "$root/opt/wirepath/lib/wirepath/java/lib/libzip.so"
            """;

    @TempDir
    private Path temp;

    private Path root;

    private void makeARootWithoutJava() throws Exception {
        root = temp.resolve("root");
        String archive = Shell.built(Shell.WITH_JAVA + ".tar.gz").toString();
        Path script = Files.writeString(temp.resolve("make"), ROOT);
        Shell.run("sh", script.toString(), root.toString(), archive).good();
    }

    private String inside(String command) throws Exception {
        Path script = Files.writeString(temp.resolve("inside"), "set -eu\n" + command);
        Files.copy(script, root.resolve("tmp/inside"), StandardCopyOption.REPLACE_EXISTING);
        String mounted = "mount -t proc proc \"$1/proc\" && mount --bind /dev \"$1/dev\" &&"
                + " exec chroot \"$1\" /bin/sh /tmp/inside";
        return Shell.run(
                        200,
                        List.of(
                                "unshare",
                                "--mount",
                                "--pid",
                                "--net",
                                "--fork",
                                "env",
                                "-i",
                                "PATH=/bin:/usr/bin:/sbin",
                                "sh",
                                "-c",
                                mounted,
                                "sh",
                                root.toString()))
                .good();
    }

    @Test
    void runsTheDemoAndAnswersAssistants() throws Exception {
        assumeTrue(Shell.isRoot(), "only root can change the root");
        makeARootWithoutJava();
        assertFalse(Files.exists(root.resolve("usr/bin/java")), "there is no other Java");
        String said = inside("""
                cd /tmp
                /opt/wirepath/bin/wirepath version
                /opt/wirepath/bin/wirepath demo --quiet
                """);
        assertTrue(said.matches("(?s)wirepath [0-9]\\S+, Java \\S+ \\(.*\\)\n.*"), said);
        assertTrue(said.contains("app2 is about 51 ms slower than app1"), said);
        assertTrue(Files.size(root.resolve("tmp/wirepath-demo.html")) > 100_000);
        Files.writeString(
                root.resolve("tmp/asked"),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
                        + "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}\n");
        String sample = "/opt/wirepath/lib/wirepath/samples/slow/sw-data.pcap.gz";
        String answer = inside("/opt/wirepath/bin/wirepath mcp " + sample + " </tmp/asked\n");
        assertTrue(answer.contains("\"serverInfo\":{\"name\":\"wirepath\""), answer);
    }

    @Test
    void theSameJdkGivesTheSameJava() throws Exception {
        Path again = temp.resolve("again");
        Shell.run("src/packages/link-java", System.getProperty("java.home"), again.toString())
                .good();
        String built =
                Path.of(System.getProperty("wirepath.build", "target"), "java").toString();
        assertEquals("", Shell.run("diff", "-r", again.toString(), built).good());
    }
}
