package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.pipeline.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets of TLS open what was captured, and stand in nothing that the program writes but copies of packets. */
final class SecretsStayOutTest {

    private static final Path CAPTURES = Path.of("../flows/src/test/resources/captures");

    /** So many bytes of a secret are enough to know it again. */
    private static final int TELLING = 12;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    private void run(String... arguments) {
        Console console = new Console(out, new PrintStream(err, true, StandardCharsets.UTF_8), false, false, false);
        assertEquals(0, CommandTree.run(console, arguments), () -> err.toString(StandardCharsets.UTF_8));
    }

    private String in(String name) {
        return directory.resolve(name).toString();
    }

    /** The last field of each line of a key log. */
    private static List<byte[]> secrets(String keyLog) {
        return keyLog.lines()
                .filter(line -> line.matches("[A-Z_0-9]+ [0-9a-fA-F]+ [0-9a-fA-F]+"))
                .map(line -> HexFormat.of().parseHex(line.substring(line.lastIndexOf(' ') + 1)))
                .toList();
    }

    /** As bytes, as digits of either case, and as base64 wherever it begins. */
    private static List<String> forms(byte[] secret) {
        List<String> forms = new ArrayList<>();
        byte[] telling = Arrays.copyOfRange(secret, secret.length / 2, secret.length / 2 + TELLING);
        String digits = HexFormat.of().formatHex(telling);
        forms.add(new String(telling, StandardCharsets.ISO_8859_1));
        forms.add(digits);
        forms.add(digits.toUpperCase(Locale.ROOT));
        for (int skipped = 0; skipped < 3; skipped++) {
            byte[] whole = Arrays.copyOfRange(telling, skipped, skipped + 9);
            forms.add(Base64.getEncoder().encodeToString(whole));
            forms.add(Base64.getUrlEncoder().encodeToString(whole));
        }
        return forms;
    }

    private static List<String> all(List<byte[]> secrets) {
        return secrets.stream().flatMap(secret -> forms(secret).stream()).toList();
    }

    /** The wanted texts that stand in a file, what is compressed unpacked. */
    private static Set<String> found(byte[] file, List<String> wanted) throws IOException {
        byte[] content = file;
        if (file.length > 2 && file[0] == 0x1f && (file[1] & 0xff) == 0x8b) {
            try (InputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(file))) {
                content = unpacked.readAllBytes();
            }
        }
        String text = new String(content, StandardCharsets.ISO_8859_1);
        Set<String> found = new HashSet<>();
        wanted.stream().filter(text::contains).forEach(found::add);
        return found;
    }

    @Test
    void theSearchFindsWhatIsThere() throws IOException {
        String keyLog = Files.readString(CAPTURES.resolve("tls-suites.keys"));
        List<byte[]> secrets = secrets(keyLog);
        assertTrue(secrets.size() > 20, secrets.size() + " secrets");
        assertTrue(
                found(keyLog.getBytes(StandardCharsets.US_ASCII), all(secrets)).size() >= secrets.size() / 2);
        byte[] capture = Files.readAllBytes(CAPTURES.resolve("tls-secrets.pcapng.gz"));
        assertTrue(!found(capture, all(secrets)).isEmpty(), "the capture holds the key log of one run");
    }

    @Test
    void noOutputHoldsASecret() throws IOException {
        String keys = CAPTURES.resolve("tls-suites.keys").toString();
        String capture = CAPTURES.resolve("tls-suites.pcap.gz").toString();
        String withSecrets = CAPTURES.resolve("tls-secrets.pcapng.gz").toString();
        for (String[] input : new String[][] {{capture, "--tls-keys", keys}, {withSecrets}}) {
            String name = input.length == 1 ? "own" : "log";
            every(name, input);
        }
        run(
                "sniff",
                "--quiet",
                "--read",
                withSecrets,
                "--pace",
                "max",
                "--spool",
                in("spool"),
                "--name",
                "tap",
                "--json");
        List<byte[]> written = new ArrayList<>(List.of(out.toByteArray(), err.toByteArray()));
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                written.add(Files.readAllBytes(file));
            }
        }
        assertTrue(written.size() > 40, written.size() + " files");
        List<String> wanted = all(secrets(Files.readString(Path.of(keys))));
        for (byte[] file : written) {
            assertEquals(Set.of(), found(file, wanted));
        }
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("http1"), "the sessions were opened");
    }

    private void every(String name, String... input) {
        run(with(input, "messages", "--quiet", "--json", "--operations"));
        run("streams", "--quiet", "--json", input[0]);
        run(with(input, "merge", "--quiet", "--content", "--to", in(name + "-store")));
        run(with(
                input,
                "analyze",
                "--quiet",
                "--health",
                "--counters",
                "--operations",
                "--json=" + in(name + ".json"),
                "--html=" + in(name + ".html"),
                "--otlp=" + in(name + ".otlp"),
                "--zipkin=" + in(name + ".zipkin"),
                "--csv=" + in(name + "-csv"),
                "--parquet=" + in(name + "-parquet"),
                "--dot=" + in(name + ".dot"),
                "--keep=" + in(name + "-kept")));
    }

    private static String[] with(String[] input, String... verb) {
        return Stream.concat(Stream.of(verb), Stream.of(input)).toArray(String[]::new);
    }
}
