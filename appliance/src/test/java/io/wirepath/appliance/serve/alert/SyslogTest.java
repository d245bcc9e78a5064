package io.wirepath.appliance.serve.alert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.FindingLog.News;
import io.wirepath.appliance.serve.FindingLog.Stage;
import io.wirepath.appliance.serve.alert.SyslogReceiver.Message;
import io.wirepath.appliance.ship.Certificates;
import io.wirepath.appliance.ship.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Alerts as syslog, as a receiver that knows its grammar alone takes them. */
final class SyslogTest {

    private static final long NOON = 1_795_262_400_000_000_000L;
    private static final String PAGE = "https://wirepath.example/";
    private static final int LOCAL0 = 128;

    private final BlockingQueue<String> log = new LinkedBlockingQueue<>();
    private final AtomicInteger done = new AtomicInteger();

    @TempDir
    private Path directory;

    private Webhook sender(String scheme, String host, int port, AlertForm form, SSLSocketFactory tls) {
        URI address = URI.create(scheme + "://" + host + ":" + port);
        return new Webhook(
                new Webhook.Settings(address, form, "secret", "probe 1", PAGE, 1_000_000), () -> NOON, log::add, tls);
    }

    private Webhook sender(int port) {
        return sender("syslog+tcp", "127.0.0.1", port, AlertForm.CEF, (SSLSocketFactory) SSLSocketFactory.getDefault());
    }

    private static SyslogReceiver receiver(int port, int toReset) throws IOException {
        return new SyslogReceiver(ServerSocketFactory.getDefault(), "127.0.0.1", port, toReset);
    }

    private void hear(Webhook sender, String id, Stage stage) {
        sender.hear(
                WebhookTest.told("problem", id, stage, stage == Stage.ENDED ? "ended" : null), done::incrementAndGet);
    }

    private void said(String part) throws InterruptedException {
        String line = log.poll(30, TimeUnit.SECONDS);
        assertTrue(line != null && line.contains(part), () -> "logged: " + line);
    }

    @Test
    void eachIsAMessageWithItsPlaceInTheOrder() throws Exception {
        try (SyslogReceiver receiver = receiver(0, 0);
                Webhook sender = sender(receiver.port())) {
            hear(sender, "a", Stage.OPENED);
            hear(sender, "a", Stage.OPEN);
            hear(sender, "a", Stage.ENDED);
            Message first = receiver.next();
            assertEquals(LOCAL0 + 3, first.priority());
            assertEquals("2026-11-21T12:00:00Z", first.time());
            assertEquals("probe1", first.host(), "a space would end the field");
            assertEquals("wirepath opened", first.app() + " " + first.id());
            assertTrue(first.text().startsWith("CEF:0|Wirepath|wirepath|"), first.text());
            assertTrue(first.text().contains(" externalId=a "), first.text());
            assertFalse(first.text().contains("secret"), first.text());
            Message last = receiver.next();
            assertEquals("ended", last.id());
            assertEquals(LOCAL0 + 5, last.priority());
            assertTrue(log.isEmpty(), log::toString);
        }
    }

    /** One that goes with octets unread has not taken them; one that is away has taken nothing. */
    @Test
    void aReceiverThatGoesAwayAndComesBackGetsAllOnce() throws Exception {
        int port;
        SyslogReceiver first = receiver(0, 2);
        try (Webhook sender = sender(first.port())) {
            port = first.port();
            hear(sender, "a", Stage.OPENED);
            assertTrue(first.next().text().contains(" externalId=a "));
            said("127.0.0.1: an alert was not taken: no connection (SocketException)");
            said("; tried again");
            first.close();
            hear(sender, "b", Stage.OPENED);
            hear(sender, "c", Stage.OPENED);
            said("no connection (ConnectException); tried again");
            try (SyslogReceiver second = receiver(port, 0)) {
                assertTrue(second.next().text().contains(" externalId=b "));
                assertTrue(second.next().text().contains(" externalId=c "));
                hear(sender, "d", Stage.OPENED);
                assertTrue(second.next().text().contains(" externalId=d "));
                assertEquals(0, first.waiting() + second.waiting(), "nothing twice");
                assertTrue(done.get() >= 3, "what came before was taken");
            }
        } finally {
            first.close();
        }
    }

    /** A connection that the service ends with is not waited for, and what was on its way is told again. */
    @Test
    void aReceiverThatNeverClosesHasNotTakenIt() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Webhook sender = sender(silent.getLocalPort());
            hear(sender, "a", Stage.OPENED);
            try (var connection = silent.accept()) {
                connection.getInputStream().readAllBytes();
                assertEquals(0, done.get());
                sender.close();
                assertEquals(0, done.get());
            }
        }
    }

    /** What packets name: marks of each grammar, controls, halves of characters, and far too much of all of it. */
    private static News hostile() {
        News told = WebhookTest.told("problem", "a", Stage.OPENED, null);
        String name =
                "\n<131>1 2026-11-21T12:00:00Z forged wirepath 1 opened - CEF:0|x|=\\\"]\u0000\u001b[2J\u0085\u2028";
        ObjectNode finding = told.finding();
        finding.put("title", name.repeat(500)).put("detail", ("\ud83d\ude00\u20ac" + name).repeat(500) + '\ud800');
        finding.put("kind", name.repeat(9)).putObject("incident").put("suffers", "=|\\\"".repeat(5000));
        for (int i = 0; i < 1000; i++) {
            finding.withArray("nodes").add("\u20ac\u20ac" + name + i);
        }
        return told;
    }

    @ParameterizedTest
    @EnumSource(names = {"CEF", "ECS"})
    void namesInPacketsForgeNoFieldAndNoMessage(AlertForm form) throws Exception {
        try (SyslogReceiver receiver = receiver(0, 0);
                Webhook sender = sender("syslog+tcp", "127.0.0.1", receiver.port(), form, (SSLSocketFactory)
                        SSLSocketFactory.getDefault())) {
            sender.hear(hostile(), done::incrementAndGet);
            hear(sender, "next", Stage.OPENED);
            Message message = receiver.next();
            assertEquals("probe1 opened", message.host() + " " + message.id());
            assertTrue(message.text().contains(" more"), "nodes that are left out are told");
            if (form == AlertForm.ECS) {
                JsonNode document = new ObjectMapper().readTree(message.text());
                assertEquals("opened", document.path("event").path("action").asText());
            } else {
                String[] parts = message.text().replaceAll("\\\\.", "").split("[|]", 8);
                assertEquals("8", parts[6], "its severity is where it belongs");
                assertEquals(9, parts[7].chars().filter(own -> own == '=').count(), "as many fields as there are");
            }
            assertTrue(receiver.next().text().contains("next"), "the next one is a message of its own");
        }
    }

    @Test
    void aDatagramIsAMessage() throws Exception {
        try (DatagramSocket receiver = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                Webhook sender =
                        sender("syslog", "127.0.0.1", receiver.getLocalPort(), AlertForm.ECS, (SSLSocketFactory)
                                SSLSocketFactory.getDefault())) {
            receiver.setSoTimeout(30_000);
            for (News told : List.of(hostile(), WebhookTest.told("problem", "b", Stage.OPENED, null))) {
                sender.hear(told, done::incrementAndGet);
                DatagramPacket packet = new DatagramPacket(new byte[65_535], 65_535);
                receiver.receive(packet);
                Message message = SyslogReceiver.parse(Arrays.copyOf(packet.getData(), packet.getLength()));
                assertEquals(
                        told.finding().path("id"),
                        new ObjectMapper()
                                .readTree(message.text())
                                .path("event")
                                .path("id"));
            }
        }
    }

    @Test
    void overTlsTheReceiverMustBeWhoIsNamed() throws Exception {
        Certificates authority = new Certificates(directory);
        TlsFiles files = authority.sign("siem");
        ServerSocketFactory server = authority.context("siem").getServerSocketFactory();
        SSLSocketFactory trusting = trusting(files.authority());
        try (SyslogReceiver receiver = new SyslogReceiver(server, "127.0.0.1", 0, 0);
                Webhook sender = sender("syslog+tls", "localhost", receiver.port(), AlertForm.CEF, trusting)) {
            hear(sender, "a", Stage.OPENED);
            hear(sender, "b", Stage.OPENED);
            assertTrue(receiver.next().text().contains(" externalId=a "));
            assertTrue(receiver.next().text().contains(" externalId=b "));
            assertTrue(log.isEmpty(), log::toString);
        }
        try (SyslogReceiver other = new SyslogReceiver(server, "127.0.0.2", 0, 0);
                Webhook sender = sender("syslog+tls", "127.0.0.2", other.port(), AlertForm.CEF, trusting)) {
            hear(sender, "c", Stage.OPENED);
            said("no connection (SSLHandshakeException)");
            assertEquals(0, other.waiting());
        }
        log.clear();
        SSLSocketFactory usual = (SSLSocketFactory) SSLSocketFactory.getDefault();
        try (SyslogReceiver receiver = new SyslogReceiver(server, "127.0.0.1", 0, 0);
                Webhook sender = sender("syslog+tls", "localhost", receiver.port(), AlertForm.CEF, usual)) {
            hear(sender, "d", Stage.OPENED);
            said("no connection (SSLHandshakeException)");
            assertEquals(0, receiver.waiting());
        }
    }

    private static SSLSocketFactory trusting(Path authority) throws Exception {
        KeyStore known = KeyStore.getInstance("PKCS12");
        known.load(null, null);
        try (InputStream in = Files.newInputStream(authority)) {
            known.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(known);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context.getSocketFactory();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "syslog+udp://h:1",
                "syslog+tcp://h",
                "syslog+tcp://h:0",
                "syslog+tcp://h:65536",
                "syslog+tls://h:1/path",
                "syslog://a_b:1",
                "syslog://user@h:1",
                "http://h:1"
            })
    void whatIsNoAddressOfAReceiver(String address) {
        assertFalse(Webhook.isSyslog(address));
        assertTrue(Webhook.isSyslog("syslog+tls://[::1]:6514"));
    }

    @Test
    void aFullMessageIsCutBetweenCharacters() {
        String message = SyslogMessage.of(hostile(), AlertForm.CEF, "", PAGE, NOON);
        assertTrue(message.contains("Z - wirepath "), "a host without a name");
        assertTrue(message.getBytes(StandardCharsets.UTF_8).length <= SyslogMessage.MAX_OCTETS);
    }
}
