package io.wirepath.packages;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Installs the package in a fresh Debian, which a real systemd boots, in namespaces of its own and with a network of
 * its own that has a loopback alone; starts, reloads, starves and stops the services there, and purges the package.
 * {@code booted.sh} is what runs inside.
 */
@Tag("slow")
@Timeout(900)
final class BootedIT {

    private static final String UNIT = """
            [Unit]
            Description=The test
            After=basic.target
            [Service]
            Type=oneshot
            ExecStart=/bin/sh /root/booted.sh
            StandardOutput=file:/root/result
            StandardError=file:/root/result
            ExecStopPost=/bin/systemctl --no-block poweroff
            """;

    @Test
    void systemdRunsTheServicesAsTheUnitsSay(@TempDir Path temp) throws Exception {
        assumeTrue(Shell.isRoot(), "only root can boot a Debian");
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/systemd-nspawn"))
                        && Files.isExecutable(Path.of("/usr/sbin/debootstrap")),
                "systemd-nspawn or debootstrap is not installed (.ci/packages: systemd-container, debootstrap)");
        Path root = Files.createDirectory(temp.resolve("root"));
        Shell.Run made = Shell.run(
                600,
                List.of(
                        "debootstrap",
                        "--variant=minbase",
                        "--include=systemd,dbus,adduser,default-jre-headless,libpcap0.8",
                        "bookworm",
                        root.toString()));
        assumeTrue(made.status() == 0, () -> "no Debian could be fetched: " + lastLine(made.output()));

        Files.copy(Shell.built(".deb"), root.resolve("root/wirepath.deb"));
        try (InputStream script = BootedIT.class.getResourceAsStream("booted.sh")) {
            Files.copy(script, root.resolve("root/booted.sh"), StandardCopyOption.REPLACE_EXISTING);
        }
        Files.writeString(root.resolve("etc/systemd/system/booted.service"), UNIT);
        Path wants = Files.createDirectories(root.resolve("etc/systemd/system/multi-user.target.wants"));
        Files.createSymbolicLink(wants.resolve("booted.service"), Path.of("/etc/systemd/system/booted.service"));

        Shell.Run run = Shell.run(
                280,
                List.of(
                        "systemd-nspawn",
                        "--quiet",
                        "--directory=" + root,
                        "--register=no",
                        "--keep-unit",
                        "--private-network",
                        "--console=pipe",
                        "--boot"));
        String result = result(root);
        assertTrue(result.endsWith("WHOLE LIFE\n"), () -> result + "\n--- console\n" + run.output());
    }

    private static String result(Path root) throws IOException {
        Path file = root.resolve("root/result");
        return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "the script did not run";
    }

    private static String lastLine(String text) {
        return text.substring(text.stripTrailing().lastIndexOf('\n') + 1).strip();
    }
}
