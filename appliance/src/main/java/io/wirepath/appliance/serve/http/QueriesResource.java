package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.appliance.serve.query.IntervalResult;
import io.wirepath.appliance.serve.query.StandingQueries;
import io.wirepath.appliance.serve.query.StandingQuery;
import io.wirepath.appliance.serve.query.StandingStatus;
import io.wirepath.pipeline.QueryRun;
import io.wirepath.report.AnswerJson;
import io.wirepath.report.FieldJson;
import io.wirepath.report.export.AnswerCsv;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;

/** Standing queries: installed, listed, changed and removed; their results as history, as CSV and as a stream. */
final class QueriesResource {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String EVERY = "everyNanos";
    private static final String PROBLEM = "Why the last window has no answer.";

    /** What is sent to install one. */
    static final Fields<StandingQuery> WISH = Fields.<StandingQuery>of("QueryWish", "A query that is to stand.")
            .text("query", "Its text.", StandingQuery::text)
            .duration("every", "How long an interval is; 0 where each window is answered.", StandingQuery::everyNanos);

    private static final Fields<StandingQuery> QUERY = Fields.<StandingQuery>of("StandingQuery", "A standing query.")
            .text("name", "Its name.", StandingQuery::name)
            .all(WISH, query -> query);

    /** One that was installed. */
    static final Fields<StandingQuery> PLANNED = Fields.<StandingQuery>of("PlannedQuery", "A query as it is done.")
            .all(QUERY, query -> query)
            .texts(
                    "plan",
                    "How it is done, line by line.",
                    query -> QueryRun.check(query.text()).plan());

    private static final Fields<StandingStatus> STATUS = Fields.<StandingStatus>of("QueryStatus", "How a query fares.")
            .all(QUERY, StandingStatus::query)
            .count("windows", "Windows seen.", StandingStatus::windows)
            .duration("spent", "Time spent.", StandingStatus::nanos)
            .count("results", "Results that are kept.", StandingStatus::results)
            .text("problem", PROBLEM, StandingStatus::problem)
            .orAbsent();

    /** All that stand. */
    static final Fields<List<StandingStatus>> LIST = Fields.<List<StandingStatus>>of("QueryList", "Standing queries.")
            .objects("queries", STATUS, "Each of them.", all -> all);

    private static final Fields<IntervalResult> RESULT = Fields.<IntervalResult>of("QueryResult", "A result.")
            .all(AnswerJson.FIELDS, IntervalResult::answer)
            .text("name", "Name of the query.", IntervalResult::query)
            .time("from", "When its interval begins.", IntervalResult::fromNanos)
            .time("to", "When it ends.", IntervalResult::toNanos);

    /** The results of one. */
    static final Fields<Map.Entry<StandingStatus, List<IntervalResult>>> RESULTS =
            Fields.<Map.Entry<StandingStatus, List<IntervalResult>>>of("QueryResults", "Results of a standing query.")
                    .text("name", "Its name.", own -> own.getKey().query().name())
                    .text("problem", PROBLEM, own -> own.getKey().problem())
                    .orAbsent()
                    .objects("results", RESULT, "The oldest first.", Map.Entry::getValue);

    private final StandingQueries queries;
    private final RequestBody bodies;

    QueriesResource(StandingQueries queries, RequestBody bodies) {
        this.queries = queries;
        this.bodies = bodies;
    }

    /** Adds the routes below this path. */
    void add(ApiDescription api, String path, QueryStream stream) {
        String one = path + "/{name}";
        api.get(path, "Standing queries.", context -> FieldJson.of(LIST, queries.list()))
                .gives(LIST.name());
        api.add(HandlerType.PUT, one, "Installs or changes a standing query.", this::put)
                .takes(WISH.name())
                .gives(PLANNED.name())
                .also("201");
        api.add(HandlerType.DELETE, one, "Removes a standing query.", this::remove)
                .givesNothing();
        api.get(one, "Results of a standing query.", context -> results(context.pathParam("name")))
                .gives(RESULTS.name());
        api.add(HandlerType.GET, one + "/csv", "The same as comma-separated values.", this::csv)
                .givesFile("text/csv");
        api.events(one + "/events", "Each result as it is made.", client -> {
            String name = client.ctx().pathParam("name");
            of(name);
            stream.add(name, client);
        });
    }

    private void put(Context context) throws IOException {
        JsonNode body = body(context);
        String name = context.pathParam("name");
        try {
            StandingQuery query = new StandingQuery(
                    name, body.path("query").asText(), body.path(EVERY).asLong(0));
            boolean isNew = queries.put(query);
            context.status(isNew ? 201 : 200);
            JsonAnswers.send(context, FieldJson.of(PLANNED, query));
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
        return FieldJson.of(RESULTS, Map.entry(queries.status(name).orElseThrow(() -> unknown(name)), of(name)));
    }

    /** A result, as it is in the history and in the stream. */
    static ObjectNode json(IntervalResult result) {
        return FieldJson.of(RESULT, result);
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
