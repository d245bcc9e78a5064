package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.path.WholeTrees;
import io.wirepath.analyze.request.CriticalPath;
import io.wirepath.analyze.request.Lifeline;
import io.wirepath.analyze.request.Samples.Sample;
import io.wirepath.analyze.request.Stretch;
import io.wirepath.analyze.row.CallFacts;
import io.wirepath.analyze.row.CallRow;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.causes.MessageTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One request as JSON: what {@code wirepath request --json} prints, and {@code requests[]} of a report. */
public final class LifelineJson {

    private static final Fields<Piece> STRETCH = Fields.<Piece>of("LifelineStretch", "A stretch of a critical path.")
            .text("cause", "What it was spent on.", piece -> piece.of.cause().id())
            .count("call", "Number of the call.", piece -> piece.of.call())
            .text("node", "Who worked.", piece -> piece.isAtNode() ? piece.name(false) : null)
            .ifKnown()
            .text("from", "Sender of a message on the way.", piece -> piece.isAtNode() ? null : piece.name(true))
            .ifKnown()
            .text("to", "Receiver of it.", piece -> piece.isAtNode() ? null : piece.name(false))
            .ifKnown()
            .time("start", "When it began.", piece -> piece.of.fromNanos())
            .duration("nanos", "How long it took.", piece -> piece.of.nanos());

    private static final Fields<CallRow> CALL = Fields.<CallRow>of("LifelineCall", "A call of a request.")
            .all(CallRow.FIELDS, call -> call)
            .count("cause", "Number of the calling call; -1 for none.", CallRow::parent)
            .time("end", "When the answer had come.", call -> call.isAnswered() ? call.endNanos() : Field.UNKNOWN)
            .orNull()
            .text("ending", "How it ended; empty where nothing says it.", CallRow::outcomeText)
            .layout(
                    Family.JSON,
                    "call parent=cause probability=linkProbability from=client fromPort=clientPort to=server",
                    "toPort=serverPort startNanos=time end outcome=ending");

    private static final Fields<Life> FIELDS = Fields.<Life>of("Lifeline", "A request, stretch by stretch.")
            .count("call", "Number of the call at the top.", life -> life.of.call())
            .time("start", "When its request was sent.", life -> life.top().beginNanos())
            .duration("nanos", "How long it took; 0 without a response.", life -> life.of.nanos())
            .truth(
                    "answered",
                    "Whether a response was seen.",
                    life -> life.top().isAnswered())
            .number(
                    "probability",
                    "That these are all its calls, and that each has this cause.",
                    life -> life.of.probability())
            .document("causes", null, "Nanoseconds by cause.", Life::causes)
            .objects("stretches", STRETCH, "Its critical path, without gaps.", Life::stretches)
            .objects("calls", CALL, "Its calls.", Life::calls);

    private final CallFacts facts;
    private final LinkMeasure measure;

    /** A stretch with the tables that it is of. */
    private record Piece(CallFacts facts, Stretch of) {

        boolean isAtNode() {
            return of.row() == MessageTable.NONE;
        }

        String name(boolean ofSender) {
            int row = isAtNode() ? new CallRow(facts, of.call()).request() : of.row();
            return ofSender ? facts.sender(row) : facts.receiver(row);
        }
    }

    private record Life(CallFacts facts, Lifeline of) {

        CallRow top() {
            return new CallRow(facts, of.call());
        }

        Map<String, Long> causes() {
            Map<String, Long> causes = new LinkedHashMap<>();
            of.byCause().forEach((cause, nanos) -> causes.put(cause.id(), nanos));
            return causes;
        }

        List<Piece> stretches() {
            return of.stretches().stream().map(each -> new Piece(facts, each)).toList();
        }

        List<CallRow> calls() {
            return of.calls().stream().map(call -> new CallRow(facts, call)).toList();
        }
    }

    /** Prepares for requests of this analysis. */
    public LifelineJson(Analysis analysis) {
        facts = new CallFacts(analysis);
        measure = analysis.measure();
    }

    /** Makes the object. */
    public ObjectNode of(Lifeline life) {
        ObjectNode to = FieldJson.of(FIELDS, new Life(facts, life));
        MeasureNames.name(to, measure);
        return to;
    }

    /** {@code requests[]} of these calls, each with the call that was asked for. */
    public static ObjectNode ofRequests(Analysis analysis, int[] asked) {
        ServedCalls served = new ServedCalls(analysis.messages(), analysis.calls());
        CriticalPath path = new CriticalPath(analysis.messages(), analysis.calls(), served);
        WholeTrees trees = new WholeTrees(analysis.messages(), analysis.links(), analysis.calls());
        LifelineJson lives = new LifelineJson(analysis);
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        ArrayNode requests = to.putArray("requests");
        for (int each : asked) {
            int root = Lifeline.root(analysis.calls(), each);
            requests.add(lives.of(Lifeline.of(path, trees, served, root)).put("asked", each));
        }
        return to;
    }

    /** Adds the slowest and the typical requests of each pattern to a report: {@code requests[]}. */
    public static void addSamples(ObjectNode report, Analysis analysis, List<Sample> samples) {
        LifelineJson lives = new LifelineJson(analysis);
        ArrayNode requests = report.putArray("requests");
        samples.forEach(sample -> requests.add(lives.of(sample.life())
                .put("pattern", sample.pattern())
                .put("kind", sample.slow() ? "slowest" : "typical")));
    }
}
