package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.sse.SseClient;
import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.appliance.serve.ServedFields;
import io.wirepath.appliance.serve.lifelines.KeptRequest;
import io.wirepath.appliance.serve.lifelines.LifelineViewJson;
import io.wirepath.pipeline.Version;
import io.wirepath.report.AnswerJson;
import io.wirepath.report.BoxPairs;
import io.wirepath.report.MergeJson;
import io.wirepath.report.compare.ComparisonJson;
import io.wirepath.report.sum.ReportSum;
import io.wirepath.report.sum.WindowTables;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The API of {@code serve} as OpenAPI 3.1 tells it: paths, parameters and answers, with schemas made of the same
 * {@link Fields} as the answers. What the page alone asks for and what
 * hosts logged are objects without a schema. Used by one thread until it is served; then only read.
 */
final class ApiDescription {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String PROBABILITY = "probability";

    /** Whose kinds have a schema. */
    private static final List<Fields<?>> TOLD = List.of(
            ServedFields.REPORT,
            ServedFields.WINDOWS,
            ServedFields.FINDINGS,
            ReportSum.FIELDS,
            ComparisonJson.FIELDS,
            BoxPairs.FIELDS,
            MergeResource.FIELDS,
            MergeJson.CLOCKS,
            MergeJson.TRANSLATIONS,
            WindowTables.CALLS,
            WindowTables.PATHS,
            KeptRequest.FIELDS,
            LifelinesResource.SLOWEST,
            LifelineViewJson.FIELDS,
            SettingsResource.FIELDS,
            AnswerJson.FIELDS,
            PastQuestionsResource.PAST,
            PastQuestionsResource.SOURCES,
            QueriesResource.LIST,
            QueriesResource.WISH,
            QueriesResource.PLANNED,
            QueriesResource.RESULTS,
            Guard.SESSION,
            Problem.FIELDS);

    private final JavalinConfig config;
    private final String api;
    private final List<ApiRoute> routes = new ArrayList<>();

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

    /** Has this path answered with an object. */
    ApiRoute get(String path, String sentence, Answer<ObjectNode> answer) {
        return add(HandlerType.GET, path, sentence, context -> JsonAnswers.send(context, answer.of(context)));
    }

    /** The same of JSON that is packed. */
    ApiRoute packed(String path, String sentence, Answer<InputStream> answer) {
        return add(HandlerType.GET, path, sentence, context -> JsonAnswers.sendPacked(context, answer.of(context)));
    }

    /** Has this path answered so. */
    ApiRoute add(HandlerType method, String path, String sentence, Handler handler) {
        config.routes.addHttpHandler(method, api + path, handler);
        return told(new ApiRoute(method, path, sentence));
    }

    /** Has this path answered with server-sent events. */
    void events(String path, String sentence, Consumer<SseClient> listener) {
        config.routes.before(api + path, context -> context.header("X-Accel-Buffering", "no"));
        config.routes.sse(api + path, listener);
        told(new ApiRoute(HandlerType.GET, path, sentence)).givesFile("text/event-stream");
    }

    private ApiRoute told(ApiRoute route) {
        routes.add(route);
        return route;
    }

    /** The description. */
    ObjectNode json() {
        ObjectNode to = JSON.objectNode().put("openapi", "3.1.0");
        to.putObject("info")
                .put("title", "Wirepath")
                .put("version", Version.text())
                .put("description", "What wirepath serve answers. Times are nanoseconds since the epoch.");
        to.putArray("servers").addObject().put("url", "/");
        to.putArray("security").addObject().putArray("token");
        to.withArray("security").addObject().putArray("session");
        to.withArray("security").addObject();
        ObjectNode paths = to.putObject("paths");
        for (ApiRoute route : routes) {
            paths.withObjectProperty(api + route.path()).set(route.method(), route.json());
        }
        ObjectNode components = to.putObject("components");
        ObjectNode schemas = components.putObject("schemas");
        for (Fields<?> told : TOLD) {
            told.kinds(Family.JSON).forEach((name, fields) -> schemas.set(name, schema(fields)));
        }
        ObjectNode schemes = components.putObject("securitySchemes");
        schemes.putObject("token").put("type", "http").put("scheme", "bearer");
        schemes.putObject("session").put("type", "apiKey").put("in", "cookie").put("name", Guard.COOKIE);
        return to;
    }

    private static <T> ObjectNode schema(Fields<T> fields) {
        ObjectNode to = ApiRoute.type("object").put("description", fields.sentence());
        ObjectNode properties = to.putObject("properties");
        for (Field<T> field : fields.of(Family.JSON)) {
            String name = field.name(Family.JSON);
            properties.set(name, property(field));
            if (name.toLowerCase(Locale.ROOT).endsWith(PROBABILITY)) {
                properties.set(score(name), property(field));
            }
        }
        return to;
    }

    /** What the field is called where the algorithm gives no probability. */
    private static String score(String name) {
        return name.equals(PROBABILITY) ? "score" : name.replace("Probability", "Score");
    }

    private static ObjectNode property(Field<?> field) {
        ObjectNode one = one(field);
        ObjectNode all = one;
        if (field.isList()) {
            ObjectNode items = field.isOfLists() ? list(one) : field.parts() == null ? orNull(one) : one;
            all = list(items);
        }
        ObjectNode to = field.presence() == Field.Presence.NULL ? orNull(all) : all;
        return to.put("description", field.sentence());
    }

    private static ObjectNode list(ObjectNode items) {
        ObjectNode list = ApiRoute.type("array");
        list.set("items", items);
        return list;
    }

    private static ObjectNode orNull(ObjectNode schema) {
        ObjectNode to = JSON.objectNode();
        to.putArray("anyOf").add(schema).add(ApiRoute.type("null"));
        return to;
    }

    private static ObjectNode one(Field<?> field) {
        Fields<?> parts = field.parts();
        if (parts != null) {
            return ApiRoute.reference(parts.name());
        }
        return switch (field.type()) {
            case TEXT -> field.isDocument() ? JSON.objectNode() : ApiRoute.type("string");
            case BOOLEAN -> ApiRoute.type("boolean");
            default -> ApiRoute.type(field.isWhole() ? "integer" : "number");
        };
    }
}
