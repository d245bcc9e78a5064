package io.wirepath.appliance.serve.lifelines;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.field.ValueType;
import io.wirepath.report.CallField;
import io.wirepath.report.CallRecords;
import io.wirepath.report.FieldJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A {@link LifelineView} as JSON: an array for each quantity of the calls, an element a call. Times are since
 * {@code fromNanos}.
 */
public final class LifelineViewJson {

    private static final int NUMBERS_A_POINT = 4;
    private static final double THOUSANDTH = 1e3;

    private static final Fields<Drawn> POINT = Fields.<Drawn>of(
                    "LifelinePoint", "Something that TCP or a resolver did.")
            .text("kind", "What.", point -> LifelineView.Point.values()[(int) point.number(2)])
            .count("at", "When it was over, ns.", point -> point.number(0))
            .count("node", "Place in nodes.", point -> point.of.lane((int) point.number(1)))
            .count("waited", "How long there was a wait before, ns.", point -> point.number(3));

    /** The object. */
    public static final Fields<LifelineViewJson> FIELDS = columns()
            .objects("points", POINT, "What TCP and resolvers did.", LifelineViewJson::points)
            .numbers("inFlight", ValueType.NUMBER, "Requests under way, by pixel.", v -> load(v.view.inFlight))
            .numbers("messages", ValueType.NUMBER, "Messages, by pixel.", v -> load(v.view.messages));

    private final LifelineView view;
    private final int windowsLeftOut;

    /** Place in {@code nodes[]} of each node that is drawn, by its number; else -1. */
    private final int[] laneOf;

    private final List<String> lanes = new ArrayList<>();

    /** A point by its place among the numbers of the view. */
    private record Drawn(LifelineViewJson of, int at) {

        long number(int which) {
            return of.view.points.getLong(at + which);
        }
    }

    private LifelineViewJson(LifelineView view, int windowsLeftOut) {
        this.view = view;
        this.windowsLeftOut = windowsLeftOut;
        laneOf = new int[view.names.size()];
        Arrays.fill(laneOf, -1);
        for (int i = 0; i < view.drawn.size(); i++) {
            long at = view.drawn.getLong(i);
            lane(from(at));
            lane(to(at));
        }
        points().forEach(point -> lane((int) point.number(1)));
    }

    private static Fields<LifelineViewJson> columns() {
        return Fields.<LifelineViewJson>of("LifelineView", "Calls of a stretch of time, as a picture shows them apart.")
                .time("from", "Begin of the stretch.", v -> v.view.fromNanos)
                .time("to", "Its end.", v -> v.view.toNanos)
                .duration("grain", "Calls that differ by less are drawn once.", v -> v.view.grainNanos())
                .count("calls", "Calls in the part of it that is seen.", v -> v.view.calls)
                .count("requests", "Requests in that part.", v -> v.view.requests)
                .count("windowsLeftOut", "Windows that were not looked at.", v -> v.windowsLeftOut)
                .count("callsLeftOut", "Calls that are not drawn.", v -> v.view.callsLeftOut)
                .count("nodesLeftOut", "Nodes with fewer calls, whose calls are not drawn.", v -> v.view.nodesLeftOut)
                .count("pointsLeftOut", "Points that are not drawn.", v -> v.view.pointsLeftOut)
                .texts(
                        "windows",
                        "Names of windows.",
                        v -> v.view.parts.stream()
                                .map(LifelineView.Part::window)
                                .toList())
                .texts("nodes", "Names of nodes.", v -> v.lanes)
                .numbers("window", ValueType.NUMBER, "Place in windows.", v -> v.each(LifelineViewJson::part))
                .numbers("call", ValueType.NUMBER, "Number of the call.", v -> v.each(at -> (int) at))
                .numbers(
                        "root",
                        ValueType.NUMBER,
                        "Its request.",
                        v -> v.each(at -> v.records(at).root((int) at)))
                .numbers("from", ValueType.NUMBER, "Place in nodes.", v -> v.each(at -> v.lane(v.from(at))))
                .numbers("to", ValueType.NUMBER, "Place in nodes.", v -> v.each(at -> v.lane(v.to(at))))
                .numbers("begin", ValueType.NUMBER, "When it began.", v -> v.each(v::beginNanos))
                .numbers(
                        "took",
                        ValueType.NUMBER,
                        "How long; -1 where no answer was seen.",
                        v -> v.each(at -> v.records(at).tookNanos((int) at)))
                .numbers(
                        "requestWay",
                        ValueType.NUMBER,
                        "The request's way.",
                        v -> v.each(at -> v.records(at).of((int) at, CallField.REQUEST_WAY)))
                .numbers(
                        "responseWay",
                        ValueType.NUMBER,
                        "The answer's.",
                        v -> v.each(at -> v.records(at).of((int) at, CallField.ANSWER_WAY)));
    }

    /**
     * Makes the object.
     *
     * @param windowsLeftOut windows of the stretch that were not looked at
     */
    public static ObjectNode of(LifelineView view, int windowsLeftOut) {
        return FieldJson.of(FIELDS, new LifelineViewJson(view, windowsLeftOut));
    }

    private static int part(long at) {
        return (int) (at >>> Integer.SIZE);
    }

    private int lane(int node) {
        if (laneOf[node] < 0) {
            laneOf[node] = lanes.size();
            lanes.add(view.names.get(node));
        }
        return laneOf[node];
    }

    private int from(long at) {
        return view.nodeOf[part(at)][records(at).from((int) at)];
    }

    private int to(long at) {
        return view.nodeOf[part(at)][records(at).to((int) at)];
    }

    private long beginNanos(long at) {
        return records(at).beginNanos((int) at) - view.fromNanos;
    }

    private CallRecords records(long at) {
        return view.parts.get(part(at)).calls();
    }

    private ArrayNode each(LongUnaryOperator value) {
        ArrayNode numbers = JsonNodeFactory.instance.arrayNode(view.drawn.size());
        for (int i = 0; i < view.drawn.size(); i++) {
            numbers.add(value.applyAsLong(view.drawn.getLong(i)));
        }
        return numbers;
    }

    private List<Drawn> points() {
        return IntStream.iterate(0, at -> at < view.points.size(), at -> at + NUMBERS_A_POINT)
                .mapToObj(at -> new Drawn(this, at))
                .toList();
    }

    private static List<Number> load(double[] values) {
        return DoubleStream.of(values)
                .map(value -> Math.round(value * THOUSANDTH) / THOUSANDTH)
                .mapToObj(value -> value == Math.rint(value) ? (Number) (long) value : (Number) value)
                .toList();
    }
}
