package io.wirepath.appliance.serve.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.wirepath.analyze.query.event.EventField;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.appliance.listen.AccessToken.Grant;
import io.wirepath.appliance.serve.PastQuestions;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.TimeSpan;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.QueryRun;
import io.wirepath.report.AnswerJson;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Questions that are asked once, of time that is over, and what can be asked. */
final class PastQuestionsResource {

    private final Service service;
    private final PastQuestions questions;

    PastQuestionsResource(Service service) {
        this.service = service;
        questions = new PastQuestions(service.settings(), service.control(), service.reports());
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
            return AnswerJson.of(questions.answer(query, span))
                    .put("fromNanos", span.fromNanos())
                    .put("toNanos", span.toNanos());
        } catch (QueryException e) {
            throw new Problem(422, String.valueOf(e.getMessage()), "correct the query; GET /api/v1/query/fields helps");
        } catch (Failure e) {
            throw new Problem(422, String.valueOf(e.getMessage()), "ask about another time, or later");
        }
    }

    /** The sources and their fields. */
    static ObjectNode fields() {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        ArrayNode sources = to.putArray("sources");
        EventSet events = QueryRun.noEvents();
        for (String name : events.names()) {
            EventSource source = requireNonNull(events.source(name));
            ObjectNode one = sources.addObject().put("name", name).put("sentence", source.sentence());
            ArrayNode fields = one.putArray("fields");
            for (EventField field : source.fields()) {
                fields.addObject()
                        .put("name", field.name())
                        .put("type", field.type().name().toLowerCase(Locale.ROOT))
                        .put("sentence", field.sentence());
            }
        }
        return to;
    }
}
