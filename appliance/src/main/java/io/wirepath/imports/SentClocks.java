package io.wirepath.imports;

import io.wirepath.causes.TimeOrder;
import io.wirepath.flows.SplitMix64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What hosts that tell only what they sent show of their clocks. Nobody tells when a message came, but each is
 * followed:
 *
 * <pre>
 *   X   call ------------------------- next sending, because of the answer
 *            \                        /
 *   Y          work -------- answer
 * </pre>
 *
 * An answer leaves after its call: the least of these bounds Y's clock from above. What X sends because of an answer
 * leaves after it: where many answers are followed by a sending at one distance, more than by chance, the least of
 * these bounds it from below. Within these bounds no order of cause and effect is wrong. Where the caller waits for no
 * time in particular, as people do, the first bound alone is left; it is then what the server sends soonest after a
 * call. Not thread-safe.
 */
final class SentClocks {

    /** Answers that are looked at together: a clock drifts, and a distance would blur. */
    private static final int CHUNK = 512;

    /** Parts of these; the least of each is told, as the others are no clock's doing. */
    private static final int BLOCKS = 16;

    /** Longest that a caller works before it sends what an answer made it send. */
    private static final long MAX_WORK_NANOS = 2_000_000_000;

    /** Widths in which distances are counted, the finest first. */
    private static final long[] STEPS_NANOS = {1_000_000, 10_000_000};

    /** Standard deviations by which a distance is more frequent than chance. */
    private static final double MIN_DEVIATIONS = 8;

    /** Share of the answers that one distance has at least. */
    private static final double MIN_SHARE = 0.05;

    private static final int MIN_ANSWERS = 8;

    /** Sendings behind answers that are counted: where so many follow, a part of the answers shows the same. */
    private static final int MAX_FOLLOWING = 1 << 20;

    /** Steps from the first frequent distance on that are taken for the same. */
    private static final int STEPS_OF_PEAK = 4;

    private record Way(ImportedEnd from, ImportedEnd to) {}

    /** A call and its answer, each by its sender's clock. */
    private record Call(long sentNanos, long answeredNanos) {

        long nanos() {
            return answeredNanos - sentNanos;
        }
    }

    /** Distances from a moment to what follows it. */
    private record Span(long fromNanos, long untilNanos) {}

    /**
     * What a host sent: to whom, when, in which call of which two ends (0 where that is not told), and whether it
     * answered one.
     */
    private record Sent(ImportedEnd to, long nanos, long call, boolean answers) {}

    private final Map<ImportedEnd, List<Sent>> ofHosts = new LinkedHashMap<>();

    /** Who wrote of a host: what one file tells is by one clock. */
    private final Map<ImportedEnd, Integer> files = new HashMap<>();

    /** The hosts as they are told, with names. */
    private final Map<ImportedEnd, ImportedEnd> told = new HashMap<>();

    private boolean isAnyCompared;

    /**
     * Notes a request or response of which the sending alone is told.
     *
     * @param file number of the file that tells it
     * @param call digest of what its call is called; 0 where that is not told
     */
    void add(int file, ImportedEnd from, ImportedEnd to, long nanos, long call, boolean answers) {
        files.putIfAbsent(host(from), file);
        long asks = answers ? to.port() : from.port();
        long asked = answers ? from.port() : to.port();
        // connections may number their calls each
        long ofEnds = call == 0 ? 0 : SplitMix64.mix(call + (asks << Short.SIZE | asked));
        ofHosts.computeIfAbsent(host(from), unseen -> new ArrayList<>())
                .add(new Sent(host(to), nanos, ofEnds, answers));
    }

    private ImportedEnd host(ImportedEnd end) {
        ImportedEnd host = end.at(0).called("-");
        told.putIfAbsent(host, end);
        return host;
    }

    private ImportedEnd told(ImportedEnd host) {
        return told.getOrDefault(host, host);
    }

    /** Whether clocks were compared by what hosts sent alone. */
    boolean isAnyCompared() {
        return isAnyCompared;
    }

    /** Tells the clocks what was found. */
    void settle(HostClocks clocks) {
        Map<ImportedEnd, long[]> times = new HashMap<>();
        ofHosts.forEach((host, sent) -> {
            sent.sort(Comparator.comparingLong(Sent::nanos));
            times.put(host, sent.stream().mapToLong(Sent::nanos).toArray());
        });
        ofHosts.forEach((host, sent) -> requests(sent).forEach((server, requests) -> {
            if (Objects.equals(files.get(host), files.get(server))) {
                return;
            }
            List<Sent> answers = ofHosts.getOrDefault(server, List.of()).stream()
                    .filter(message -> message.answers && message.to.equals(host))
                    .toList();
            List<Call> calls = calls(requests, answers);
            Way way = new Way(told(host), told(server));
            for (int from = 0; from < calls.size(); from += CHUNK) {
                List<Call> some = calls.subList(from, Math.min(from + CHUNK, calls.size()));
                compare(
                        way,
                        some,
                        times.getOrDefault(host, new long[0]),
                        times.getOrDefault(server, new long[0]),
                        clocks);
            }
        }));
        ofHosts.clear();
    }

    private static Map<ImportedEnd, List<Sent>> requests(List<Sent> sent) {
        Map<ImportedEnd, List<Sent>> requests = new LinkedHashMap<>();
        sent.stream()
                .filter(message -> !message.answers)
                .forEach(message -> requests.computeIfAbsent(message.to, unseen -> new ArrayList<>())
                        .add(message));
        return requests;
    }

    /**
     * The calls of a caller and a server, in order of their answers: of those that the tables call the same, and of
     * those that they do not name, in order if each was answered. In order the n-th answer may be another call's; it
     * leaves no sooner after the n-th call than the fastest after its own.
     */
    private static List<Call> calls(List<Sent> requests, List<Sent> answers) {
        Map<Long, List<Sent>> asked = requests.stream().collect(Collectors.groupingBy(Sent::call));
        List<Call> calls = new ArrayList<>();
        answers.stream().collect(Collectors.groupingBy(Sent::call)).forEach((call, own) -> {
            List<Sent> alike = asked.getOrDefault(call, List.of());
            for (int i = 0; i < own.size() && alike.size() == own.size(); i++) {
                calls.add(new Call(alike.get(i).nanos, own.get(i).nanos));
            }
        });
        calls.sort(Comparator.comparingLong(Call::answeredNanos));
        return calls;
    }

    private void compare(Way way, List<Call> calls, long[] byCaller, long[] byServer, HostClocks clocks) {
        if (calls.size() < MIN_ANSWERS) {
            return;
        }
        isAnyCompared = true;
        long[] asked = calls.stream().mapToLong(Call::sentNanos).toArray();
        long[] answered = calls.stream().mapToLong(Call::answeredNanos).toArray();
        long least = calls.stream().mapToLong(Call::nanos).min().orElse(0);
        // clocks that may be equal are
        Span next = least < 0 ? null : followed(answered, asked, byCaller, 0, MAX_WORK_NANOS);
        next = next == null ? followed(answered, asked, byCaller, -least, MAX_WORK_NANOS - least) : next;
        long before = least < 0 ? least - MAX_WORK_NANOS : Math.max(0, least - MAX_WORK_NANOS);
        Span work = next == null ? followed(asked, null, byServer, before, least) : null;
        int block = Math.max(MIN_ANSWERS, calls.size() / BLOCKS);
        for (int from = 0; from < calls.size(); from += block) {
            int until = Math.min(from + block, calls.size());
            if (work != null) {
                soonest(asked, from, until, byServer, work, (sent, then) -> clocks.add(way.from, sent, way.to, then));
            } else {
                calls.subList(from, until).stream()
                        .min(Comparator.comparingLong(Call::nanos))
                        .ifPresent(call -> clocks.add(way.from, call.sentNanos, way.to, call.answeredNanos));
            }
            if (next != null) {
                soonest(
                        answered,
                        from,
                        until,
                        byCaller,
                        next,
                        (sent, then) -> clocks.add(way.to, sent, way.from, then));
            }
        }
    }

    private interface Following {
        void of(long nanos, long thenNanos);
    }

    /** Gives the moment that is followed soonest by a sending within a distance. */
    private static void soonest(long[] moments, int from, int until, long[] sent, Span within, Following to) {
        long best = Long.MAX_VALUE;
        long of = 0;
        for (int i = from; i < until; i++) {
            long moment = moments[i];
            int at = TimeOrder.before(sent, moment + within.fromNanos);
            if (at < sent.length && sent[at] - moment < Math.min(best, within.untilNanos)) {
                best = sent[at] - moment;
                of = moment;
            }
        }
        if (best < Long.MAX_VALUE) {
            to.of(of, of + best);
        }
    }

    /**
     * The first distance in a range at which moments are followed by a sending more often than by chance; null where
     * there is none.
     *
     * @param notBefore of each moment, what is sent until then does not count; null where all does
     */
    private static @Nullable Span followed(
            long[] moments, long @Nullable [] notBefore, long[] sent, long from, long until) {
        for (long step : STEPS_NANOS) {
            int[] count = new int[(int) ((until - from) / step)];
            int used = 0;
            for (int following = 0; used < moments.length && following < MAX_FOLLOWING; used++) {
                long begin = moments[used] + from;
                int at = TimeOrder.before(sent, notBefore == null ? begin : Math.max(begin, notBefore[used] + 1));
                for (; at < sent.length && sent[at] < begin + count.length * step; at++) {
                    count[(int) ((sent[at] - begin) / step)]++;
                    following++;
                }
            }
            double chance = Math.max(1, Arrays.stream(count).average().orElse(0));
            double frequent = Math.max(MIN_SHARE * used, chance + MIN_DEVIATIONS * Math.sqrt(chance));
            for (int i = 0; i < count.length; i++) {
                if (count[i] >= frequent) {
                    return new Span(from + i * step, from + (i + STEPS_OF_PEAK) * step);
                }
            }
        }
        return null;
    }
}
