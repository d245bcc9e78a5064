package io.wirepath.connect.capture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.file.CaptureStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that breaks off, pauses and refuses; a real one is asked in {@code S3ServerTest}. */
final class S3CapturesTest {

    private static final int PART = 1 << 18;

    @TempDir
    private Path home;

    private final Map<String, String> variables = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private final Deque<Answer> answers = new ArrayDeque<>();
    private HttpServer server;

    /** What the store does next. */
    @FunctionalInterface
    private interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Range") + " "
                    + exchange.getRequestHeaders().getFirst("If-Match"));
            try (exchange) {
                answers.remove().to(exchange);
            }
        });
        server.start();
        variables.put(
                "AWS_ENDPOINT_URL", "http://127.0.0.1:" + server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private S3Captures store() {
        return new S3Captures(home, variables::get);
    }

    private static Answer says(int status, String text) {
        return exchange -> {
            byte[] bytes = text.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    /** A part of an object, of which so many bytes come before the connection breaks. */
    private static Answer part(byte[] object, int from, int wanted, int come) {
        return exchange -> {
            int length = Math.min(wanted, object.length - from);
            exchange.getResponseHeaders()
                    .set("Content-Range", "bytes " + from + "-" + (from + length - 1) + "/" + object.length);
            exchange.getResponseHeaders().set("ETag", "\"v1\"");
            exchange.sendResponseHeaders(206, length);
            exchange.getResponseBody().write(object, from, Math.min(come, length));
            exchange.getResponseBody().flush();
        };
    }

    private static String page(boolean more, String... contents) {
        return "<?xml version=\"1.0\"?><ListBucketResult><IsTruncated>" + more + "</IsTruncated>"
                + (more ? "<NextContinuationToken>a+b/c=</NextContinuationToken>" : "")
                + String.join("", contents) + "</ListBucketResult>";
    }

    private static String listed(String key, String time, int size) {
        return "<Contents><Key>" + key + "</Key><LastModified>" + time + "</LastModified><Size>" + size
                + "</Size></Contents>";
    }

    @Test
    void listsAllPagesInTheOrderOfTime() throws IOException {
        answers.add(says(
                200,
                page(
                        true,
                        listed("d/b", "2026-11-29T10:00:02Z", 7),
                        listed("d/c &amp; d", "2026-11-29T10:00:01Z", 5))));
        answers.add(says(200, page(false, listed("d/a", "2026-11-29T10:00:02Z", 3))));

        assertEquals(
                List.of(
                        new CaptureStore.Stored("s3://taps/d/c & d", 5),
                        new CaptureStore.Stored("s3://taps/d/a", 3),
                        new CaptureStore.Stored("s3://taps/d/b", 7)),
                store().list("s3://taps/d/"));
        assertEquals(
                List.of(
                        "/taps?list-type=2&prefix=d%2F null null",
                        "/taps?continuation-token=a%2Bb%2Fc%3D&list-type=2&prefix=d%2F null null"),
                asked);
    }

    @Test
    void anObjectsWholeKeyStandsForItAlone() throws IOException {
        String page = page(false, listed("d/a", "2026-11-29T10:00:02Z", 7), listed("d/a2", "2026-11-29T10:00:01Z", 5));
        answers.add(says(200, page));
        answers.add(says(200, page));

        assertEquals(List.of(new CaptureStore.Stored("s3://taps/d/a", 7)), store().list("s3://taps/d/a"));
        assertEquals(2, store().list("s3://taps/d/").size());
    }

    @Test
    void readsNoListWithoutEnd() {
        answers.addAll(Collections.nCopies(21, says(200, page(true))));

        assertEquals(
                "the store's list has no end",
                assertThrows(CaptureException.class, () -> store().list("s3://taps/"))
                        .problem());
    }

    @Test
    void goesOnWhereAConnectionBroke() throws IOException {
        byte[] object = new byte[PART + 1000];
        new Random(1).nextBytes(object);
        answers.add(says(503, "<Error><Message>slow down</Message></Error>"));
        answers.add(part(object, 0, PART, 100_000));
        answers.add(part(object, 100_000, 1 << 23, 50_000));
        answers.add(part(object, 150_000, 1 << 23, 100));
        answers.add(part(object, 150_000, 1 << 23, 1 << 23));

        try (ReadableByteChannel channel = store().open("s3://taps/x y")) {
            assertArrayEquals(object, Channels.newInputStream(channel).readAllBytes());
        }
        assertEquals("/taps/x%20y bytes=0-262143 null", asked.get(0));
        assertEquals("/taps/x%20y bytes=150000-8538607 \"v1\"", asked.get(4));
        assertTrue(answers.isEmpty());
    }

    @Test
    void asksForNoMoreThanIsRead() throws IOException {
        byte[] object = new byte[1 << 20];
        answers.add(part(object, 0, PART, PART));

        try (ReadableByteChannel channel = store().open("s3://taps/x")) {
            channel.read(ByteBuffer.allocate(100));
        }
        assertEquals(1, asked.size());
    }

    @Test
    void tellsWhatTheStoreRefuses() {
        answers.add(
                says(412, "<Error><Message>At least one of the pre-conditions\u0007 did not hold</Message></Error>"));
        answers.add(says(403, "<Error><Code>AccessDenied</Code></Error>"));

        assertTrue(refusal("s3://taps/x")
                .endsWith("did not hold); no keys were found: set AWS_ACCESS_KEY_ID and"
                        + " AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"));
        variables.put("AWS_ACCESS_KEY_ID", "ada");
        variables.put("AWS_SECRET_ACCESS_KEY", "geheim");
        assertEquals(
                "s3://taps/x: the store refuses it (403); check the name, and what the key ada may read",
                refusal("s3://taps/x"));
    }

    @Test
    void namesTheRegionOfTheBucket() {
        answers.add(exchange -> {
            exchange.getResponseHeaders().set("x-amz-bucket-region", "eu-central-1");
            exchange.sendResponseHeaders(301, -1);
        });

        assertEquals(
                "s3://taps/x: the store refuses it (301); the bucket is in eu-central-1: set AWS_REGION",
                refusal("s3://taps/x"));
    }

    @Test
    void takesNoWholeObjectForAPart() {
        answers.add(says(200, "all of it"));

        assertEquals(
                "s3://taps/x: the store gives no parts of objects; copy it, and name the copy", refusal("s3://taps/x"));
    }

    private String refusal(String path) {
        return assertThrows(CaptureException.class, () -> {
                    try (ReadableByteChannel channel = store().open(path)) {
                        channel.read(ByteBuffer.allocate(10));
                    }
                })
                .getMessage();
    }

    @Test
    void tellsDamageOfWhatItUnpacks() throws IOException {
        byte[] object = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
        answers.add(part(object, 0, PART, PART));

        try (ReadableByteChannel channel = store().open("s3://taps/x.pcap.zst")) {
            // without a cause: it is not tried again
            assertNull(assertThrows(CaptureException.class, () -> channel.read(ByteBuffer.allocate(10)))
                    .getCause());
        }
    }

    @Test
    void readsNoListThatIsNone() throws IOException {
        answers.add(says(200, "<!DOCTYPE x [<!ENTITY y SYSTEM \"file:///etc/passwd\">]><x>&y;</x>"));
        answers.add(says(200, page(false, listed("x", "", -1))));
        answers.add(says(200, page(false)));

        assertTrue(assertThrows(CaptureException.class, () -> store().list("s3://taps/"))
                .problem()
                .startsWith("the store's list cannot be read"));
        assertTrue(assertThrows(CaptureException.class, () -> store().list("s3://taps/"))
                .problem()
                .startsWith("the store's list cannot be read"));
        assertEquals(List.of(), store().list("s3://taps/"));
        assertThrows(CaptureException.class, () -> store().list("s3://?/"));
    }

    @Test
    void takesProfilesAndLetsVariablesWin() throws IOException {
        Files.createDirectory(home.resolve(".aws"));
        Files.write(
                home.resolve(".aws/config"),
                List.of(
                        "[default]",
                        "region = eu-west-1",
                        "[profile lab]",
                        "region=lab-1",
                        "endpoint_url=https://lab"));
        Files.write(
                home.resolve(".aws/credentials"),
                List.of(
                        "[lab]",
                        "aws_access_key_id = ada",
                        "aws_secret_access_key = geheim=1",
                        "# aws_session_token = no"));

        S3Settings standard = S3Settings.of(home, Map.<String, String>of()::get);
        assertEquals("https://s3.eu-west-1.amazonaws.com", standard.endpoint().toString());
        assertNull(standard.user());
        S3Settings lab = S3Settings.of(home, Map.of("AWS_PROFILE", "lab")::get);
        assertEquals("lab-1 https://lab", lab.region() + " " + lab.endpoint());
        assertEquals(new S3Settings.User("ada", "geheim=1", ""), lab.user());
        S3Settings own = S3Settings.of(
                home, Map.of("AWS_PROFILE", "lab", "AWS_ACCESS_KEY_ID", "bob", "AWS_SECRET_ACCESS_KEY", "c")::get);
        assertEquals(new S3Settings.User("bob", "c", ""), own.user());
        assertFalse(String.valueOf(lab).contains("geheim"));
        assertThrows(CaptureException.class, () -> S3Settings.of(home, Map.of("AWS_ENDPOINT_URL", "lab")::get));
    }
}
