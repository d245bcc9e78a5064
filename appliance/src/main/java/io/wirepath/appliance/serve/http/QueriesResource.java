package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.appliance.serve.query.IntervalResult;
import io.wirepath.appliance.serve.query.StandingQueries;
import io.wirepath.appliance.serve.query.StandingQuery;
import io.wirepath.appliance.serve.query.StandingStatus;
import io.wirepath.pipeline.QueryRun;
import io.wirepath.report.AnswerJson;
import io.wirepath.report.export.AnswerCsv;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;

/** Standing queries: installed, listed, changed and removed; their results as history, as CSV and as a stream. */
final class QueriesResource {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String EVERY = "everyNanos";

    private final StandingQueries queries;
    private final RequestBody bodies;

    QueriesResource(StandingQueries queries, RequestBody bodies) {
        this.queries = queries;
        this.bodies = bodies;
    }

    /** Adds the routes below this path. */
    void add(JavalinConfig config, String path, QueryStream stream) {
        config.routes.get(path, context -> JsonAnswers.send(context, list()));
        config.routes.put(path + "/{name}", this::put);
        config.routes.delete(path + "/{name}", this::remove);
        config.routes.get(path + "/{name}", context -> JsonAnswers.send(context, results(context.pathParam("name"))));
        config.routes.get(path + "/{name}/csv", this::csv);
        config.routes.sse(path + "/{name}/events", client -> {
            String name = client.ctx().pathParam("name");
            of(name);
            stream.add(name, client);
        });
    }

    private ObjectNode list() {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        ArrayNode all = to.putArray("queries");
        queries.list().forEach(status -> all.add(json(status)));
        return to;
    }

    private static ObjectNode json(StandingStatus status) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("name", status.query().name())
                .put("query", status.query().text())
                .put(EVERY, status.query().everyNanos())
                .put("windows", status.windows())
                .put("spentNanos", status.nanos())
                .put("results", status.results());
        return status.problem().isEmpty() ? to : to.put("problem", status.problem());
    }

    private void put(Context context) throws IOException {
        JsonNode body = body(context);
        String name = context.pathParam("name");
        try {
            StandingQuery query = new StandingQuery(
                    name, body.path("query").asText(), body.path(EVERY).asLong(0));
            boolean isNew = queries.put(query);
            ObjectNode to = JsonNodeFactory.instance.objectNode();
            to.put("name", name).put("query", query.text()).put(EVERY, query.everyNanos());
            ArrayNode plan = to.putArray("plan");
            QueryRun.check(query.text()).plan().forEach(plan::add);
            context.status(isNew ? 201 : 200);
            JsonAnswers.send(context, to);
        } catch (QueryException e) {
            throw new Problem(422, String.valueOf(e.getMessage()), "correct the query; nothing was changed");
        }
    }

    private JsonNode body(Context context) {
        String wanted =
                "send {\"query\": \"From …\", \"everyNanos\": 60000000000}; without everyNanos each window is answered";
        JsonNode body;
        try {
            body = JSON.readTree(bodies.of(context));
        } catch (JsonProcessingException e) {
            throw new Problem(400, "the body is not JSON", wanted);
        }
        boolean fits = body != null
                && body.path("query").isTextual()
                && (body.path(EVERY).isMissingNode() || body.path(EVERY).canConvertToLong());
        if (!fits) {
            throw new Problem(422, "the body has no query, or an interval that is not a number", wanted);
        }
        return body;
    }

    private void remove(Context context) throws IOException {
        String name = context.pathParam("name");
        if (!queries.remove(name)) {
            throw unknown(name);
        }
        context.status(204);
    }

    private static Problem unknown(String name) {
        return new Problem(404, "there is no standing query " + name, "GET /api/v1/queries lists them");
    }

    private List<IntervalResult> of(String name) {
        return queries.results(name).orElseThrow(() -> unknown(name));
    }

    private ObjectNode results(String name) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("name", name);
        ArrayNode all = to.putArray("results");
        of(name).forEach(result -> all.add(json(result)));
        return to;
    }

    /** A result, as it is in the history and in the stream. */
    static ObjectNode json(IntervalResult result) {
        ObjectNode to = AnswerJson.of(result.answer());
        to.put("name", result.query());
        to.put("fromNanos", result.fromNanos());
        return to.put("toNanos", result.toNanos());
    }

    private void csv(Context context) throws IOException {
        StringWriter to = new StringWriter();
        AnswerCsv.writeHistory(
                of(context.pathParam("name")).stream()
                        .map(result -> new AnswerCsv.Part(result.fromNanos(), result.toNanos(), result.answer()))
                        .toList(),
                to);
        context.header("X-Content-Type-Options", "nosniff");
        context.header("Cache-Control", "no-store");
        context.contentType("text/csv; charset=utf-8").result(to.toString());
    }
}
