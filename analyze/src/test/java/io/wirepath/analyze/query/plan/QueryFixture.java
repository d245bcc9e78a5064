package io.wirepath.analyze.query.plan;

import io.wirepath.analyze.query.event.AnalysisEvents;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.language.QueryText;
import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.Role;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Small analyses with stated links, and their answers as text: a row a line, cells apart by spaces. */
final class QueryFixture {

    private QueryFixture() {}

    /**
     * The events of calls whose causes are stated.
     *
     * @param causes for each call its possible causes and their probabilities: {call, cause, probability}
     */
    static EventSet events(MessageTable messages, TimeSpan counted, double[]... causes) {
        CausalAlgorithm stated = new CausalAlgorithm() {
            @Override
            public String name() {
                return "stated";
            }

            @Override
            public LinkTable infer(MessageTable of) {
                return links(of, causes);
            }
        };
        return new AnalysisEvents(Analyzer.analyze(messages, stated, AnalysisSettings.defaults(), counted), List.of())
                .withStatedLinks();
    }

    static EventSet events(CallTrace trace, double[]... causes) {
        return events(trace.build(), TimeSpan.ALWAYS, causes);
    }

    private static LinkTable links(MessageTable messages, double[]... causes) {
        Map<Integer, Integer> requests = new HashMap<>();
        for (int row = messages.size() - 1; row >= 0; row--) {
            if (messages.role(row) != Role.RESPONSE) {
                requests.put((int) messages.record(row), row);
            }
        }
        Map<Integer, List<double[]>> ofRows = Arrays.stream(causes)
                .collect(Collectors.groupingBy(cause -> requests.getOrDefault((int) cause[0], MessageTable.NONE)));
        LinkTable.Builder links = new LinkTable.Builder(messages.size()).ofOwners();
        for (int row = 0; row < messages.size(); row++) {
            double none = 1;
            for (double[] cause : ofRows.getOrDefault(row, List.of())) {
                links.add(requests.getOrDefault((int) cause[1], MessageTable.NONE), cause[2]);
                none -= cause[2];
            }
            links.endChild(none);
        }
        return links.build();
    }

    static QueryAnswer answer(EventSet events, String text) {
        return answer(events, text, QueryBounds.defaults());
    }

    static QueryAnswer answer(EventSet events, String text, QueryBounds bounds) {
        CompiledQuery query = new QueryCompiler(events, bounds).compile(QueryText.parse(text), null);
        query.feed();
        return query.answer();
    }

    static String text(QueryAnswer answer) {
        StringBuilder to = new StringBuilder();
        for (AnswerRow row : answer.rows()) {
            to.append(String.join(
                            " ",
                            Arrays.stream(row.values())
                                    .map(value -> value instanceof Double number && number == Math.rint(number)
                                            ? Long.toString(Math.round(number))
                                            : String.valueOf(value))
                                    .toList()))
                    .append('\n');
        }
        return to.toString();
    }
}
