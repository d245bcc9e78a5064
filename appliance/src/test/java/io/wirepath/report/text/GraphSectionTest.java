package io.wirepath.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.appliance.synthetic.TraceFile;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.convolution.Convolution;
import io.wirepath.causes.convolution.ConvolutionSettings;
import io.wirepath.causes.convolution.PathVertex;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Graphs of convolution as text. */
final class GraphSectionTest {

    private static List<String> lines(String system) throws IOException {
        MessageTable messages = TraceGenerator.generate(TraceFile.named(system).configuration(), 1000, 1)
                .table();
        List<PathVertex> graphs = new Convolution(ConvolutionSettings.defaults()).graphs(messages);
        StringBuilder text = new StringBuilder();
        GraphSection.append(text, graphs, messages.nodes(), new Style(false, 100), 1);
        return text.toString().lines().skip(2).toList();
    }

    private static int indent(String line) {
        return Math.max(line.indexOf('├'), line.indexOf('└'));
    }

    /** Project 5, Figure 13: no path that is shown ends where its rest is only rarer than other edges of the graph. */
    @Test
    void showsPathsToTheirEndsAndSaysWhereItCuts() throws IOException {
        List<String> lines = lines("multi-tier");
        int edges = 0;
        for (int i = 1; i < lines.size() - 1; i++) {
            boolean goesOn = indent(lines.get(i + 1)) > indent(lines.get(i));
            boolean isEdge = !lines.get(i).contains("…") && indent(lines.get(i)) > 0;
            edges += isEdge ? 1 : 0;
            assertTrue(!isEdge || goesOn || lines.get(i).matches(".*[├└] C\\d .*"), lines.get(i) + " in\n" + lines);
        }
        assertTrue(lines.stream().anyMatch(line -> line.contains("└ … 1 more, ")), lines.toString());
        String last = lines.get(lines.size() - 1);
        assertTrue(last.startsWith("  cut: " + edges + " of ") && last.contains(" paths, each to its end"), last);
    }

    @Test
    void saysNothingOfAGraphThatIsWhole() throws IOException {
        List<String> lines = lines("children-parallel");
        assertEquals(
                List.of(),
                lines.stream()
                        .filter(line -> line.contains("cut") || line.contains("…"))
                        .toList());
    }
}
