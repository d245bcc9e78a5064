package io.wirepath.causes;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Outcome.Verdict;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SplitMix64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.IntHashSet;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Long polls: requests that their server holds until there is news, or a fixed time has passed. What is said to them is
 * a message of its own, as an event of a stream is, and how long it was waited for is no time that anybody takes.
 *
 * <pre>
 *  asks ├──────── time-out ────────┤├──── news ┤├──────── time-out ────────┤├── …     one after another, at once
 *                        says nothing      says something        says the same: nothing
 * </pre>
 *
 * <p>A slow server, or a fault that makes all requests time out, looks alike for a while. So requests of one kind and
 * caller are taken for polls only if one is open nearly all the time; if several answers come after one and the same
 * time, hardly any later, and say the same, but for news that comes just then; if the server makes no call meanwhile
 * that waits as long; and if what is said at the time-out says by itself that there is no news (204, 304), or there was
 * some between two time-outs: an answer that takes neither as long as nothing does nor as little as a request; or if
 * many came after a long time-out and none before it. What was answered at once before is no poll. Who analyses window
 * by window keeps this from one to the next. Not thread-safe.
 */
public final class LongPolls {

    /** Shorter ones hide nothing. */
    private static final long MIN_NANOS = 500_000_000;

    /** Fewer time-outs may be chance. */
    private static final int FEW = 3;

    /** So many requests that are answered at once are no polls. */
    private static final int MANY = 20;

    /** What takes so long, each of {@value #MANY} times and never less, is held even if nothing says so. */
    private static final long LONG_NANOS = 10_000_000_000L;

    /** One is open for this part of the time. */
    private static final double OPEN = 0.9;

    /** Time-outs, and lengths of what is said then, differ by this part of them. */
    private static final double SAME = 0.05;

    /** What takes this part of a time-out is answered at once; this part of them may come later, for a host is busy. */
    private static final double SMALL = 0.05;

    /** A call that waits as long begins and ends within this part of the time-out. */
    private static final double AS_LONG = 0.1;

    private static final Set<Integer> NO_NEWS =
            Set.of(Outcome.of(Outcome.Kind.HTTP, 204), Outcome.of(Outcome.Kind.HTTP, 304));

    private static final int MAX_KINDS = 10_000;

    /** First words of a request that tell what it asks for. */
    private static final int WORDS = 3;

    private static final long NANOS_PER_MICRO = 1000;

    /** The longest time that its column holds, 71 minutes. */
    private static final long MAX_MICROS = 0xffff_ffffL;

    /** The time-outs of the kinds that are known to be polls. */
    private final Map<Long, Long> timeOuts = new LruMap<>(MAX_KINDS);

    /** The kinds that are known to be answered at once. */
    private final Map<Long, Boolean> requests = new LruMap<>(MAX_KINDS);

    /** How many of each kind were answered at once up to now, in whatever windows. */
    private final Map<Long, Long> atOnce = new LruMap<>(MAX_KINDS);

    /** By kind and caller: a window may be too short for a few time-outs. */
    private final Map<Long, Suspect> suspects = new LruMap<>(MAX_KINDS);

    /** Nothing was seen yet. */
    public LongPolls() {}

    /**
     * What requests of one kind by one caller looked like up to this moment: so many time-outs, and so many sooner
     * answers behind the first.
     */
    private record Suspect(long timeOutNanos, int timedOut, int between, long lastNanos) {
        static final Suspect NONE = new Suspect(0, 0, 0, Long.MIN_VALUE);
    }

    /** Requests of one kind by one caller that look like polls; the rows of those that the time-out answered. */
    private record Line(long kind, IntArrayList rows, long timeOutNanos, IntArrayList timedOut) {}

    /** Takes polls and what answers them for messages of their own. */
    void settle(MessageTableBuilder messages) {
        Calls calls = new Calls(messages);
        List<Line> found = new ArrayList<>();
        IntHashSet rows = new IntHashSet();
        for (boolean byConnection : new boolean[] {true, false}) {
            for (IntArrayList line : lines(calls, byConnection)) {
                line.removeIf(rows::contains);
                Line poll = line.isEmpty() ? null : judged(calls, line);
                if (poll != null) {
                    found.add(poll);
                    rows.addAll(poll.rows);
                }
            }
        }
        for (Line each : found) {
            if (!timeOuts.containsKey(each.kind) && !waitsForOthers(calls, each, rows)) {
                timeOuts.put(each.kind, each.timeOutNanos);
            }
        }
        learnRequests(calls);
        for (int row = 0; row < calls.size() && !timeOuts.isEmpty(); row++) {
            Long timeOut = calls.isRequest(row) ? timeOuts.get(calls.kind(row)) : null;
            if (timeOut != null) {
                settle(calls, row, timeOut);
            }
        }
    }

    /** The requests of one kind by one caller, where some take long that may be polls. */
    private List<IntArrayList> lines(Calls calls, boolean byConnection) {
        Long2ObjectHashMap<IntArrayList> lines = new Long2ObjectHashMap<>();
        List<IntArrayList> inOrder = new ArrayList<>();
        for (int row = 0; row < calls.size(); row++) {
            if (calls.isRequest(row)
                    && calls.isAnswered(row)
                    && calls.nanos(row) >= MIN_NANOS
                    && !timeOuts.containsKey(calls.kind(row))) {
                lines.computeIfAbsent(calls.line(row, byConnection), unseen -> {
                    IntArrayList line = new IntArrayList();
                    inOrder.add(line);
                    return line;
                });
            }
        }
        for (int row = 0; row < calls.size() && !inOrder.isEmpty(); row++) {
            IntArrayList line = calls.isRequest(row) ? lines.get(calls.line(row, byConnection)) : null;
            if (line != null) {
                line.addInt(row);
            }
        }
        return inOrder;
    }

    /** What these requests are as polls; null where they are none. */
    private @Nullable Line judged(Calls calls, IntArrayList rows) {
        long longest = longestNanos(calls, rows);
        if (longest < 0) {
            return null;
        }
        long kind = calls.kind(rows.getInt(0));
        long caller = calls.caller(rows.getInt(0));
        Suspect before = suspects.getOrDefault(caller, Suspect.NONE);
        if (longest > (1 + SAME) * before.timeOutNanos) {
            before = Suspect.NONE;
        }
        long timeOut = before.timedOut > 0 ? before.timeOutNanos : timeOut(calls, rows, longest);
        Answers seen = new Answers(calls, rows, timeOut, before);
        boolean few = seen.late + seen.other <= 1 + SMALL * seen.all;
        if (seen.timedOut.isEmpty() || !few || !calls.sayWell(seen.timedOut)) {
            return null;
        }
        long last = Math.max(before.lastNanos, calls.atNanos(rows.getInt(rows.size() - 1)));
        suspects.put(caller, new Suspect(timeOut, seen.all, seen.between, last));
        boolean hasNews = seen.haveNews() && !requests.containsKey(kind);
        boolean isAlways = seen.areAlways(timeOut) && atOnce.getOrDefault(kind, 0L) < MANY;
        return seen.all >= FEW && (hasNews || isAlways || calls.sayNoNews(seen.timedOut))
                ? new Line(kind, rows, timeOut, seen.timedOut)
                : null;
    }

    /** How soon requests were answered, and those before them: at the time-out, later, at once, or between. */
    private static final class Answers {

        private final IntArrayList timedOut = new IntArrayList();

        /** All time-outs up to now. */
        private int all;

        private int late;

        /** Those at the time-out that say other than most do: news that came just then. */
        private int other;

        private int soon;
        private int between;
        private boolean news;

        Answers(Calls calls, IntArrayList rows, long timeOutNanos, Suspect before) {
            all = before.timedOut;
            between = before.between;
            for (int row : rows) {
                double part = calls.isAnswered(row) ? (double) calls.nanos(row) / timeOutNanos : 0;
                if (part > 1 + SAME) {
                    late++;
                } else if (part >= 1 - SAME) {
                    timedOut.addInt(row);
                    news |= between > 0;
                } else if (part > SMALL) {
                    between += all + timedOut.size() == 0 ? 0 : 1;
                } else if (part > 0) {
                    soon++;
                }
            }
            long usual = calls.usualBytes(timedOut);
            for (int row : timedOut) {
                boolean says = calls.says(row, usual);
                other += says ? 0 : 1;
                all += says && calls.atNanos(row) > before.lastNanos ? 1 : 0;
            }
            timedOut.removeIf(row -> !calls.says(row, usual));
        }

        /** Whether some say between two time-outs what there is to say. */
        boolean haveNews() {
            return news && soon <= between + all;
        }

        /** Whether many were held for a long time, and none for less. */
        boolean areAlways(long timeOutNanos) {
            return all >= MANY && timeOutNanos >= LONG_NANOS && soon + between == 0;
        }
    }

    /** The longest that was answered; negative where these are not one after another nearly all the time. */
    private static long longestNanos(Calls calls, IntArrayList rows) {
        long openNanos = 0;
        long longest = 0;
        long free = Long.MIN_VALUE;
        for (int row : rows) {
            if (calls.atNanos(row) < free) {
                return -1;
            }
            free = calls.endNanos(row);
            openNanos += free - calls.atNanos(row);
            longest = calls.isAnswered(row) ? Math.max(longest, calls.nanos(row)) : longest;
        }
        return openNanos < OPEN * (free - calls.atNanos(rows.getInt(0))) ? -1 : longest;
    }

    /** The middle of the longest ones. */
    private static long timeOut(Calls calls, IntArrayList rows, long longestNanos) {
        long[] longest = rows.stream()
                .filter(calls::isAnswered)
                .mapToLong(calls::nanos)
                .filter(own -> own >= (1 - AS_LONG) * longestNanos)
                .sorted()
                .toArray();
        return longest.length == 0 ? 1 : Math.max(1, longest[longest.length / 2]);
    }

    /** Whether the server calls somebody while it holds most of them, for as long, and that is no poll. */
    private static boolean waitsForOthers(Calls calls, Line line, IntHashSet polls) {
        int waiting = 0;
        for (int row : line.timedOut) {
            waiting += calls.waitsForOthers(row, (long) (AS_LONG * line.timeOutNanos), polls) ? 1 : 0;
        }
        return 2 * waiting > line.timedOut.size();
    }

    private void learnRequests(Calls calls) {
        Long2LongHashMap quick = new Long2LongHashMap(0);
        for (int row = 0; row < calls.size(); row++) {
            if (calls.isRequest(row) && calls.isAnswered(row) && calls.nanos(row) < MIN_NANOS) {
                long kind = calls.kind(row);
                quick.put(kind, quick.get(kind) + 1);
            }
        }
        quick.forEachLong((kind, number) -> {
            if (!timeOuts.containsKey(kind)) {
                atOnce.merge(kind, number, Long::sum);
                if (number >= MANY) {
                    requests.put(kind, true);
                }
            }
        });
    }

    private static void settle(Calls calls, int row, long timeOutNanos) {
        long held = calls.nanos(row);
        int answer = calls.messages.partner[row];
        if (held > (1 + AS_LONG) * timeOutNanos
                || answer != MessageTable.NONE && calls.verdict(answer) == Verdict.FAILED) {
            return;
        }
        makeOneWay(calls.messages, row, SightingCodec.FLAG_SETUP);
        if (answer != MessageTable.NONE) {
            boolean saysNothing = held >= (1 - SAME) * timeOutNanos;
            calls.messages.waitMicros[answer] = (int) Math.min(MAX_MICROS, held / NANOS_PER_MICRO);
            makeOneWay(calls.messages, answer, MessageTable.FLAG_HELD | (saysNothing ? SightingCodec.FLAG_SETUP : 0));
        }
    }

    private static void makeOneWay(MessageTableBuilder messages, int row, int flags) {
        messages.role[row] = (byte) Role.ONE_WAY.ordinal();
        messages.callId[row] = MessageTableBuilder.NO_CALL;
        messages.partner[row] = MessageTable.NONE;
        messages.flags[row] |= flags;
    }

    /** The calls of a table that is being built. */
    private static final class Calls {

        private final MessageTableBuilder messages;
        private final int[] address;
        private final int[] operation;
        private final long lastNanos;

        Calls(MessageTableBuilder messages) {
            this.messages = messages;
            address = new int[messages.nodes.size()];
            Arrays.setAll(address, node -> messages.nodes.get(node).address().hashCode());
            operation = messages.operations.keySet().stream()
                    .mapToInt(String::hashCode)
                    .toArray();
            lastNanos = messages.size == 0 ? 0 : atNanos(messages.size - 1);
        }

        int size() {
            return messages.size;
        }

        boolean isRequest(int row) {
            return messages.role[row] == Role.REQUEST.ordinal();
        }

        boolean isAnswered(int row) {
            return messages.partner[row] != MessageTable.NONE;
        }

        long atNanos(int row) {
            return messages.sentNanos[row] == MessageTable.NIL ? messages.receivedNanos[row] : messages.sentNanos[row];
        }

        /** When it was answered; the end of all where it was not. */
        long endNanos(int row) {
            return isAnswered(row) ? atNanos(messages.partner[row]) : lastNanos;
        }

        long nanos(int row) {
            return endNanos(row) - atNanos(row);
        }

        /** What is asked, of which server: the same in each table. */
        long kind(int row) {
            return mixed(mixed(address[messages.destination[row]], messages.destinationPort[row]), asked(row));
        }

        /** … and by whom, on which connection. */
        long line(int row, boolean byConnection) {
            return byConnection ? mixed(caller(row), 1 + messages.connection[row]) : caller(row);
        }

        /** … whatever the connection: the same in each table. */
        long caller(int row) {
            return mixed(kind(row), address[messages.source[row]]);
        }

        /** The operation, where it is known; else the first words. */
        private int asked(int row) {
            int number = row < messages.operation.length ? messages.operation[row] & 0xffff : 0;
            int words = 0;
            for (int i = 0; i < WORDS; i++) {
                words = 31 * words + messages.typeWords[row * MessageTable.TYPE_WORDS + i];
            }
            return number == 0 ? words : operation[number - 1];
        }

        /** In how many bytes these are answered; the middle of them, 0 of none. */
        long usualBytes(IntArrayList requests) {
            long[] bytes = requests.stream()
                    .mapToLong(row -> messages.lengthBytes[messages.partner[row]])
                    .sorted()
                    .toArray();
            return bytes.length == 0 ? 0 : bytes[bytes.length / 2];
        }

        /** Whether this is answered in as many bytes. */
        boolean says(int request, long bytes) {
            long own = messages.lengthBytes[messages.partner[request]];
            return own >= (1 - SAME) * bytes && bytes >= (1 - SAME) * own;
        }

        /** Whether these are answered as if all was well. */
        boolean sayWell(IntArrayList requests) {
            boolean well = true;
            for (int row : requests) {
                Verdict verdict = verdict(messages.partner[row]);
                well &= verdict != Verdict.FAILED && verdict != Verdict.REFUSED;
            }
            return well;
        }

        boolean sayNoNews(IntArrayList requests) {
            boolean none = true;
            for (int row : requests) {
                none &= NO_NEWS.contains(messages.outcome[messages.partner[row]] & 0xffff);
            }
            return none;
        }

        Verdict verdict(int row) {
            return Outcome.verdict(messages.outcome[row] & 0xffff);
        }

        /** Whether its server asks somebody as soon as it was asked, and is answered no sooner than it answers. */
        boolean waitsForOthers(int row, long soonNanos, IntHashSet polls) {
            int server = messages.destination[row];
            boolean waits = false;
            for (int at = row + 1; at < messages.size && atNanos(at) <= atNanos(row) + soonNanos && !waits; at++) {
                waits = messages.source[at] == server
                        && isRequest(at)
                        && !polls.contains(at)
                        && endNanos(at) >= endNanos(row) - soonNanos;
            }
            return waits
                    || messages.attempts.stream()
                            .anyMatch(attempt -> attempt.source() == server
                                    && attempt.nanos() >= atNanos(row)
                                    && attempt.nanos() <= endNanos(row));
        }

        private static long mixed(long one, int other) {
            long sum = (one ^ other) * SplitMix64.STEP;
            return sum ^ sum >>> Integer.SIZE;
        }
    }
}
