package io.wirepath.report.text;

import io.wirepath.analyze.request.Cause;
import io.wirepath.analyze.request.Lifeline;
import io.wirepath.analyze.request.Stretch;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.CountText;
import io.wirepath.flows.Outcome;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** One request for a person, at most 80 columns wide: where its time went, in order, and what it caused. */
public final class LifelineSection {

    private static final int WIDTH = 80;
    private static final int PLACE_WIDTH = 30;
    private static final int MAX_INDENT = 24;
    private static final int MAX_CAUSES = 2;

    /** Shorter parts of a request stand in one line together. */
    private static final double MIN_SHARE = 0.01;

    private final MessageTable messages;
    private final CallTable calls;
    private final LinkMeasure measure;
    private final Style style;

    LifelineSection(Analysis analysis, Style style) {
        messages = analysis.messages();
        calls = analysis.calls();
        measure = analysis.measure();
        this.style = style;
    }

    /**
     * The request as text.
     *
     * @param asked the call that was asked for, which is marked
     */
    public static String of(Analysis analysis, Lifeline life, int asked, Style style) {
        return new LifelineSection(analysis, style).write(life, asked);
    }

    private String write(Lifeline life, int asked) {
        StringBuilder to = new StringBuilder();
        int request = calls.request()[life.call()];
        boolean answered = calls.response()[life.call()] != MessageTable.NONE;
        String outcome = Outcome.text(calls.outcome(messages, life.call()));
        line(to, style.heading("REQUEST") + "  call " + life.call() + ", " + ends(request));
        line(
                to,
                "  " + Instant.ofEpochSecond(0, messages.timeNanos(request)) + ", "
                        + (answered ? Figures.time(life.nanos()) : "no response")
                        + (outcome.isEmpty() ? "" : ", " + outcome));
        if (life.nanos() > 0) {
            whereTimeWent(to, life);
            inOrder(to, life);
        }
        calls(to, life, asked);
        return to.toString();
    }

    /** A cause at a place. */
    private record PlacedCause(Cause cause, String place) {}

    private void whereTimeWent(StringBuilder to, Lifeline life) {
        TextReport.heading(to, style, "WHERE THE TIME WENT");
        List<Map.Entry<PlacedCause, Long>> all = parts(life);
        long rest = life.nanos();
        int shown = 0;
        for (Map.Entry<PlacedCause, Long> each : all) {
            if (each.getValue() >= MIN_SHARE * life.nanos()) {
                part(
                        to,
                        life,
                        each.getValue(),
                        each.getKey().cause().words(),
                        each.getKey().place());
                rest -= each.getValue();
                shown++;
            }
        }
        if (shown < all.size()) {
            part(to, life, rest, CountText.of(all.size() - shown, shown == 0 ? "place" : "more place"), "");
        }
    }

    private static void part(StringBuilder to, Lifeline life, long nanos, String what, String where) {
        line(
                to,
                String.format(
                        Locale.ROOT,
                        "  %8s %4.0f %%  %-30s%s",
                        Figures.time(nanos),
                        100.0 * nanos / life.nanos(),
                        what,
                        where));
    }

    /** What took most of the time, and where: {@code 92 % waits for … (web → app)}. */
    String summary(Lifeline life) {
        return parts(life).stream()
                .limit(MAX_CAUSES)
                .map(each -> String.format(
                        Locale.ROOT,
                        "%.0f %% %s (%s)",
                        100.0 * each.getValue() / life.nanos(),
                        each.getKey().cause().words(),
                        each.getKey().place()))
                .collect(Collectors.joining(", "));
    }

    /** How long each cause took at each place, the longest first. */
    private List<Map.Entry<PlacedCause, Long>> parts(Lifeline life) {
        Map<PlacedCause, Long> sums = new HashMap<>();
        life.stretches()
                .forEach(stretch ->
                        sums.merge(new PlacedCause(stretch.cause(), place(stretch)), stretch.nanos(), Long::sum));
        return sums.entrySet().stream()
                .sorted(Map.Entry.<PlacedCause, Long>comparingByValue()
                        .reversed()
                        .thenComparing(each -> each.getKey().cause())
                        .thenComparing(each -> each.getKey().place()))
                .toList();
    }

    private void inOrder(StringBuilder to, Lifeline life) {
        TextReport.heading(to, style, "IN ORDER");
        line(
                to,
                style.faint(String.format(
                        Locale.ROOT, "  %8s  %8s  %-" + PLACE_WIDTH + "s%s", "at", "took", "where", "what")));
        long start = life.stretches().get(0).fromNanos();
        for (Stretch stretch : life.stretches()) {
            line(
                    to,
                    String.format(
                            Locale.ROOT,
                            "  %8s  %8s  %-" + PLACE_WIDTH + "s%s",
                            Figures.time(stretch.fromNanos() - start),
                            Figures.time(stretch.nanos()),
                            cut(place(stretch), PLACE_WIDTH - 1),
                            stretch.cause().words()));
        }
    }

    private void calls(StringBuilder to, Lifeline life, int asked) {
        TextReport.heading(to, style, "CALLS");
        line(
                to,
                style.faint(String.format(
                        Locale.ROOT,
                        "  %8s  %8s  %5s  %-10s  %s",
                        "at",
                        "took",
                        measure.heading(),
                        "outcome",
                        "call")));
        Map<Integer, Integer> depth = new HashMap<>();
        long start = messages.timeNanos(calls.request()[life.call()]);
        for (int call : life.calls()) {
            int own = depth.getOrDefault(calls.parent()[call], -1) + 1;
            depth.put(call, own);
            int request = calls.request()[call];
            int response = calls.response()[call];
            String took =
                    response == MessageTable.NONE ? "—" : Figures.time(end(response) - messages.timeNanos(request));
            String line = String.format(
                    Locale.ROOT,
                    "%s %8s  %8s  %5s  %-10s  %s%s %s",
                    call == asked ? "▶" : " ",
                    Figures.time(messages.timeNanos(request) - start),
                    took,
                    call == life.call() ? "" : Figures.probability(calls.probability()[call]),
                    Outcome.text(calls.outcome(messages, call)),
                    " ".repeat(Math.min(MAX_INDENT, 2 * own)),
                    call,
                    ends(request));
            line(to, cut(line, WIDTH));
        }
    }

    private long end(int response) {
        long received = messages.receivedNanos(response);
        return received == MessageTable.NIL ? messages.sentNanos(response) : received;
    }

    private String place(Stretch stretch) {
        int row = stretch.row() == MessageTable.NONE ? calls.request()[stretch.call()] : stretch.row();
        String from = name(messages.source(row));
        String into = name(messages.destination(row));
        return switch (stretch.cause()) {
            case OWN, QUEUE -> into;
            default -> from + " → " + into;
        };
    }

    private String ends(int request) {
        return name(messages.source(request)) + ":" + messages.sourcePort(request) + " → "
                + name(messages.destination(request)) + ":" + messages.destinationPort(request);
    }

    private String name(int node) {
        return Figures.printable(messages.nodes().get(node).name());
    }

    static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 1) + "…";
    }

    private static void line(StringBuilder to, String text) {
        to.append(text.stripTrailing()).append('\n');
    }
}
