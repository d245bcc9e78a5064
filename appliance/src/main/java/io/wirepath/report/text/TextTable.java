package io.wirepath.report.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A table no wider than the terminal: columns as wide as their longest cell, columns of text cut with an ellipsis where
 * the line would be too long. Where different cells would look alike, each is cut before it departs from the
 * others.
 */
public final class TextTable {

    private static final String GAP = "  ";
    private static final String INDENT = "  ";
    private static final String BELOW = "        ";

    private static final int ROOM_FOR_ALL = 100;

    /** A column of text is not cut to less. */
    private static final int NARROWEST = 10;

    private final String[] columns;
    private final List<String[]> rows = new ArrayList<>();
    private boolean[] left = new boolean[0];

    /**
     * Starts a table; a column whose name begins with {@code <} is aligned to the left, one that begins with {@code ~}
     * is left out where the terminal is narrow. A last column whose name begins with {@code /} is text that stands
     * below its row where the lines would be too long.
     */
    public TextTable(String... columns) {
        this.columns = columns.clone();
    }

    /** Adds a row with a cell a column. */
    public void row(String... cells) {
        rows.add(cells);
    }

    /** Prints heading and rows; nothing when there are no rows. */
    public void print(StringBuilder to, Style style) {
        if (rows.isEmpty()) {
            return;
        }
        boolean narrow = style.tableColumns() < ROOM_FOR_ALL;
        int last = columns.length - 1;
        List<String> below = columns[last].startsWith("/") && widest() > style.tableColumns()
                ? rows.stream().map(row -> row[last]).toList()
                : List.of();
        int[] shown = IntStream.range(0, columns.length)
                .filter(i -> !narrow || !columns[i].startsWith("~"))
                .filter(i -> i < last || below.isEmpty())
                .toArray();
        left = new boolean[shown.length];
        for (int i = 0; i < shown.length; i++) {
            left[i] = columns[shown[i]].matches("[</].*");
        }
        rows.add(
                0,
                Arrays.stream(columns)
                        .map(name -> name.replaceFirst("^[<~/]", ""))
                        .toArray(String[]::new));
        rows.replaceAll(row -> IntStream.of(shown).mapToObj(i -> row[i]).toArray(String[]::new));
        int[] width = widths(style.tableColumns());
        List<Map<String, Set<String>>> alike = alike(width);
        for (int i = 0; i < rows.size(); i++) {
            String line = line(rows.get(i), width, alike);
            to.append(i == 0 ? style.faint(line) : line).append('\n');
            if (i > 0 && !below.isEmpty()) {
                Wrapping.lines(below.get(i - 1), style.tableColumns() - BELOW.length())
                        .forEach(text -> to.append(BELOW).append(text).append('\n'));
            }
        }
    }

    /** Length of the longest line with all that is in it. */
    private int widest() {
        int widest = INDENT.length() - GAP.length();
        for (int i = 0; i < columns.length; i++) {
            int at = i;
            widest += GAP.length()
                    + rows.stream().mapToInt(row -> row[at].length()).max().orElse(0);
        }
        return widest;
    }

    private int[] widths(int columns) {
        int[] width = new int[left.length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                width[i] = Math.max(width[i], row[i].length());
            }
        }
        int total = INDENT.length();
        for (int columnWidth : width) {
            total += columnWidth + GAP.length();
        }
        int excess = total - GAP.length() - columns;
        for (; excess > 0; excess--) {
            int widest = widestTextColumn(width);
            if (!left[widest] || width[widest] <= NARROWEST) {
                break;
            }
            width[widest]--;
        }
        return width;
    }

    private int widestTextColumn(int[] width) {
        int widest = width.length - 1;
        for (int i = 0; i < width.length; i++) {
            if (left[i] && (width[i] > width[widest] || !left[widest])) {
                widest = i;
            }
        }
        return widest;
    }

    private String line(String[] cells, int[] width, List<Map<String, Set<String>>> alike) {
        StringBuilder line = new StringBuilder(INDENT);
        for (int i = 0; i < cells.length; i++) {
            String cell = shorten(cells[i], width[i]);
            Set<String> others = alike.get(i).getOrDefault(cell, Set.of());
            if (others.size() > 1) {
                cell = shortenInside(cells[i], width[i], others);
            }
            String space = " ".repeat(width[i] - cell.length());
            line.append(i == 0 ? "" : GAP).append(left[i] ? cell + space : space + cell);
        }
        return line.toString().stripTrailing();
    }

    /** The cells of each column, by how they look once they are cut. */
    private List<Map<String, Set<String>>> alike(int[] width) {
        List<Map<String, Set<String>>> alike = new ArrayList<>();
        for (int i = 0; i < width.length; i++) {
            Map<String, Set<String>> whole = new HashMap<>();
            for (String[] row : rows) {
                whole.computeIfAbsent(shorten(row[i], width[i]), key -> new HashSet<>())
                        .add(row[i]);
            }
            alike.add(whole);
        }
        return alike;
    }

    /**
     * Keeps the beginning, and what follows from where it departs from the others, or the end where all of that fits.
     */
    private static String shortenInside(String text, int width, Set<String> others) {
        if (text.length() <= width) {
            return text;
        }
        int rest = (width - 1) / 2;
        int departs = others.stream()
                .filter(other -> !other.equals(text))
                .mapToInt(other -> common(text, other))
                .max()
                .orElse(0);
        return text.substring(0, width - 1 - rest)
                + "…"
                + shorten(text.substring(Math.min(departs, text.length() - rest)), rest);
    }

    /** Length of the common beginning. */
    private static int common(String one, String other) {
        int at = 0;
        while (at < Math.min(one.length(), other.length()) && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return at;
    }

    private static String shorten(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 1) + "…";
    }
}
