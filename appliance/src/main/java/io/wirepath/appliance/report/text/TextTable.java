package io.wirepath.appliance.report.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of a fixed greatest width: columns as wide as their longest cell, the last one cut with an ellipsis where the
 * line would be too long.
 */
final class TextTable {

    /** Width that every terminal report keeps to. */
    static final int WIDTH = 100;

    private static final String GAP = "  ";
    private static final String INDENT = "  ";

    private final boolean[] left;
    private final List<String[]> rows = new ArrayList<>();

    /** Starts a table; a column whose name begins with {@code <} is aligned to the left. */
    TextTable(String... columns) {
        left = new boolean[columns.length];
        String[] head = new String[columns.length];
        for (int i = 0; i < columns.length; i++) {
            left[i] = columns[i].startsWith("<");
            head[i] = left[i] ? columns[i].substring(1) : columns[i];
        }
        rows.add(head);
    }

    /** Adds a row with a cell a column. */
    void row(String... cells) {
        rows.add(cells);
    }

    /** Prints heading and rows; nothing when there are no rows. */
    void print(StringBuilder to, Style style) {
        if (rows.size() == 1) {
            return;
        }
        int[] width = widths();
        for (int i = 0; i < rows.size(); i++) {
            String line = line(rows.get(i), width);
            to.append(i == 0 ? style.faint(line) : line).append('\n');
        }
    }

    private int[] widths() {
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
        int excess = total - GAP.length() - WIDTH;
        for (int pass = 0; excess > 0 && pass < width.length; pass++) {
            int widest = widestTextColumn(width);
            int cut = Math.min(excess, Math.max(0, width[widest] - 12));
            width[widest] -= cut;
            excess -= cut;
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

    private String line(String[] cells, int[] width) {
        StringBuilder line = new StringBuilder(INDENT);
        for (int i = 0; i < cells.length; i++) {
            String cell = shorten(cells[i], width[i]);
            String space = " ".repeat(width[i] - cell.length());
            line.append(i == 0 ? "" : GAP).append(left[i] ? cell + space : space + cell);
        }
        return line.toString().stripTrailing();
    }

    private static String shorten(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 1) + "…";
    }
}
