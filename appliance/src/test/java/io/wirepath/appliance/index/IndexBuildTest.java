package io.wirepath.appliance.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Inference;
import io.wirepath.pipeline.MergeReading;
import io.wirepath.pipeline.NodeNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that is cut into parts gives the sums of one that is not. */
final class IndexBuildTest {

    private static final String COUNTS = "From r In requests GroupBy r.server, r.outcome"
            + " Select r.server, r.outcome, COUNT, SUM(r.bytes), MIN(r.time), MAX(r.latency) OrderBy MAX(r.latency)";
    private static final String JOINED = "From r In responses Join c In First(requests) On c -> r GroupBy r.server"
            + " Select r.server, COUNT OrderBy r.server";

    @TempDir
    private Path directory;

    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void keep() throws IOException {
        new MergeReading(FlowSettings.defaults(), MergeSettings.defaults(), Console.ofProcess(), false)
                .intoStore(List.of("../samples/slow/sw-app.pcap.gz"), directory.resolve("store"));
    }

    private EventIndex index(String name, long most) throws IOException {
        Path store = directory.resolve("store");
        PartWriter parts = new PartWriter(directory.resolve(name));
        IndexBuild.inWindows(
                store,
                IndexBuild.Extent.of(store),
                most,
                NodeNames.ofHeap(),
                Inference.defaults().withAlgorithm("linking"),
                parts,
                told::add);
        parts.finish();
        return EventIndex.open(directory.resolve(name), QueryBounds.defaults(), 2);
    }

    @Test
    void partsAddUpToTheWhole() throws IOException {
        EventIndex whole = index("whole", IndexBuild.MAX_MESSAGES);
        assertTrue(whole.parts() <= 2, "cores begin at multiples of their length");
        EventIndex cut = index("cut", 2000);
        assertTrue(cut.parts() >= 4, cut.parts() + " parts");
        assertEquals(cut.parts() + whole.parts(), told.size(), told::toString);
        List<AnswerRow> wanted = whole.answer(COUNTS).rows();
        List<AnswerRow> found = cut.answer(COUNTS).rows();
        assertEquals(wanted.size(), found.size());
        for (int row = 0; row < wanted.size(); row++) {
            assertArrayEquals(wanted.get(row).values(), found.get(row).values());
        }
        List<AnswerRow> joined = whole.answer(JOINED).rows();
        List<AnswerRow> apart = cut.answer(JOINED).rows();
        assertEquals(joined.size(), apart.size());
        for (int row = 0; row < joined.size(); row++) {
            double count = (Double) joined.get(row).values()[1];
            assertEquals(count, (Double) apart.get(row).values()[1], 1 + 0.02 * count, "row " + row);
        }
    }
}
