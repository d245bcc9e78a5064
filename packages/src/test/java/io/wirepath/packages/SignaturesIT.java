package io.wirepath.packages;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is signed by a key that is made here is verified by GnuPG and rpm themselves. */
@Timeout(300)
final class SignaturesIT {

    private static final String PASSWORD = "a password";

    @TempDir
    private Path temp;

    private Path home;
    private Path secret;
    private Path published;

    @BeforeEach
    void makeKey() throws Exception {
        assumeTrue(Shell.run("sh", "-c", "command -v gpg").status() == 0, "gpg is not here");
        home = Files.createDirectory(
                temp.resolve("gnupg"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        gpg("--quick-gen-key", "Wirepath test <test@example.org>", "rsa3072", "sign")
                .good();
        secret = temp.resolve("secret.asc");
        published = temp.resolve("public.asc");
        gpg("--armor", "--output", secret.toString(), "--export-secret-keys").good();
        gpg("--armor", "--output", published.toString(), "--export").good();
    }

    private Shell.Run gpg(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "gpg",
                "--homedir",
                home.toString(),
                "--batch",
                "--pinentry-mode",
                "loopback",
                "--passphrase",
                PASSWORD));
        command.addAll(List.of(arguments));
        return Shell.run(120, command);
    }

    private Optional<Signer> signer() throws Exception {
        return Signer.of(secret.toString(), PASSWORD);
    }

    /** A directory as the build leaves it, with the real small files. */
    private Path build() throws Exception {
        Path build = Files.createDirectories(temp.resolve("build"));
        Path sbom = Files.createDirectories(build.resolve("sbom"));
        for (String ending : List.of("_all.deb", "-kubernetes.tgz")) {
            Path file = Shell.built(ending);
            Files.copy(file, build.resolve(file.getFileName()));
        }
        Path bill = Shell.built("_all.deb").resolveSibling("sbom/wirepath.cdx.json");
        Files.copy(bill, sbom.resolve(bill.getFileName()));
        return build;
    }

    @Test
    void gpgVerifiesWhatWasBuilt() throws Exception {
        Path build = build();
        OtherForms.sign(build, signer());
        List<Path> built = new ArrayList<>(Checksums.built(build));
        built.add(build.resolve(Checksums.FILE));
        assertTrue(built.size() == 4, built::toString);
        for (Path each : built) {
            String said = gpg("--verify", Signer.signatureOf(each).toString(), each.toString())
                    .good();
            assertTrue(said.contains("Good signature from \"Wirepath test"), said);
        }
        Shell.run("sh", "-c", "cd " + build + " && sha256sum -c " + Checksums.FILE)
                .good();
        Path bill = build.resolve("sbom/wirepath.cdx.json");
        Files.writeString(bill, Files.readString(bill) + " ");
        assertNotEquals(
                0,
                gpg("--verify", Signer.signatureOf(bill).toString(), bill.toString())
                        .status());
    }

    @Test
    void rpmVerifiesItsSignature() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/rpm")), "rpm is not here: ./wirepath selftest installs it");
        Path rpm = temp.resolve("signed.rpm");
        PackedTree tree = PackedTree.unpack(Shell.built("_all.deb"), temp.resolve("tree"));
        RpmForm.write(tree, rpm, "1.0", "amd64", signer().orElseThrow().ofRpm());
        String keys = temp.resolve("rpmdb").toString();
        Shell.run("rpmkeys", "--dbpath", keys, "--import", published.toString()).good();
        String said =
                Shell.run("rpm", "--dbpath", keys, "-K", "-v", rpm.toString()).good();
        assertTrue(said.matches("(?s).*Header V4 RSA/SHA256 Signature, key ID [0-9a-f]+: OK.*"), said);
        String unknown = Shell.run("rpm", "--dbpath", temp.resolve("none").toString(), "-K", "-v", rpm.toString())
                .output();
        assertTrue(unknown.contains("NOKEY"), unknown);
    }

    @Test
    void withoutAKeyNothingIsSignedAndOldSignaturesGo() throws Exception {
        Path build = build();
        OtherForms.sign(build, signer());
        OtherForms.sign(build, Signer.of("", ""));
        assertTrue(Files.exists(build.resolve(Checksums.FILE)));
        try (Stream<Path> all = Files.walk(build)) {
            assertFalse(all.anyMatch(each -> each.toString().endsWith(".asc")));
        }
    }
}
