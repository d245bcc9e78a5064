package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.request.Lifeline;
import io.wirepath.analyze.request.Samples.Sample;
import io.wirepath.analyze.request.Stretch;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Outcome;
import java.util.List;

/** One request as JSON: what {@code wirepath request --json} prints, and {@code requests[]} of a report. */
public final class LifelineJson {

    private final MessageTable messages;
    private final CallTable calls;
    private final LinkMeasure measure;

    /** Prepares for requests of this analysis. */
    public LifelineJson(Analysis analysis) {
        messages = analysis.messages();
        calls = analysis.calls();
        measure = analysis.measure();
    }

    /** Makes the object. */
    public ObjectNode of(Lifeline life) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("call", life.call());
        to.put("startNanos", messages.timeNanos(calls.request()[life.call()]));
        to.put("nanos", life.nanos());
        to.put("answered", calls.response()[life.call()] != MessageTable.NONE);
        to.put("probability", life.probability());
        ObjectNode causes = to.putObject("causes");
        life.byCause().forEach((cause, nanos) -> causes.put(cause.id(), nanos));
        ArrayNode stretches = to.putArray("stretches");
        life.stretches().forEach(stretch -> stretches.add(stretch(stretch)));
        ArrayNode all = to.putArray("calls");
        life.calls().forEach(call -> all.add(call(call)));
        MeasureNames.name(to, measure);
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

    private ObjectNode stretch(Stretch stretch) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("cause", stretch.cause().id());
        to.put("call", stretch.call());
        int request = calls.request()[stretch.call()];
        if (stretch.row() == MessageTable.NONE) {
            to.put("node", name(messages.destination(request)));
        } else {
            to.put("from", name(messages.source(stretch.row())));
            to.put("to", name(messages.destination(stretch.row())));
        }
        to.put("startNanos", stretch.fromNanos());
        to.put("nanos", stretch.nanos());
        return to;
    }

    private ObjectNode call(int call) {
        int request = calls.request()[call];
        int response = calls.response()[call];
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("call", call);
        to.put("parent", calls.parent()[call]);
        to.put("probability", calls.probability()[call]);
        to.put("from", name(messages.source(request)));
        to.put("fromPort", messages.sourcePort(request));
        to.put("to", name(messages.destination(request)));
        to.put("toPort", messages.destinationPort(request));
        to.put("startNanos", messages.timeNanos(request));
        if (response == MessageTable.NONE) {
            to.putNull("endNanos");
        } else {
            long received = messages.receivedNanos(response);
            to.put("endNanos", received == MessageTable.NIL ? messages.sentNanos(response) : received);
        }
        to.put("outcome", Outcome.text(calls.outcome(messages, call)));
        return to;
    }

    private String name(int node) {
        return messages.nodes().get(node).name();
    }
}
