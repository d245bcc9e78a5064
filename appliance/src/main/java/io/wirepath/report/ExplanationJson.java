package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.explain.Explanation;
import java.util.Arrays;
import java.util.Locale;

/** Explanations of links as JSON: {@code explanations[]} of the report. */
final class ExplanationJson {

    private final Analysis analysis;
    private final MessageTable messages;

    ExplanationJson(Analysis analysis) {
        this.analysis = analysis;
        messages = analysis.messages();
    }

    ObjectNode of(Explanation explanation) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("call", call(explanation.row()));
        to.put("algorithm", explanation.algorithm());
        to.set("message", message(explanation.row()));
        ArrayNode answers = to.putArray("answers");
        for (Explanation.Answer answer : explanation.answers()) {
            ObjectNode each = answers.addObject();
            boolean none = answer.cause() == MessageTable.NONE;
            each.put("call", none ? MessageTable.NONE : call(answer.cause()));
            each.set("message", none ? null : message(answer.cause()));
            each.put("probability", answer.probability());
            each.put("chosen", answer.chosen());
            each.put("totalNats", answer.totalNats());
            ArrayNode terms = each.putArray("terms");
            for (Explanation.Term term : answer.terms()) {
                terms.addObject()
                        .put("name", term.name())
                        .put("nats", term.nats())
                        .put("detail", term.detail());
            }
        }
        return to;
    }

    /** Number of the call that this message belongs to, or -1. */
    private int call(int row) {
        int partner = messages.partner(row);
        int request = partner == MessageTable.NONE ? row : Math.min(row, partner);
        return Math.max(MessageTable.NONE, Arrays.binarySearch(analysis.calls().request(), request));
    }

    private ObjectNode message(int row) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("from", messages.nodes().get(messages.source(row)).name());
        to.put("fromPort", messages.sourcePort(row));
        to.put("to", messages.nodes().get(messages.destination(row)).name());
        to.put("toPort", messages.destinationPort(row));
        to.put("role", messages.role(row).name().toLowerCase(Locale.ROOT));
        to.put("timeNanos", messages.timeNanos(row));
        return to;
    }
}
