package io.wirepath.bench.accuracy;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.TimeSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;

/**
 * Recorded calls, arranged anew: whole traces moved to other times, or single calls made later, failing, longer, left
 * out, or made again, with everything that waits for them. What comes of it is a table of messages and one of calls
 * with the causes that were there before, so that only what is made of them is tried. Not thread-safe.
 */
final class TrafficEdit {

    private final MessageTable messages;
    private final CallTable calls;
    private final ServedCalls served;
    private final long[] shift;
    private final long[] length;
    private final int[] outcome;
    private final boolean[] gone;
    private final IntArrayList again = new IntArrayList();
    private final LongArrayList later = new LongArrayList();

    /** The second one of each call, by number behind all others; NONE where there is none. */
    private final int[] copy;

    TrafficEdit(MessageTable messages, CallTable calls, ServedCalls served) {
        this.messages = messages;
        this.calls = calls;
        this.served = served;
        shift = new long[messages.size()];
        length = new long[messages.size()];
        outcome = new int[messages.size()];
        gone = new boolean[calls.size()];
        copy = new int[gone.length];
        Arrays.fill(copy, MessageTable.NONE);
        for (int row = 0; row < shift.length; row++) {
            length[row] = messages.lengthBytes(row);
            outcome[row] = messages.outcome(row);
        }
    }

    /** Tables again. */
    record Edited(MessageTable messages, CallTable calls, ServedCalls served) {}

    /** The calls as they were recorded. */
    static Edited recorded(Analysis analysis) {
        MessageTable messages = analysis.messages();
        return new Edited(messages, analysis.calls(), new ServedCalls(messages, analysis.calls()));
    }

    long began(int call) {
        return messages.timeNanos(calls.request()[call]);
    }

    private long ended(int call) {
        int response = calls.response()[call];
        return messages.timeNanos(response == MessageTable.NONE ? calls.request()[call] : response);
    }

    /** Puts blocks of traces into another order: as many in all, each as it was, at another time of the stretch. */
    TrafficEdit permuteBlocks(TimeSpan span, int blocks, Random random) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        double width = (span.toNanos() - span.fromNanos()) / (double) blocks;
        for (int call = 0; call < gone.length; call++) {
            int root = calls.root()[call];
            long at = began(root);
            if (span.holds(at)) {
                int block = Math.min(blocks - 1, (int) ((at - span.fromNanos()) / width));
                move(call, Math.round((order.get(block) - block) * width));
            } else {
                gone[call] = true;
            }
        }
        return this;
    }

    /** Puts each trace to a time of its own, or the whole stretch upside down: what came last comes first. */
    TrafficEdit permuteTraces(TimeSpan span, boolean reversed, Random random) {
        List<Integer> roots = new ArrayList<>();
        for (int call = 0; call < gone.length; call++) {
            if (calls.root()[call] == call && span.holds(began(call))) {
                roots.add(call);
            }
        }
        List<Integer> to = new ArrayList<>(roots);
        Collections.shuffle(to, random);
        long[] moved = new long[gone.length];
        for (int i = 0; i < roots.size(); i++) {
            long at = began(roots.get(i));
            long target = reversed ? span.toNanos() - 1 - (at - span.fromNanos()) : began(to.get(i));
            moved[roots.get(i)] = target - at;
        }
        for (int call = 0; call < gone.length; call++) {
            if (span.holds(began(calls.root()[call]))) {
                move(call, moved[calls.root()[call]]);
            } else {
                gone[call] = true;
            }
        }
        return this;
    }

    private void move(int call, long nanos) {
        shift[calls.request()[call]] += nanos;
        int response = calls.response()[call];
        if (response != MessageTable.NONE) {
            shift[response] += nanos;
        }
    }

    /** The answer comes later, and all that waited for it. */
    void delay(int call, long nanos) {
        int own = call;
        if (calls.isAnswered(own)) {
            shift[calls.response()[own]] += nanos;
        }
        long over = ended(call);
        for (int parent = calls.parent()[own]; parent != MessageTable.NONE; parent = calls.parent()[own]) {
            for (int at = served.firstChild(parent); at < served.endChild(parent); at++) {
                if (began(served.child(at)) >= over) {
                    moveTree(served.child(at), nanos);
                }
            }
            int response = calls.response()[parent];
            if (response == MessageTable.NONE || messages.timeNanos(response) < over) {
                return;
            }
            shift[response] += nanos;
            own = parent;
        }
    }

    private void moveTree(int call, long nanos) {
        move(call, nanos);
        for (int at = served.firstChild(call); at < served.endChild(call); at++) {
            moveTree(served.child(at), nanos);
        }
    }

    /** The answer is of another kind. */
    void fail(int call, int code) {
        outcome[calls.response()[call]] = code;
    }

    /** The answer is of another size. */
    void resize(int call, double factor) {
        length[calls.response()[call]] = Math.round(length[calls.response()[call]] * factor);
    }

    /** The call is not made, nor what was called for it. */
    void drop(int call) {
        gone[call] = true;
        for (int at = served.firstChild(call); at < served.endChild(call); at++) {
            drop(served.child(at));
        }
    }

    /** The call is made a second time when it is over, with all that is called for it. */
    void repeat(int call) {
        if (!calls.isAnswered(call) || copy[call] != MessageTable.NONE) {
            return;
        }
        long took = ended(call) - began(call) + 1;
        repeat(call, took);
        delay(call, took);
        shift[calls.response()[call]] -= took;
    }

    private void repeat(int call, long later) {
        copy[call] = gone.length + again.size();
        again.addInt(call);
        this.later.addLong(later);
        for (int at = served.firstChild(call); at < served.endChild(call); at++) {
            repeat(served.child(at), later);
        }
    }

    /** All that was sent in this time is sent at the end of it. */
    void freeze(long fromNanos, long toNanos) {
        for (int row = 0; row < shift.length; row++) {
            long at = messages.timeNanos(row);
            if (at >= fromNanos && at < toNanos) {
                shift[row] += toNanos - at;
            }
        }
    }

    Edited build() {
        MessageTableBuilder builder = new MessageTableBuilder(messages.nodes());
        int[] twice = new int[gone.length + again.size()];
        for (int call = 0; call < gone.length; call++) {
            twice[call] = call;
            if (!gone[call]) {
                add(builder, call, call, 0);
            }
        }
        for (int i = 0; i < again.size(); i++) {
            int call = again.getInt(i);
            twice[gone.length + i] = call;
            if (!gone[call]) {
                add(builder, call, gone.length + i, later.getLong(i));
            }
        }
        MessageTable table = builder.build();
        int[] request = new int[twice.length];
        int[] response = new int[twice.length];
        Arrays.fill(request, MessageTable.NONE);
        Arrays.fill(response, MessageTable.NONE);
        for (int row = 0; row < table.size(); row++) {
            int call = (int) (table.record(row) >> 1);
            if ((table.record(row) & 1) == 0) {
                request[call] = row;
            } else {
                response[call] = row;
            }
        }
        return tables(table, twice, request, response);
    }

    private Edited tables(MessageTable table, int[] of, int[] request, int[] response) {
        Integer[] order = new Integer[of.length];
        Arrays.setAll(order, i -> i);
        Integer[] kept = Arrays.stream(order)
                .filter(i -> request[i] != MessageTable.NONE)
                .sorted(Comparator.comparingInt(i -> request[i]))
                .toArray(Integer[]::new);
        int[] place = new int[of.length];
        Arrays.fill(place, MessageTable.NONE);
        for (int i = 0; i < kept.length; i++) {
            place[kept[i]] = i;
        }
        CallTable own = new CallTable(
                new int[kept.length],
                new int[kept.length],
                new int[kept.length],
                new double[kept.length],
                new int[kept.length]);
        for (int i = 0; i < kept.length; i++) {
            int call = of[kept[i]];
            own.request()[i] = request[kept[i]];
            own.response()[i] = response[kept[i]];
            int parent = calls.parent()[call];
            boolean isOfCopy =
                    kept[i] >= gone.length && parent != MessageTable.NONE && copy[parent] != MessageTable.NONE;
            parent = isOfCopy ? copy[parent] : parent;
            own.parent()[i] = parent == MessageTable.NONE ? MessageTable.NONE : place[parent];
            own.probability()[i] = calls.probability()[call];
            own.root()[i] = place[calls.root()[call]] == MessageTable.NONE ? i : place[calls.root()[call]];
        }
        return new Edited(table, own, new ServedCalls(table, own));
    }

    private void add(MessageTableBuilder to, int call, int id, long later) {
        boolean oneWay = calls.isOneWay(messages, call);
        addRow(to, calls.request()[call], later, oneWay ? MessageTableBuilder.NO_CALL : id, 2L * id);
        if (calls.isAnswered(call)) {
            addRow(to, calls.response()[call], later, oneWay ? MessageTableBuilder.NO_CALL : id, 2L * id + 1);
        }
    }

    private void addRow(MessageTableBuilder to, int row, long later, long id, long record) {
        long by = shift[row] + later;
        to.add(
                moved(messages.sentNanos(row), by),
                moved(messages.receivedNanos(row), by),
                messages.source(row),
                messages.sourcePort(row),
                messages.destination(row),
                messages.destinationPort(row),
                messages.connection(row),
                messages.transport(row),
                messages.role(row),
                messages.protocol(row).ordinal(),
                id,
                length[row],
                messages.flags(row),
                record);
        to.outcome(outcome[row]);
        to.tcp(
                messages.resentSegments(row),
                messages.resentWaitNanos(row) / 1000,
                messages.waitNanos(row) / 1000,
                (messages.setUpNanos(row) + messages.wayNanos(row)) / 1000);
        for (int i = 0; i < MessageTable.SIGNATURE_HASHES; i++) {
            to.signature(i, messages.signature(row, i));
        }
        for (int i = 0; i < MessageTable.TYPE_WORDS; i++) {
            to.typeWord(i, messages.typeWord(row, i));
        }
    }

    private static long moved(long nanos, long by) {
        return nanos == MessageTable.NIL ? MessageTable.NIL : nanos + by;
    }
}
