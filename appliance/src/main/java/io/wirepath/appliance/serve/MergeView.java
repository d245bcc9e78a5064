package io.wirepath.appliance.serve;

import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.merge.live.MergeStatus;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.sniffer.CounterSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the merge stands, for who shows it. Immutable.
 *
 * @param atNanos when this was true, by this machine's clock
 * @param status the merge itself
 * @param learnt clocks, homes and translations as learnt last, or null before anything was
 * @param names of addresses, as the last window had them
 * @param sniffers what the spools tell, in the order of the numbers of {@code status}
 * @param windows counters of the windows
 * @param windowBytes memory that the messages of open windows take
 * @param messageBytes disk that the messages take
 * @param pastBytes disk that it takes to know late copies of messages
 */
public record MergeView(
        long atNanos,
        MergeStatus status,
        @Nullable MergeResult learnt,
        Map<String, String> names,
        List<SnifferLedger.Entry> sniffers,
        List<CounterSet.Value> windows,
        long windowBytes,
        long messageBytes,
        long pastBytes) {}
