package io.wirepath.appliance.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.pipeline.RemotePackets;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Who asks without end is refused for a while, and nobody else. */
class CallerBudgetsTest extends HttpFixture {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final AtomicLong clock = new AtomicLong();
    private final CallerBudgets budgets = new CallerBudgets(clock::get);

    @Test
    void whoTakesUpHisTimeWaitsForItAndNobodyElseDoes() {
        for (int i = 0; i < 3; i++) {
            assertEquals(0, budgets.waitSeconds("grafana"));
            budgets.took("grafana", 11 * SECOND);
        }
        assertEquals(2, budgets.waitSeconds("grafana"));
        assertEquals(0, budgets.waitSeconds("ops"));
        clock.addAndGet(2 * SECOND);
        assertEquals(0, budgets.waitSeconds("grafana"));
        clock.addAndGet(3600 * SECOND);
        budgets.took("grafana", 30 * SECOND);
        assertEquals(0, budgets.waitSeconds("grafana"), "an hour without a request gives no more than all at hand");
        budgets.took("grafana", SECOND);
        assertEquals(1, budgets.waitSeconds("grafana"));
    }

    @Test
    void twoAnswersAtATimeTakeNothingFromWhatIsAtHand() {
        for (int second = 0; second < 600; second++) {
            assertEquals(0, budgets.waitSeconds("dashboard"));
            clock.addAndGet(SECOND);
            budgets.took("dashboard", SECOND);
            budgets.took("dashboard", SECOND);
        }
    }

    private void start(Path tokens) {
        http = HttpService.start(
                new HttpSettings("127.0.0.1", 0, null, null, tokens), service, RemotePackets.NONE, log::add, budgets);
        base = "http://127.0.0.1:" + http.port();
    }

    @Test
    void whoHasNoneLeftIsToldWhenToAskAgain() throws Exception {
        Path tokens = Files.writeString(directory.resolve("tokens"), "grafana view " + TOKEN + "\n");
        start(tokens);
        String[] shown = {"Authorization", "Bearer " + TOKEN};
        assertEquals(200, send("GET", "/api/v1/session", "", shown).statusCode());
        budgets.took("grafana", 100 * SECOND);
        HttpResponse<String> refused = send("GET", "/api/v1/session", "", shown);
        assertEquals(429, refused.statusCode(), refused.body());
        assertEquals(Optional.of("36"), refused.headers().firstValue("Retry-After"));
        assertEquals(200, send("GET", "/metrics", "", shown).statusCode(), "monitoring is not refused");
    }

    /** Who listens for hours has asked for next to nothing. */
    @Test
    void listeningTakesNothingOfWhatIsAtHand() throws Exception {
        Path tokens = Files.writeString(directory.resolve("tokens"), "grafana view " + TOKEN + "\n");
        start(tokens);
        HttpRequest listen = HttpRequest.newBuilder(URI.create(base + "/api/v1/events"))
                .header("Accept", "text/event-stream")
                .header("Authorization", "Bearer " + TOKEN)
                .build();
        try (InputStream events =
                client.send(listen, BodyHandlers.ofInputStream()).body()) {
            assertTrue(events.read() >= 0);
            clock.addAndGet(3600 * SECOND);
            http.close();
            assertTrue(events.readAllBytes().length > 0);
        }
        assertEquals(0, budgets.waitSeconds("grafana"));
    }
}
