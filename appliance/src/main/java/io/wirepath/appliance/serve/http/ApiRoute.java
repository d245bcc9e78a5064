package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.HandlerType;
import io.wirepath.appliance.listen.AccessToken.Grant;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What can be asked for, as OpenAPI tells it: parameters, bodies, answers, and who may. Made by one thread. */
final class ApiRoute {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Pattern IN_PATH = Pattern.compile("\\{([^}]+)}");
    private static final String ANY = "object";
    private static final String SCHEMA = "schema";
    private static final String DESCRIPTION = "description";

    private final HandlerType method;
    private final String path;
    private final String sentence;
    private final ArrayNode parameters = JSON.arrayNode();
    private final TreeMap<String, ObjectNode> answers = new TreeMap<>();
    private ObjectNode body = JSON.objectNode();
    private Grant role;

    /**
     * Takes no parameters but those of its path, and answers with a JSON object.
     *
     * @param path below the API
     */
    ApiRoute(HandlerType method, String path, String sentence) {
        this.method = method;
        this.path = path;
        this.sentence = sentence;
        role = Stream.of(Grant.values())
                .filter(each -> each.allows(method.name()))
                .findFirst()
                .orElseThrow();
        IN_PATH.matcher(path)
                .results()
                .map(MatchResult::group)
                .map(name -> name.substring(1, name.length() - 1))
                .forEach(name -> add("path", name, type("string"), inPath(name)).put("required", true));
    }

    private static String inPath(String name) {
        return switch (name) {
            case "id" -> "Name of the window, or of the finding.";
            case "call" -> "Number of a call in the window.";
            case "part" -> "Part of the page.";
            case "pattern" -> "Identifier of the path.";
            default -> "Name of the standing query.";
        };
    }

    String path() {
        return path;
    }

    String method() {
        return method.name().toLowerCase(Locale.ROOT);
    }

    /** Answers with an object of this kind, by the name of its {@code Fields}. */
    ApiRoute gives(String kind) {
        return answers("200", "application/json", reference(kind));
    }

    /** Answers with something else than JSON. */
    ApiRoute givesFile(String type) {
        return answers("200", type, type("string"));
    }

    /** Answers with nothing. */
    ApiRoute givesNothing() {
        answers.put("204", JSON.objectNode().put(DESCRIPTION, sentence));
        return this;
    }

    /** Answers with the same and another status, too. */
    ApiRoute also(String status) {
        answers.put(status, answers.firstEntry().getValue().deepCopy());
        return this;
    }

    private ApiRoute answers(String status, String type, ObjectNode schema) {
        ObjectNode answer = JSON.objectNode().put(DESCRIPTION, sentence);
        answer.putObject("content").putObject(type).set(SCHEMA, schema);
        answers.put(status, answer);
        return this;
    }

    /** Takes a JSON object of this kind. */
    ApiRoute takes(String kind) {
        body = JSON.objectNode().put("required", true);
        body.putObject("content").putObject("application/json").set(SCHEMA, reference(kind));
        return this;
    }

    /** Asks for a role that the method alone does not tell. */
    ApiRoute may(Grant min) {
        role = min;
        return this;
    }

    /** May be asked for a stretch of time. */
    ApiRoute span(String from, String to) {
        return time(from, "When it begins.").time(to, "When it ends, not included.");
    }

    private ApiRoute time(String name, String tells) {
        ObjectNode schema = JSON.objectNode();
        schema.putArray("anyOf")
                .add(type("integer").put(DESCRIPTION, "Nanoseconds since the epoch."))
                .add(type("string").put("format", "date-time"));
        add("query", name, schema, tells);
        return this;
    }

    /** May be told a whole number. */
    ApiRoute count(String name, int otherwise, int max, String tells) {
        return number(name, otherwise, 1, max, tells);
    }

    /** May be told a whole number, zero too. */
    ApiRoute countFromZero(String name, int otherwise, int max, String tells) {
        return number(name, otherwise, 0, max, tells);
    }

    private ApiRoute number(String name, int otherwise, int min, int max, String tells) {
        ObjectNode schema = type("integer").put("minimum", min).put("maximum", max);
        add("query", name, schema.put("default", otherwise), tells);
        return this;
    }

    /** May be told a text. */
    ApiRoute text(String name, String tells) {
        add("query", name, type("string"), tells);
        return this;
    }

    /** May be told several texts. */
    ApiRoute texts(String name, String tells) {
        ObjectNode schema = type("array");
        schema.set("items", type("string"));
        add("query", name, schema, tells);
        return this;
    }

    /** What was named last must be told. */
    ApiRoute must() {
        ((ObjectNode) parameters.get(parameters.size() - 1)).put("required", true);
        return this;
    }

    private ObjectNode add(String in, String name, ObjectNode schema, String tells) {
        ObjectNode parameter = parameters.addObject().put("name", name).put("in", in);
        parameter.put(DESCRIPTION, tells).set(SCHEMA, schema);
        return parameter;
    }

    /** An operation of OpenAPI. */
    ObjectNode json() {
        ObjectNode to = JSON.objectNode()
                .put("operationId", operation())
                .put("summary", sentence)
                .put(DESCRIPTION, "Needs the role " + role.word() + ", where callers have roles.");
        if (!parameters.isEmpty()) {
            to.set("parameters", parameters);
        }
        if (!body.isEmpty()) {
            to.set("requestBody", body);
        }
        ObjectNode all = to.putObject("responses");
        if (answers.isEmpty()) {
            answers("200", "application/json", type(ANY));
        }
        answers.forEach(all::set);
        all.putObject("default")
                .put(DESCRIPTION, "It cannot be answered: what is wrong, where, and what to do.")
                .putObject("content")
                .putObject("application/json")
                .set(SCHEMA, reference(Problem.FIELDS.name()));
        return to;
    }

    /** The method and the words of the path: {@code get_windows_id_calls}. */
    private String operation() {
        return (method() + path).replaceAll("[^A-Za-z0-9]+", "_").replaceAll("_$", "");
    }

    static ObjectNode type(String type) {
        return JSON.objectNode().put("type", type);
    }

    static ObjectNode reference(String kind) {
        return JSON.objectNode().put("$ref", "#/components/schemas/" + kind);
    }
}
