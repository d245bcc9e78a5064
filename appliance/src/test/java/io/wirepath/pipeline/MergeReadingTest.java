package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.wirepath.appliance.command.CommandTree;
import io.wirepath.appliance.command.SampleCapture;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.AddressText;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.merge.result.Address;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MergeReadingTest {

    @TempDir
    private Path temp;

    /** A sniffer that sees neither host has a clock all the same. */
    @Test
    void whoSeesNoneOfTheHostsHasNotAllSpoolsRead() throws IOException {
        List<String> spools = new ArrayList<>();
        for (String sniffer : List.of("sw-web", "sw-app", "sw-data")) {
            String[] sniff = {
                "sniff",
                "--read",
                SampleCapture.path(sniffer),
                "--pace",
                "max",
                "--quiet",
                "--spool",
                temp.toString(),
                "--set",
                "content.salt-file=" + temp.resolve("salt")
            };
            assertEquals(0, CommandTree.run(Console.silent(), sniff));
            spools.add(temp.resolve(sniffer).toString());
        }
        long from = TimeSpan.moment("2026-11-20T17:49:20Z");
        TimeSpan second = new TimeSpan(from, from + 1_000_000_000L);
        MergeReading all = new MergeReading(FlowSettings.defaults(), MergeSettings.defaults(), Console.silent(), false);
        long[] unseen = AddressText.parse("192.0.2.1");
        SpoolSpans spans = all.spans(spools, second);
        assertNotEquals(SpoolSpans.ALL, spans);
        assertEquals(spans, all.of(List.of(new Address(unseen[0], unseen[1]))).spans(spools, second));
    }
}
