package io.wirepath.imports;

import io.wirepath.causes.TimeOrder;
import io.wirepath.flows.Role;
import io.wirepath.flows.SplitMix64;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Makes one message of what the tables of two hosts tell of it: the one when it left, the other when it came. What an
 * end sends to another, in order, is what the other receives; where some of it is missing in a table, the difference of
 * the clocks that most agree in tells which; so it does of messages between two programs of one host, of which its
 * table has a row for each end. A message that two tables tell in full counts once. Not thread-safe.
 */
final class TableTimes {

    /** The message is told by another file. */
    static final long ELSEWHERE = Long.MIN_VALUE + 2;

    /** The message goes to the table of who asks, which lacks it. */
    static final long MOVED = Long.MIN_VALUE + 3;

    private static final String SENT_ALONE = "Some hosts tell only what they sent, and nobody when it came: a message"
            + " counts as received when it left. Their clocks are bounded by answers, which leave after their calls,"
            + " and by what callers send after those. Within these bounds a server's time and its caller's are not told"
            + " apart; the order of causes and effects, and how long whole requests take, are.";

    private static final long MAX_DIFFERENCES = 1_000_000;

    /** So many rows more of one table than of the other may be lost before a message. */
    private static final int MAX_SHIFT = 64;

    /** Share of the messages of one way at which the difference of the clocks may change, or rows go back in time. */
    private static final double MAX_CHANGES = 0.1;

    /** What has one way, from an end to another. */
    private record Way(ImportedEnd source, ImportedEnd destination, int transport) {

        static Way of(ImportedMessage message) {
            return new Way(message.wire().source(), message.wire().destination(), message.transport());
        }

        Way ofHosts() {
            return new Way(source.at(0), destination.at(0), transport);
        }
    }

    /** Messages of one file and one way, of which one time is told. */
    private static final class Half {
        private final int file;
        private final LongArrayList at = new LongArrayList();
        private final LongArrayList nanos = new LongArrayList();
        private final LongArrayList calls = new LongArrayList();
        private final BitSet answers = new BitSet();
        private final BitSet oneWay = new BitSet();
        private final BitSet paired = new BitSet();

        private Half(int file) {
            this.file = file;
        }

        /** What is not paired. */
        private Half rest() {
            if (paired.isEmpty()) {
                return this;
            }
            Half rest = new Half(file);
            for (int i = paired.nextClearBit(0); i < at.size(); i = paired.nextClearBit(i + 1)) {
                rest.take(this, i);
            }
            return rest;
        }

        private void take(Half from, int i) {
            answers.set(at.size(), from.answers.get(i));
            oneWay.set(at.size(), from.oneWay.get(i));
            calls.addLong(from.calls.getLong(i));
            at.addLong(from.at.getLong(i));
            nanos.addLong(from.nanos.getLong(i));
        }

        /** In the order of its rows, as a clock may have been put back; by time where rows have none. */
        private Half inOrder() {
            int back = 0;
            for (int i = 1; i < nanos.size(); i++) {
                back += nanos.getLong(i) < nanos.getLong(i - 1) ? 1 : 0;
            }
            if (back <= MAX_CHANGES * nanos.size()) {
                return this;
            }
            Half sorted = new Half(file);
            for (int i : TimeOrder.of(nanos.toLongArray())) {
                sorted.take(this, i);
            }
            return sorted;
        }
    }

    private static final class Both {
        private final Map<Integer, Half> sent = new LinkedHashMap<>();
        private final Map<Integer, Half> received = new LinkedHashMap<>();

        private void order() {
            sent.replaceAll((file, half) -> half.inOrder());
            received.replaceAll((file, half) -> half.inOrder());
        }

        private void dropPaired() {
            sent.replaceAll((file, half) -> half.rest());
            received.replaceAll((file, half) -> half.rest());
        }
    }

    private final HostClocks clocks;
    private final Map<String, Integer> files = new LinkedHashMap<>();
    private final List<Long2LongHashMap> partners = new ArrayList<>();
    private final List<Long> counts = new ArrayList<>();
    private final Map<Way, Both> halves = new LinkedHashMap<>();
    private final TableCalls calls = new TableCalls();
    private final SentClocks sent = new SentClocks();
    private final Map<ImportedEnd, ImportedEnd> ends = new HashMap<>();
    private final Long2LongHashMap whole = new Long2LongHashMap(-1);
    private long pairsMade;

    TableTimes(HostClocks clocks) {
        this.clocks = clocks;
    }

    /** Whether tables tell what one of the ends of a message saw of it, and by which addresses. */
    boolean tellHalves() {
        return !ends.isEmpty();
    }

    /** An end of which tables tell what it or another saw of it, as they name it; null for one they do not know. */
    @Nullable
    ImportedEnd told(ImportedEnd end) {
        ImportedEnd known = ends.get(end.called("-").at(0));
        return known == null ? null : known.at(end.port());
    }

    private void tell(ImportedEnd end) {
        String address = end.address();
        if (!end.isNamed() && !address.startsWith("127.") && !address.equals("::1")) {
            ends.putIfAbsent(end.called("-").at(0), end.at(0));
        }
    }

    /** Notes the next message of a file in which processes are traced: what one end tells may be in a table too. */
    void addTraced(String name, ImportedMessage message) {
        boolean isHalf = message.place() == null
                && told(message.wire().source()) != null
                && told(message.wire().destination()) != null;
        if (isHalf) {
            note(name, message);
        } else {
            next(file(name));
            clocks.add(message);
        }
    }

    private int file(String name) {
        return files.computeIfAbsent(name, unseen -> {
            partners.add(new Long2LongHashMap(ImportedMessage.UNKNOWN));
            counts.add(0L);
            return partners.size() - 1;
        });
    }

    private long next(int file) {
        long at = counts.get(file);
        counts.set(file, at + 1);
        return at;
    }

    /** Notes the next message of a file. */
    void add(String name, ImportedMessage message) {
        boolean isHalf =
                message.sentNanos() == ImportedMessage.UNKNOWN || message.receivedNanos() == ImportedMessage.UNKNOWN;
        if (isHalf) {
            tell(message.wire().source());
            tell(message.wire().destination());
        }
        note(name, message);
    }

    private void note(String name, ImportedMessage message) {
        int file = file(name);
        long at = next(file);
        calls.add(file, at, message);
        boolean sent = message.sentNanos() != ImportedMessage.UNKNOWN;
        boolean received = message.receivedNanos() != ImportedMessage.UNKNOWN;
        if (sent && received) {
            long key =
                    Way.of(message).hashCode() * SplitMix64.STEP + message.sentNanos() * 31 + message.receivedNanos();
            if (whole.putIfAbsent(key, file) != -1 && whole.get(key) != file) {
                partners.get(file).put(at, ELSEWHERE);
                return;
            }
            clocks.add(message.source(), message.sentNanos(), message.destination(), message.receivedNanos());
        } else if (sent || received) {
            Both both = halves.computeIfAbsent(Way.of(message), unseen -> new Both());
            Half half = (sent ? both.sent : both.received).computeIfAbsent(file, Half::new);
            half.answers.set(half.at.size(), message.role() == Role.RESPONSE);
            half.oneWay.set(half.at.size(), message.role() == Role.ONE_WAY);
            half.calls.addLong(message.callDigest());
            half.at.addLong(at);
            half.nanos.addLong(message.timeNanos());
        }
    }

    /**
     * Pairs all halves; those that are paired tell of the clocks. Where no difference of the clocks stands out, as of a
     * few messages, the n-th that left is the n-th that came, if there are as many. A clock that was set meanwhile has
     * one difference after the other, so what is left is asked again.
     */
    void settle() {
        halves.values().forEach(Both::order);
        pairAll(true);
        while (pairAll(false)) {
            // what is left may have another difference
        }
        tellAlone();
        halves.clear();
        whole.clear();
    }

    /** Pairs what is not paired yet, by the difference that stands out; says whether anything was paired. */
    private boolean pairAll(boolean isFirst) {
        long before = pairsMade;
        Map<Way, TwinClock.Differences> differences = new HashMap<>();
        halves.forEach((way, both) -> forPairs(
                both,
                (sent, received) -> gather(
                        sent, received, differences.computeIfAbsent(way.ofHosts(), w -> new TwinClock.Differences()))));
        Map<Way, TwinClock> found = new HashMap<>();
        differences.forEach((way, of) -> {
            TwinClock clock = of.clock();
            if (clock != null) {
                found.put(way, clock);
            }
        });
        halves.forEach((way, both) -> forPairs(both, (sent, received) -> {
            TwinClock clock = found.get(way.ofHosts());
            boolean isWhole = isFirst && sent.file != received.file && sent.nanos.size() == received.nanos.size();
            if (isWhole && (clock == null || isInOrder(sent, received))) {
                pairInOrder(way, sent, received, clock != null);
            }
            if (clock != null) {
                align(way, sent, received, clock);
            }
        }));
        halves.values().forEach(Both::dropPaired);
        return pairsMade > before;
    }

    /** Pairs the n-th that left with the n-th that came; of many only those with the difference of a neighbour. */
    private void pairInOrder(Way way, Half sent, Half received, boolean areMany) {
        for (int i = 0; i < sent.nanos.size(); i++) {
            if (!areMany || !changes(sent, received, i) || !changes(sent, received, i + 1)) {
                pair(way, sent, i, received, i);
            }
        }
    }

    /** What hosts sent to those that tell nothing of what came tells of the clocks, too. */
    private void tellAlone() {
        halves.values().removeIf(both -> !both.received.isEmpty());
        halves.forEach((way, both) -> both.sent.values().forEach(half -> {
            for (int i = 0; i < half.at.size(); i++) {
                if (!half.oneWay.get(i)) {
                    sent.add(
                            half.file,
                            way.source,
                            way.destination,
                            half.nanos.getLong(i),
                            half.calls.getLong(i),
                            half.answers.get(i));
                }
            }
        }));
        sent.settle(clocks);
    }

    /** Pairs the responses of all tables with their requests, by the common clock. */
    void settleCalls() {
        calls.settle(
                clocks,
                (file, at) -> partners.get(file).get(at) == ELSEWHERE,
                (file, at) -> partners.get(file).put(at, MOVED) == MOVED);
    }

    /** What a reader must know of the times, beside the clocks. */
    List<String> notes() {
        return sent.isAnyCompared() ? List.of(SENT_ALONE) : List.of();
    }

    /** Which call a message is of, where the file does not say; the message's own word where nobody knows. */
    long call(String name, long at, long told) {
        Integer file = files.get(name);
        return file == null ? told : calls.call(file, at, told);
    }

    /** What tables of others alone tell of the connections that this file tells of. */
    List<ImportedMessage> moved(String name) {
        Integer file = files.get(name);
        return file == null ? List.of() : calls.moved(file);
    }

    private interface Halves {
        void of(Half sent, Half received);
    }

    private static void forPairs(Both both, Halves each) {
        for (Half sent : both.sent.values()) {
            for (Half received : both.received.values()) {
                each.of(sent, received);
            }
        }
    }

    private static void gather(Half sent, Half received, TwinClock.Differences into) {
        int reach = MAX_SHIFT + Math.abs(sent.nanos.size() - received.nanos.size());
        for (int s = 0; s < sent.nanos.size() && into.size() < MAX_DIFFERENCES; s++) {
            into.begin();
            for (int r = Math.max(0, s - reach); r < Math.min(received.nanos.size(), s + reach); r++) {
                into.add(received.nanos.getLong(r) - sent.nanos.getLong(s));
            }
        }
    }

    /**
     * Whether nearly each n-th that left is the n-th that came: a row that is lost changes each difference behind it,
     * to where the other half lacks one.
     */
    private static boolean isInOrder(Half sent, Half received) {
        int changes = 0;
        for (int i = 1; i < sent.nanos.size(); i++) {
            changes += changes(sent, received, i) ? 1 : 0;
        }
        return changes <= MAX_CHANGES * sent.nanos.size();
    }

    /** Whether the n-th of both differ otherwise than those before; the first and what is behind the last do. */
    private static boolean changes(Half sent, Half received, int i) {
        if (i == 0 || i == sent.nanos.size()) {
            return true;
        }
        long change = received.nanos.getLong(i)
                - received.nanos.getLong(i - 1)
                - (sent.nanos.getLong(i) - sent.nanos.getLong(i - 1));
        return Math.abs(change) > TwinClock.MIN_TOLERANCE_NANOS;
    }

    private void align(Way way, Half sent, Half received, TwinClock clock) {
        int r = 0;
        for (int s = sent.paired.nextClearBit(0);
                s < sent.nanos.size() && r < received.nanos.size();
                s = sent.paired.nextClearBit(s + 1)) {
            long wanted = sent.nanos.getLong(s) + clock.aheadNanos();
            while (r < received.nanos.size()
                    && (received.paired.get(r) || received.nanos.getLong(r) < wanted - clock.toleranceNanos())) {
                r++;
            }
            if (r < received.nanos.size() && received.nanos.getLong(r) <= wanted + clock.toleranceNanos()) {
                pair(way, sent, s, received, r++);
            }
        }
    }

    /** Requests are told by who asks, and so are their answers: a table has the calls of its host in order. */
    private void pair(Way way, Half sent, int s, Half received, int r) {
        long sentAt = sent.at.getLong(s);
        long receivedAt = received.at.getLong(r);
        long sentNanos = sent.nanos.getLong(s);
        long receivedNanos = received.nanos.getLong(r);
        clocks.add(way.source, sentNanos, way.destination, receivedNanos);
        sent.paired.set(s);
        received.paired.set(r);
        pairsMade++;
        boolean isAnswer = sent.answers.get(s);
        partners.get(sent.file).put(sentAt, isAnswer ? ELSEWHERE : receivedNanos);
        partners.get(received.file).put(receivedAt, isAnswer ? sentNanos : ELSEWHERE);
    }

    /** What another file tells of the message of a file: the time that it lacks, unknown, or that it is told there. */
    long partner(String name, long at) {
        @Nullable Integer file = files.get(name);
        return file == null ? ImportedMessage.UNKNOWN : partners.get(file).get(at);
    }
}
