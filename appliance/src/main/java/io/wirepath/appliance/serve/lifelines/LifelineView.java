package io.wirepath.appliance.serve.lifelines;

import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.SplitMix64;
import io.wirepath.report.CallField;
import io.wirepath.report.CallRecords;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;

/**
 * What is seen of a stretch of time in a picture some pixels wide: of calls that look the same in it one is drawn; what
 * requests and messages there are is summed for each pixel. Where there is still too much, calls within more than a
 * pixel count as the same. Of very many nodes those with most calls have a lane, and calls between these are drawn;
 * what is left out is counted. Not thread-safe.
 */
public final class LifelineView {

    /** Calls that are drawn: three lines each, more than a screen shows apart. */
    static final int MAX_DRAWN = 50_000;

    /** Nodes between which calls are drawn: a screen has no room for more lanes. */
    static final int MAX_LANES = 120;

    /** Points that are drawn. */
    static final int MAX_POINTS = 10_000;

    /** Resolvers ask again within so long (RFC 1035, 7.3 has them wait for some seconds), and so many calls. */
    private static final long LONGEST_RETRY_NANOS = 30_000_000_000L;

    private static final int MAX_BETWEEN_RETRIES = 20_000;

    /** Leaves of a hash some hours in nanoseconds. */
    private static final int PHASE_SHIFT = 20;

    /** What a point tells of. */
    public enum Point {
        RESENT,
        ZERO_WINDOW,
        RESET,
        NAME_UNANSWERED,
        NAME_RETRIED
    }

    /**
     * The calls of one window.
     *
     * @param window its name
     * @param calls its calls
     */
    public record Part(String window, CallRecords calls) {}

    final long fromNanos;
    final long toNanos;
    private final TimeSpan counted;
    final List<Part> parts;

    /** Number of each node of each part, the same for the same name; a part's own numbers lead to it. */
    final int[][] nodeOf;

    /** Names by these numbers. */
    final List<String> names;

    final double[] inFlight;
    final double[] messages;

    /** Part and call of each call that is drawn. */
    final LongArrayList drawn = new LongArrayList();

    /** Time since the beginning, node, kind and wait of each point, four numbers a point. */
    final LongArrayList points = new LongArrayList();

    long calls;
    long requests;
    long callsLeftOut;
    int nodesLeftOut;
    long pointsLeftOut;

    /** Times that are this close look the same: a power of two, so that what looks the same once always does. */
    private int grainBits;

    private final double pixelNanos;
    private final boolean[] wanted;

    /** Part and call of each call of the stretch. */
    private final LongArrayList found;

    /** Calls of the stretch that each node made and served. */
    private final int[] callsAt;

    private final LongHashSet seen = new LongHashSet();
    private final LongHashSet marked = new LongHashSet();

    /**
     * Looks.
     *
     * @param stretch what is drawn; not empty
     * @param counted the part of it that requests and calls are counted of
     * @param pixels width of the picture
     * @param wanted calls from or to a node with this in its name; empty for all
     * @param parts windows that may hold some of it
     */
    public LifelineView(TimeSpan stretch, TimeSpan counted, int pixels, String wanted, List<Part> parts) {
        fromNanos = stretch.fromNanos();
        toNanos = stretch.toNanos();
        this.counted = counted;
        this.parts = List.copyOf(parts);
        Map<String, Integer> numbers = new LinkedHashMap<>();
        nodeOf = parts.stream().map(part -> numbered(part.calls(), numbers)).toArray(int[][]::new);
        names = List.copyOf(numbers.keySet());
        this.wanted = new boolean[names.size()];
        for (int node = 0; node < names.size(); node++) {
            this.wanted[node] = names.get(node).toLowerCase(Locale.ROOT).contains(wanted.toLowerCase(Locale.ROOT));
        }
        callsAt = new int[names.size()];
        int all = parts.stream().mapToInt(part -> part.calls().size()).sum();
        found = new LongArrayList(all, LongArrayList.DEFAULT_NULL_VALUE);
        inFlight = new double[pixels];
        messages = new double[pixels];
        pixelNanos = (double) (toNanos - fromNanos) / pixels;
        grainBits = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, (long) pixelNanos));
        for (int part = 0; part < parts.size(); part++) {
            look(part);
        }
        drawBetween(lanes());
    }

    long grainNanos() {
        return 1L << grainBits;
    }

    private static int[] numbered(CallRecords of, Map<String, Integer> numbers) {
        return of.names().stream()
                .mapToInt(name -> numbers.computeIfAbsent(name, unseen -> numbers.size()))
                .toArray();
    }

    private void look(int part) {
        CallRecords of = parts.get(part).calls();
        for (int call = 0; call < of.size(); call++) {
            long begin = of.beginNanos(call) - fromNanos;
            long took = of.tookNanos(call);
            if (begin >= toNanos - fromNanos
                    || begin + Math.max(0, took) < 0
                    || !of.is(call, CallRecords.FLAG_COUNTED)) {
                continue;
            }
            int from = nodeOf[part][of.from(call)];
            int to = nodeOf[part][of.to(call)];
            if (!wanted[from] && !wanted[to]) {
                continue;
            }
            callsAt[from]++;
            callsAt[to]++;
            found.addLong((long) part << Integer.SIZE | call);
            sum(of, call, begin, took);
            if (of.isTroubled(call)) {
                mark(part, of, call, begin);
            }
        }
    }

    /** Which nodes have a lane: those with most calls, of equal ones the first. */
    private boolean[] lanes() {
        int[] order = IntStream.range(0, callsAt.length)
                .filter(node -> callsAt[node] > 0)
                .boxed()
                .sorted(Comparator.comparingInt(node -> -callsAt[node]))
                .mapToInt(Integer::intValue)
                .toArray();
        boolean[] lanes = new boolean[callsAt.length];
        for (int i = 0; i < Math.min(MAX_LANES, order.length); i++) {
            lanes[order[i]] = true;
        }
        nodesLeftOut = Math.max(0, order.length - MAX_LANES);
        return lanes;
    }

    private void drawBetween(boolean[] lanes) {
        for (int i = 0; i < found.size(); i++) {
            long at = found.getLong(i);
            int part = (int) (at >>> Integer.SIZE);
            CallRecords of = parts.get(part).calls();
            if (nodesLeftOut == 0 || (lanes[nodeOf[part][of.from((int) at)]] && lanes[nodeOf[part][of.to((int) at)]])) {
                draw(at);
            } else {
                callsLeftOut++;
            }
        }
    }

    private void sum(CallRecords of, int call, long begin, long took) {
        boolean counts =
                begin < counted.toNanos() - fromNanos && begin + Math.max(0, took) >= counted.fromNanos() - fromNanos;
        calls += counts ? 1 : 0;
        count(begin);
        if (took >= 0 && !of.is(call, CallRecords.FLAG_ONE_WAY)) {
            count(begin + took);
        }
        if (of.root(call) == call) {
            requests += counts ? 1 : 0;
            stays(begin, begin + Math.max(0, took));
        }
    }

    private void count(long at) {
        int pixel = at < 0 ? -1 : (int) (at / pixelNanos);
        if (pixel >= 0 && pixel < messages.length) {
            messages[pixel]++;
        }
    }

    /** Adds a request to the pixels that it is in flight in, to each by its share of the pixel. */
    private void stays(long begin, long end) {
        double from = Math.max(0, begin / pixelNanos);
        double to = Math.min(inFlight.length, end / pixelNanos);
        for (int pixel = (int) from; pixel < to; pixel++) {
            inFlight[pixel] += Math.min(to, pixel + 1.0) - Math.max(from, pixel);
        }
    }

    private void mark(int part, CallRecords of, int call, long begin) {
        int caller = nodeOf[part][of.from(call)];
        int callee = nodeOf[part][of.to(call)];
        long answered = begin + Math.max(0, of.tookNanos(call));
        long arrived = begin + of.of(call, CallField.REQUEST_WAY);
        if (of.of(call, CallField.REQUEST_RESENT) > 0) {
            point(Point.RESENT, callee, arrived, of.of(call, CallField.REQUEST_RESENT_WAIT));
        }
        if (of.of(call, CallField.ANSWER_RESENT) > 0) {
            point(Point.RESENT, caller, answered, of.of(call, CallField.ANSWER_RESENT_WAIT));
        }
        if (of.of(call, CallField.REQUEST_CLOSED) > 0) {
            point(Point.ZERO_WINDOW, callee, arrived, of.of(call, CallField.REQUEST_CLOSED));
        }
        if (of.of(call, CallField.ANSWER_CLOSED) > 0) {
            point(Point.ZERO_WINDOW, caller, answered, of.of(call, CallField.ANSWER_CLOSED));
        }
        if (of.is(call, CallRecords.FLAG_RESET)) {
            point(Point.RESET, callee, answered, 0);
        }
        if (of.is(call, CallRecords.FLAG_UNANSWERED) && isDns(of, call)) {
            int again = askedAgain(of, call);
            long at = of.beginNanos(again) - fromNanos;
            point(again == call ? Point.NAME_UNANSWERED : Point.NAME_RETRIED, caller, at, at - begin);
        }
    }

    private static boolean isDns(CallRecords of, int call) {
        return Protocol.of((int) of.of(call, CallField.PROTOCOL)) == Protocol.DNS;
    }

    /** The call by which the caller asked for a name again that it had asked for in vain; the same where it did not. */
    private static int askedAgain(CallRecords of, int call) {
        long latest = of.beginNanos(call) + LONGEST_RETRY_NANOS;
        int last = Math.min(of.size(), call + MAX_BETWEEN_RETRIES);
        for (int next = call + 1; next < last && of.beginNanos(next) <= latest; next++) {
            if (of.root(next) == of.root(call)
                    && of.parent(next) == of.parent(call)
                    && of.from(next) == of.from(call)
                    && isDns(of, next)) {
                return next;
            }
        }
        return call;
    }

    /**
     * A point.
     *
     * @param at when it was over, since the beginning
     * @param waited for so long before
     */
    private void point(Point kind, int node, long at, long waited) {
        if (at < 0 || at - waited >= toNanos - fromNanos) {
            return;
        }
        if (!marked.add(
                SplitMix64.mix(SplitMix64.mix(SplitMix64.mix(node) + (long) (at / pixelNanos)) + kind.ordinal()))) {
            return;
        }
        if (points.size() >= 4 * MAX_POINTS) {
            pointsLeftOut++;
            return;
        }
        points.addLong(at);
        points.addLong(node);
        points.addLong(kind.ordinal());
        points.addLong(waited);
    }

    /** Takes one of each that look the same. */
    private void draw(long at) {
        long looks = look(at);
        if (seen.contains(looks)) {
            return;
        }
        if (drawn.size() == MAX_DRAWN && 1L << grainBits <= toNanos - fromNanos) {
            coarsen();
            draw(at);
        } else if (drawn.size() == MAX_DRAWN) {
            callsLeftOut++;
        } else {
            seen.add(looks);
            drawn.addLong(at);
        }
    }

    /** Twice as many times look the same; of what is drawn, one of each that do now is. */
    private void coarsen() {
        grainBits++;
        seen.clear();
        long[] fine = drawn.toLongArray();
        drawn.clear();
        for (long at : fine) {
            if (seen.add(look(at))) {
                drawn.addLong(at);
            }
        }
    }

    private long look(long at) {
        int part = (int) (at >>> Integer.SIZE);
        return look(part, parts.get(part).calls(), (int) at);
    }

    private long look(int part, CallRecords of, int call) {
        long took = of.tookNanos(call);
        long key = SplitMix64.mix((long) nodeOf[part][of.from(call)] << Integer.SIZE | nodeOf[part][of.to(call)]);
        // the times that look the same begin elsewhere for each pair of nodes: the first of each would stand in rows
        long begin = of.beginNanos(call) - fromNanos + (key >>> PHASE_SHIFT);
        long looks = SplitMix64.STEP * key + (begin >> grainBits);
        looks = SplitMix64.STEP * looks + (begin + of.of(call, CallField.REQUEST_WAY) >> grainBits);
        looks = SplitMix64.STEP * looks
                + (took < 0 ? -1 : begin + took - of.of(call, CallField.ANSWER_WAY) >> grainBits);
        return SplitMix64.mix(SplitMix64.STEP * looks + (took < 0 ? -1 : begin + took >> grainBits));
    }
}
