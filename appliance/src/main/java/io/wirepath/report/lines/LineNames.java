package io.wirepath.report.lines;

import io.wirepath.flows.AddressText;
import io.wirepath.report.text.Figures;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names that lines show beside addresses: known before the first line. Immutable. */
public final class LineNames {

    /** No names. */
    public static final LineNames NONE = new LineNames(Map.of());

    private final Map<String, String> names;

    /** These names, by address as text. */
    public LineNames(Map<String, String> names) {
        this.names = Map.copyOf(names);
    }

    /** The name of an address; null where it has none. */
    @Nullable
    String of(long high, long low) {
        return names.isEmpty() ? null : names.get(AddressText.of(high, low));
    }

    /** The end of a connection for people, by its name where it has one. */
    String endpoint(long high, long low, int port) {
        String name = of(high, low);
        return name == null ? AddressText.endpoint(high, low, port) : Figures.printable(name) + ':' + port;
    }
}
