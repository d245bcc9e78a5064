package io.wirepath.analyze.query.event;

import io.wirepath.analyze.host.EventPlacement;
import io.wirepath.analyze.host.EventPlacement.Place;
import io.wirepath.analyze.host.HostRecord;
import io.wirepath.analyze.query.cause.Worlds;
import io.wirepath.analyze.row.HostRow;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.List;

/** What hosts and applications logged, as events. */
final class HostSources {

    /** An event on one of the calls that it may lie on, in the worlds in which it does. */
    private record Placed(HostRow row, long worlds) {}

    private HostSources() {}

    /** Points of load lines. */
    static EventSource loads(List<HostRecord> loads) {
        return new TableSource(
                "loads",
                "What hosts logged of their load: log lines with a value, and the machines of sniffers.",
                EventField.of(HostRow.LOAD, loads::get),
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
        return new TableSource(
                "events",
                "What applications logged, on the lifelines of calls.",
                EventField.of(HostRow.EVENT, event -> placed.get(event).row()),
                placed.size(),
                event -> placed.get(event).row().of().nanos(),
                true,
                event -> placed.get(event).row().call(),
                event -> EventSource.AFTER_REQUEST,
                new TableSource.Doubt(
                        event -> placed.get(event).worlds(),
                        event -> placed.get(event).row().probability()));
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
                to.add(new Placed(new HostRow(event, places.get(at).call(), share[at]), worlds[at]));
                left &= ~worlds[at];
            }
        }
        if (left != 0) {
            to.add(new Placed(new HostRow(event, EventSource.NO_CALL, Worlds.share(left)), left));
        }
    }
}
