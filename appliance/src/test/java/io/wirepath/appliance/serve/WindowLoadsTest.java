package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.appliance.serve.input.SpoolFeed;
import io.wirepath.causes.TimeSpan;
import io.wirepath.merge.Consumed;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.live.Checkpoint;
import io.wirepath.merge.live.LiveMerge;
import io.wirepath.merge.live.LiveMergeSettings;
import io.wirepath.merge.live.MergedSink;
import io.wirepath.merge.spool.HostLoad;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a sniffer's machine is busy with, from its spool to a window. */
class WindowLoadsTest {

    private static final long SECOND = 1_000_000_000L;

    private static final MergedSink NOBODY = new MergedSink() {
        @Override
        public void onMessage(MessageRecord message, Consumed consumed) {
            // there are none
        }
    };

    @TempDir
    private Path directory;

    @Test
    void aWindowHasTheLoadsOfItsTime() throws Exception {
        try (SpoolWriter writer = Spool.open(directory, SpoolSettings.defaults(), SECOND)) {
            writer.start(new SnifferRun("tap", "eth1", "wirepath", "tap-host", SECOND, 0));
            for (int i = 1; i <= 6; i++) {
                writer.load(
                        i * SECOND, List.of(new HostLoad("cpu.busy", i / 10.0), new HostLoad("disk.read", 1000 * i)));
            }
        }
        SnifferLedger ledger = new SnifferLedger();
        LiveMerge merge = LiveMerge.resume(Checkpoint.empty(), LiveMergeSettings.defaults(), NOBODY);
        try (SpoolFeed feed = new SpoolFeed("tap", directory, ledger)) {
            int source = merge.source("tap", feed.incarnation());
            while (feed.read(merge, source, 7) > 0) {
                // to the end
            }
        }
        List<String> told = WindowLoads.of(ledger, ledger.all(), new TimeSpan(3 * SECOND, 5 * SECOND), null)
                .records()
                .map(each -> each.host() + " " + each.nanos() / SECOND + " " + each.name() + " " + each.value())
                .toList();
        assertEquals(
                List.of(
                        "tap-host 3 cpu.busy 0.3",
                        "tap-host 3 disk.read 3000.0",
                        "tap-host 4 cpu.busy 0.4",
                        "tap-host 4 disk.read 4000.0"),
                told);
        assertEquals(
                List.of(new HostLoad("cpu.busy", 0.6), new HostLoad("disk.read", 6000)),
                ledger.all().get(0).loads(),
                "the last ones, for the metrics");
    }
}
