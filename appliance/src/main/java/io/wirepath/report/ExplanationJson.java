package io.wirepath.report;

import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.explain.Explanation;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An explanation of a link: an element of {@code explanations[]} of the report. */
record ExplanationJson(Analysis analysis, Explanation of) {

    private static final Fields<Explanation.Term> TERM = Fields.<Explanation.Term>of("Term", "A term of the evidence.")
            .text("name", "Its name.", Explanation.Term::name)
            .number("nats", "What it says, in nats.", Explanation.Term::nats)
            .text("detail", "In words.", Explanation.Term::detail);

    private static final Fields<Message> MESSAGE = Fields.<Message>of("MessageName", "What a message is known by.")
            .text("from", "Sender.", message -> message.name(message.table().source(message.row)))
            .count("fromPort", "Port of the sender.", message -> message.table().sourcePort(message.row))
            .text("to", "Receiver.", message -> message.name(message.table().destination(message.row)))
            .count("toPort", "Port of the receiver.", message -> message.table().destinationPort(message.row))
            .text(
                    "role",
                    "request, response, one_way or unknown.",
                    message -> message.table().role(message.row))
            .time("time", "When it was sent.", message -> message.table().timeNanos(message.row));

    private static final Fields<Answer> ANSWER = Fields.<Answer>of(
                    "ExplanationAnswer", "A cause that the call may have.")
            .count("call", "Number of the causing call; -1 for none.", Answer::call)
            .object("message", MESSAGE, "The causing message.", Answer::message)
            .orNull()
            .number("probability", "That it is the cause.", answer -> answer.answer.probability())
            .truth("chosen", "Whether it was taken.", answer -> answer.answer.chosen())
            .number("totalNats", "Sum of the terms.", answer -> answer.answer.totalNats())
            .objects("terms", TERM, "The evidence.", answer -> answer.answer.terms());

    /** An explanation. */
    static final Fields<ExplanationJson> FIELDS = Fields.<ExplanationJson>of("Explanation", "Why a call has its cause.")
            .count("call", "Number of the call.", explanation -> explanation.call(explanation.of.row()))
            .text("algorithm", "Who inferred it.", explanation -> explanation.of.algorithm())
            .object(
                    "message",
                    MESSAGE,
                    "The call's request.",
                    explanation -> new Message(explanation, explanation.of.row()))
            .objects("answers", ANSWER, "Causes that it may have.", ExplanationJson::answers);

    private record Message(ExplanationJson in, int row) {

        MessageTable table() {
            return in.analysis.messages();
        }

        String name(int node) {
            return table().nodes().get(node).name();
        }
    }

    private record Answer(ExplanationJson in, Explanation.Answer answer) {

        int call() {
            return answer.cause() == MessageTable.NONE ? MessageTable.NONE : in.call(answer.cause());
        }

        @Nullable
        Message message() {
            return answer.cause() == MessageTable.NONE ? null : new Message(in, answer.cause());
        }
    }

    private List<Answer> answers() {
        return of.answers().stream().map(answer -> new Answer(this, answer)).toList();
    }

    /** Number of the call that this message belongs to, or -1. */
    private int call(int row) {
        int partner = analysis.messages().partner(row);
        int request = partner == MessageTable.NONE ? row : Math.min(row, partner);
        return Math.max(MessageTable.NONE, Arrays.binarySearch(analysis.calls().request(), request));
    }
}
