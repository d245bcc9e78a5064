package io.wirepath.appliance.serve.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.query.event.EventField;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.appliance.listen.AccessToken.Grant;
import io.wirepath.appliance.serve.PastQuestions;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.TimeSpan;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.QueryRun;
import io.wirepath.report.AnswerJson;
import io.wirepath.report.FieldJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Questions that are asked once, of time that is over, and what can be asked. */
final class PastQuestionsResource {

    /** An answer, and of which time. */
    static final Fields<Past> PAST = Fields.<Past>of("PastAnswer", "The answer of a query of a stretch of time.")
            .all(AnswerJson.FIELDS, Past::answer)
            .time("from", "When the stretch begins.", past -> past.span.fromNanos())
            .time("to", "When it ends, not included.", past -> past.span.toNanos());

    private static final Fields<EventField> FIELD = Fields.<EventField>of("QueryField", "What a query may ask for.")
            .text("name", "Its name.", EventField::name)
            .text("type", "Its type.", EventField::type)
            .text("sentence", "What it tells.", EventField::sentence);

    private static final Fields<Map.Entry<String, EventSource>> SOURCE = Fields.<Map.Entry<String, EventSource>>of(
                    "QuerySource", "What a query goes through.")
            .text("name", "Its name.", Map.Entry::getKey)
            .text("sentence", "What it holds.", source -> source.getValue().sentence())
            .objects(
                    "fields", FIELD, "What it has.", source -> source.getValue().fields());

    /** All sources. */
    static final Fields<List<Map.Entry<String, EventSource>>> SOURCES = Fields.<List<Map.Entry<String, EventSource>>>of(
                    "QuerySources", "What a query may ask for.")
            .objects("sources", SOURCE, "Each with its fields.", sources -> sources);

    private record Past(QueryAnswer answer, TimeSpan span) {}

    private final Service service;
    private final PastQuestions questions;

    PastQuestionsResource(Service service) {
        this.service = service;
        questions = new PastQuestions(service.settings(), service.control(), service.reports());
    }

    /** Adds what it answers. */
    void add(ApiDescription api) {
        api.get("/query", "Answers a query once, of a stretch of time.", this::answer)
                .may(Grant.ASK)
                .text("query", "Its text.")
                .must()
                .span("from", "to")
                .gives(PAST.name());
        api.get("/query/fields", "What a query may ask for.", context -> fields())
                .gives(SOURCES.name());
    }

    /** The answer of the query of this time, without one of the latest window. */
    ObjectNode answer(Context context) throws IOException {
        Guard.require(context, Grant.ASK);
        String query = context.queryParam("query");
        if (query == null || query.isBlank()) {
            throw new Problem(400, "there is no query", "add query=From …, and from= and to= for a time");
        }
        List<WindowId> latest = service.reports().windows(Long.MIN_VALUE, Long.MAX_VALUE, 1);
        TimeSpan window = latest.isEmpty()
                ? new TimeSpan(0, 0)
                : new TimeSpan(latest.get(0).fromNanos(), latest.get(0).toNanos());
        TimeSpan span = RequestParameters.span(context, window);
        try {
            return FieldJson.of(PAST, new Past(questions.answer(query, span), span));
        } catch (QueryException e) {
            throw new Problem(422, String.valueOf(e.getMessage()), "correct the query; GET /api/v1/query/fields helps");
        } catch (Failure e) {
            throw new Problem(422, String.valueOf(e.getMessage()), "ask about another time, or later");
        }
    }

    /** The sources and their fields. */
    static ObjectNode fields() {
        EventSet events = QueryRun.noEvents();
        return FieldJson.of(
                SOURCES,
                events.names().stream()
                        .map(name -> Map.entry(name, requireNonNull(events.source(name))))
                        .toList());
    }
}
