package io.wirepath.appliance.config.binding;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One key of a configuration.
 *
 * @param path its name from the top, such as {@code spool.max-bytes}
 * @param form whether it has one value, a list or a map
 * @param type of the value, or of each value in the list or map
 * @param optional whether it may be left empty
 * @param between its range, if it has one
 * @param reloadable whether a running process takes a new value
 * @param inputFile whether the value names a file that the service reads
 */
public record Key(
        String path,
        Form form,
        Class<?> type,
        boolean optional,
        @Nullable Between between,
        boolean reloadable,
        boolean inputFile) {

    /** What a key holds. */
    public enum Form {
        ONE,
        LIST,
        MAP
    }

    /** Where it is told that a value is wrong. */
    interface Refusal {
        void at(Origin origin, String text);
    }

    /**
     * What was written, as a value: a {@code type}, a list or a map of it.
     *
     * @return null where the key is optional and was left empty, or where something was wrong, which was told
     */
    @Nullable
    Object read(GivenValue given, Refusal refusal) {
        Raw raw = given.raw();
        if (raw instanceof Raw.Nothing
                || raw instanceof Raw.Text text && text.text().isEmpty()) {
            return nothing(given.origin(), refusal);
        }
        return switch (form) {
            case ONE -> one(raw, given.origin(), refusal);
            case LIST -> list(raw, given.origin(), refusal);
            case MAP -> map(raw, given.origin(), refusal);
        };
    }

    private @Nullable Object nothing(Origin origin, Refusal refusal) {
        if (form == Form.LIST) {
            return List.of();
        }
        if (form == Form.MAP) {
            return Map.of();
        }
        if (!optional) {
            refusal.at(origin, "there is no value; give one, or remove the line to have the default");
        }
        return null;
    }

    private @Nullable Object one(Raw raw, Origin origin, Refusal refusal) {
        if (raw instanceof Raw.Text text) {
            return value(text.text(), origin, refusal);
        }
        refusal.at(origin, "one value belongs here, not " + (raw instanceof Raw.Items ? "a list" : "further keys"));
        return null;
    }

    private @Nullable Object list(Raw raw, Origin origin, Refusal refusal) {
        if (raw instanceof Raw.Entries) {
            refusal.at(origin, "a list belongs here, [one, two] or a line with '- ' for each, not further keys");
            return null;
        }
        List<Object> values = new ArrayList<>();
        for (Raw.Located item : raw instanceof Raw.Items items ? items.items() : split((Raw.Text) raw, origin)) {
            Object value = value(item.text(), item.origin(), refusal);
            if (value != null && values.contains(value)) {
                refusal.at(item.origin(), "'" + item.text() + "' stands in the list twice");
            } else if (value != null) {
                values.add(value);
            }
        }
        return List.copyOf(values);
    }

    private @Nullable Object map(Raw raw, Origin origin, Refusal refusal) {
        if (raw instanceof Raw.Items) {
            refusal.at(origin, "names with a value each belong here, {one: 1s, two: 2s}, not a list");
            return null;
        }
        Map<String, Object> values = new LinkedHashMap<>();
        if (raw instanceof Raw.Entries entries) {
            entries.entries().forEach((name, item) -> put(values, name, item.text(), item.origin(), refusal));
        } else {
            for (Raw.Located item : split((Raw.Text) raw, origin)) {
                int equals = item.text().indexOf('=');
                if (equals < 1) {
                    refusal.at(origin, "'" + item.text() + "' is not of the form name=value,name=value");
                } else {
                    put(values, item.text().substring(0, equals), item.text().substring(equals + 1), origin, refusal);
                }
            }
        }
        return values;
    }

    private void put(Map<String, Object> values, String name, String text, Origin origin, Refusal refusal) {
        Object value = value(text, origin, refusal);
        if (value != null) {
            values.put(name, value);
        }
    }

    private static List<Raw.Located> split(Raw.Text raw, Origin origin) {
        List<Raw.Located> items = new ArrayList<>();
        for (String item : raw.text().split(",", -1)) {
            items.add(new Raw.Located(item.strip(), origin));
        }
        return items;
    }

    private @Nullable Object value(String text, Origin origin, Refusal refusal) {
        try {
            Object value = Scalars.parse(type, text);
            if (between != null && (isLess(value, between.least()) || isMore(value, between.most()))) {
                refusal.at(origin, Scalars.text(value) + " is outside " + between.least() + " to " + between.most());
                return null;
            }
            return value;
        } catch (IllegalArgumentException e) {
            refusal.at(origin, String.valueOf(e.getMessage()));
            return null;
        }
    }

    private boolean isLess(Object value, String bound) {
        return compare(value, bound) < 0;
    }

    private boolean isMore(Object value, String bound) {
        return compare(value, bound) > 0;
    }

    @SuppressWarnings("unchecked") // both were read as the same type, and ranges stand on types with an order alone
    private int compare(Object value, String bound) {
        return ((Comparable<Object>) value).compareTo(Scalars.parse(type, bound));
    }

    /** A value of this key as one text: items with commas, entries as {@code name=value}. */
    static String text(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof List<?> items) {
            return items.stream().map(Scalars::text).collect(Collectors.joining(","));
        }
        if (value instanceof Map<?, ?> entries) {
            return entries.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + Scalars.text(entry.getValue()))
                    .collect(Collectors.joining(","));
        }
        return Scalars.text(value);
    }
}
