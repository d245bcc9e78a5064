package io.wirepath.imports;

import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.imports.CapturedMessages.Way;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.LongFunction;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Finds the messages of a trace that captures saw too: between the same addresses (and ports, where the trace tells
 * them), in the same role, at the same time but for what the clocks differ, a call with its answer. Each captured
 * message is taken once. Where a sniffer never saw the address that a connection was opened to, that was translated:
 * then the end that opened it tells the connection, by its port.
 *
 * <pre>
 *   trace    │ request ─► response │          captured, by its clock
 *   sniffer  │    ▲ request ─► response        = both times as far behind, within the tolerance
 * </pre>
 *
 * Not thread-safe.
 */
final class TraceTwins {

    static final int NONE = -1;

    private static final int SAMPLES = 500;

    /** Clocks of a trace without ports are not looked for farther than this. */
    private static final long REACH_NANOS = 60_000_000_000L;

    private static final long MAX_DIFFERENCES = 4_000_000;

    /** Messages of which half agree by chance in no difference. */
    private static final int MIN_STRETCH = 32;

    /** The clocks of a day, of which one gains 100 ppm, differ by 67 ms more from stretch to stretch. */
    private static final int MAX_STRETCHES = 128;

    /** So many stretches, that a clock was set before, are looked for at any time. */
    private static final int MAX_SEARCHES = 8;

    private final CapturedMessages captured;
    private final TwinEnds ends;
    private final List<ImportedMessage> messages;
    private final List<TracedCall> calls = new ArrayList<>();
    private final int[] rowOf;
    private final long[] offNanos;
    private final Set<Long> taken = new HashSet<>();
    private final Sighting sighting = new Sighting();
    private final List<@Nullable TwinDrift> drifts = new ArrayList<>();
    private final Set<Host> told = new HashSet<>();
    private final Map<Translated, IntArrayList> translated = new HashMap<>();

    /** An address that the trace tells of. */
    private record Host(long high, long low) {}

    /** Who opened a connection to an end that a sniffer saw by another address. */
    private record Translated(int sniffer, ImportedEnd opener, boolean sends) {}

    /** A request with its response, or a message alone; {@link #NONE} where there is no response. */
    record TracedCall(int message, int answer) {}

    /** Finds them at once. */
    TraceTwins(List<ImportedMessage> messages, CapturedMessages captured, TwinEnds ends) {
        this.messages = messages;
        this.captured = captured;
        this.ends = ends;
        rowOf = new int[messages.size()];
        offNanos = new long[messages.size()];
        Arrays.fill(rowOf, NONE);
        pairCalls();
        ends.learn(messages, captured);
        messages.forEach(message -> {
            tell(message.wire().source());
            tell(message.wire().destination());
        });
        for (int sniffer = 0; sniffer < captured.sniffers(); sniffer++) {
            TwinDrift drift = drift(sniffer);
            drifts.add(drift);
            if (drift != null) {
                match(sniffer, drift::at);
                match(sniffer, nanos -> drift.at(nanos).wider());
            } else if (isWithinSecondsOf(sniffer)) {
                match(sniffer, nanos -> TwinClock.WHOLE_SECONDS);
            }
        }
        ends.learn(messages, captured, rowOf);
    }

    /** The captured row of a message, or {@link #NONE}. */
    int row(int message) {
        return rowOf[message];
    }

    /** By how much a message's time, by the capture's clock, is off the captured one. */
    long offNanos(int message) {
        return offNanos[message];
    }

    /** Messages between ends and at times of which a capture tells, without a captured one. */
    long missing() {
        long count = 0;
        for (int i = 0; i < rowOf.length; i++) {
            count += rowOf[i] == NONE && isWatched(i) ? 1 : 0;
        }
        return count;
    }

    private boolean isWatched(int message) {
        for (int sniffer = 0; sniffer < captured.sniffers(); sniffer++) {
            IntArrayList rows = rows(sniffer, messages.get(message));
            long own = messages.get(message).timeNanos();
            TwinDrift drift = drifts.get(sniffer);
            long time = drift == null ? own : own + drift.at(own).aheadNanos();
            if (!rows.isEmpty()
                    && time >= captured.timeNanos(rows.getInt(0))
                    && time <= captured.timeNanos(rows.getInt(rows.size() - 1))) {
                return true;
            }
        }
        return false;
    }

    private void tell(ImportedEnd end) {
        ImportedEnd address = ends.address(end);
        told.add(new Host(address.high(), address.low()));
    }

    private void pairCalls() {
        record Key(long connection, long call) {}
        Map<Key, ArrayDeque<Integer>> open = new HashMap<>();
        for (int i = 0; i < messages.size(); i++) {
            ImportedMessage message = messages.get(i);
            Key key = new Key(message.connection(), message.call());
            if (message.call() == ImportedMessage.IN_ORDER) {
                // pairs in order are a guess
                calls.add(new TracedCall(i, NONE));
            } else if (message.role() == Role.REQUEST) {
                open.computeIfAbsent(key, unseen -> new ArrayDeque<>()).add(i);
            } else {
                ArrayDeque<Integer> asked = message.role() == Role.RESPONSE ? open.get(key) : null;
                Integer request = asked == null ? null : asked.poll();
                calls.add(request == null ? new TracedCall(i, NONE) : new TracedCall(request, i));
            }
        }
        open.values().forEach(left -> left.forEach(request -> calls.add(new TracedCall(request, NONE))));
        calls.sort(Comparator.comparingLong(call -> messages.get(call.message).timeNanos()));
    }

    private Way way(int sniffer, ImportedMessage message) {
        return Way.of(
                sniffer,
                ends.address(message.wire().source()),
                ends.address(message.wire().destination()));
    }

    /**
     * What a sniffer saw between the ends of a message. Of one of a connection that it knows by the port of who opened
     * it, and whose other end it never saw, what it saw of that port: the other end was translated, unless the trace
     * knows those behind it by themselves. A server's port tells none of its connections.
     */
    private IntArrayList rows(int sniffer, ImportedMessage message) {
        IntArrayList rows = captured.rows(way(sniffer, message));
        ImportedEnd source = ends.address(message.wire().source());
        ImportedEnd destination = ends.address(message.wire().destination());
        if (!rows.isEmpty() || source.isNamed() || destination.isNamed()) {
            return rows;
        }
        boolean sends = isFromOpener(message);
        ImportedEnd opener = sends ? source : destination;
        boolean isTranslated = opener.port() != 0
                && captured.saw(sniffer, opener)
                && !captured.saw(sniffer, sends ? destination : source);
        return isTranslated
                ? translated.computeIfAbsent(new Translated(sniffer, opener, sends), this::ofUnknownEnds)
                : rows;
    }

    /** What nobody answers is of who has the higher port: servers have those below. */
    private static boolean isFromOpener(ImportedMessage message) {
        return message.role() == Role.ONE_WAY
                ? message.wire().source().port() > message.wire().destination().port()
                : message.role() == Role.REQUEST;
    }

    private IntArrayList ofUnknownEnds(Translated of) {
        IntArrayList rows = new IntArrayList();
        for (int row : captured.rows(of.sniffer, of.opener, of.sends)) {
            Sighting at = captured.row(row, sighting);
            Host other = of.sends
                    ? new Host(at.destinationHigh(), at.destinationLow())
                    : new Host(at.sourceHigh(), at.sourceLow());
            if (!told.contains(other)) {
                rows.addInt(row);
            }
        }
        return rows;
    }

    private static boolean tellsPorts(ImportedMessage message) {
        return message.wire().source().port() != 0
                && message.wire().destination().port() != 0;
    }

    /** What one clock tells of all times; else, as clocks drift and are set, what each tells of some of them. */
    private @Nullable TwinDrift drift(int sniffer) {
        List<ImportedMessage> own = calls.stream()
                .map(call -> messages.get(call.message))
                .filter(message -> !rows(sniffer, message).isEmpty())
                .toList();
        TwinClock whole = clock(sniffer, own, SAMPLES, null);
        TwinDrift drift = new TwinDrift();
        if (whole == null || !whole.isFinest()) {
            int length = Math.max(MIN_STRETCH, (own.size() + MAX_STRETCHES - 1) / MAX_STRETCHES);
            int searches = MAX_SEARCHES;
            for (int from = 0; from + MIN_STRETCH <= own.size(); from += length) {
                List<ImportedMessage> stretch = own.subList(from, Math.min(own.size(), from + length));
                long at = stretch.get(stretch.size() / 2).timeNanos();
                TwinClock near = drift.last();
                TwinClock clock = near == null ? null : clock(sniffer, stretch, MIN_STRETCH, near);
                if (clock == null || !drift.isOneRun(at, clock)) {
                    clock = searches > 0 ? clock(sniffer, stretch, MIN_STRETCH, null) : null;
                    searches--;
                }
                if (clock != null) {
                    drift.add(at, clock);
                }
            }
        }
        if (drift.last() == null && whole != null) {
            drift.add(0, whole);
        }
        return drift.last() == null ? null : drift;
    }

    /** The difference that messages agree in: near a known one, or any. */
    private @Nullable TwinClock clock(int sniffer, List<ImportedMessage> of, int samples, @Nullable TwinClock near) {
        TwinClock.Differences differences = new TwinClock.Differences();
        int step = Math.max(1, of.size() / samples);
        for (int i = 0; i < of.size() && differences.size() < MAX_DIFFERENCES; i += step) {
            ImportedMessage message = of.get(i);
            long time = message.timeNanos();
            long middle = near == null ? time : time + near.aheadNanos();
            long reach = near != null
                    ? TwinClock.MAX_TOLERANCE_NANOS
                    : tellsPorts(message) ? Long.MAX_VALUE / 4 : REACH_NANOS;
            differences.begin();
            candidates(
                    sniffer,
                    message,
                    middle - reach,
                    middle + reach,
                    row -> differences.add(captured.timeNanos(row) - time));
        }
        return differences.clock();
    }

    /** Hands over the rows that a message may be, of those within the times by the sniffer's clock. */
    private void candidates(int sniffer, ImportedMessage message, long from, long to, IntConsumer each) {
        IntArrayList rows = rows(sniffer, message);
        int first = TwinEnds.firstFrom(rows, from, captured);
        for (int i = first; i < rows.size() && captured.timeNanos(rows.getInt(i)) <= to; i++) {
            if (fits(message, captured.row(rows.getInt(i), sighting))) {
                each.accept(rows.getInt(i));
            }
        }
    }

    /** An end that was translated has another port as well. */
    private boolean fits(ImportedMessage message, Sighting row) {
        ImportedEnd source = ends.address(message.wire().source());
        ImportedEnd destination = ends.address(message.wire().destination());
        boolean asSource = source.high() != row.sourceHigh()
                || source.low() != row.sourceLow()
                || source.port() == 0
                || source.port() == row.sourcePort();
        boolean asDestination = destination.high() != row.destinationHigh()
                || destination.low() != row.destinationLow()
                || destination.port() == 0
                || destination.port() == row.destinationPort();
        return row.transport() == message.transport()
                && asSource
                && asDestination
                && (row.role() == message.role() || tellsPorts(message));
    }

    private boolean isWithinSecondsOf(int sniffer) {
        int there = 0;
        int within = 0;
        int step = Math.max(1, calls.size() / SAMPLES);
        for (int i = 0; i < calls.size(); i += step) {
            ImportedMessage message = messages.get(calls.get(i).message);
            int[] found = new int[1];
            long tolerance = TwinClock.MAX_TOLERANCE_NANOS;
            candidates(
                    sniffer,
                    message,
                    message.timeNanos() - tolerance,
                    message.timeNanos() + tolerance,
                    row -> found[0]++);
            there += rows(sniffer, message).isEmpty() ? 0 : 1;
            within += found[0] > 0 ? 1 : 0;
        }
        return there > 0 && 2 * within >= there;
    }

    private void match(int sniffer, LongFunction<TwinClock> clocks) {
        for (TracedCall call : calls) {
            if (rowOf[call.message] != NONE) {
                continue;
            }
            ImportedMessage message = messages.get(call.message);
            TwinClock clock = clocks.apply(message.timeNanos());
            long wanted = message.timeNanos() + clock.aheadNanos();
            long tolerance = tellsPorts(message) ? TwinClock.MAX_TOLERANCE_NANOS : clock.toleranceNanos();
            Best best = new Best();
            candidates(
                    sniffer,
                    message,
                    wanted - tolerance,
                    wanted + tolerance,
                    row -> best.offer(row, cost(call, row, clock)));
            if (best.row != NONE) {
                take(call.message, best.row, clock);
                int answer = call.answer == NONE ? NONE : captured.answer(best.row, sighting);
                if (answer != NONE && taken.add(captured.contentKey(answer))) {
                    take(call.answer, answer, clock);
                }
            }
        }
    }

    private void take(int message, int row, TwinClock clock) {
        rowOf[message] = row;
        offNanos[message] = captured.timeNanos(row) - messages.get(message).timeNanos() - clock.aheadNanos();
        taken.add(captured.contentKey(row));
    }

    /** How far both times of a call are off; that of its duration comes first where times are coarse. */
    private double cost(TracedCall call, int row, TwinClock clock) {
        double off = captured.timeNanos(row) - messages.get(call.message).timeNanos() - (double) clock.aheadNanos();
        int answer = call.answer == NONE ? NONE : captured.answer(row, sighting);
        if (answer == NONE) {
            return Math.abs(off);
        }
        double offAnswer =
                captured.timeNanos(answer) - messages.get(call.answer).timeNanos() - (double) clock.aheadNanos();
        return Math.abs(offAnswer - off) + Math.abs(off + offAnswer) / 2;
    }

    /** The cheapest row that is not taken. */
    private final class Best {
        private int row = NONE;
        private double cost = Double.POSITIVE_INFINITY;

        private void offer(int candidate, double own) {
            if (own < cost && !taken.contains(captured.contentKey(candidate))) {
                row = candidate;
                cost = own;
            }
        }
    }
}
