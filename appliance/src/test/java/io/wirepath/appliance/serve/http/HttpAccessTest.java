package io.wirepath.appliance.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.listen.AccessToken;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;

/** Who may ask: the policy of the page, tokens and cookies, other sites, TLS. */
class HttpAccessTest extends HttpFixture {

    @Test
    void servesThePageUnderAStrictPolicy() throws Exception {
        start(HttpSettings.onLoopback(0), "http");
        HttpResponse<String> page = send("GET", "/", "");
        assertEquals(200, page.statusCode());
        assertEquals(
                "text/html;charset=utf-8",
                page.headers().firstValue("Content-Type").orElse(""));
        String policy = page.headers().firstValue("Content-Security-Policy").orElse("");
        assertTrue(
                policy.startsWith(
                        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:"),
                policy);
        assertEquals(200, send("GET", "/page.js", "").statusCode());
        assertEquals(200, send("GET", "/page.css", "").statusCode());
    }

    @Test
    void aCookieStandsForTheTokenAndDoesNotTellIt() throws Exception {
        Path file = Files.writeString(directory.resolve("token"), TOKEN);
        start(new HttpSettings("127.0.0.1", 0, null, null, file), "http");
        assertEquals(200, send("GET", "/", "").statusCode(), "the page holds no data");
        assertEquals(401, send("POST", "/api/v1/session", "").statusCode());
        HttpResponse<String> signedIn = send("POST", "/api/v1/session", "", "Authorization", "Bearer " + TOKEN);
        assertEquals(204, signedIn.statusCode());
        String cookie = signedIn.headers().firstValue("Set-Cookie").orElse("");
        assertTrue(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), cookie);
        assertFalse(cookie.contains(TOKEN), cookie);
        String shown = cookie.substring(0, cookie.indexOf(';'));
        get(200, "/api/v1/settings", "Cookie", shown);
        get(401, "/api/v1/settings", "Cookie", shown + "0");
    }

    @Test
    void eachTokenMayDoWhatItsRoleAllowsAndTheAuditLogTellsWhoDidWhat() throws Exception {
        Path file = Files.writeString(directory.resolve("tokens"), """
                # who      may     shows
                grafana    view    view-view-view-view
                bot        ask     ask-ask-ask-ask-ask
                ops        change  change-change-change
                """);
        Path audit = directory.resolve("audit.jsonl");
        start(new HttpSettings("127.0.0.1", 0, null, null, file, audit, 1 << 20, null), "http");
        String query = "FROM Call c SELECT COUNT";
        for (List<Object> each : List.of(
                List.<Object>of("view-view-view-view", 200, 403, 403),
                List.<Object>of("ask-ask-ask-ask-ask", 200, 204, 403),
                List.<Object>of("change-change-change", 200, 204, 200))) {
            String[] token = {"Authorization", "Bearer " + each.get(0)};
            assertEquals(each.get(1), send("GET", "/api/v1/settings", "", token).statusCode());
            int made = send("PUT", "/api/v1/queries/q?why=test", query, token).statusCode();
            assertEquals(each.get(2).equals(403), made == 403, each + " " + made);
            assertEquals(
                    each.get(3), send("PATCH", "/api/v1/settings", "{}", token).statusCode(), each::toString);
        }
        assertEquals(
                401,
                send("GET", "/api/v1/settings", "", "Authorization", "Bearer guess-guess-guess")
                        .statusCode());
        List<String> lines = Files.readAllLines(audit);
        assertEquals(9, lines.size(), "strangers write nothing: " + lines);
        assertTrue(
                lines.get(0).contains("\"caller\":\"grafana\"") && lines.get(0).endsWith("\"status\":200}"),
                lines.get(0));
        assertTrue(
                lines.get(1).contains("\"query\":\"why=test\"") && lines.get(1).endsWith("\"status\":403}"),
                lines.get(1));
        assertTrue(lines.get(8).contains("\"caller\":\"ops\"") && lines.get(8).contains("PATCH"), lines.get(8));
        assertTrue(lines.stream().noneMatch(line -> line.contains("change-change")), "no token");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(audit)));
    }

    @Test
    void theAuditLogIsBounded() throws Exception {
        Path audit = directory.resolve("audit.jsonl");
        start(new HttpSettings("127.0.0.1", 0, null, null, null, audit, 2000, null), "http");
        for (int i = 0; i < 40; i++) {
            get(200, "/api/v1/settings?n=" + i);
        }
        Path before = directory.resolve("audit.jsonl.1");
        assertTrue(Files.size(audit) + Files.size(before) <= 2000);
        assertTrue(Files.readString(audit).contains("n=39"));
        assertTrue(Files.readString(audit).contains("loopback"));
    }

    @Test
    void aFileOfTokensThatIsWrongIsRefused() throws Exception {
        for (String wrong : List.of(
                "",
                "ops change short",
                "ops admin 0123456789abcdef",
                "a view 0123456789abcdef\nb ask 0123456789abcdef")) {
            Path file = Files.writeString(directory.resolve("wrong"), wrong);
            assertThrows(Failure.class, () -> AccessToken.read(file), wrong);
        }
        Path file = Files.writeString(directory.resolve("third"), "# who\n\na view 0123456789abcdef ?\n");
        Failure told = assertThrows(Failure.class, () -> AccessToken.read(file));
        assertTrue(String.valueOf(told.getMessage()).contains("line 3"), told::getMessage);
    }

    @Test
    void refusesWhatAPageOfAnotherSiteSends() throws Exception {
        start(HttpSettings.onLoopback(0), "http");
        get(200, "/api/v1/settings", "Origin", base);
        get(403, "/api/v1/settings", "Origin", "http://elsewhere.example");
        get(403, "/api/v1/settings", "Origin", "null");
    }

    @Test
    void withoutATokenOnlyRequestsAddressedToTheLoopbackPass() throws Exception {
        start(HttpSettings.onLoopback(0), "http");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write("GET /api/v1/settings HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(answer.startsWith("HTTP/1.1 403"), answer);
        }
    }

    @Test
    void refusesToListenOpenly() throws Exception {
        Path token = Files.writeString(directory.resolve("token"), TOKEN);
        assertThrows(Failure.class, () -> new HttpSettings("0.0.0.0", 0, null, null, null));
        assertThrows(Failure.class, () -> new HttpSettings("0.0.0.0", 0, null, null, token), "a token in the clear");
        Path pem = directory.resolve("any.pem");
        assertThrows(Failure.class, () -> new HttpSettings("0.0.0.0", 0, pem, pem, null), "TLS for anyone");
        assertThrows(Failure.class, () -> new HttpSettings("127.0.0.1", 0, pem, null, null));
        Path shortOne = Files.writeString(directory.resolve("short"), "secret");
        HttpSettings withShort = new HttpSettings("127.0.0.1", 0, null, null, shortOne);
        assertThrows(Failure.class, withShort::tokens);
    }

    @Test
    void elsewhereAnswersWithTlsToThoseWithTheTokenOnly() throws Exception {
        Path token = Files.writeString(directory.resolve("token"), TOKEN + "\n");
        KeyStore keys = selfSigned();
        Path certificate = pem(
                "certificate.pem",
                "CERTIFICATE",
                keys.getCertificate("wirepath").getEncoded());
        Path key = pem(
                "key.pem",
                "PRIVATE KEY",
                keys.getKey("wirepath", "for-a-test".toCharArray()).getEncoded());
        client = HttpClient.newBuilder().sslContext(trusting(keys)).build();
        start(new HttpSettings("localhost", 0, certificate, key, token), "https");
        assertEquals(
                200,
                send("GET", "/api/v1/settings", "", "Authorization", "Bearer " + TOKEN)
                        .statusCode());
        for (String wrong : List.of("Bearer " + TOKEN + "x", "Bearer ", "Basic " + TOKEN, TOKEN)) {
            HttpResponse<String> refused = send("GET", "/metrics", "", "Authorization", wrong);
            assertEquals(401, refused.statusCode(), wrong);
            assertEquals(
                    "Bearer", refused.headers().firstValue("WWW-Authenticate").orElse(""));
        }
        assertEquals(401, send("PATCH", "/api/v1/settings", "{}").statusCode());
        assertEquals("{\"alive\":true}", send("GET", "/healthz", "").body(), "no details for strangers");
        assertThrows(
                Failure.class,
                () -> HttpService.start(new HttpSettings("localhost", 0, key, key, token), service, log::add),
                "a key is no certificate");
    }

    private KeyStore selfSigned() throws Exception {
        Path store = directory.resolve("store.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        "wirepath",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        "for-a-test")
                .redirectErrorStream(true)
                .start();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), told);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream from = Files.newInputStream(store)) {
            keys.load(from, "for-a-test".toCharArray());
        }
        return keys;
    }

    private static SSLContext trusting(KeyStore keys) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("wirepath", keys.getCertificate("wirepath"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }

    private Path pem(String name, String what, byte[] bytes) throws IOException {
        String text = "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + what + "-----\n";
        return Files.writeString(directory.resolve(name), text);
    }
}
