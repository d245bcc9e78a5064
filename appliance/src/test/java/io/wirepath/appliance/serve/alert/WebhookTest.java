package io.wirepath.appliance.serve.alert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.wirepath.appliance.serve.FindingLog;
import io.wirepath.appliance.serve.FindingLog.News;
import io.wirepath.appliance.serve.FindingLog.Stage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebhookTest {

    private static final String SUFFERS = "60 requests of 3 clients come through it";
    private static final long NOON = 1_795_262_400_000_000_000L;
    private static final long MINUTE = 60_000_000_000L;
    private static final String PAGE = "https://wirepath.example/";

    private final BlockingQueue<String> taken = new LinkedBlockingQueue<>();
    private final Deque<Integer> answers = new ArrayDeque<>();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final CountDownLatch arrived = new CountDownLatch(1);
    private CountDownLatch answering = new CountDownLatch(0);
    private HttpServer receiver;
    private @Nullable Webhook webhook;

    private static void isTaken() {}

    @BeforeEach
    void receive() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            arrived.countDown();
            await(answering);
            int status;
            synchronized (answers) {
                status = answers.isEmpty() ? 200 : answers.removeFirst();
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
            taken.add(status + " " + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                    + exchange.getRequestHeaders().getFirst("Authorization") + " " + body);
        });
        receiver.start();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void end() {
        if (webhook != null) {
            webhook.close();
        }
        receiver.stop(0);
    }

    private Webhook webhook(AlertForm form) {
        URI address = URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/api/v2/alerts");
        webhook = new Webhook(
                new Webhook.Settings(address, form, "secret", "host", PAGE, 1_000_000), () -> NOON, log::add);
        return webhook;
    }

    static News told(String severity, String id, Stage stage, @Nullable String state) {
        ObjectNode finding = JsonNodeFactory.instance.objectNode();
        finding.put("id", id)
                .put("severity", severity)
                .put("kind", "slower-since")
                .put("title", "app is slow");
        finding.put("onsetNanos", NOON - MINUTE).putArray("nodes").add("app");
        finding.putObject("incident").put("suffers", SUFFERS);
        if (state != null) {
            finding.put("endNanos", NOON).put("state", state);
        }
        return new News(finding, stage, MINUTE);
    }

    private String next() throws InterruptedException {
        return sent(taken.poll(30, TimeUnit.SECONDS));
    }

    private static String sent(@Nullable String text) {
        assertNotNull(text, "nothing was sent");
        return text;
    }

    @Test
    void whatIsNotTakenIsSentAgainAndInOrder() throws Exception {
        answers.addAll(List.of(503, 429, 200));
        Webhook own = webhook(AlertForm.CLOUDEVENTS);
        own.hear(told("problem", "a", Stage.OPENED, null), WebhookTest::isTaken);
        own.hear(told("notice", "n", Stage.OPENED, null), WebhookTest::isTaken);
        own.hear(told("problem", "a", Stage.OPEN, null), WebhookTest::isTaken);
        own.hear(told("problem", "a", Stage.ENDED, "ended"), WebhookTest::isTaken);
        for (int status : new int[] {503, 429, 200}) {
            String sent = next();
            assertTrue(sent.startsWith(status + " application/cloudevents+json Bearer secret "), sent);
            assertTrue(sent.contains("\"id\":\"a-opened\""), sent);
        }
        assertTrue(next().contains("\"type\":\"io.wirepath.incident.ended\""), "one event as it ends, none meanwhile");
        assertEquals(2, log.size(), log.toString());
        assertEquals(0, own.dropped());
    }

    /** Who is told once hears of each node that joins, however often that is sent. */
    @Test
    void whatComesToBeOfMoreNodesIsTold() throws Exception {
        Webhook own = webhook(AlertForm.CLOUDEVENTS);
        News both = told("problem", "a", Stage.CHANGED, null);
        both.finding().withArray("nodes").add("app2");
        News three = told("problem", "a", Stage.CHANGED, null);
        three.finding().withArray("nodes").add("app2").add("app3");
        for (News told : List.of(both, both, three)) {
            own.hear(told, WebhookTest::isTaken);
        }
        String first = id(next());
        assertTrue(first.startsWith("a-changed-"), first);
        assertEquals(first, id(next()));
        String last = next();
        assertTrue(last.contains("\"type\":\"io.wirepath.incident.changed\""), last);
        assertTrue(last.contains("\"subject\":\"app,app2,app3\""), last);
        assertNotEquals(first, id(last));
    }

    private static String id(String sent) throws IOException {
        return new ObjectMapper()
                .readTree(sent.substring(sent.indexOf('{')))
                .path("id")
                .asText();
    }

    /** What packets name neither ends a field nor begins one. */
    @Test
    void aSiemTakesItsOwnForms() throws Exception {
        News hostile = told("problem", "a", Stage.OPENED, null);
        ObjectNode finding = hostile.finding();
        finding.put("title", "x|9|act=none\n\\").put("detail", "one=1 two\nthree \\");
        webhook(AlertForm.CEF).hear(hostile, WebhookTest::isTaken);
        String line = next();
        assertTrue(line.startsWith("200 text/plain; charset=utf-8 Bearer secret CEF:0|Wirepath|wirepath|"), line);
        assertTrue(line.contains("|slower-since|x\\|9\\|act=none \\\\|8|rt=" + (NOON - MINUTE) / 1_000_000), line);
        assertTrue(line.contains(" cs1Label=suffers cs1=60 requests of 3 clients come through it msg="), line);
        assertTrue(line.endsWith(" msg=one\\=1 two\\nthree \\\\"), line);
        assertEquals(1, line.lines().count());
        assertEquals(8, line.replaceAll("\\\\.", "").split("[|]", -1).length, line);
        webhook.close();
        webhook(AlertForm.ECS).hear(told("notice", "a", Stage.ENDED, "ended"), WebhookTest::isTaken);
        assertNull(taken.poll(), "nobody is woken for a notice");
        webhook.hear(told("problem", "b", Stage.ENDED, "ended"), WebhookTest::isTaken);
        String sent = next();
        JsonNode document = new ObjectMapper().readTree(sent.substring(sent.indexOf('{')));
        assertEquals("2026-11-21T12:00:00Z", document.path("@timestamp").asText());
        assertEquals("end", document.path("event").path("type").get(0).asText());
        assertEquals("ended", document.path("event").path("action").asText());
        assertEquals("app", document.path("related").path("hosts").get(0).asText());
        assertEquals(SUFFERS, document.path("labels").path("suffers").asText());
        assertEquals(
                PAGE + "#/incidents?incident=b",
                document.path("event").path("url").asText());
    }

    @Test
    void anAlertHoldsOnAndSilenceDoesNotEndIt() throws Exception {
        Webhook own = webhook(AlertForm.ALERTMANAGER);
        own.hear(told("problem", "a", Stage.OPENED, null), WebhookTest::isTaken);
        JsonNode alert = alert();
        assertEquals("app is slow", alert.path("annotations").path("summary").asText());
        assertEquals("app", alert.path("annotations").path("nodes").asText());
        assertEquals(SUFFERS, alert.path("annotations").path("suffers").asText());
        assertEquals("2026-11-21T11:59:00Z", alert.path("startsAt").asText());
        assertEquals("2026-11-21T12:10:00Z", alert.path("endsAt").asText());
        assertEquals(PAGE + "#/incidents?incident=a", alert.path("generatorURL").asText());
        own.hear(told("problem", "a", Stage.OPEN, null), WebhookTest::isTaken);
        assertEquals(alert.path("labels"), alert().path("labels"), "the same alert");
        News changed = told("problem", "a", Stage.CHANGED, null);
        changed.finding().withArray("nodes").add("app2");
        own.hear(changed, WebhookTest::isTaken);
        JsonNode more = alert();
        assertEquals(alert.path("labels"), more.path("labels"), "of more nodes, it is the same alert");
        assertEquals("app,app2", more.path("annotations").path("nodes").asText());
        own.hear(told("problem", "a", Stage.ENDED, "no_evidence_since"), WebhookTest::isTaken);
        assertEquals("2026-11-22T12:00:00Z", alert().path("endsAt").asText());
        own.hear(told("problem", "a", Stage.ENDED, "ended"), WebhookTest::isTaken);
        assertEquals("2026-11-21T12:00:00Z", alert().path("endsAt").asText());
    }

    private JsonNode alert() throws Exception {
        String sent = next();
        return new ObjectMapper().readTree(sent.substring(sent.indexOf('['))).path(0);
    }

    @Test
    void ofMoreThanMayWaitTheOldestAreDropped() throws Exception {
        receiver.stop(0);
        AtomicInteger done = new AtomicInteger();
        Webhook own = webhook(AlertForm.CLOUDEVENTS);
        for (int i = 0; i < Webhook.MAX_WAITING + 5; i++) {
            own.hear(told("problem", "id" + i, Stage.OPENED, null), done::incrementAndGet);
        }
        assertEquals(5, own.dropped());
        assertEquals(5, done.get(), "what is dropped is not told again after a restart");
        assertNull(taken.poll());
    }

    @Test
    void whatIsDroppedWhileItIsSentIsDoneOnce() throws Exception {
        answering = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        Webhook own = webhook(AlertForm.CLOUDEVENTS);
        own.hear(told("problem", "first", Stage.OPENED, null), done::incrementAndGet);
        await(arrived);
        for (int i = 0; i < Webhook.MAX_WAITING; i++) {
            own.hear(told("problem", "id" + i, Stage.OPENED, null), WebhookTest::isTaken);
        }
        assertEquals(1, done.get());
        answering.countDown();
        assertTrue(next().contains("first-opened"));
        assertTrue(next().contains("id0-opened"));
        assertEquals(1, done.get(), "nobody counts it twice");
    }

    /** One that takes nothing keeps it from being taken, however many others took it. */
    @Test
    void itIsTakenOnceAllTookIt() throws Exception {
        answers.addAll(List.of(200, 503, 200));
        CountDownLatch all = new CountDownLatch(1);
        Webhook first = webhook(AlertForm.CLOUDEVENTS);
        try (Webhook second = webhook(AlertForm.ECS)) {
            FindingLog.Listener both = Webhook.toAll(List.of(first, second));
            both.hear(told("problem", "a", Stage.OPENED, null), all::countDown);
            assertTrue(all.await(30, TimeUnit.SECONDS));
            List<String> heard = List.of(next(), next(), next());
            assertEquals(1, heard.stream().filter(own -> own.startsWith("503 ")).count(), heard::toString);
        } finally {
            first.close();
        }
        AtomicInteger none = new AtomicInteger();
        Webhook.toAll(List.of()).hear(told("problem", "a", Stage.OPENED, null), none::incrementAndGet);
        assertEquals(1, none.get(), "where nobody is to be told");
    }

    @Test
    void aRefusalForGoodIsLeftOut() throws Exception {
        answers.add(400);
        Webhook own = webhook(AlertForm.CLOUDEVENTS);
        own.hear(told("problem", "a", Stage.OPENED, null), WebhookTest::isTaken);
        own.hear(told("problem", "b", Stage.OPENED, null), WebhookTest::isTaken);
        assertTrue(next().startsWith("400 "), "refused");
        assertTrue(next().contains("b-opened"), "and the next one");
    }
}
