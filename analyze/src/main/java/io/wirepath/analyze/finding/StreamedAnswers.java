package io.wirepath.analyze.finding;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.CountText;
import io.wirepath.flows.SightingCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Says who answers in a stream: events, a watch, a tail; and who holds what it is asked until there is news. A request
 * for a stream is answered with the first part, one that is held is no call; how long either lasts is no time that
 * anybody waits.
 *
 * @see io.wirepath.causes.LongPolls
 */
final class StreamedAnswers implements Detector {

    /** Who streams, and to whom. */
    private record Pair(String from, String to) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            int order = from.compareTo(other.from);
            return order != 0 ? order : to.compareTo(other.to);
        }
    }

    @Override
    public List<Finding> detect(DetectorInput input) {
        MessageTable messages = input.messages();
        Map<Pair, List<Integer>> streams = new TreeMap<>();
        Map<Pair, List<Integer>> held = new TreeMap<>();
        for (int row = 0; row < messages.size(); row++) {
            boolean isStreamed = messages.streamedNanos(row) > 0;
            if (isStreamed || messages.heldNanos(row) > 0) {
                (isStreamed ? streams : held)
                        .computeIfAbsent(
                                new Pair(input.role(messages.source(row)), input.role(messages.destination(row))),
                                unseen -> new ArrayList<>())
                        .add(row);
            }
        }
        List<Finding> findings = new ArrayList<>();
        streams.forEach((pair, rows) -> findings.add(finding(messages, pair, rows)));
        held.forEach((pair, rows) -> findings.add(held(messages, pair, rows)));
        return findings;
    }

    private static Finding held(MessageTable messages, Pair pair, List<Integer> rows) {
        long most = rows.stream().mapToLong(messages::heldNanos).max().orElse(0);
        long news = rows.stream()
                .filter(row -> (messages.flags(row) & SightingCodec.FLAG_SETUP) == 0)
                .count();
        long callers = rows.stream().map(messages::destination).distinct().count();
        return new Finding(
                        Severity.FACT,
                        "held-requests",
                        String.format(
                                Locale.ROOT,
                                "%s holds what %s asks until there is news, for %s at most: %s answers, %s of them news",
                                pair.from,
                                pair.to,
                                DelayText.of((double) most),
                                CountText.of(rows.size()),
                                CountText.of(news)),
                        "Long polls: asked again at once after each answer, which says the same each time that nothing"
                                + " happens for so long. They are no calls, and nobody waits for them; news is a"
                                + " message of its own, as an event of a stream is.",
                        List.of(pair.from, pair.to),
                        0,
                        0)
                .restingOn((int) callers);
    }

    private static Finding finding(MessageTable messages, Pair pair, List<Integer> rows) {
        List<Long> sorted = rows.stream().map(messages::streamedNanos).sorted().toList();
        long callers = rows.stream().map(messages::destination).distinct().count();
        boolean one = sorted.size() == 1;
        return new Finding(
                        Severity.FACT,
                        "streamed-answers",
                        String.format(
                                Locale.ROOT,
                                "%s streams %s to %s, %s",
                                pair.from,
                                one ? "an answer" : CountText.of(sorted.size(), "answer"),
                                pair.to,
                                one
                                        ? "for " + DelayText.of((double) sorted.get(0))
                                        : DelayText.of((double) sorted.get(sorted.size() / 2)) + " each (median)"),
                        "They come in parts, each when there is something to tell. Their requests count as answered by the"
                                + " first part; "
                                + DelayText.of(
                                        sorted.stream().mapToDouble(own -> own).sum()) + " of streaming in all.",
                        List.of(pair.from, pair.to),
                        0,
                        0)
                .restingOn((int) callers);
    }
}
