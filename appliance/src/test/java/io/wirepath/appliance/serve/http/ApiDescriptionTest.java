package io.wirepath.appliance.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.appliance.listen.AccessToken;
import io.wirepath.appliance.serve.WindowReport;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.Report;
import io.wirepath.report.SampleReport;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the API says of itself. */
class ApiDescriptionTest extends HttpFixture {

    private static final String API = "/api/v1";

    /** Paths that send for as long as somebody listens. */
    private static final String EVENTS = "/events";

    private final TreeSet<String> faults = new TreeSet<>();
    private JsonNode schemas = new ObjectMapper().createObjectNode();

    @Test
    void hasAllThatItRefersTo() throws Exception {
        start(HttpSettings.onLoopback(0), "http");
        JsonNode api = get(200, API + "/openapi.json");
        assertEquals("/", api.path("servers").path(0).path("url").asText());
        schemas = api.path("components").path("schemas");
        for (JsonNode reference : api.findValues("$ref")) {
            String kind = reference.asText().replace("#/components/schemas/", "");
            assertTrue(schemas.has(kind), kind);
        }
        TreeSet<String> names = new TreeSet<>();
        for (JsonNode path : api.path("paths")) {
            path.forEach(operation -> assertTrue(
                    names.add(operation.path("operationId").asText()), "twice: " + operation.path("operationId")));
        }
        for (String path : List.of("/events", "/queries", "/queries/{name}", "/queries/{name}/csv", "/settings")) {
            assertTrue(api.path("paths").has(API + path), path);
        }
        JsonNode query = api.path("paths").path(API + "/query").path("get");
        assertTrue(query.path("description").asText().contains("role ask"));
        assertTrue(query.path("parameters").get(0).path("required").asBoolean());
    }

    @Test
    void declaresEachFieldOfWhatIsAnswered() throws Exception {
        Report report = SampleReport.make();
        long from = report.analysis().messages().timeNanos(0) / MINUTE * MINUTE;
        WindowId first = keep(report, from);
        keep(report, from + MINUTE);
        start(HttpSettings.onLoopback(0), "http");
        send("PUT", API + "/queries/q", "{\"query\":\"From r In requests Select COUNT\"}");
        JsonNode api = get(200, API + "/openapi.json");
        schemas = api.path("components").path("schemas");
        String patterns = API + "/windows/" + first + "/patterns";
        Map<String, String> values =
                new TreeMap<>(Map.of("{id}", first.toString(), "{call}", "0", "{part}", "nodes", "{name}", "q"));
        values.put(
                "{pattern}",
                get(200, patterns).path("patterns").get(0).path("id").asText());
        int answered = 0;
        for (String path : (Iterable<String>) api.path("paths")::fieldNames) {
            JsonNode operation = api.path("paths").path(path).path("get");
            if (!operation.isMissingNode() && !path.endsWith(EVENTS)) {
                answered += check(asked(path, values, from), operation);
            }
        }
        assertEquals(new TreeSet<>(), faults);
        assertTrue(answered >= 20, answered + " were answered");
    }

    private WindowId keep(Report report, long from) throws Exception {
        TimeSpan core = new TimeSpan(from, from + MINUTE);
        WindowId id = WindowId.of(core);
        service.calls().put(id, report.analysis());
        service.reports().put(id, WindowReport.of(core, core, report));
        return id;
    }

    private static String asked(String path, Map<String, String> values, long from) {
        String asked = path;
        for (Map.Entry<String, String> value : values.entrySet()) {
            asked = asked.replace(value.getKey(), value.getValue());
        }
        String time = "from=" + from + "&to=" + (from + MINUTE);
        return switch (path.substring(API.length())) {
            case "/lifelines", "/query" -> asked + "?query=From+r+In+requests+Select+COUNT&" + time;
            case "/compare" ->
                asked + "?beforeFrom=" + from + "&beforeTo=" + (from + MINUTE) + "&from=" + (from + MINUTE) + "&to="
                        + (from + 2 * MINUTE);
            default -> asked;
        };
    }

    /** Holds an answer against what is said of it; gives how many were answered. */
    private int check(String asked, JsonNode operation) throws Exception {
        HttpResponse<String> answer = send("GET", asked, "");
        JsonNode said = operation.path("responses").path(String.valueOf(answer.statusCode()));
        JsonNode content = (said.isMissingNode() ? operation.path("responses").path("default") : said).path("content");
        String type = answer.headers().firstValue("Content-Type").orElse("").replaceAll(";.*", "");
        assertTrue(content.has(type), asked + ": " + answer.statusCode() + " " + type);
        if (type.equals("application/json")) {
            check(content.path(type).path("schema"), new ObjectMapper().readTree(answer.body()), asked);
        }
        return answer.statusCode() == 200 ? 1 : 0;
    }

    private void check(JsonNode schema, JsonNode value, String where) {
        String kind = schema.path("$ref").asText().replace("#/components/schemas/", "");
        if (!kind.isEmpty()) {
            check(schemas.path(kind), value, kind);
        } else if (schema.has("anyOf")) {
            for (JsonNode one : schema.path("anyOf")) {
                if (one.path("type").asText().equals("null") == value.isNull()) {
                    check(one, value, where);
                }
            }
        } else if (schema.has("type") && !fits(schema.path("type").asText(), value)) {
            faults.add(where + " is " + value.getNodeType() + " and not " + schema.path("type"));
        } else if (value.isArray() && schema.has("items")) {
            value.forEach(each -> check(schema.path("items"), each, where + "[]"));
        } else if (schema.has("properties")) {
            value.properties().forEach(field -> {
                if (schema.path("properties").has(field.getKey())) {
                    JsonNode own = schema.path("properties").path(field.getKey());
                    check(own, field.getValue(), where + "." + field.getKey());
                } else {
                    faults.add(where + "." + field.getKey() + " is not told of");
                }
            });
        }
    }

    private static boolean fits(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            default -> value.isNull();
        };
    }

    @Test
    void tellsWhatCannotBeAnsweredAsItSays() throws Exception {
        start(HttpSettings.onLoopback(0), "http");
        schemas = get(200, API + "/openapi.json").path("components").path("schemas");
        check(schemas.path("Problem"), get(404, API + "/report"), "Problem");
        assertEquals(new TreeSet<>(), faults);
        assertFalse(get(404, API + "/report").has("signIn"));
    }

    /** Also of what is not there: who may not ask is told so, and nothing else. */
    @Test
    void eachPathAsksForTheRoleThatItSays() throws Exception {
        Path tokens = Files.writeString(directory.resolve("tokens"), """
                one   view    view-view-view-view
                two   ask     ask-ask-ask-ask-ask
                three change  change-change-change
                """);
        start(new HttpSettings("127.0.0.1", 0, null, null, tokens), "http");
        List<String> shown = List.of("view-view-view-view", "ask-ask-ask-ask-ask", "change-change-change");
        JsonNode paths = get(200, API + "/openapi.json", "Authorization", "Bearer " + shown.get(0))
                .path("paths");
        for (String path : (Iterable<String>) paths::fieldNames) {
            for (String method : (Iterable<String>) paths.path(path)::fieldNames) {
                if (!path.endsWith(EVENTS)) {
                    String said =
                            paths.path(path).path(method).path("description").asText();
                    String asked = path.replaceAll("[{][a-z]+[}]", "0");
                    for (AccessToken.Grant role : AccessToken.Grant.values()) {
                        int status = send(
                                        method.toUpperCase(Locale.ROOT),
                                        asked,
                                        method.startsWith("p") ? "{}" : "",
                                        "Authorization",
                                        "Bearer " + shown.get(role.ordinal()))
                                .statusCode();
                        boolean may = role.compareTo(least(said)) >= 0;
                        assertEquals(may, status != 403, method + " " + path + " by " + role + ": " + status);
                    }
                }
            }
        }
    }

    private static AccessToken.Grant least(String said) {
        return Stream.of(AccessToken.Grant.values())
                .filter(role -> said.contains("the role " + role.word() + ","))
                .findFirst()
                .orElseThrow();
    }
}
