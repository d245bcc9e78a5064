package io.wirepath.analyze.row;

import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.host.EventPlacement;
import io.wirepath.analyze.host.HostRecord;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.List;

/**
 * A line that a host or an application logged, on a call that it may lie on.
 *
 * @param call number of the call; {@link MessageTable#NONE} for none
 * @param probability that it lies there; NaN without a call that is asked for
 */
public record HostRow(HostRecord of, int call, double probability) {

    /** What every line has. */
    public static final Fields<HostRecord> LINE = Fields.<HostRecord>of("HostLine", "What a host logged.")
            .time("time", "When it was, by the clock of the messages.", HostRecord::nanos)
            .duration("uncertainty", "Half of the 95 % interval of that.", HostRecord::uncertaintyNanos)
            .text("host", "Name of the host.", HostRecord::host)
            .text("program", "Who logged it.", HostRecord::program)
            .text("name", "Name of the series or of the event.", HostRecord::name);

    /** A point of a load line. */
    public static final Fields<HostRecord> LOAD = Fields.<HostRecord>of("LoadRow", "A point of a load line.")
            .all(LINE, r -> r)
            .number("value", "Its value.", HostRecord::value)
            .everywhere();

    /** An event on a call. */
    public static final Fields<HostRow> EVENT = Fields.<HostRow>of("EventRow", "What an application logged.")
            .all(LINE, HostRow::of)
            .text("level", "Level of the log, such as Usage.", r -> r.of.level())
            .text("id", "What events of one piece of work have in common.", r -> r.of.id())
            .text("detail", "Its other fields, as they stand.", r -> r.of.detail())
            .count("call", "Number of the call whose lifeline it lies on.", r -> MessageRow.known(r.call))
            .number("probability", "Probability that it lies there.", HostRow::probability)
            .layout(Family.CSV, "time uncertainty host program level name id detail call probability")
            .layout(Family.JSON, "nanos=time uncertainty host program level name id detail")
            .everywhere();

    /** Events on each call that they may lie on, and those that lie on none. */
    public static List<HostRow> events(MessageTable messages, CallTable calls, List<HostRecord> events) {
        List<List<EventPlacement.Place>> places = EventPlacement.of(messages, calls, events);
        List<HostRow> rows = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            HostRecord event = events.get(i);
            places.get(i).forEach(place -> rows.add(new HostRow(event, place.call(), place.probability())));
            if (places.get(i).isEmpty()) {
                rows.add(new HostRow(event, MessageTable.NONE, Double.NaN));
            }
        }
        return rows;
    }
}
