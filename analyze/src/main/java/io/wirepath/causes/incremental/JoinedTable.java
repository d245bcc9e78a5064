package io.wirepath.causes.incremental;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.linking.OwnerTable;
import java.util.Arrays;

/**
 * A window and what was carried to it as one table. Carried rows come first where times are equal.
 *
 * <p>The record of a joined row is its place of origin: that of a carried row below {@link CarriedTables#size}, else
 * the row of the window above it.
 */
public final class JoinedTable {

    private final int carriedRows;
    private final MessageTable table;
    private final Decided decided;
    /** Joined row of each origin. */
    private final int[] rowOf;

    private JoinedTable(int carriedRows, MessageTable table, Decided decided, int[] rowOf) {
        this.carriedRows = carriedRows;
        this.table = table;
        this.decided = decided;
        this.rowOf = rowOf;
    }

    /** Joins them; a window to which nothing was carried is taken as it is. */
    public static JoinedTable of(CarriedTables before, MessageTable window, Decided decided) {
        if (before.isEmpty()) {
            int[] same = new int[window.size()];
            Arrays.setAll(same, row -> row);
            return new JoinedTable(0, window, decided, same);
        }
        NodeTable nodes = new NodeTable();
        MessageTableBuilder builder = new MessageTableBuilder(nodes);
        MessageTable carried = before.messages();
        RowCopy old = new RowCopy(
                carried, builder, nodes, 0, new ConnectionNumbers().keep(window).numbersOf(carried));
        for (int row = 0; row < carried.size(); row++) {
            old.copy(row, row);
        }
        RowCopy present = new RowCopy(window, builder, nodes, carried.size(), new int[0]);
        for (int row = 0; row < window.size(); row++) {
            present.copy(row, carried.size() + row);
        }
        MessageTable table = builder.build();
        int[] rowOf = new int[table.size()];
        for (int row = 0; row < rowOf.length; row++) {
            rowOf[(int) table.record(row)] = row;
        }
        return new JoinedTable(carried.size(), table, decided(before.decided(), carried.size(), decided, rowOf), rowOf);
    }

    private static Decided decided(Decided old, int carriedRows, Decided window, int[] rowOf) {
        Decided all = Decided.nothing(rowOf.length);
        for (int origin = 0; origin < rowOf.length; origin++) {
            boolean isOld = origin < carriedRows;
            Decided from = isOld ? old : window;
            int row = isOld ? origin : origin - carriedRows;
            int owner = from.owner(row);
            all.count(rowOf[origin], from.isTask(row), from.isCall(row));
            if (owner != Decided.OPEN) {
                int ownerOrigin = isOld ? owner : owner + carriedRows;
                all.decide(rowOf[origin], owner == MessageTable.NONE ? MessageTable.NONE : rowOf[ownerOrigin]);
            }
            if (from.isClosed(row)) {
                all.close(rowOf[origin]);
            }
        }
        return all;
    }

    /** The messages of both, sorted. */
    public MessageTable table() {
        return table;
    }

    /** What is known about them. */
    public Decided decided() {
        return decided;
    }

    /** Joined row of this row of the window. */
    public int row(int windowRow) {
        return rowOf[carriedRows + windowRow];
    }

    /** Row of the window at this joined row. */
    public int windowRow(int joinedRow) {
        return (int) (carriedRows == 0 ? joinedRow : table.record(joinedRow) - carriedRows);
    }

    /** The owners of the window's calls; carried tasks are closed, so that all of them are in the window. */
    public OwnerTable ofWindow(OwnerTable joined) {
        if (carriedRows == 0) {
            return joined;
        }
        int rows = rowOf.length - carriedRows;
        OwnerTable.Builder owners = new OwnerTable.Builder(rows);
        for (int windowRow = 0; windowRow < rows; windowRow++) {
            int row = row(windowRow);
            if (!joined.isKnown(row)) {
                owners.skipRow();
                continue;
            }
            for (int at = joined.first(row); at < joined.end(row); at++) {
                owners.add(windowRow(joined.owner(at)), joined.probability(at));
            }
            int chosen = joined.chosen(row);
            owners.endRow(chosen == MessageTable.NONE ? MessageTable.NONE : windowRow(chosen), joined.none(row));
        }
        return owners.build();
    }
}
