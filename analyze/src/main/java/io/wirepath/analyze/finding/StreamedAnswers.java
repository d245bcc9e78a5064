package io.wirepath.analyze.finding;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Says who answers in a stream: events, a watch, a tail. Such a request is answered with the first part; how long the
 * stream lasts is no time that anybody waits.
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
        for (int row = 0; row < messages.size(); row++) {
            if (messages.streamedNanos(row) > 0) {
                streams.computeIfAbsent(
                                new Pair(input.role(messages.source(row)), input.role(messages.destination(row))),
                                unseen -> new ArrayList<>())
                        .add(row);
            }
        }
        return streams.entrySet().stream()
                .map(pair -> finding(messages, pair.getKey(), pair.getValue()))
                .toList();
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
                                one ? "an answer" : String.format(Locale.ROOT, "%,d answers", sorted.size()),
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
