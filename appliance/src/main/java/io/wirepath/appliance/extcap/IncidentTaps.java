package io.wirepath.appliance.extcap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.pipeline.Failure;
import io.wirepath.report.text.Figures;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The incidents of a running service, the latest first: of each the packets of the requests that show it. */
public final class IncidentTaps {

    private static final int MAX_TAPS = 20;
    private static final int CONNECT_MILLIS = 500;
    private static final int LIST_MILLIS = 2_000;
    private static final int CAPTURE_MILLIS = 60_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI service;
    private final @Nullable String token;

    /**
     * Those of a service.
     *
     * @param service such as {@code http://127.0.0.1:7170}
     * @param token what is shown to it; null where it asks for none
     */
    public IncidentTaps(URI service, @Nullable String token) {
        this.service = service;
        this.token = token;
    }

    /**
     * Those that have packets.
     *
     * @throws Failure where the service cannot be asked
     */
    public List<Tap> list() {
        List<JsonNode> findings = new ArrayList<>();
        try (InputStream answer = ask("/api/v1/findings", LIST_MILLIS)) {
            for (JsonNode finding : JSON.readTree(answer).path("findings")) {
                // one that its window did not tell, or not yet, names no calls that are kept
                if (finding.hasNonNull("window")
                        && !finding.path("incident").path("examples").isEmpty()) {
                    findings.add(finding);
                }
            }
        } catch (IOException e) {
            throw new Failure(service + ": cannot be asked (" + Failure.firstReason(e) + ")", e);
        }
        findings.sort(Comparator.comparingLong(
                        (JsonNode finding) -> finding.path("onsetNanos").asLong())
                .reversed());
        return findings.stream().limit(MAX_TAPS).map(this::tap).toList();
    }

    private Tap tap(JsonNode finding) {
        String id = finding.path("id").asText();
        Instant onset = Instant.ofEpochSecond(0, finding.path("onsetNanos").asLong());
        String title = "Wirepath, incident of " + onset.truncatedTo(ChronoUnit.SECONDS) + ": "
                + Figures.printable(finding.path("title").asText());
        return new Incident("wirepath-incident-" + id, title, "/api/v1/findings/" + id + "/packets");
    }

    private InputStream ask(String path, int millis) throws IOException {
        HttpURLConnection asked =
                (HttpURLConnection) service.resolve(path).toURL().openConnection();
        asked.setConnectTimeout(CONNECT_MILLIS);
        asked.setReadTimeout(millis);
        if (token != null) {
            asked.setRequestProperty("Authorization", "Bearer " + token);
        }
        if (asked.getResponseCode() == HttpURLConnection.HTTP_OK) {
            return asked.getInputStream();
        }
        try (InputStream told = asked.getErrorStream()) {
            String what = told == null
                    ? ""
                    : JSON.readTree(told).path("error").path("what").asText();
            throw new IOException(asked.getResponseCode() + " " + what);
        }
    }

    /** One of them. */
    private final class Incident implements Tap {

        private final String name;
        private final String title;
        private final String path;

        Incident(String name, String title, String path) {
            this.name = name;
            this.title = title;
            this.path = path;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String title() {
            return title;
        }

        @Override
        public void capture(Span span, OutputStream to) throws IOException {
            try (InputStream packets = ask(path, CAPTURE_MILLIS)) {
                packets.transferTo(to);
            }
        }
    }
}
