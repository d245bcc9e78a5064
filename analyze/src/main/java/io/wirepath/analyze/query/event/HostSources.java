package io.wirepath.analyze.query.event;

import io.wirepath.analyze.host.EventPlacement;
import io.wirepath.analyze.host.EventPlacement.Place;
import io.wirepath.analyze.host.HostRecord;
import io.wirepath.analyze.query.cause.Worlds;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.List;

/** What hosts and applications logged, as events. */
final class HostSources {

    /** An event on one of the calls that it may lie on, in the worlds in which it does. */
    private record Placed(HostRecord record, int call, double probability, long worlds) {}

    private HostSources() {}

    /** Points of load lines. */
    static EventSource loads(List<HostRecord> loads) {
        FieldList fields = fields(new Records(loads));
        fields.number("value", "Its value.", e -> loads.get(e).value());
        return new TableSource(
                "loads",
                "What hosts logged of their load: log lines with a value, and the machines of sniffers.",
                fields.all(),
                loads.size(),
                e -> loads.get(e).nanos(),
                null,
                e -> EventSource.REQUEST);
    }

    /** Events of applications, each on every call that it may lie on. */
    static EventSource events(List<HostRecord> events, MessageTable messages, CallTable calls) {
        List<Placed> placed = new ArrayList<>();
        List<List<Place>> places = EventPlacement.of(messages, calls, events);
        for (int at = 0; at < events.size(); at++) {
            place(events.get(at), at, places.get(at), placed);
        }
        FieldList fields =
                fields(new Records(placed.stream().map(Placed::record).toList()));
        fields.text(
                        "level",
                        "Level of the log, such as Usage.",
                        e -> placed.get(e).record().level())
                .text(
                        "id",
                        "What events of one piece of work have in common.",
                        e -> placed.get(e).record().id())
                .text(
                        "detail",
                        "Its other fields, as they stand.",
                        e -> placed.get(e).record().detail())
                .number(
                        "call",
                        "Number of the call whose lifeline it lies on.",
                        e -> known(placed.get(e).call()))
                .number(
                        "probability",
                        "Probability that it lies there.",
                        e -> placed.get(e).probability());
        return new PlacedSource(fields.all(), placed);
    }

    private static double known(int call) {
        return call == EventSource.NO_CALL ? Double.NaN : call;
    }

    /** Shares the worlds out among its calls; what is left is on no lifeline. */
    private static void place(HostRecord event, int number, List<Place> places, List<Placed> to) {
        int size = places.size();
        double[] share = places.stream().mapToDouble(Place::probability).toArray();
        long[] worlds = new long[size];
        new Worlds(event.nanos() * 31 + number).draw(share, size, worlds);
        long left = Worlds.ALL;
        for (int at = 0; at < size; at++) {
            if (worlds[at] != 0) {
                to.add(new Placed(event, places.get(at).call(), share[at], worlds[at]));
                left &= ~worlds[at];
            }
        }
        if (left != 0) {
            to.add(new Placed(event, EventSource.NO_CALL, Worlds.share(left), left));
        }
    }

    private record Records(List<HostRecord> all) {
        HostRecord get(int event) {
            return all.get(event);
        }
    }

    private static FieldList fields(Records of) {
        return new FieldList()
                .time(
                        "time",
                        "When it was, by the clock of the messages.",
                        e -> of.get(e).nanos())
                .duration(
                        "uncertainty",
                        "Half of the 95 % interval of that.",
                        e -> of.get(e).uncertaintyNanos())
                .text("host", "Name of the host.", e -> of.get(e).host())
                .text("program", "Who logged it.", e -> of.get(e).program())
                .text(
                        "name",
                        "Name of the series or of the event.",
                        e -> of.get(e).name());
    }

    private record PlacedSource(List<EventField> fields, List<Placed> placed) implements EventSource {

        @Override
        public String name() {
            return "events";
        }

        @Override
        public String sentence() {
            return "What applications logged, on the lifelines of calls.";
        }

        @Override
        public int size() {
            return placed.size();
        }

        @Override
        public long timeNanos(int event) {
            return placed.get(event).record().nanos();
        }

        @Override
        public int call(int event) {
            return placed.get(event).call();
        }

        @Override
        public int place(int event) {
            return AFTER_REQUEST;
        }

        @Override
        public boolean isCausal() {
            return true;
        }

        @Override
        public boolean isSure() {
            return false;
        }

        @Override
        public long worlds(int event) {
            return placed.get(event).worlds();
        }

        @Override
        public double probability(int event) {
            return placed.get(event).probability();
        }
    }
}
