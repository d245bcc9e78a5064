package io.wirepath.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.explain.Explanation;
import io.wirepath.causes.explain.Explanation.Answer;
import io.wirepath.flows.Role;
import io.wirepath.report.SampleReport;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExplanationSectionTest {

    @ParameterizedTest
    @CsvSource({"0.47, 0.53, true", "0.6, 0.4, false"})
    void saysWhyAnAnswerIsTakenThatIsLessLikelyThanAnother(double taken, double other, boolean told) {
        NodeTable nodes = new NodeTable();
        int web = nodes.add("10.2.0.11", "web", true);
        int app = nodes.add("10.3.0.11", "app", true);
        MessageTableBuilder messages = new MessageTableBuilder(nodes);
        messages.add(1, 1, web, 40000, app, 80, 0, 6, Role.REQUEST, 0, 0, 100, 0, 0);
        messages.add(2, 2, app, 80, web, 40000, 0, 6, Role.RESPONSE, 0, 0, 100, 0, 0);
        LinkTable.Builder links = new LinkTable.Builder(2);
        links.endChild(1);
        links.endChild(1);
        Analysis bare = SampleReport.of(messages.build(), links.build()).analysis();
        Explanation why = new Explanation(
                "joint",
                1,
                List.of(new Answer(0, taken, true, List.of()), new Answer(MessageTable.NONE, other, false, List.of())));
        Analysis analysis = new Analysis(
                bare.algorithm(),
                bare.messages(),
                bare.counted(),
                bare.links(),
                bare.calls(),
                bare.patterns(),
                bare.table(),
                bare.nodes(),
                bare.roles(),
                bare.joins(),
                bare.series(),
                bare.findings(),
                List.of(why));
        StringBuilder to = new StringBuilder();
        ExplanationSection.append(to, analysis, new Style(false, 80));
        assertEquals(told, to.toString().contains("▶ is chosen because"), to::toString);
    }
}
