package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.pipeline.Version;
import io.wirepath.report.BoxPairs;
import io.wirepath.report.ReportJson;
import io.wirepath.report.compare.ComparisonJson;
import io.wirepath.report.sum.ReportSum;
import io.wirepath.report.sum.WindowTables;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The API of {@code serve} as OpenAPI 3 tells it: paths, and of what is told of windows the schemas, made of the same
 * {@link Fields} as the answers. Standing queries and news have paths of their own.
 */
final class ApiDescription {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Pattern PARAMETER = Pattern.compile("\\{([^}]+)}");
    private static final String ANY = "object";

    /** Whose kinds have a schema. */
    private static final List<Fields<?>> TOLD = List.of(
            ReportJson.FIELDS,
            ReportSum.FIELDS,
            ComparisonJson.FIELDS,
            BoxPairs.FIELDS,
            MergeResource.FIELDS,
            WindowTables.CALLS,
            WindowTables.PATHS);

    /**
     * What can be asked for.
     *
     * @param path below the API
     * @param kind of the answer, by the name of its {@link Fields}; empty where docs/formats.md tells it
     */
    private record Route(String method, String path, String kind, String sentence) {}

    private final JavalinConfig config;
    private final String api;
    private final List<Route> routes = new ArrayList<>();

    /** Nothing can be asked for yet. */
    ApiDescription(JavalinConfig config, String api) {
        this.config = config;
        this.api = api;
    }

    /** What answers. */
    @FunctionalInterface
    interface Answer<T> {

        /** The answer to a request. */
        T of(Context context) throws IOException;
    }

    /** Has this path answered with an object of this kind. */
    void get(String path, String kind, String sentence, Answer<ObjectNode> answer) {
        add(HandlerType.GET, path, kind, sentence, context -> JsonAnswers.send(context, answer.of(context)));
    }

    /** The same of JSON that is packed. */
    void packed(String path, String kind, String sentence, Answer<InputStream> answer) {
        add(HandlerType.GET, path, kind, sentence, context -> JsonAnswers.sendPacked(context, answer.of(context)));
    }

    /** Has this path answered so, and tells of it. */
    void add(HandlerType method, String path, String kind, String sentence, Handler handler) {
        config.routes.addHttpHandler(method, api + path, handler);
        routes.add(new Route(method.name().toLowerCase(Locale.ROOT), path, kind, sentence));
    }

    /** The description. */
    ObjectNode json() {
        ObjectNode to = JSON.objectNode().put("openapi", "3.0.3");
        to.putObject("info").put("title", "Wirepath").put("version", Version.text());
        ObjectNode paths = to.putObject("paths");
        for (Route route : routes) {
            paths.withObjectProperty(api + route.path()).set(route.method(), operation(route));
        }
        ObjectNode schemas = to.putObject("components").putObject("schemas");
        for (Fields<?> told : TOLD) {
            told.kinds(Family.JSON).forEach((name, fields) -> schemas.set(name, schema(fields)));
        }
        return to;
    }

    private static ObjectNode operation(Route route) {
        ObjectNode to = JSON.objectNode().put("summary", route.sentence());
        ArrayNode parameters = to.putArray("parameters");
        PARAMETER
                .matcher(route.path())
                .results()
                .map(MatchResult::group)
                .forEach(name -> parameters
                        .addObject()
                        .put("name", name.substring(1, name.length() - 1))
                        .put("in", "path")
                        .put("required", true)
                        .set("schema", JSON.objectNode().put("type", "string")));
        to.putObject("responses")
                .putObject("200")
                .put("description", route.sentence())
                .putObject("content")
                .putObject("application/json")
                .set("schema", route.kind().isEmpty() ? JSON.objectNode().put("type", ANY) : reference(route.kind()));
        return to;
    }

    private static <T> ObjectNode schema(Fields<T> fields) {
        ObjectNode to = JSON.objectNode().put("type", ANY).put("description", fields.sentence());
        ObjectNode properties = to.putObject("properties");
        for (Field<T> field : fields.of(Family.JSON)) {
            ObjectNode one = one(field);
            ObjectNode all =
                    field.isList() ? JSON.objectNode().put("type", "array").set("items", one) : one;
            if (field.presence() == Field.Presence.NULL) {
                all.put("nullable", true);
            }
            properties.set(field.name(Family.JSON), all.put("description", field.sentence()));
        }
        return to;
    }

    private static ObjectNode one(Field<?> field) {
        Fields<?> parts = field.parts();
        if (parts != null) {
            return reference(parts.name());
        }
        return JSON.objectNode()
                .put(
                        "type",
                        switch (field.type()) {
                            case TEXT -> field.isDocument() ? ANY : "string";
                            case BOOLEAN -> "boolean";
                            default -> field.isWhole() ? "integer" : "number";
                        });
    }

    private static ObjectNode reference(String kind) {
        return JSON.objectNode().put("$ref", "#/components/schemas/" + kind);
    }
}
