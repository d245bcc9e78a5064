package io.wirepath.analyze.query.event;

import io.wirepath.analyze.query.cause.CausalOrder;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.causes.TimeSpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sources that a query can be asked of, and the causes among their calls. Not thread-safe. */
public interface EventSet {

    /** Names of all sources. */
    List<String> names();

    /** The source of this name, upper and lower case alike; null where there is none. */
    @Nullable
    EventSource source(String name);

    /** The causes among calls. */
    CausalOrder order();

    /** What the numbers at its links say. */
    LinkMeasure measure();

    /** Events of this time are counted; others are there to be joined with. */
    TimeSpan counted();
}
