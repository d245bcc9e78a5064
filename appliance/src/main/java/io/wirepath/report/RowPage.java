package io.wirepath.report;

import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.field.ValueType;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Some rows of a table: searched, ordered and cut, so that a reader of 25 of 10,000 gets 25.
 *
 * @param all all there are
 * @param found how many the search finds
 * @param rows those of the page
 */
public record RowPage<T>(List<T> all, int found, List<T> rows) {

    /**
     * What is asked for.
     *
     * @param wanted what the text of a row holds, in small or capital letters
     * @param falling the highest first
     * @param skip rows before the first
     * @param most rows
     */
    public record Asked(String wanted, String order, boolean falling, int skip, int most) {}

    /** How many there are, of a kind of page. */
    public static <T> Fields<RowPage<T>> fields(String name) {
        return Fields.<RowPage<T>>of(name, "Some rows of a table.")
                .count("all", "Rows that there are.", page -> page.all.size())
                .count("found", "Rows that the search finds.", RowPage::found);
    }

    /**
     * A page; rows that are equal stay as they are.
     *
     * @param text what a row is found by
     * @param orders what rows can be ordered by; empty where there is no such order
     */
    public static <T> Optional<RowPage<T>> of(List<T> all, Function<T, String> text, Fields<T> orders, Asked asked) {
        String wanted = asked.wanted.toLowerCase(Locale.ROOT);
        return order(orders, asked.order).map(field -> {
            List<T> found = all.stream()
                    .filter(row -> text.apply(row).toLowerCase(Locale.ROOT).contains(wanted))
                    .sorted(asked.falling ? by(field).reversed() : by(field))
                    .toList();
            List<T> rows = found.stream().skip(asked.skip).limit(asked.most).toList();
            return new RowPage<>(all, found.size(), rows);
        });
    }

    /** What rows are ordered by; empty where there is no such order. */
    public static <T> Optional<Field<T>> order(Fields<T> orders, String name) {
        return orders.of(Family.JSON).stream()
                .filter(field -> field.name(Family.JSON).equals(name))
                .findFirst();
    }

    private static <T> Comparator<T> by(Field<T> field) {
        return field.type() == ValueType.TEXT
                ? Comparator.comparing(row -> String.valueOf(field.value(row)), String.CASE_INSENSITIVE_ORDER)
                : Comparator.comparingDouble(field::number);
    }

    /** Names of orders, for people. */
    public static <T> String names(Fields<T> orders) {
        return orders.of(Family.JSON).stream()
                .map(field -> field.name(Family.JSON))
                .collect(Collectors.joining(", "));
    }
}
