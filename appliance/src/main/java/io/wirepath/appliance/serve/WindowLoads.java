package io.wirepath.appliance.serve;

import io.wirepath.analyze.host.HostLog;
import io.wirepath.analyze.host.HostRecord;
import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.causes.TimeSpan;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.pipeline.HostLogs;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the machines of the sniffers were busy with in the time of a window, and what other hosts logged. */
final class WindowLoads {

    private WindowLoads() {}

    /**
     * The loads of a window, by the clock of its messages.
     *
     * @param sniffers the sniffers, by number
     * @param merge what is known of their clocks, or null
     */
    static HostLog of(
            SnifferLedger ledger, List<SnifferLedger.Entry> sniffers, TimeSpan window, @Nullable MergeResult merge) {
        HostLogs logs = new HostLogs();
        for (int number = 0; number < sniffers.size(); number++) {
            SnifferLedger.Entry sniffer = sniffers.get(number);
            SnifferRun run = sniffer.run();
            String machine = run == null ? sniffer.name() : run.host();
            List<HostRecord> records = new ArrayList<>();
            for (SnifferLedger.MachineLook look : ledger.loads(sniffer.name())) {
                records.addAll(HostLogs.records(look.nanos(), machine, look.loads()));
            }
            logs.add(number, machine, records);
        }
        logs.add(ledger.logs().records());
        HostLog all = logs.log(merge, List.of());
        return HostLog.of(
                all.records().filter(record -> window.holds(record.nanos())).toList());
    }
}
