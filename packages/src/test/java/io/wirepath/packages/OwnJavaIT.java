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

    @TempDir
    private Path temp;

    private Path root;

    /** Makes the root of this machine's own files, as far as scripts and the Java need them, and unpacks into it. */
    private void makeARootWithoutJava() throws Exception {
        root = temp.resolve("root");
        Shell.run("src/packages/base-root", java(), root.toString()).good();
        Path opt = Files.createDirectory(root.resolve("opt"));
        String archive = Shell.built(Shell.WITH_JAVA + ".tar.gz").toString();
        Shell.run("tar", "xf", archive, "-C", opt.toString(), "--transform", "s,^wirepath-[^/]*,wirepath,")
                .good();
    }

    /** The Java that the build linked. */
    private static String java() {
        return Path.of(System.getProperty("wirepath.build", "target"), "java")
                .toAbsolutePath()
                .toString();
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
                /opt/wirepath/bin/wirepath config check /opt/wirepath/etc/wirepath/*.yaml
                test -s /opt/wirepath/share/doc/wirepath/examples/grafana-dashboard.json
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
        assertEquals("", Shell.run("diff", "-r", again.toString(), java()).good());
    }
}
