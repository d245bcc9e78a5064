package io.wirepath.connect.capture;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.file.CaptureStore;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against S3Proxy, which checks signatures; the profile {@code s3} has it on the class path. */
final class S3ServerTest {

    @TempDir
    private Path folder;

    private final Map<String, String> variables = new HashMap<>();

    @BeforeEach
    void start() throws Exception {
        Class<?> server;
        try {
            server = Class.forName("org.gaul.s3proxy.Main");
        } catch (ClassNotFoundException e) {
            assumeTrue(false, "the profile s3 has the server");
            return;
        }
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Files.createDirectories(folder.resolve("data/taps"));
        Path settings = Files.write(
                folder.resolve("s3proxy.conf"),
                List.of(
                        "s3proxy.authorization=aws-v4",
                        "s3proxy.endpoint=http://127.0.0.1:" + port,
                        "s3proxy.identity=ada",
                        "s3proxy.credential=geheim",
                        "jclouds.provider=filesystem",
                        "jclouds.filesystem.basedir=" + folder.resolve("data")));
        server.getMethod("main", String[].class)
                .invoke(null, (Object) new String[] {"--properties", settings.toString()});
        variables.put("AWS_ENDPOINT_URL", "http://127.0.0.1:" + port);
        variables.put("AWS_ACCESS_KEY_ID", "ada");
        variables.put("AWS_SECRET_ACCESS_KEY", "geheim");
    }

    private S3Captures store() {
        return new S3Captures(folder, variables::get);
    }

    @Test
    void listsAndReadsWhatIsThere() throws IOException {
        byte[] object = new byte[(1 << 23) + 300_000];
        new Random(2).nextBytes(object);
        Files.createDirectories(folder.resolve("data/taps/day"));
        Files.write(folder.resolve("data/taps/day/a b+c"), object);
        for (int i = 0; i < 1500; i++) {
            Files.write(folder.resolve("data/taps/many" + i), new byte[] {1});
        }

        assertEquals(1500, store().list("s3://taps/many").size());
        List<CaptureStore.Stored> found = store().list("s3://taps/day/a");
        assertEquals(List.of(new CaptureStore.Stored("s3://taps/day/a b+c", object.length)), found);
        try (ReadableByteChannel channel = store().open("s3://taps/day/a b+c")) {
            assertArrayEquals(object, Channels.newInputStream(channel).readAllBytes());
        }
    }

    @Test
    void refusesAnotherSecret() {
        variables.put("AWS_SECRET_ACCESS_KEY", "falsch");

        assertEquals(
                "s3://taps/: the store refuses it (403, Forbidden); check the name, and what the key ada may read",
                assertThrows(CaptureException.class, () -> store().list("s3://taps/"))
                        .getMessage());
    }
}
