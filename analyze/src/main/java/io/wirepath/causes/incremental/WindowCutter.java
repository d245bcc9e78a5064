package io.wirepath.causes.incremental;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.explain.ExplanationRequest;
import io.wirepath.causes.linking.OwnerLinks;
import java.util.Arrays;
import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.IntHashSet;

/** Cuts windows out of a long table. The record of a window's row is its row in the table. Not thread-safe. */
final class WindowCutter {

    private static final double NEARLY_ALL = 0.999;
    private static final long DEFAULT_HORIZON_NANOS = 1_000_000_000L;
    private static final int ENOUGH = 1 << 16;

    private final MessageTable messages;
    /** Owner of each row that is decided, else {@link Decided#OPEN}; filled by the caller as windows are decided. */
    private final int[] chosen;

    private final long horizonNanos;
    /** Requests before the present window that are open when it begins, in order. */
    private IntArrayList open = new IntArrayList();

    private int seenTo;
    /** Rows before the present window that count in it as tasks, and as calls. */
    private final IntHashSet isTask = new IntHashSet();

    private final IntHashSet isCall = new IntHashSet();

    WindowCutter(MessageTable messages, int[] chosen) {
        this.messages = messages;
        this.chosen = chosen;
        horizonNanos = horizon(messages);
    }

    /**
     * A window.
     *
     * @param messages its rows, with those open requests and decided calls that it begins with
     * @param decided which of them are decided, and count where
     * @param firstRow row of the table that its core begins with
     * @param place row of the window of each row of its core
     */
    record Window(MessageTable messages, Decided decided, int firstRow, int[] place) {

        int rowOf(int row) {
            return place[row - firstRow];
        }

        /** What is wanted of the core, by rows of the window. */
        ExplanationRequest wanted(ExplanationRequest all) {
            int[] rows = Arrays.stream(all.rows())
                    .filter(row -> row >= firstRow && row < firstRow + place.length)
                    .map(this::rowOf)
                    .toArray();
            return new ExplanationRequest(rows, all.doubtful());
        }
    }

    /** How long nearly all calls take: so far ahead a window must see, and so long a one-way message stays open. */
    private static long horizon(MessageTable messages) {
        long[] took = new long[ENOUGH];
        int known = 0;
        int step = Math.max(1, messages.size() / ENOUGH);
        for (int row = 0; row < messages.size() && known < ENOUGH; row += step) {
            int request = OwnerLinks.opens(messages, row) ? row : messages.partner(row);
            int answer = request == MessageTable.NONE ? MessageTable.NONE : OwnerLinks.answer(messages, request);
            if (answer != MessageTable.NONE) {
                took[known++] = OwnerLinks.receivedNanos(messages, answer) - messages.timeNanos(request);
            }
        }
        Arrays.sort(took, 0, known);
        return known == 0 ? DEFAULT_HORIZON_NANOS : Math.max(1, took[(int) (NEARLY_ALL * (known - 1))]);
    }

    /**
     * The window with this core; windows must be asked for in order.
     *
     * @param mostAhead messages at most that are seen beyond the core, and before it
     */
    Window window(int from, int to, int mostAhead) {
        noteOpen(from);
        int ahead = to;
        long until = to < messages.size() ? messages.timeNanos(to) + horizonNanos : Long.MAX_VALUE;
        while (ahead < messages.size() && ahead - to < mostAhead && messages.timeNanos(ahead) <= until) {
            ahead++;
        }
        IntArrayList rows = new IntArrayList();
        for (int row : before(from, mostAhead)) {
            rows.addInt(row);
        }
        for (int row = from; row < ahead; row++) {
            rows.addInt(row);
        }
        return build(rows, from, to);
    }

    /** Keeps the requests that are still open at this row. */
    private void noteOpen(int from) {
        long now = from < messages.size() ? messages.timeNanos(from) : Long.MAX_VALUE;
        IntArrayList still = new IntArrayList();
        open.forEachInt(row -> addIfOpen(row, now, still));
        for (; seenTo < from; seenTo++) {
            addIfOpen(seenTo, now, still);
        }
        open = still;
    }

    private void addIfOpen(int row, long now, IntArrayList to) {
        if (OwnerLinks.opens(messages, row)) {
            int answer = messages.partner(row);
            long end = answer == MessageTable.NONE
                    ? messages.timeNanos(row) + horizonNanos
                    : OwnerLinks.receivedNanos(messages, answer);
            if (end >= now) {
                to.addInt(row);
            }
        }
    }

    /** The open requests and the calls decided for them, as far as they were made lately, in order of their rows. */
    private int[] before(int from, int mostBehind) {
        IntHashSet rows = new IntHashSet();
        isTask.clear();
        isCall.clear();
        open.forEachInt(isTask::add);
        open.forEachInt(rows::add);
        int first = open.isEmpty() ? from : Math.max(open.getInt(0), from - mostBehind);
        for (int row = first; row < from; row++) {
            if (chosen[row] >= 0 && isTask.contains(chosen[row])) {
                isCall.add(row);
                rows.add(row);
            }
        }
        return rows.stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    private Window build(IntArrayList rows, int from, int to) {
        NodeTable nodes = new NodeTable();
        MessageTableBuilder builder = new MessageTableBuilder(nodes);
        RowCopy copy = new RowCopy(messages, builder, nodes, 0, new int[0]);
        int last = rows.getInt(rows.size() - 1);
        rows.forEachInt(row -> {
            copy.copy(row, row);
            int answer = OwnerLinks.opens(messages, row) ? messages.partner(row) : MessageTable.NONE;
            // Answers outside of the window, and those between its old requests, tell when calls ended.
            if (answer != MessageTable.NONE && (answer < from || answer > last)) {
                copy.copy(answer, answer);
            }
        });
        MessageTable window = builder.build();
        int[] place = new int[to - from];
        Int2IntHashMap placeOfOld = new Int2IntHashMap(MessageTable.NONE);
        for (int row = 0; row < window.size(); row++) {
            int own = (int) window.record(row);
            if (own >= from && own < to) {
                place[own - from] = row;
            } else if (own < from) {
                placeOfOld.put(own, row);
            }
        }
        return new Window(window, decided(window, from, placeOfOld), from, place);
    }

    private Decided decided(MessageTable window, int from, Int2IntHashMap placeOfOld) {
        Decided decided = Decided.nothing(window.size());
        for (int row = 0; row < window.size(); row++) {
            int own = (int) window.record(row);
            if (own < from) {
                decided.count(row, isTask.contains(own), isCall.contains(own));
                if (isCall.contains(own)) {
                    decided.decide(row, placeOfOld.get(chosen[own]));
                }
            }
        }
        return decided;
    }
}
