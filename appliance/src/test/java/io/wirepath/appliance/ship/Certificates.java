package io.wirepath.appliance.ship;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate authority for a test, made by the JDK's keytool. */
public final class Certificates {

    private static final String PASSWORD = "for-a-test";

    private final Path directory;
    private final Path store;

    /** Makes an authority whose files stand in this directory. */
    public Certificates(Path directory) throws Exception {
        this.directory = Files.createDirectories(directory);
        store = directory.resolve("store.p12");
        keytool("-genkeypair", "-alias", "authority", "-dname", "CN=authority", "-ext", "bc:c");
        pem("authority.pem", "CERTIFICATE", key().getCertificate("authority").getEncoded());
    }

    /** Signs a certificate for the loopback, and for these addresses. */
    public TlsFiles sign(String name, String... addresses) throws Exception {
        StringBuilder names = new StringBuilder("san=dns:localhost,ip:127.0.0.1");
        for (String address : addresses) {
            names.append(",ip:").append(address);
        }
        keytool(
                "-genkeypair",
                "-alias",
                name,
                "-dname",
                "CN=" + name,
                "-signer",
                "authority",
                "-ext",
                names.toString());
        Certificate[] chain = key().getCertificateChain(name);
        return new TlsFiles(
                pem(name + ".pem", "CERTIFICATE", chain[0].getEncoded()),
                pem(
                        name + ".key",
                        "PRIVATE KEY",
                        key().getKey(name, PASSWORD.toCharArray()).getEncoded()),
                directory.resolve("authority.pem"));
    }

    /** With what a server of the JDK shows a certificate that was signed. */
    public SSLContext context(String name) throws Exception {
        KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        own.setKeyEntry(
                name,
                key().getKey(name, PASSWORD.toCharArray()),
                PASSWORD.toCharArray(),
                key().getCertificateChain(name));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private KeyStore key() throws GeneralSecurityException, IOException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    private Path pem(String name, String what, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(
                directory.resolve(name),
                "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n",
                StandardCharsets.US_ASCII);
    }

    private void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keyalg", "EC", "-validity", "2", "-storetype", "PKCS12"));
        command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.to(
                        directory.resolve("keytool.log").toFile()))
                .start();
        assertEquals(0, process.waitFor(), () -> "keytool, see " + directory);
    }
}
