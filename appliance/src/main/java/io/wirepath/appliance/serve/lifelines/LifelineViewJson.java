package io.wirepath.appliance.serve.lifelines;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.wirepath.report.CallRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongUnaryOperator;

/**
 * A {@link LifelineView} as JSON: an array for each quantity of the calls, an element a call. Times are since
 * {@code fromNanos}.
 */
public final class LifelineViewJson {

    private static final JsonFactory JSON = new JsonFactory();
    private static final int NUMBERS_A_POINT = 4;
    private static final double THOUSANDTH = 1e3;

    private final LifelineView view;

    /** Place in {@code nodes[]} of each node that is drawn, by its number; else -1. */
    private final int[] laneOf;

    private final List<String> lanes = new ArrayList<>();

    private LifelineViewJson(LifelineView view) {
        this.view = view;
        laneOf = new int[view.names.size()];
        Arrays.fill(laneOf, -1);
        for (int i = 0; i < view.drawn.size(); i++) {
            long at = view.drawn.getLong(i);
            lane(from(at));
            lane(to(at));
        }
        for (int i = 0; i < view.points.size(); i += NUMBERS_A_POINT) {
            lane((int) view.points.getLong(i + 1));
        }
    }

    /**
     * Makes the object, as UTF-8.
     *
     * @param windowsLeftOut windows of the stretch that were not looked at
     */
    public static byte[] of(LifelineView view, int windowsLeftOut) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
        try (JsonGenerator to = JSON.createGenerator(bytes)) {
            new LifelineViewJson(view).write(to, windowsLeftOut);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private void write(JsonGenerator to, int windowsLeftOut) throws IOException {
        to.writeStartObject();
        to.writeNumberField("fromNanos", view.fromNanos);
        to.writeNumberField("toNanos", view.toNanos);
        to.writeNumberField("grainNanos", view.grainNanos());
        to.writeNumberField("calls", view.calls);
        to.writeNumberField("requests", view.requests);
        to.writeNumberField("windowsLeftOut", windowsLeftOut);
        to.writeNumberField("callsLeftOut", view.callsLeftOut);
        to.writeNumberField("pointsLeftOut", view.pointsLeftOut);
        texts(to, "windows", view.parts.stream().map(LifelineView.Part::window).toList());
        texts(to, "nodes", lanes);
        calls(to);
        points(to);
        load(to, "inFlight", view.inFlight);
        load(to, "messages", view.messages);
        to.writeEndObject();
    }

    private static void texts(JsonGenerator to, String field, List<String> texts) throws IOException {
        to.writeArrayFieldStart(field);
        for (String text : texts) {
            to.writeString(text);
        }
        to.writeEndArray();
    }

    private void calls(JsonGenerator to) throws IOException {
        each(to, "window", LifelineViewJson::part);
        each(to, "call", at -> (int) at);
        each(to, "root", at -> records(at).root((int) at));
        each(to, "from", at -> lane(from(at)));
        each(to, "to", at -> lane(to(at)));
        each(to, "begin", at -> records(at).beginNanos((int) at) - view.fromNanos);
        each(to, "took", at -> records(at).tookNanos((int) at));
        each(to, "requestWay", at -> records(at).requestWayNanos((int) at));
        each(to, "responseWay", at -> records(at).answerWayNanos((int) at));
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

    private CallRecords records(long at) {
        return view.parts.get(part(at)).calls();
    }

    private void each(JsonGenerator to, String field, LongUnaryOperator value) throws IOException {
        to.writeArrayFieldStart(field);
        for (int i = 0; i < view.drawn.size(); i++) {
            to.writeNumber(value.applyAsLong(view.drawn.getLong(i)));
        }
        to.writeEndArray();
    }

    private void points(JsonGenerator to) throws IOException {
        to.writeArrayFieldStart("points");
        for (int i = 0; i < view.points.size(); i += NUMBERS_A_POINT) {
            to.writeStartObject();
            to.writeStringField(
                    "kind",
                    LifelineView.Point.values()[(int) view.points.getLong(i + 2)]
                            .name()
                            .toLowerCase(Locale.ROOT));
            to.writeNumberField("at", view.points.getLong(i));
            to.writeNumberField("node", lane((int) view.points.getLong(i + 1)));
            to.writeNumberField("waited", view.points.getLong(i + 3));
            to.writeEndObject();
        }
        to.writeEndArray();
    }

    private static void load(JsonGenerator to, String field, double[] values) throws IOException {
        to.writeArrayFieldStart(field);
        for (double value : values) {
            double rounded = Math.round(value * THOUSANDTH) / THOUSANDTH;
            if (rounded == Math.rint(rounded)) {
                to.writeNumber((long) rounded);
            } else {
                to.writeNumber(rounded);
            }
        }
        to.writeEndArray();
    }
}
