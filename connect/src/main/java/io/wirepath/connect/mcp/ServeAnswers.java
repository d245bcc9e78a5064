package io.wirepath.connect.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Answers from the API of a running service: what it tells this caller, who shows himself to it, and nothing else. */
final class ServeAnswers implements ToolAnswers {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final int MAX_BYTES = 1 << 26;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI base;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(LONGEST_WAIT).build();

    /**
     * Asks a service.
     *
     * @param base such as {@code https://wirepath.example.org:7170/}
     */
    ServeAnswers(URI base) {
        this.base = base;
    }

    @Override
    public JsonNode windows(Asked asked) throws IOException {
        return get(asked, "/windows" + parameters(asked, "from", "to", Tools.LIMIT));
    }

    @Override
    public JsonNode incidents(Asked asked) throws IOException {
        return get(asked, "/findings" + parameters(asked, "from", "to"));
    }

    @Override
    public JsonNode services(Asked asked) throws IOException {
        String wanted = asked.text("like", "").toLowerCase(Locale.ROOT);
        List<JsonNode> nodes = new ArrayList<>();
        for (JsonNode node : get(asked, window(asked) + "/page/nodes").path("nodes")) {
            if ((node.path("name").asText() + "\n" + node.path("role").asText())
                    .toLowerCase(Locale.ROOT)
                    .contains(wanted)) {
                nodes.add(node);
            }
        }
        nodes.sort(Comparator.comparingLong(
                        (JsonNode node) -> node.path("callsServed").asLong())
                .reversed());
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        ArrayNode list = to.putArray("nodes");
        nodes.forEach(list::add);
        return to;
    }

    @Override
    public JsonNode paths(Asked asked) throws IOException {
        String id = asked.text("id");
        String patterns = window(asked) + "/patterns";
        return id != null
                ? get(asked, patterns + "/" + encoded(id))
                : get(asked, patterns + "?patterns=" + asked.limit() + "&q=" + encoded(asked.text("like", "")));
    }

    @Override
    public JsonNode request(Asked asked) throws IOException {
        return get(asked, window(asked) + "/requests/" + encoded(asked.text("call", "")));
    }

    @Override
    public JsonNode compare(Asked asked) throws IOException {
        return get(asked, "/compare" + parameters(asked, "beforeFrom", "beforeTo", "from", "to"));
    }

    @Override
    public JsonNode query(Asked asked) throws IOException {
        String name = asked.text("query");
        return get(asked, name == null ? "/queries" : "/queries/" + encoded(name));
    }

    /** The path of the window that is asked for, else of the latest. */
    private String window(Asked asked) throws IOException {
        String id = asked.text(Tools.WINDOW);
        if (id == null) {
            id = get(asked, "/windows?limit=1")
                    .path("windows")
                    .path(0)
                    .path("id")
                    .asText();
            if (id.isEmpty()) {
                throw new Failure("no window is complete yet; ask again in a minute");
            }
        }
        return "/windows/" + encoded(id);
    }

    private static String parameters(Asked asked, String... names) {
        StringBuilder to = new StringBuilder();
        for (String name : names) {
            String value = asked.text(name);
            if (value != null) {
                to.append(to.isEmpty() ? '?' : '&').append(name).append('=').append(encoded(value));
            }
        }
        return to.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private JsonNode get(Asked asked, String path) throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(base.resolve("/api/v1" + path)).timeout(LONGEST_WAIT);
        String shown = asked.authorization();
        if (shown != null) {
            request.header("Authorization", shown);
        }
        try {
            HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                byte[] bytes = body.readNBytes(MAX_BYTES);
                if (body.read() >= 0) {
                    throw new Failure(base + ": answers with more than " + MAX_BYTES + " bytes");
                }
                return checked(response.statusCode(), bytes);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(base + ": the answer was not waited for", e);
        } catch (IOException e) {
            throw new Failure(base + ": cannot be asked (" + Failure.firstReason(e) + ")", e);
        }
    }

    private JsonNode checked(int status, byte[] body) throws IOException {
        JsonNode answer = JSON.readTree(body);
        if (status == 200) {
            return answer;
        }
        JsonNode error = answer.path("error");
        @Nullable String what = error.path("what").asText(null);
        throw new Failure(
                what == null
                        ? base + ": answers with status " + status
                        : what + "; " + error.path("do").asText());
    }
}
